import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { handedOff, MovableClock, person, publishWorkflow, redeem } from '../../../testing/face/face.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';

const clock = new MovableClock();
const service = testService({ replace: clock.replacement });
const org = testOrganization(service);
// Each test is another minute for the address.
beforeEach(() => clock.pass(61));

/** Asks for a code. `lives` says whether it lives so many seconds, counted from some moment of the call. */
async function withLife<A extends { data: { expires_at: string } }>(ask: () => Promise<A>) {
  const before = clock.now();
  const answer = await ask();
  const until = Date.parse(answer.data.expires_at);
  const [most, least] = [Math.ceil((until - before) / 1_000), Math.floor((until - clock.now()) / 1_000)];
  return { ...answer, lives: (life_s: number) => least <= life_s && life_s <= most };
}

describe('creating and refreshing', () => {
  it('4 POST creates a short code, also before there is a session', async () => {
    const desktop = await person(service, org);
    const { status, data, lives } = await withLife(() => desktop.shortCode());
    expect(status).toBe(200);
    expect(data.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(data.url).toBe(`${service.config.face_base_url}/h#${data.code}`);
    expect(data.refresh_after_s).toBe(30);
    expect(lives(60)).toBe(true);
    expect((await desktop.status()).data).toMatchObject({
      phase: 'handoff_wait',
      handoff: { state: 'issued' },
    });
  });

  it('gives codes the lives that the workflow sets, never past the portal token', async () => {
    const workflow_id = await publishWorkflow(service, org.org, {
      handoff: { qr_life_s: 30, link_life_s: 1_800 },
    });
    const desktop = await person(service, org, { workflow_id });
    const qr = await withLife(() => desktop.shortCode({ channel: 'qr' }));
    expect([qr.lives(30), qr.data.refresh_after_s]).toEqual([true, 15]);
    clock.pass(31);
    expect((await redeem(service, qr.data.code)).code).toBe('short_code_expired');
    const link = (await desktop.shortCode({ channel: 'link' })).data;
    expect(link.refresh_after_s).toBe(900);
    // The portal token is 31 s old by now.
    expect(link.expires_at).toBe(desktop.minted.data.expires_at);
  });

  it('5.3 POST and PUT take a portal JWT and nothing else', async () => {
    for (const method of ['POST', 'PUT'] as const) {
      const answer = (token?: string) =>
        service.call({ method, path: '/facecheck/short-code', token, body: {} });
      expect((await answer()).code).toBe('token_missing');
      for (const token of [org.api.production, org.results.production, 'x.y.z'])
        expect((await answer(token)).code).toBe('token_invalid');
    }
  });

  it('4 PUT refreshes: the same hand-off, a new code, the old one works ten seconds more', async () => {
    const desktop = await person(service, org);
    const first = await desktop.shortCode();
    const second = await desktop.refresh();
    expect(second.data.handoff_id).toBe(first.data.handoff_id);
    expect(second.data.code).not.toBe(first.data.code);
    clock.pass(5);
    expect((await redeem(service, first.data.code)).status).toBe(200);
  });

  it('ends the old code ten seconds after a refresh', async () => {
    const desktop = await person(service, org);
    const first = await desktop.shortCode();
    const second = await desktop.refresh();
    clock.pass(11);
    expect((await redeem(service, first.data.code)).code).toBe('short_code_expired');
    expect((await redeem(service, second.data.code)).status).toBe(200);
  });

  it('refreshes even when the code has run out', async () => {
    const desktop = await person(service, org);
    const first = await desktop.shortCode();
    clock.pass(61);
    expect((await redeem(service, first.data.code)).code).toBe('short_code_expired');
    expect((await desktop.status()).data.handoff.state).toBe('expired');
    const second = await desktop.refresh();
    expect(second.data.handoff_id).toBe(first.data.handoff_id);
    expect((await redeem(service, second.data.code)).status).toBe(200);
  });

  it('refuses to refresh when there is no hand-off or it is redeemed', async () => {
    const desktop = await person(service, org);
    expect((await desktop.refresh()).code).toBe('handoff_not_found');
    await desktop.open();
    expect((await desktop.refresh()).code).toBe('handoff_not_found');
    const { desktop: other } = await handedOff(service, org);
    expect((await other.refresh()).code).toBe('handoff_claimed');
    expect((await other.shortCode()).code).toBe('handoff_claimed');
  });

  it('replaces an earlier code when it was not redeemed', async () => {
    const desktop = await person(service, org);
    const first = await desktop.shortCode();
    const second = await desktop.shortCode();
    expect(second.data.handoff_id).not.toBe(first.data.handoff_id);
    expect((await redeem(service, first.data.code)).code).toBe('short_code_expired');
    expect((await redeem(service, second.data.code)).status).toBe(200);
  });

  it('keeps a link for ten minutes, but never longer than the portal token', async () => {
    const desktop = await person(service, org);
    const link = await withLife(() => desktop.shortCode({ channel: 'link' }));
    expect(link.lives(600)).toBe(true);
    clock.pass(1_500);
    const late = await desktop.shortCode({ channel: 'link' });
    expect(late.data.expires_at).toBe(desktop.minted.data.expires_at);
  });

  it('is limited: five at once, then one in five seconds', async () => {
    const desktop = await person(service, org);
    for (let i = 0; i < 5; i++) expect((await desktop.shortCode()).status).toBe(200);
    expect((await desktop.shortCode()).code).toBe('rate_limited');
  });

  it('gives at most 120 codes to a session', async () => {
    const desktop = await person(service, org);
    await desktop.shortCode();
    await service.database.db
      .updateTable('face_session')
      .set({ codes_issued: 120 })
      .where('portal_jti', '=', decodeJwt(desktop.token).jti!)
      .execute();
    expect((await desktop.refresh()).code).toBe('rate_limited');
  });

  it('obeys the workflow’s policy and channels', async () => {
    const off = await person(service, org, {
      workflow_id: await publishWorkflow(service, org.org, { handoff: { policy: 'off' } }),
    });
    expect((await off.shortCode()).code).toBe('handoff_not_allowed');
    const qr = await person(service, org, {
      workflow_id: await publishWorkflow(service, org.org, { handoff: { channels: ['qr'] } }),
    });
    expect((await qr.shortCode({ channel: 'link' })).code).toBe('handoff_not_allowed');
    expect((await qr.shortCode()).status).toBe(200);
  });

  it('stores no code, only a keyed hash', async () => {
    const desktop = await person(service, org);
    const { data } = await desktop.shortCode();
    for (const table of ['face_code', 'face_handoff', 'face_session', 'event', 'audit']) {
      const { rows } = await service.database.pool.query(`SELECT t::text AS text FROM ${table} t`);
      expect(rows.filter(({ text }) => text.includes(data.code))).toEqual([]);
    }
  });
});
