import { DASHBOARD_ENDPOINTS, type Endpoint, ROLES, type Role } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../../../testing/counts.ts';
import { sharedService } from '../../testing/hooks.ts';
import { type Browser, signedIn } from '../../testing/people.ts';
import type { TestOrganization } from '../../testing/service.ts';
import { ROUTES } from '../app.ts';
import { example } from '../pages/docs/example.ts';

/** Every route of the dashboard × every role, and every route × another organization: read from the router itself. */
const service = sharedService();
const people = new Map<Role, Browser>();
let ours: TestOrganization;
let theirs: TestOrganization;

beforeAll(async () => {
  ours = await service.organization();
  theirs = await service.organization();
  for (const role of ROLES) people.set(role, await signedIn(service, ours.org, role));
});

const routes = ROUTES.map(({ endpoint }) => endpoint).filter(({ credential }) =>
  credential.includes('person'),
);
const inOrganizations = routes.filter(({ path }) => path.includes('{org}'));

/** The address with an organization, and with ids that exist nowhere. */
function addressOf({ path, params, query }: Endpoint, org: string): string {
  const values = { ...(params && (example(params) as Record<string, string>)), org, env: 'sandbox' };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name as 'org'])),
  );
  const needed = (query as { required?: string[] } | undefined)?.required ?? [];
  const asked = needed.length > 0 ? `?${new URLSearchParams(example(query!) as Record<string, string>)}` : '';
  return filled + asked;
}

const bodyOf = ({ body }: Endpoint): { body?: unknown } =>
  body ? { body: example(body, { request: true }) } : {};

const ask = (role: Role, endpoint: Endpoint, org: string) =>
  people.get(role)!.call({
    method: endpoint.method,
    path: addressOf(endpoint, org),
    stream: endpoint.stream !== undefined,
    ...bodyOf(endpoint),
  });

const lets = ({ roles }: Endpoint, role: Role) => roles === undefined || roles.includes(role);
/** `npm test` asks each endpoint with one role that is on its list and one that is not, by turns. */
const callersOf = (endpoint: Endpoint): Role[] =>
  [true, false].flatMap((may) => {
    const equal = ROLES.filter((role) => lets(endpoint, role) === may);
    return oneIn(equal.length, equal, inOrganizations.indexOf(endpoint));
  });

it('knows every endpoint of the contract, and has no other', () => {
  const served = ROUTES.map(({ endpoint }) => endpoint).filter(({ path }) => path.startsWith('/dashboard/'));
  expect(served.map(({ name }) => name).toSorted()).toEqual(
    DASHBOARD_ENDPOINTS.map(({ name }) => name).toSorted(),
  );
});

describe.each(inOrganizations.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    it.each(callersOf(endpoint))(
      'lets the role %s in exactly when it is on the endpoint’s list',
      async (role) => {
        const answer = await ask(role, endpoint, ours.org);
        const may = lets(endpoint, role);
        // Further in, an id that does not exist or a value that does not fit is refused in other ways.
        const refusedByRole = answer.status === 403 && answer.message.startsWith('Your role is');
        expect([role, refusedByRole, answer.text.slice(0, 300)]).toEqual([
          role,
          !may,
          answer.text.slice(0, 300),
        ]);
        if (refusedByRole) expect(answer.message).toContain(endpoint.roles!.join(' or '));
      },
    );

    it('does not exist for a member of another organization', async () => {
      const answer = await ask('owner', endpoint, theirs.org);
      expect([answer.status, answer.code]).toEqual([404, 'not_found']);
    });

    it('asks a stranger to sign in, before it looks at origin and body', async () => {
      const answer = await service.call({
        method: endpoint.method,
        path: addressOf(endpoint, ours.org),
        ...(endpoint.method !== 'GET' && { raw: '{ not json' }),
      });
      expect([answer.status, answer.code]).toEqual([401, 'token_missing']);
    });

    it.runIf(endpoint.method !== 'GET')('is refused from another site’s page', async () => {
      const { cookie } = people.get('owner')!;
      for (const headers of [{ cookie }, { cookie, origin: 'https://evil.example' }] as Record<
        string,
        string
      >[]) {
        const path = addressOf(endpoint, ours.org);
        const answer = await service.call({ method: endpoint.method, path, headers, ...bodyOf(endpoint) });
        expect([answer.status, answer.code]).toEqual([403, 'origin_not_allowed']);
      }
    });
  },
);
