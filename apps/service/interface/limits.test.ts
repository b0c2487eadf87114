import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS, type LimitKey, verify as verifyEndpoint } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { changeSettings } from '../src/accounts/organizations.ts';
import { ROUTES } from '../src/app.ts';
import { buildServer } from '../src/http/server.ts';
import { browserEvidence, seal } from '../testing/browser-payload.ts';
import { handedOff } from '../testing/face/face.ts';
import { testService } from '../testing/hooks.ts';
import { mutantInside } from '../testing/mutant.ts';
import { expectRefusal } from '../testing/refusals.ts';
import {
  type CallOptions,
  openTestService,
  type TestAnswer,
  type TestOrganization,
} from '../testing/service.ts';

/** The defaults of interface §8, as they are shipped. All other tests switch them off. */

const service = testService();
let org: TestOrganization;

let made = 0;
/** An address of its own for every test, so that no two tests share a bucket. */
const address = () => {
  made++;
  return `93.${made >> 8}.${made & 255}.1`;
};
const someone = () => `someone-${++made}`;

const preflight = (key: string, customer_id = someone(), more: Partial<CallOptions> = {}) =>
  service.call({
    path: '/geolocation/preflight',
    token: key,
    body: { customer_id, transaction_type: 'deposit' },
    ...more,
  });
const verify = async (token: string, ip: string) =>
  service.call({
    path: '/geolocation/verify',
    token,
    ip,
    body: { payload: await seal(token, browserEvidence()) },
  });

interface Flood {
  allowed: number;
  seconds: number;
  refused: TestAnswer;
}

/**
 * Calls until the first refusal. The result says how many calls were let in, how long it took, and what the
 * refusal was. `together` is the number of calls at once, so that a busy machine still outruns the bucket.
 */
async function flood(call: () => Promise<TestAnswer>, most: number, together = 1): Promise<Flood> {
  const began = performance.now();
  let allowed = 0;
  while (allowed <= most) {
    const answers = await Promise.all(Array.from({ length: together }, call));
    const refused = answers.find(({ status }) => status === 429);
    allowed += answers.filter(({ status }) => status !== 429).length;
    for (const { status, text } of answers) expect(status, text).toBeLessThan(500);
    if (refused) return { allowed, seconds: (performance.now() - began) / 1000, refused };
  }
  throw new Error(`no refusal within ${most} calls`);
}

/** A bucket lets in its burst at once, then its rate. */
function expectLimit(name: LimitKey, { allowed, seconds, refused }: Flood): void {
  const { rate, burst } = LIMITS[name];
  expect(allowed).toBeGreaterThanOrEqual(burst);
  expect(allowed).toBeLessThanOrEqual(burst + Math.ceil(rate * seconds) + 1);
  expectRefusal(refused, 429, 'rate_limited');
  const retry = Number(refused.headers['retry-after']);
  expect(retry).toBeGreaterThanOrEqual(1);
  expect(retry).toBeLessThanOrEqual(Math.ceil(1 / rate) + 1);
  expect(refused.data.error).toMatchObject({ retryable: true, retry_after_s: retry });
  expect(refused.headers['ratelimit-policy']).toBe(
    `"${name}";q=${burst};w=${Math.max(1, Math.round(burst / rate))}`,
  );
  expect(refused.headers.ratelimit).toBe(`"${name}";r=0;t=${retry}`);
}

