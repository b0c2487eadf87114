import { ENDPOINTS, type Endpoint, type Environment, SCOPES, type Scope } from '@standpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG, oneIn } from '../../../testing/counts.ts';
import { createKey } from '../src/accounts/api-keys.ts';
import { changeSettings } from '../src/accounts/organizations.ts';
import { ROUTES as ALL_ROUTES } from '../src/app.ts';
import { newId } from '../src/ids.ts';
import { mint } from '../src/tokens/mint.ts';
import { browserEvidence, seal } from '../testing/browser-payload.ts';
import { handedOff, person } from '../testing/face/face.ts';
import { locationHandedOff } from '../testing/location-phone.ts';
import { expectRefusal } from '../testing/refusals.ts';
import {
  openTestService,
  type TestAnswer,
  type TestOrganization,
  type TestService,
} from '../testing/service.ts';

/** Without those for people, whose own matrix is `src/people/matrix.test.ts`. */
const ROUTES = ALL_ROUTES.filter(({ endpoint }) => !endpoint.path.startsWith('/dashboard/'));

/**
 * Every kind of credential at every endpoint, of two organizations and two environments, on two hosts. Only
 * the listed cells let a caller in. The list is written by hand from interface §§2 to 5: an endpoint is
 * closed to every credential until it is listed here.
 */

type Kind =
  | 'api'
  | 'results'
  | 'preflight'
  | 'portal'
  | 'handoff_unconfirmed'
  | 'handoff'
  | 'location_handoff';
interface Cell {
  in: Kind[];
  scope?: Scope;
  /** A valid hand-off token gets 403 `token_wrong_purpose` here. */
  portal_only?: true;
  /** The token is let in, but only after the number was typed: until then 403 `handoff_unconfirmed`. */
  capture?: unknown;
  /** Credentials of production get 403 `environment_mismatch` here. */
  sandbox_only?: true;
}
const WEBHOOKS: Cell = { in: ['results'], scope: 'webhooks:write' };
const KEY_MINTS: Cell = { in: ['api'] };
const READS: Cell = { in: ['results'], scope: 'results:read' };
const PREFLIGHT: Cell = { in: ['preflight'] };
const PORTAL: Cell = { in: ['portal'], portal_only: true };
const LOCATION_PHONE: Cell = { in: ['location_handoff'] };
const PHONE: Cell = { in: ['handoff', 'handoff_unconfirmed'] };
const capture = (body: unknown): Cell => ({
  in: ['portal', 'handoff', 'handoff_unconfirmed'],
  capture: body,
});
const LISTED: Record<string, Cell | 'public'> = {
  preflight: KEY_MINTS,
  collect: PREFLIGHT,
  verify: PREFLIGHT,
  evaluate: { in: ['results'], scope: 'evaluate' },
  readVerification: READS,
  listVerifications: READS,
  verifyLocation: LOCATION_PHONE,
  locationStatus: PREFLIGHT,
  confirmLocation: LOCATION_PHONE,
  denyLocation: LOCATION_PHONE,
  portalToken: KEY_MINTS,
  session: PORTAL,
  sessionStatus: { in: ['portal', 'handoff', 'handoff_unconfirmed'] },
  consent: capture({ version: '1', accepted: true }),
  attempt: capture({}),
  submit: capture({}),
  cancel: capture({}),
  funnelEvent: capture({ type: 'loaded' }),
  createShortCode: PORTAL,
  refreshShortCode: PORTAL,
  redeemShortCode: 'public',
  confirmHandoff: PHONE,
  denyHandoff: PHONE,
  cancelHandoff: PORTAL,
  opticalCode: PORTAL,
  opticalSighting: { ...PHONE, capture: { code: '00000000' } },
  readSession: READS,
  listSessions: READS,
  cancelSession: { in: ['results'], scope: 'sessions:write' },
  redactSession: { in: ['results'], scope: 'sessions:write' },
  simulateSession: { in: ['results'], scope: 'sessions:write', sandbox_only: true },
  reviewVerification: { in: ['results'], scope: 'reviews:write' },
  reviewSession: { in: ['results'], scope: 'reviews:write' },
  listReviews: { in: ['results'], scope: 'reviews:write' },
  readCustomer: READS,
  putFaceReference: { in: ['results'], scope: 'customers:write' },
  eraseCustomer: { in: ['results'], scope: 'customers:write' },
  withdrawConsent: { in: ['results'], scope: 'customers:write' },
  putHold: { in: ['results'], scope: 'customers:write' },
  removeHold: { in: ['results'], scope: 'customers:write' },
  readHold: { in: ['results'], scope: 'customers:write' },
  exportCustomer: READS,
  listWebhooks: WEBHOOKS,
  addWebhook: WEBHOOKS,
  changeWebhook: WEBHOOKS,
  removeWebhook: WEBHOOKS,
  rotateWebhook: WEBHOOKS,
  replayWebhook: WEBHOOKS,
  listEvents: READS,
};

