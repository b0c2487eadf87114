import { developer, type Endpoint, project, ROLES, type Role } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { type Browser, browserOf, signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { newId } from '../ids.ts';
import { DEVELOPER_ROUTES } from './routes.ts';

const service = sharedService();
const org = testOrganization(service);
const other = testOrganization(service);
const people = {} as Record<Role, Browser>;
let stranger: Browser;

beforeAll(async () => {
  for (const role of ROLES) people[role] = await signedIn(service, org.org, role);
  stranger = await signedIn(service, other.org, 'owner');
});

const ALL: readonly Endpoint[] = [...developer.DEVELOPER_ENDPOINTS, ...project.PROJECT_ENDPOINTS];
const BODIES: Record<string, unknown> = {
  dashboardMakeKey: { kind: 'api', name: 'A key' },
  dashboardRotateKey: { overlap: '1h' },
  dashboardMakePackageToken: { name: 'CI' },
  dashboardChangeProject: { settings: { sdk: '0.5' } },
  dashboardChangeLimits: {},
};
/** Whom each endpoint lets in, as interface and design say it; not read from the contract. */
const READ: readonly Role[] = ['owner', 'admin', 'developer', 'auditor'];
const BUILD: readonly Role[] = ['owner', 'admin', 'developer'];
const MANAGE: readonly Role[] = ['owner', 'admin'];
const allowed = ({ method, name }: Endpoint): readonly Role[] =>
  method === 'GET' ? READ : /Project|Limits/.test(name) ? MANAGE : BUILD;

const pathOf = ({ path }: Endpoint, of: string, env = 'production'): string =>
  path
    .replace('{org}', of)
    .replace('{env}', env)
    .replace('{key_id}', newId('key'))
    .replace('{token_id}', newId('package_token'));
const ask = (browser: Pick<Browser, 'call'>, endpoint: Endpoint, of: string, headers = {}) =>
  browser.call({ method: endpoint.method, path: pathOf(endpoint, of), body: BODIES[endpoint.name], headers });

it('every endpoint of the contract has its handler', () => {
  expect(DEVELOPER_ROUTES.map(({ endpoint }) => endpoint.name)).toEqual(ALL.map(({ name }) => name));
});

describe.each(ALL.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  it.each(ROLES)('lets in or refuses: %s', async (role) => {
    const answer = await ask(people[role], endpoint, org.org);
    if (!allowed(endpoint).includes(role)) {
      expectRefusal(answer, 403, 'scope_denied');
      expect(answer.message).toContain(`Your role is ${role}.`);
    } else if (/\{(key|token)_id\}/.test(endpoint.path)) expectRefusal(answer, 404, 'not_found');
    else expect(answer.status, answer.text).toBe(200);
  });

  it('is not there for the owner of another organization', async () => {
    expectRefusal(await ask(stranger, endpoint, org.org), 404, 'not_found');
    expectRefusal(await ask(people.owner, endpoint, newId('organization')), 404, 'not_found');
  });

  it('is closed without a session', async () => {
    expectRefusal(await ask(browserOf(service), endpoint, org.org), 401, 'token_missing');
  });
});

it.each(ALL.filter(({ method }) => method !== 'GET').map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s refuses a change that another page sends',
  async (_, endpoint) => {
    const answer = await ask(people.owner, endpoint, org.org, { origin: 'https://elsewhere.example' });
    expectRefusal(answer, 403, 'origin_not_allowed');
  },
);