describe('the defaults', () => {
  it('are those of interface §8', () => {
    expect(LIMITS).toMatchObject({
      preflight: { rate: 50, burst: 100 },
      portal: { rate: 20, burst: 40 },
      verify_customer: { rate: 30 / 60 },
      verify_address: { rate: 120 / 60 },
      short_code_write: { rate: 1 / 5, burst: 5 },
      optical_code: { rate: 5, burst: 10 },
      optical_sighting: { rate: 5, burst: 10 },
      short_code_miss: { rate: 10 / 60, burst: 10 },
    });
  });

  it('preflight: 50 a second and 100 at once per key, with a true Retry-After; other keys are free', async () => {
    org = await service.organization();
    const other = await service.organization();
    const flooded = await flood(() => preflight(org.api.production), 600, 60);
    expectLimit('preflight', flooded);
    expect((await preflight(other.api.production)).status).toBe(200);
    expect((await preflight(org.api.sandbox)).status).toBe(200);
    await sleep(Number(flooded.refused.headers['retry-after']) * 1000);
    expect((await preflight(org.api.production)).status).toBe(200);
  });

  it('portal token: 20 a second and 40 at once per key', async () => {
    org = await service.organization();
    const body = () => ({ workflow_id: org.workflow_id, customer: { customer_id: someone() } });
    const path = '/facecheck/session/portal';
    expectLimit(
      'portal',
      await flood(() => service.call({ path, token: org.api.production, body: body() }), 400, 30),
    );
  });

  it('reads: 50 a second and 100 at once per results key', async () => {
    org = await service.organization();
    const path = '/geolocation/verifications?limit=1';
    expectLimit('results', await flood(() => service.call({ path, token: org.results.production }), 600, 60));
  });

  it('verify: 30 a minute per customer in production; a refusal spends nothing, others are free', async () => {
    org = await service.organization();
    const customer = someone();
    const tokens: string[] = [];
    const flooded = await flood(async () => {
      const { token } = (await preflight(org.api.production, customer)).data;
      tokens.push(token);
      return verify(token, address());
    }, 60);
    expectLimit('verify_customer', flooded);
    const { rows } = await service.database.pool.query(
      'SELECT count(*)::int AS n FROM spent_token WHERE org = $1',
      [org.org],
    );
    expect(rows[0].n).toBe(flooded.allowed);
    expect((await verify((await preflight(org.api.production)).data.token, address())).status).toBe(200);
    await sleep(Number(flooded.refused.headers['retry-after']) * 1000);
    expect((await verify(tokens.at(-1)!, address())).status).toBe(200);
  });

  it('mutation control: without the limit of each customer, many tokens are as many tries', async () => {
    org = await service.organization();
    const tokens: string[] = [];
    const customer = someone();
    for (let i = 0; i < 4; i++) tokens.push((await preflight(org.api.production, customer)).data.token);
    service.deps.address_limits = { verify_customer: { rate: 0.001, burst: 2 } };
    const { buildServer: blind } = await mutantInside<{ buildServer: typeof buildServer }>(
      'http/server.ts',
      'http/endpoint-route.ts',
      [
        'enforceLimits(deps, endpoint, {',
        'enforceLimits(deps, { ...endpoint, customer_limit: undefined }, {',
      ],
    );
    const statuses: number[][] = [];
    const routes = ROUTES.filter(({ endpoint }) => endpoint.name === verifyEndpoint.name);
    for (const build of [buildServer, blind]) {
      const app = await build(service.deps, routes);
      const all = [];
      for (const token of tokens) {
        const headers = { authorization: `Bearer ${token}` };
        const call = {
          method: 'POST' as const,
          url: '/geolocation/verify',
          headers,
          remoteAddress: address(),
        };
        all.push((await app.inject({ ...call, payload: {} })).statusCode);
      }
      statuses.push(all);
      await app.close();
    }
    service.deps.address_limits = {};
    expect(statuses).toEqual([
      [400, 400, 429, 429],
      [400, 400, 400, 400],
    ]);
  });

  it('verify: no limit per customer in the sandbox', async () => {
    org = await service.organization();
    const customer = someone();
    for (let i = 0; i < 40; i++)
      expect((await verify((await preflight(org.api.sandbox, customer)).data.token, address())).status).toBe(
        200,
      );
  });

  it('verify: 120 a minute per address over all customers; a header does not help', async () => {
    org = await service.organization();
    const { token } = (await preflight(org.api.sandbox)).data;
    const ip = address();
    const call = () =>
      service.call({
        path: '/geolocation/verify',
        token,
        ip,
        body: { payload: 'x' },
        headers: { 'x-forwarded-for': address() },
      });
    expectLimit('verify_address', await flood(call, 200));
    expect((await verify(token, address())).status).toBe(200);
  });

  it('counts an IPv6 network as one address', async () => {
    org = await service.organization();
    const { token } = (await preflight(org.api.sandbox)).data;
    let host = 0;
    const call = (network: string) =>
      service.call({
        path: '/geolocation/verify',
        token,
        ip: `${network}::${(++host).toString(16)}`,
        body: { payload: 'x' },
      });
    expectLimit('verify_address', await flood(() => call('2a00:1450:4001:1'), 200));
    expect((await call('2a00:1450:4001:2')).status).toBe(422);
  });

  it('collect: a flood limit per address only, none per token', async () => {
    org = await service.organization();
    const { token } = (await preflight(org.api.sandbox)).data;
    const ip = address();
    const call = (from: string) =>
      service.call({ method: 'POST', path: '/geolocation/collect', token, ip: from });
    expectLimit('collect_address', await flood(() => call(ip), 400, 20));
    for (let i = 0; i < 300; i++) expect((await call(address())).status).toBe(200);
  });

  it('moving codes and their sightings: 5 a second and 10 at once per token', async () => {
    org = await service.organization();
    const { desktop, phone } = await handedOff(service, org);
    expectLimit('optical_code', await flood(() => desktop.opticalCode(), 60, 5));
    expectLimit('optical_sighting', await flood(() => phone.saw('00000000'), 60, 5));
    expect((await phone.status()).status).toBe(200);
  });

  it('takes nothing from a bucket for a call without a good credential', async () => {
    org = await service.organization();
    const ip = address();
    for (let i = 0; i < 150; i++)
      expect((await service.call({ path: '/geolocation/verify', token: 'x', ip, body: {} })).status).toBe(
        401,
      );
    const { token } = (await preflight(org.api.sandbox)).data;
    expect((await verify(token, ip)).status).toBe(200);
  });
});