interface Credential {
  name: string;
  kind: Kind | 'other' | 'none';
  scopes?: readonly Scope[];
  text: string | undefined;
}

let service: TestService;
const environments: Environment[] = ['production', 'sandbox'];
const organizations: { org: TestOrganization; credentials: Record<Environment, Credential[]> }[] = [];

async function credentialsOf(org: TestOrganization, env: Environment): Promise<Credential[]> {
  const { deps, config, database } = service;
  const token = (
    await service.call({
      path: '/geolocation/preflight',
      token: org.api[env],
      body: { customer_id: 'c', transaction_type: 'deposit' },
    })
  ).data.token;
  const stamp = (await service.call({ method: 'POST', path: '/geolocation/collect', token })).data.ip_stamp;
  const spent = (
    await service.call({
      path: '/geolocation/preflight',
      token: org.api[env],
      body: { customer_id: 'c', transaction_type: 'deposit' },
    })
  ).data.token;
  const payload = await seal(spent, browserEvidence());
  const verified = await service.call({ path: '/geolocation/verify', token: spent, body: { payload } });
  await (
    await person(service, org, { env, customer: { customer_id: 'erased', email: 'a@example.com' } })
  ).open();
  const erased = await service.call({ method: 'DELETE', path: '/customers/erased', token: org.results[env] });
  const desktop = await person(service, org, { env });
  await desktop.open();
  const waiting = await handedOff(service, org, { env });
  const confirmed = await handedOff(service, org, { env });
  await confirmed.phone.confirm(confirmed.number);
  const elsewhere = await locationHandedOff(service, org, { env });
  const context = { env, org: org.org, iss: config.base_url, now: deps.clock.now() };
  const face = { sub: 'c', session_id: newId('session'), workflow_id: org.workflow_id, decision: 'approved' };
  const narrow = async (scope: Scope): Promise<Credential> => ({
    name: `results key with ${scope} only`,
    kind: 'results',
    scopes: [scope],
    text: (await createKey(database.db, { org: org.org, env, kind: 'results', name: scope, scopes: [scope] }))
      .key,
  });
  const other = (name: string, text: string): Credential => ({ name, kind: 'other', text });
  return [
    { name: 'none', kind: 'none', text: undefined },
    { name: 'API key', kind: 'api', text: org.api[env] },
    { name: 'results key', kind: 'results', scopes: SCOPES, text: org.results[env] },
    ...(await Promise.all(SCOPES.map(narrow))),
    { name: 'preflight token', kind: 'preflight', text: token },
    { name: 'portal token', kind: 'portal', text: desktop.token },
    { name: 'hand-off token, unconfirmed', kind: 'handoff_unconfirmed', text: waiting.phone.token },
    { name: 'hand-off token', kind: 'handoff', text: confirmed.phone.token },
    { name: 'location hand-off token', kind: 'location_handoff', text: elsewhere.phone.token },
    other('IP stamp', stamp),
    other('verification result', verified.data.result_token),
    other('face result', mint(deps.keys, 'face_result', context, face).token),
    other('erasure receipt', erased.data.receipt),
    other('package token', `pkg_${org.api[env].slice(8)}`),
    other('key of a kind that does not exist', `sx_live_${org.api[env].slice(8)}`),
    other(
      'key of the other environment',
      org.api[env].replace(/live|test/, (mode) => (mode === 'live' ? 'test' : 'live')),
    ),
    other('results key as API key', org.results[env].replace('sr_', 'sp_')),
    other('short code', waiting.code.data.code),
    other('garbage', 'x'),
  ];
}

/** `npm test` tries one environment of each organization, on both hosts. */
const triedOf = (index: number) =>
  environments.filter((env) => LONG || (index === 0) === (env === 'production'));

/**
 * `npm test` tries each kind of credential at each endpoint. Two kinds have many that are alike: texts that open nothing,
 * and keys whose one scope is not the one asked for. Each endpoint gets a third of those, the next endpoint another third.
 */
function triedAt({ name }: Endpoint, credentials: Credential[], turn: number): Credential[] {
  const cell = LISTED[name];
  const asked = cell && cell !== 'public' ? cell.scope : undefined;
  const alike = ({ kind, scopes }: Credential) =>
    kind === 'other' || (scopes?.length === 1 && scopes[0] !== asked);
  return [...credentials.filter((each) => !alike(each)), ...oneIn(3, credentials.filter(alike), turn)];
}

beforeAll(async () => {
  service = await openTestService({ unlimited: true });
  for (const [index, name] of ['First', 'Second'].entries()) {
    const org = await service.organization(name);
    await changeSettings(service.database.db, org.org, { sdk: '0.5' });
    const credentials: Record<Environment, Credential[]> = { production: [], sandbox: [] };
    for (const env of triedOf(index)) credentials[env] = await credentialsOf(org, env);
    organizations.push({ org, credentials });
  }
});
afterAll(() => service.close());

