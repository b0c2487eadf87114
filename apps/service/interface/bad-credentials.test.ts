import { describe, expect, it } from 'vitest';
import { mintToken, respellings, verifyOnce } from '../testing/attacks.ts';
import { browserEvidence, claimsOf, seal } from '../testing/browser-payload.ts';
import { forgeries, resigned } from '../testing/forge.ts';
import { sharedService, testOrganization } from '../testing/hooks.ts';
import { expectRefusal } from '../testing/refusals.ts';
import type { TestAnswer } from '../testing/service.ts';

const service = sharedService();
const org = testOrganization(service);

const collect = (authorization: string | undefined, headers: Record<string, string> = {}) =>
  service.call({
    method: 'POST',
    path: '/geolocation/collect',
    headers: { ...(authorization === undefined ? {} : { authorization }), ...headers },
  });
const without = (answer: TestAnswer) => answer.text.replaceAll(/"request_id":"[^"]+"/g, '');

describe('forged tokens', () => {
  it('get the same 401 at verify and at collect, and spend nothing', async () => {
    const token = await mintToken(service, org);
    const texts = new Set<string>();
    for (const [name, forged] of Object.entries(forgeries(service, token))) {
      const collected = await collect(`Bearer ${forged}`);
      expectRefusal(collected, 401, 'token_invalid');
      const verified = await verifyOnce(service, forged, token);
      expect([verified.status, verified.code], name).toEqual([401, 'token_invalid']);
      texts.add(without(collected));
    }
    expect(texts.size).toBe(1);
    expect((await verifyOnce(service, token)).status).toBe(200);
  });

  it('accepts our own claims signed again: each forgery above fails for its own reason only', async () => {
    const token = await mintToken(service, org);
    expect((await verifyOnce(service, resigned(service, token, {}), token)).status).toBe(200);
  });

  it('refuses every other spelling of a token, and the token stays good', async () => {
    const token = await mintToken(service, org);
    const spellings = [
      ...respellings(token),
      `${token}=`,
      `${token}==`,
      `${token}.`,
      `.${token}`,
      token.replace('.', '..'),
    ];
    for (const text of [...spellings, token.toLowerCase(), encodeURIComponent(`${token} `)])
      expectRefusal(await collect(`Bearer ${text}`), 401, 'token_invalid');
    for (const header of [
      token,
      `Bearer`,
      `Bearer ${token} x`,
      `Bearer "${token}"`,
      `Basic ${token}`,
      `DPoP ${token}`,
      `Bearer,${token}`,
    ])
      expectRefusal(await collect(header), 401, 'token_invalid');
    expect((await collect(`bearer ${token}`)).status).toBe(200);
    expect((await verifyOnce(service, token)).status).toBe(200);
  });

  it('answers 401 token_missing or api_key_missing when there is no credential', async () => {
    expectRefusal(await collect(undefined), 401, 'token_missing');
    const bare = await service.call({ path: '/geolocation/preflight', body: {} });
    expectRefusal(bare, 401, 'api_key_missing');
    expect(bare.headers['www-authenticate']).toBe('Bearer realm="standpoint"');
  });

  it('ignores a token in the query or in the body', async () => {
    const token = await mintToken(service, org);
    const answer = await service.call({
      path: `/geolocation/collect?access_token=${token}`,
      body: { token },
    });
    expectRefusal(answer, 401, 'token_missing');
  });

  it('accepts a token one second before exp, and answers 401 token_expired from exp on', async () => {
    const token = await mintToken(service, org);
    const now_s = Math.floor(service.deps.clock.now() / 1000);
    const at = (exp: number) => collect(`Bearer ${resigned(service, token, { exp })}`);
    expect((await at(now_s + 2)).status).toBe(200);
    expectRefusal(await at(now_s), 401, 'token_expired');
    expectRefusal(await at(now_s - 1), 401, 'token_expired');
    const gone = resigned(service, token, { exp: now_s - 1 });
    expect((await verifyOnce(service, gone)).code).toBe('token_expired');
    expect(claimsOf(token).exp - claimsOf(token).iat).toBe(300);
  });

  it('lets a page read why its token was refused', async () => {
    const headers = { origin: 'https://shop.example' };
    const answers = [
      await collect('Bearer x', headers),
      await collect(undefined, headers),
      await collect(`Bearer ${await mintToken(service, org)}`, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
    for (const answer of answers) {
      expect(answer.headers['access-control-allow-origin']).toBe('https://shop.example');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
    const minting = await service.call({ path: '/geolocation/preflight', body: {}, headers });
    expect(minting.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('refuses a token with origins on another page, before anything is spent', async () => {
    const minted = await service.call({
      path: '/geolocation/preflight',
      token: org.api.production,
      body: { customer_id: 'c', transaction_type: 'deposit', origins: ['https://shop.example'] },
    });
    const { token } = minted.data;
    expectRefusal(
      await collect(`Bearer ${token}`, { origin: 'https://evil.example' }),
      403,
      'origin_not_allowed',
    );
    expect((await collect(`Bearer ${token}`, { origin: 'https://shop.example' })).status).toBe(200);
    const sealedOn = async (origin: string) =>
      service.call({
        path: '/geolocation/verify',
        token,
        body: { payload: await seal(token, browserEvidence(), { origin }) },
      });
    expectRefusal(await sealedOn('https://evil.example'), 403, 'origin_not_allowed');
    expect((await sealedOn('https://shop.example')).status).toBe(200);
  });
});

describe('hosts (2)', () => {
  it('answers 403 to a production token or results key on the sandbox host, and spends nothing', async () => {
    const token = await mintToken(service, org);
    for (const path of ['/geolocation/verify', '/geolocation/collect']) {
      const answer = await service.call({ path, token, body: {}, host: 'sandbox' });
      expectRefusal(answer, 403, 'environment_mismatch');
      expect(answer.message).toContain(service.config.base_url);
    }
    const read = {
      path: '/geolocation/verifications',
      token: org.results.production,
      host: 'sandbox' as const,
    };
    expectRefusal(await service.call(read), 403, 'environment_mismatch');
    expect((await verifyOnce(service, token)).status).toBe(200);
  });

  it('treats an unknown Host as production', async () => {
    const answer = await service.call({
      path: '/geolocation/preflight',
      token: org.api.production,
      body: { customer_id: 'c', transaction_type: 'deposit' },
      headers: { host: 'somewhere.example' },
    });
    expect(claimsOf(answer.data.token)).toMatchObject({ env: 'production', iss: service.config.base_url });
  });
});

describe('headers', () => {
  it('answers 400 to an impossible client generation, version pin or idempotency key', async () => {
    const body = { customer_id: 'c', transaction_type: 'deposit' };
    const bad: [string, string][] = [
      ...['0.4', '0.5.0', '', '0', 'x'].map((value): [string, string] => ['standpoint-sdk', value]),
      ...['today', '2026-1-1', ''].map((value): [string, string] => ['standpoint-version', value]),
      ...['', 'a b', 'x'.repeat(256), 'é'].map((value): [string, string] => ['idempotency-key', value]),
    ];
    for (const [name, value] of bad) {
      const answer = await service.call({
        path: '/geolocation/preflight',
        token: org.api.production,
        body,
        headers: { [name]: value },
      });
      expectRefusal(answer, 400, 'invalid_request');
      expect(answer.data.error.fields[0].path.toLowerCase()).toBe(name);
    }
  });

  it('answers with the X-Request-Id of the request when it is well formed, else with a new one', async () => {
    const idOf = async (id: string) => (await collect('x', { 'x-request-id': id })).headers['x-request-id'];
    expect(await idOf('order-17:retry_2')).toBe('order-17:retry_2');
    for (const id of ['', 'a b', 'x'.repeat(65), '<script>', 'é'])
      expect(await idOf(id)).toMatch(/^req_[0-9A-Z]{26}$/);
  });
});
