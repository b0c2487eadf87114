import { expect } from 'vitest';
import { browserEvidence, seal } from '../browser-payload.ts';
import { testOrganization, testService } from '../hooks.ts';
import type { CallOptions } from '../service.ts';

export const BODY = {
  customer_id: 'customer-17',
  transaction_type: 'deposit',
  transaction_name: 'Deposit of 20 EUR',
  name: 'Given Name',
  email: 'person@example.org',
};
export const SDK_03 = { headers: { 'standpoint-sdk': '0.3' } };

/** A service without limits, and the calls of area A in production. */
export function testAreaA() {
  const service = testService({ unlimited: true });
  const org = testOrganization(service);

  const preflight = (body: object = BODY, more: Partial<CallOptions> = {}) =>
    service.call({ path: '/geolocation/preflight', token: org.api.production, body, ...more });
  const mint = async (body: object = {}, more: Partial<CallOptions> = {}): Promise<string> => {
    const answer = await preflight({ ...BODY, customer_id: `c-${Math.random()}`, ...body }, more);
    expect(answer.status, answer.text).toBe(200);
    return answer.data.token;
  };
  const verify = async (token: string, more: Partial<CallOptions> = {}) =>
    service.call({
      path: '/geolocation/verify',
      token,
      body: { payload: await seal(token, browserEvidence()) },
      ...more,
    });

  return { service, org, preflight, mint, verify };
}