/**
 * A call that fails on its body, query or path when the credential lets it in, so that 4,000 cells change
 * nothing.
 */
function call(
  endpoint: Endpoint,
  text: string | undefined,
  host: Environment,
  body?: unknown,
): Promise<TestAnswer> {
  const ids: Record<string, string> = {
    verification_id: newId('verification'),
    session_id: newId('session'),
    attempt_id: newId('attempt'),
    customer_id: 'nobody',
    webhook_id: newId('webhook'),
  };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? 'x');
  const write = /POST|PUT|PATCH/.test(endpoint.method);
  return service.call({
    method: endpoint.method,
    path: endpoint.query ? `${path}?matrix=1` : path,
    token: text,
    body: write ? (body ?? { matrix: 1 }) : undefined,
    host,
  });
}

/** The answer that a cell must give: 'in', or the code of the refusal. */
function expected(
  cell: Cell | 'public',
  credential: Credential,
  env: Environment,
  host: Environment,
  endpoint: Endpoint,
): string {
  if (cell === 'public') return 'in';
  const key = cell.in.includes('api') || cell.in.includes('results');
  const { kind, scopes = [] } = credential;
  const offHost = host === 'sandbox' && env === 'production';
  if (kind === 'none') return key ? 'api_key_missing' : 'token_missing';
  // A hand-off JWT of either area gets a code of its own on a portal-only route. At any other route, a token
  // of the other area counts as no credential.
  if (cell.portal_only && /handoff/.test(kind))
    return offHost ? 'environment_mismatch' : 'token_wrong_purpose';
  if (kind === 'other' || !cell.in.includes(kind)) return key ? 'api_key_invalid' : 'token_invalid';
  if (offHost && kind !== 'api') return 'environment_mismatch';
  // The parts of an upload are read last: the state of the hand-off is checked before the body.
  if (kind === 'handoff_unconfirmed' && endpoint.media === 'multipart') return 'handoff_unconfirmed';
  if (cell.scope && !scopes.includes(cell.scope)) return 'scope_denied';
  return cell.sandbox_only && env === 'production' ? 'environment_mismatch' : 'in';
}

const cellOf = ({ status, code }: TestAnswer): string => (status === 401 || status === 403 ? code! : 'in');

const TO_DO =
  'Add each new endpoint to LISTED in this file, with the credentials that it lets in (interface §§2–5).';

describe('the list', () => {
  it('names every endpoint of the contract, and nothing else', () => {
    expect(ENDPOINTS.map(({ name }) => name).sort(), TO_DO).toEqual(Object.keys(LISTED).sort());
  });

  it('covers the routes of the service: each endpoint of the contract has one', () => {
    const routed = ROUTES.map(({ endpoint }) => endpoint.name).sort();
    expect(routed, 'Add a route, or its row in LISTED, for each endpoint of the contract.').toEqual(
      Object.keys(LISTED).sort(),
    );
  });
});

describe.each([0, 1])('organization %i', (index) => {
  describe.each(triedOf(index))('%s credentials', (env) => {
    it.each(environments)(
      'on the %s host are let in where the list says so, and nowhere else',
      async (host) => {
        const { credentials } = organizations[index]!;
        const wrong: string[] = [];
        let entered = 0;
        for (const [turn, { endpoint }] of ROUTES.entries()) {
          for (const credential of triedAt(endpoint, credentials[env], turn)) {
            const answer = await call(endpoint, credential.text, host);
            const wanted = expected(LISTED[endpoint.name]!, credential, env, host, endpoint);
            if (cellOf(answer) !== wanted)
              wrong.push(
                `${credential.name} at ${endpoint.name}: ${answer.status} ${answer.code}, not ${wanted}`,
              );
            else if (wanted !== 'in') expectRefusal(answer);
            else entered++;
          }
        }
        expect(wrong, 'Fix `credential` or `scope` of the endpoint, or its line in LISTED.').toEqual([]);
        expect(entered).toBeGreaterThan(10);
      },
    );

    it('lets an unconfirmed phone confirm, deny or read the status only', async () => {
      const phone = organizations[index]!.credentials[env].find(
        ({ kind }) => kind === 'handoff_unconfirmed',
      )!;
      const captures = ROUTES.flatMap(({ endpoint }) => {
        const cell = LISTED[endpoint.name];
        return cell && cell !== 'public' && cell.capture ? [{ endpoint, body: cell.capture }] : [];
      });
      expect(captures.length).toBe(6);
      for (const { endpoint, body } of captures)
        expectRefusal(await call(endpoint, phone.text, env, body), 403, 'handoff_unconfirmed');
    });
  });
});
