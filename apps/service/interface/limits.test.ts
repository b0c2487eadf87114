import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS, verify as verifyEndpoint } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../src/app.ts';
import { buildServer } from '../src/http/server.ts';
import { handedOff } from '../testing/face/face.ts';
import { testService } from '../testing/hooks.ts';
import { address, callsOf, expectLimit, flood, someone } from '../testing/interface/flood.ts';
import { mutantInside } from '../testing/mutant.ts';
import type { TestOrganization } from '../testing/service.ts';

/** The defaults of interface §8, as they are shipped. All other tests switch them off. */

const service = testService();
const { preflight, verify } = callsOf(service);
let org: TestOrganization;

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
