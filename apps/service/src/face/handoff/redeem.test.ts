import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceKey, eventsOf, handedOff, MovableClock, person, redeem } from '../../../testing/face/face.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { expireDue } from '../session/timers.ts';

const clock = new MovableClock();
const service = testService({ replace: clock.replacement });
const org = testOrganization(service);
// Each test is another minute for the address.
beforeEach(() => clock.pass(61));

const UNKNOWN = '0000000000000000';

describe('redeeming', () => {
  it('5.4 needs no authentication and gives a hand-off token, never the portal token', async () => {
    const { redeemed, desktop } = await handedOff(service, org);
    const claims = decodeJwt(redeemed.data.handoff_token);
    expect(claims).toMatchObject({ aud: 'standpoint:handoff:production', org: org.org });
    expect(claims.exp! - claims.iat!).toBeLessThanOrEqual(900);
    expect(redeemed.text).not.toContain(desktop.token);
    expect(redeemed.headers['cache-control']).toBe('no-store');
    expect(redeemed.data).toMatchObject({
      confirm: { type: 'number' },
      session: { handoff: { state: 'redeemed' } },
    });
  });

  it('never outlives the portal token', async () => {
    const desktop = await person(service, org);
    clock.pass(1_200);
    const redeemed = await redeem(service, (await desktop.shortCode()).data.code);
    expect(redeemed.data.expires_at).toBe(desktop.minted.data.expires_at);
  });

  it('names the integrator and masks the customer', async () => {
    const desktop = await person(service, org, { customer: { email: 'jo.bloggs@example.com' } });
    const { data } = await desktop.shortCode();
    const redeemed = await redeem(service, data.code);
    expect(redeemed.data.origin).toMatchObject({ integrator: 'Example', customer_hint: 'j•••@e•••.com' });
    expect(redeemed.text).not.toContain('bloggs');
  });

  it('reads a code as a person writes it', async () => {
    const desktop = await person(service, org);
    const { code } = (await desktop.shortCode()).data;
    const written = code
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
      .replace(/(.{4})(?=.)/g, '$1-');
    expect((await redeem(service, written)).status).toBe(200);
  });

  it('answers 400 without a code, 404 to an unknown or malformed one, 405 to HEAD', async () => {
    expect((await service.call({ path: '/facecheck/short-code' })).code).toBe('invalid_request');
    expect((await redeem(service, '')).code).toBe('invalid_request');
    expect((await redeem(service, UNKNOWN)).code).toBe('short_code_not_found');
    expect((await redeem(service, 'abc')).code).toBe('short_code_not_found');
    expect((await redeem(service, 'A'.repeat(300))).code).toBe('short_code_not_found');
    expect(
      (await service.call({ method: 'HEAD', path: `/facecheck/short-code?code=${UNKNOWN}` })).status,
    ).toBe(405);
  });

  it('refuses a second redeemer, and warns the desktop once', async () => {
    const { desktop, code } = await handedOff(service, org);
    for (let i = 0; i < 3; i++) expect((await redeem(service, code.data.code)).code).toBe('short_code_used');
    const { data } = await desktop.status();
    expect(data.last_error).toEqual({ code: 'short_code_used', retryable: false });
    expect(await eventsOf(service, data.session_id)).toEqual([
      'created',
      'handoff_redeemed',
      'handoff_redeemed',
    ]);
  });

  it('keeps an ended code for a day, then does not know it', async () => {
    const desktop = await person(service, org);
    const { code } = (await desktop.shortCode()).data;
    clock.pass(23 * 3_600);
    expect((await redeem(service, code)).code).toBe('short_code_expired');
    clock.pass(3_700);
    expect((await redeem(service, code)).code).toBe('short_code_not_found');
    await expireDue(service.deps);
    const { rows } = await service.database.pool.query('SELECT 1 FROM face_code WHERE valid_until < $1', [
      new Date(clock.now() - 86_400_000),
    ]);
    expect(rows).toEqual([]);
  });

  it('is not spent by a prefetch, a navigation or a link preview', async () => {
    const desktop = await person(service, org);
    const { code } = (await desktop.shortCode()).data;
    const unasked: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-purpose': 'preview' },
      { 'x-moz': 'prefetch' },
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-dest': 'document' },
      { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
      { 'user-agent': 'WhatsApp/2.23.20.0' },
      { 'user-agent': 'facebookexternalhit/1.1' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0)' },
      { 'user-agent': 'TelegramBot (like TwitterBot)' },
    ];
    for (const headers of unasked) {
      const [live, unknown] = [await redeem(service, code, headers), await redeem(service, UNKNOWN, headers)];
      expect([live.status, live.code]).toEqual([428, 'client_required']);
      // The answer is the same for every code, so it tells nothing about one.
      expect({ ...live.data.error, request_id: '' }).toEqual({ ...unknown.data.error, request_id: '' });
    }
    const inMessenger = {
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      'user-agent': 'Slackbot Safari',
    };
    expect((await redeem(service, UNKNOWN, inMessenger)).code).toBe('short_code_not_found');
    expect(
      (await redeem(service, UNKNOWN, { 'user-agent': 'Mozilla/5.0 (Linux; Android 9; CUBOT X19)' })).code,
    ).toBe('short_code_not_found');
    const app = {
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1',
    };
    expect((await redeem(service, code, app)).status).toBe(200);
  });

  it('counts misses: ten a minute per address, and never refuses a live code', async () => {
    const ip = '203.0.113.9';
    for (let i = 0; i < 10; i++)
      expect((await redeem(service, UNKNOWN, {}, ip)).code).toBe('short_code_not_found');
    const refused = await redeem(service, UNKNOWN, {}, ip);
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['ratelimit-policy']).toBe('"short_code_miss";q=10;w=60');
    expect(refused.headers.ratelimit).toMatch(/^"short_code_miss";r=0;t=\d+$/);
    expect((await redeem(service, UNKNOWN, {}, '203.0.113.10')).code).toBe('short_code_not_found');
    const desktop = await person(service, org);
    const { code } = (await desktop.shortCode()).data;
    expect((await redeem(service, code, {}, ip)).status).toBe(200);
    expect((await redeem(service, code, {}, ip)).code).toBe('short_code_used');
    clock.pass(61);
    expect((await redeem(service, UNKNOWN, {}, ip)).code).toBe('short_code_not_found');
  });

  it('does not count a used or expired code as a miss', async () => {
    const ip = '203.0.113.20';
    const { code } = await handedOff(service, org);
    for (let i = 0; i < 15; i++)
      expect((await redeem(service, code.data.code, {}, ip)).code).toBe('short_code_used');
    expect((await redeem(service, UNKNOWN, {}, ip)).code).toBe('short_code_not_found');
  });

  it('counts exactly when many guesses come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => redeem(service, UNKNOWN, {}, '203.0.113.30')),
    );
    expect(answers.filter(({ code }) => code === 'short_code_not_found')).toHaveLength(10);
  });

  it('answers 503 to guesses when the database cannot count them', async () => {
    const { owner: pool } = service.database;
    await pool.query('ALTER TABLE guess_bucket RENAME TO guess_bucket_away');
    try {
      expect((await redeem(service, UNKNOWN)).code).toBe('unavailable');
    } finally {
      await pool.query('ALTER TABLE guess_bucket_away RENAME TO guess_bucket');
    }
  });

  it('binds the hand-off token to the redeemer’s key, which may ask again for a minute', async () => {
    const desktop = await person(service, org);
    const { code } = (await desktop.shortCode()).data;
    const key = deviceKey();
    const first = await redeem(service, code, key.codeProof(service, code));
    const cnf = decodeJwt(first.data.handoff_token).cnf as { jkt: string };
    expect(cnf.jkt).toHaveLength(43);
    const again = await redeem(service, code, key.codeProof(service, code));
    expect(again.status).toBe(200);
    expect(decodeJwt(again.data.handoff_token)).toEqual(decodeJwt(first.data.handoff_token));
    expect((await redeem(service, code, deviceKey().codeProof(service, code))).code).toBe('short_code_used');
    expect((await redeem(service, code)).code).toBe('short_code_used');
    clock.pass(61);
    expect((await redeem(service, code, key.codeProof(service, code))).code).toBe('short_code_used');
  });

  it('is not spent by a wrong proof', async () => {
    const desktop = await person(service, org);
    const { code } = (await desktop.shortCode()).data;
    const key = deviceKey('EdDSA');
    const wrong = [
      key.codeProof(service, UNKNOWN),
      key.codeProof(service, code, { iat: 1 }),
      key.codeProof(service, code, { htm: 'POST' }),
      { 'standpoint-proof': 'a.b.c' },
    ];
    for (const headers of wrong) expect((await redeem(service, code, headers)).code).toBe('proof_invalid');
    expect((await redeem(service, code, key.codeProof(service, code))).status).toBe(200);
  });
});
