import { expect } from 'vitest';
import { mintToken, verifyOnce } from '../attacks.ts';
import { testOrganization, testService } from '../hooks.ts';
import type { CallOptions } from '../service.ts';

export const GOOD = { customer_id: 'c-1', transaction_type: 'deposit' };
export const TEXTS = ['customer_id', 'transaction_type', 'transaction_name', 'name', 'email', 'install_id'];

/** A service without limits, and the calls that get bad input. */
export function testBadInput() {
  const service = testService({ unlimited: true });
  const org = testOrganization(service);

  const count = async (table: string): Promise<number> =>
    (await service.database.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n;
  const preflight = (body: unknown, more: Partial<CallOptions> = {}) =>
    service.call({ path: '/geolocation/preflight', token: org.api.production, body, ...more });
  const rawVerify = (token: string, raw: string | Buffer, headers: Record<string, string> = {}) =>
    service.call({ path: '/geolocation/verify', token, raw, headers });

  /** Runs bad calls with one token, which must not spend it: afterwards it is good for exactly one verify(). */
  async function unburnt(work: (token: string) => Promise<void>): Promise<void> {
    const token = await mintToken(service, org);
    const before = [await count('verification'), await count('spent_token')];
    await work(token);
    expect([await count('verification'), await count('spent_token')]).toEqual(before);
    expect((await verifyOnce(service, token)).status).toBe(200);
    expect((await verifyOnce(service, token)).code).toBe('token_already_used');
  }

  return { service, org, preflight, rawVerify, unburnt };
}
