import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeSettings } from '../src/accounts/organizations.ts';
import { testService } from '../testing/hooks.ts';
import { address, callsOf, expectLimit, flood, someone } from '../testing/interface/flood.ts';
import { openTestService, type TestOrganization } from '../testing/service.ts';

const service = testService();
const { preflight, verify } = callsOf(service);
let org: TestOrganization;

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
