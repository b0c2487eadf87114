import { beforeEach } from 'vitest';
import { testOrganization, testService } from '../hooks.ts';
import { PEOPLE_PLUGINS } from '../people.ts';
import { testOwner } from '../sign-in/owner.ts';

/** For all tests of this file: a service. For each test: an organization whose owner makes keys. */
export function keyMaker() {
  const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
  const org = testOrganization(service, beforeEach);
  const owner = testOwner(service, org);
  const at = (rest = '', env = 'production') => `/dashboard/api/${org.org}/${env}/keys${rest}`;
  const make = (body: object, headers: Record<string, string> = {}, env?: string) =>
    owner.call({ path: at('', env), body, headers });
  const made = async (body: object = { kind: 'api', name: 'Checkout' }) => (await make(body)).data;
  const mint = (token: string) =>
    service.call({
      path: '/geolocation/preflight',
      token,
      body: { customer_id: 'c', transaction_type: 'deposit' },
    });

  return { service, org, owner, at, make, made, mint };
}
