import type { Evidence } from '@standpoint/contract';
import { expect } from 'vitest';
import { newInstallId } from '../../src/geolocation/preflight/install-id.ts';
import { installHash } from '../../src/privacy/pseudonyms.ts';
import { browserEvidence, seal } from '../browser-payload.ts';
import { testService } from '../hooks.ts';
import type { TestOrganization, TestService } from '../service.ts';

/** Lines of two American providers, and an address that no database has. */
export const HOME = '73.162.1.1';
export const OFFICE = '71.183.2.2';
export const IP = '198.51.100.7';

/** For all tests of this file: a service whose clock stands still, so that the tests move it. */
export const standingService = (now: () => number): TestService =>
  testService({
    unlimited: true,
    replace: { clock: async () => ({ now, close() {} }) as never },
  });

let count = 0;

/** Customers and installs of an organization, and what they do at the time of its clock. */
export function customersOf(service: TestService, org: TestOrganization, now: () => number) {
  const someone = () => `customer-${++count}`;
  const install = () => newInstallId(service.deps.envelope.subkey('install'), org.org, 'production', now());
  const hashOf = (install_id: string) =>
    installHash(service.deps.envelope, { org: org.org, env: 'production' }, install_id);

  /** Lets time pass for one install without leaving the partitions that a database prepares. */
  const daysLater = (days: number, install_id: string) =>
    service.database.pool.query(
      `UPDATE sighting SET day = day - $2, last_at = last_at - make_interval(days => $2) WHERE install_hash = $1`,
      [hashOf(install_id), days],
    );

  const preflight = async (customer_id: string, install_id?: string): Promise<string> =>
    (
      await service.call({
        path: '/geolocation/preflight',
        token: org.api.production,
        body: { customer_id, transaction_type: 'deposit', install_id },
        headers: { 'standpoint-sdk': '0.5' },
      })
    ).data.token;

  async function verify(
    token: string,
    change: Partial<Evidence> = {},
    ip = HOME,
  ): Promise<{ decision: string; next_token?: string; verification_id: string; reasons: unknown[] }> {
    const payload = await seal(token, browserEvidence(change, now()));
    const answer = await service.call({ path: '/geolocation/verify', token, body: { payload }, ip });
    expect(answer.status, answer.text).toBe(200);
    // The database's own clock follows, because a row of another time contradicts its record.
    await service.database.pool.query(
      'UPDATE verification SET created_at = to_timestamp($2::float8 / 1000) WHERE verification_id = $1',
      [answer.data.verification_id, now()],
    );
    return answer.data;
  }

  async function read(verification_id: string) {
    const path = `/geolocation/verifications/${verification_id}`;
    const { data } = await service.call({ path, token: org.results.production });
    const check = (code: string) => data.checks.find((found: { code: string }) => found.code === code);
    return { ...data, check };
  }

  const seen = async (customer_id: string, install_id?: string, change?: Partial<Evidence>, ip?: string) =>
    read((await verify(await preflight(customer_id, install_id), change, ip)).verification_id);

  return { someone, install, hashOf, daysLater, preflight, verify, read, seen };
}
