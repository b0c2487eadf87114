import type { Endpoint } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../src/app.ts';
import { coarseAddress } from '../src/network-address.ts';
import { sharedService } from '../testing/hooks.ts';
import { signedIn } from '../testing/people.ts';
import type { TestAnswer } from '../testing/service.ts';
import { WAYS } from '../testing/writes/ways.ts';
import { type Way, type World, worldOf } from '../testing/writes/world.ts';

/**
 * Every write of a person, read from the router itself: the audit log names who, in which request and from which
 * network; and the same `Idempotency-Key` gets the first answer again.
 */

const WRITES = ROUTES.map(({ endpoint }) => endpoint).filter(
  ({ credential, method }) => credential.includes('person') && method !== 'GET',
);

/** What the audit log does not hear of, and why. */
const UNHEARD: Record<string, string> = {
  dashboardReadPolicyShapes: 'stores nothing',
  dashboardTryPolicyPoint: 'stores nothing',
  dashboardRedecideVerification: 'stores nothing, and says nothing that the record does not say',
  dashboardVerifyAudit: 'stores nothing: it reads the log itself',
  dashboardCancelBacktest: 'its beginning is an entry, and its row says how it ended',
};

/** What is not played back, and why. */
const UNREPEATED: Record<string, string> = {
  dashboardTryPolicyPoint: 'stores nothing, and is asked again with every move of the pointer',
  dashboardVerifyAudit: 'stores nothing: a repeated check has to look again',
  dashboardExportVerifications:
    'a file of people is not kept for a repeat; each one is an entry of the audit log',
  dashboardExportSessions: 'as above',
  dashboardExportAudit: 'as above',
  dashboardExportEvidence: 'as above',
};

const IP = '203.0.113.77';
const service = sharedService();
let world: World;

beforeAll(async () => {
  const org = await service.organization();
  world = worldOf(service, org, await signedIn(service, org.org, 'owner'));
});

const send = (endpoint: Endpoint, { values = {}, query = '', body, as }: Way, key: string) => {
  const filled: Record<string, string> = { org: world.org.org, env: 'production', ...values };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(filled[name]!));
  return (as ?? world.owner).call({
    method: endpoint.method,
    path: path + query,
    ip: IP,
    headers: { 'idempotency-key': key },
    ...(body !== undefined && { body }),
  });
};
const entriesOf = async ({ headers }: TestAnswer) =>
  (
    await service.database.pool.query('SELECT actor, action, ip FROM audit WHERE request_id = $1', [
      headers['x-request-id'],
    ])
  ).rows;

/** These calls come before a sign-in: a one-time code is what counts, and it is used once. */
const OF_STRANGERS: Record<string, string> = {
  dashboardSetUp: 'audited under the name of the owner that it makes',
  dashboardOpenLink: 'audited under the name of the person that the link is for',
  dashboardBeginProviderSignIn: 'stores a challenge alone; what comes of it is audited',
};

it('knows every write that asks for no person', () => {
  const open = ROUTES.map(({ endpoint }) => endpoint).filter(
    ({ path, method, credential }) =>
      path.startsWith('/dashboard/') && method !== 'GET' && !credential.includes('person'),
  );
  expect(open.map(({ name }) => name).toSorted()).toEqual(Object.keys(OF_STRANGERS).toSorted());
});

it('lists no exception for what is no write', () => {
  const names = WRITES.map(({ name }) => name);
  for (const name of [...Object.keys(UNHEARD), ...Object.keys(UNREPEATED), ...Object.keys(WAYS)])
    expect(names).toContain(name);
});

describe.each(WRITES.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  it('is audited with person, request and network, and played back', async () => {
    const way = await WAYS[name]!(world);
    const key = crypto.randomUUID();
    const first = await send(endpoint, way, key);
    expect([first.status, first.status === 200 ? '' : first.text]).toEqual([200, '']);
    const entries = await entriesOf(first);
    if (UNHEARD[name]) expect(entries).toEqual([]);
    else expect(entries.length).toBeGreaterThan(0);
    const actor = `user:${(way.as ?? world.owner).user_id}`;
    for (const entry of entries) expect(entry).toMatchObject({ actor, ip: coarseAddress(IP) });

    if (UNREPEATED[name]) return expect(endpoint.idempotency_key).toBeUndefined();
    const again = await send(endpoint, way, key);
    expect([again.status, again.headers['idempotent-replayed'], again.data]).toEqual([
      200,
      'true',
      first.data,
    ]);
    // What is played back was not done a second time.
    expect(await entriesOf(again)).toEqual([]);
  });
});

it('plays nothing back to another person, nor to another question', async () => {
  const colleague = await signedIn(service, world.org.org, 'owner');
  const endpoint = WRITES.find(({ name }) => name === 'dashboardMakeKey')!;
  const way = await WAYS.dashboardMakeKey!(world);
  const key = crypto.randomUUID();
  expect((await send(endpoint, way, key)).status).toBe(200);
  expect((await send(endpoint, { ...way, as: colleague }, key)).code).toBe('idempotency_mismatch');
  const discard = WRITES.find(({ name }) => name === 'dashboardDiscardWorkflowDraft')!;
  const draft = await WAYS.dashboardDiscardWorkflowDraft!(world);
  const other = crypto.randomUUID();
  expect((await send(discard, draft, other)).status).toBe(200);
  expect((await send(discard, { ...draft, query: '?revision=2' }, other)).code).toBe('idempotency_mismatch');
});
