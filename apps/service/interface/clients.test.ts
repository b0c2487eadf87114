import { describe, expect, it } from 'vitest';
import type { Told } from '../../../packages/native/conformance/driver.ts';
import { DRIVERS } from '../../../packages/native/conformance/drivers/all.ts';
import { runVectors } from '../../../packages/native/conformance/vectors.ts';
import { LONG } from '../../../testing/counts.ts';
import { drive } from '../src/cli/conformance/drive.ts';
import { openMockServer } from '../src/cli/conformance/mock-server.ts';
import { APP, BACKEND } from '../src/cli/conformance/scenarios.ts';
import { claimsOf } from '../testing/browser-payload.ts';
import { testOrganization, testService } from '../testing/hooks.ts';

/** Every client of ours in every direction: vectors, the mock server's steps, and the service itself. */

const service = testService({ unlimited: true, listen: 'ports' });
const org = testOrganization(service);

/** The steps of `npm test` wait for less than a second. */
const QUICK = new Set(['plain', 'lost-reply', 'token-twice', 'permission-denied', 'mint', 'mint-refused']);

const mint = async (sdk: '0.3' | '0.5', host: 'production' | 'sandbox'): Promise<string> => {
  const body = { customer_id: `test_pass_${Math.random()}`, transaction_type: 'login' };
  const headers = { 'standpoint-sdk': sdk };
  return (await service.call({ path: '/geolocation/preflight', token: org.api.sandbox, body, headers, host }))
    .data.token;
};

describe.each(DRIVERS)('$driver.name', ({ driver, role }) => {
  it('passes its vectors', async () => {
    const { failed, passed } = await runVectors(driver);
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(100);
  });

  it('passes the steps of the mock server', async () => {
    const all = role === 'app' ? APP : BACKEND;
    const mock = await openMockServer({
      scenarios: all.filter(({ name }) => LONG || QUICK.has(name)),
      port: 0,
    });
    await drive(mock, driver);
    await mock.close();
    expect(mock.report().steps.filter(({ passed }) => !passed)).toEqual([]);
    expect(mock.report().passed).toBe(true);
  });

  it.each(['production', 'sandbox'] as const)(
    'does its work with the service on its %s address',
    async (host) => {
      const base_url = host === 'production' ? service.config.base_url : service.config.sandbox_base_url;
      if (role === 'backend') {
        const told = (await driver.call({ do: 'preflight', base_url, api_key: org.api.sandbox })) as Told;
        expect(claimsOf(told.token as string)).toMatchObject({ customer_id: 'conformance', env: 'sandbox' });
        const wrong = (await driver.call({ do: 'preflight', base_url, api_key: 'sp_test_wrong' })) as Told;
        expect(['api_key_invalid', 'config_invalid']).toContain(wrong.error);
        return;
      }
      for (const sdk of ['0.3', '0.5'] as const) {
        const token = await mint(sdk, host);
        expect(await driver.call({ do: 'collect', base_url, token })).toMatchObject({ has_public_ip: true });
        expect(await driver.call({ do: 'verify', base_url, token })).toMatchObject({ decision: 'pass' });
        expect(await driver.call({ do: 'verify', base_url, token })).toEqual({ error: 'token_already_used' });
      }
      const denied = (await driver.call({
        do: 'verify',
        base_url,
        token: await mint('0.5', host),
        permission: 'denied',
      })) as Told;
      expect(denied.error).toBeUndefined();
    },
  );
});
