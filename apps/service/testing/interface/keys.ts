import { createKey } from '../../src/accounts/api-keys.ts';
import { testOrganization, testService } from '../hooks.ts';
import type { CallOptions } from '../service.ts';

export const BODY = { customer_id: 'c', transaction_type: 'deposit' };

/** A service without limits, keys of an organization, and a call with a key. */
export function testKeys() {
  const service = testService({ unlimited: true });
  const org = testOrganization(service);

  const preflight = (token: string, more: Partial<CallOptions> = {}) =>
    service.call({ path: '/geolocation/preflight', token, body: BODY, ...more });
  const create = (more: object = {}) =>
    createKey(service.database.db, { org: org.org, env: 'production', kind: 'api', name: 'test', ...more });

  return { service, org, preflight, create };
}