describe('overrides', () => {
  const change = async (limits: Record<string, number | { rate: number; burst?: number }>) => {
    org = await service.organization();
    await changeSettings(service.database.db, org.org, { limits });
    service.deps.api_keys.clear();
    service.deps.organizations.clear();
  };

  it('of an organization are off at 0', async () => {
    await change({ preflight: 0, verify_customer: 0 });
    for (let i = 0; i < 300; i++) expect((await preflight(org.api.production)).status).toBe(200);
    const customer = someone();
    for (let i = 0; i < 40; i++)
      expect(
        (await verify((await preflight(org.api.production, customer)).data.token, address())).status,
      ).toBe(200);
  });

  it('of an organization switch the limit of polling off, for both areas', async () => {
    org = await service.organization();
    const poll = async (token: string, path: string) => {
      const codes = new Set<string | undefined>();
      for (let i = 0; i < 12; i++) codes.add((await service.call({ path, token })).code);
      return codes.has('slow_down');
    };
    const portal = async () =>
      (
        await service.call({
          path: '/facecheck/session/portal',
          token: org.api.production,
          body: { workflow_id: org.workflow_id, customer: { customer_id: someone() } },
        })
      ).data.token as string;
    const token = async () => (await preflight(org.api.sandbox)).data.token as string;
    const face = '/facecheck/session/status';
    const location = '/geolocation/handoff/status';
    expect([await poll(await portal(), face), await poll(await token(), location)]).toEqual([true, true]);
    await changeSettings(service.database.db, org.org, { limits: { session_status: 0 } });
    service.deps.organizations.clear();
    expect([await poll(await portal(), face), await poll(await token(), location)]).toEqual([false, false]);
  });

  it('of an organization: other numbers, for keys and for customers', async () => {
    await change({ preflight: { rate: 5, burst: 7 }, verify_customer: { rate: 0.01, burst: 2 } });
    const customer = someone();
    const verified: number[] = [];
    for (let i = 0; i < 3; i++)
      verified.push(
        (await verify((await preflight(org.api.production, customer)).data.token, address())).status,
      );
    expect(verified).toEqual([200, 200, 429]);
    const { allowed } = await flood(() => preflight(org.api.production), 90, 30);
    expect(allowed).toBeLessThan(60);
  });

  it('of an organization never raise the limit per address', async () => {
    await change({ verify_address: 0, collect_address: 0 });
    const { token } = (await preflight(org.api.sandbox)).data;
    const ip = address();
    expectLimit(
      'collect_address',
      await flood(() => service.call({ method: 'POST', path: '/geolocation/collect', token, ip }), 400, 20),
    );
  });

  it('of the operator’s file set address limits, 0 is off, and the organization’s number wins', async () => {
    const file = join(service.config.data_dir, 'limits.json');
    writeFileSync(
      file,
      JSON.stringify({ collect_address: { rate: 1, burst: 3 }, verify_address: 0, preflight: 0 }),
    );
    const filed = await openTestService({ env: { STANDPOINT_LIMITS_FILE: file } });
    try {
      const owner = await filed.organization();
      const body = { customer_id: 'c', transaction_type: 'deposit' };
      const mint = () => filed.call({ path: '/geolocation/preflight', token: owner.api.sandbox, body });
      const { token } = (await mint()).data;
      const statuses = [];
      for (let i = 0; i < 5; i++)
        statuses.push((await filed.call({ method: 'POST', path: '/geolocation/collect', token })).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
      for (let i = 0; i < 200; i++)
        expect(
          (await filed.call({ path: '/geolocation/verify', token, body: { payload: 'x' } })).status,
        ).toBe(422);
      for (let i = 0; i < 200; i++) expect((await mint()).status).toBe(200);
      await changeSettings(filed.database.db, owner.org, { limits: { preflight: { rate: 1, burst: 1 } } });
      filed.deps.api_keys.clear();
      expect([(await mint()).status, (await mint()).status]).toEqual([200, 429]);
    } finally {
      await filed.close();
    }
  });
});
