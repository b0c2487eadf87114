import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { clockedService } from '../../testing/face/clocked.ts';
import { person } from '../../testing/face/face.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { newId } from '../ids.ts';
import { auditEntries } from './steps/audit.ts';

const { service, org } = clockedService({ plugins: () => PEOPLE_PLUGINS });
let developer: Browser;
beforeAll(async () => {
  developer = await signedIn(service, org.org, 'developer');
});

const at = (path: string) => `/dashboard/api/${org.org}/sandbox/${path}`;
const steps = async (id: string): Promise<{ kind: string; name: string; [field: string]: unknown }[]> =>
  (await developer.call({ path: at(`records/${id}/timeline`) })).data.steps;
const simulations = async (id: string) => (await steps(id)).filter(({ name }) => /\.simulated$/.test(name));

it.each([
  ['approved', ['created', 'opened', 'submitted', 'session.simulated', 'completed']],
  ['canceled', ['created', 'session.simulated', 'completed']],
])('tells which key simulated the end %s, before what came of it', async (outcome, names) => {
  const desktop = await person(service, org, { env: 'sandbox' });
  const { session_id } = (await desktop.open()).data.session;
  await service.call({
    path: `/facecheck/session/${session_id}/simulate`,
    token: org.results.sandbox,
    body: { outcome },
  });
  const told = await steps(session_id);
  expect(told.filter(({ kind }) => kind !== 'event').map(({ name }) => name)).toEqual(names);
  expect(told.find(({ name }) => name === 'session.simulated')).toMatchObject({
    kind: 'audit',
    outcome,
    by: 'the sandbox key “test”',
  });
});

it('tells which colleague simulated a session or a verification in the dashboard', async () => {
  const { name } = (await developer.call({ path: '/dashboard/api/me' })).data;
  const made = async (body: object) => (await developer.call({ path: at('simulations'), body })).data.id;
  const session = await made({ customer_id: 'test_face_approved_7', workflow_id: org.workflow_id });
  const verification = await made({ customer_id: 'test_pass_7', transaction_type: 'wager' });
  const step = { kind: 'audit', by: name, outcome: null };
  expect(await simulations(session)).toMatchObject([{ ...step, name: 'session.simulated' }]);
  expect(await simulations(verification)).toMatchObject([{ ...step, name: 'verification.simulated' }]);
});

it('tells no simulation of a session that a person went through', async () => {
  const desktop = await person(service, org, {
    env: 'sandbox',
    customer: { customer_id: 'test_face_review_1' },
  });
  const { session_id } = (await desktop.open()).data.session;
  await desktop.cancel();
  expect(await simulations(session_id)).toEqual([]);
});

it('reads the entries of a record from their index, however long the audit log is', async () => {
  const entries = auditEntries({ org: org.org, env: 'sandbox', record_id: newId('session') });
  const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${entries}`.execute(service.database.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_looks');
});
