import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, it } from 'vitest';
import { clockedService } from '../../../testing/face/clocked.ts';
import { person, speaker } from '../../../testing/face/face.ts';
import { draft } from '../../accounts/versions.ts';
import { readPerson } from './person.ts';

const { clock, service, org } = clockedService();

const mint = (body: unknown, token = org.api.production, headers = {}) =>
  service.call({ path: '/facecheck/session/portal', token, body, headers });
const customers = async () =>
  (await service.database.db.selectFrom('customer').select('customer_hash').execute()).length;

it('2.3 workflow_id, customer and customer_id are required; e-mail and names are not', async () => {
  const customer = { customer_id: 'c-1' };
  const paths = async (body: unknown) =>
    (await mint(body)).data.error.fields.map((field: { path: string }) => field.path);
  expect(await paths({ customer })).toEqual(['workflow_id']);
  expect(await paths({ workflow_id: org.workflow_id })).toEqual(['customer']);
  expect(await paths({ workflow_id: org.workflow_id, customer: {} })).toEqual(['customer.customer_id']);
  expect((await mint({ workflow_id: org.workflow_id, customer })).status).toBe(200);
  const all = { ...customer, email: 'jo@example.com', first_name: 'Jo', last_name: 'Bloggs' };
  expect((await mint({ workflow_id: org.workflow_id, customer: all })).status).toBe(200);
});

it('2.4 answers with the token and the customer id that was sent', async () => {
  const { minted } = await person(service, org, { customer: { customer_id: 'c-echo' } });
  expect(minted.data.token.split('.')).toHaveLength(3);
  expect(minted.data.customer_id).toBe('c-echo');
  expect(minted.data.url).toBe(`${service.config.face_base_url}/${org.workflow_id}#t=${minted.data.token}`);
});

it('2.5 wraps every answer in status_code, message and data, refusals too', async () => {
  for (const body of [
    { workflow_id: org.workflow_id, customer: { customer_id: 'c' } },
    {},
    { workflow_id: 'x', customer: { customer_id: 'c' } },
  ]) {
    const answer = await mint(body);
    const json = JSON.parse(answer.text);
    expect(Object.keys(json).sort()).toEqual(['data', 'message', 'status_code']);
    expect(json.status_code).toBe(answer.status);
    expect(typeof json.message).toBe('string');
  }
});

it('8 gives a portal token a life of 30 minutes', async () => {
  const desktop = await person(service, org);
  const claims = decodeJwt(desktop.token);
  expect(claims.exp! - claims.iat!).toBe(1_800);
  expect(desktop.minted.data.expires_at).toBe(new Date(claims.exp! * 1_000).toISOString());
  clock.pass(1_790);
  expect((await desktop.open()).status).toBe(200);
  clock.pass(10);
  expect((await desktop.open()).code).toBe('token_expired');
});

it('5.2 takes an API key and nothing else', async () => {
  const body = { workflow_id: org.workflow_id, customer: { customer_id: 'c' } };
  expect((await mint(body, org.results.production)).code).toBe('api_key_invalid');
  expect((await mint(body, (await person(service, org)).token)).code).toBe('api_key_invalid');
});

it('signs the customer and the workflow, and keeps e-mail and names out of the token', async () => {
  const { token } = await person(service, org, {
    customer: { customer_id: 'c-claims', email: 'secret@example.com', first_name: 'Zebedee' },
  });
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA', typ: 'portal+jwt' });
  const claims = decodeJwt(token);
  expect(claims).toMatchObject({
    sub: 'c-claims',
    customer_id: 'c-claims',
    org: org.org,
    env: 'production',
    workflow_id: org.workflow_id,
    workflow_version: 1,
    origins: [],
  });
  expect(JSON.stringify(claims)).not.toMatch(/secret|Zebedee/);
});

it('seals e-mail and names, and keeps the others when one is sent again', async () => {
  const customer_hash = service.hash(org.org, 'c-sealed');
  const who = { org: org.org, env: 'production' as const, customer_hash };
  await person(service, org, {
    customer: { customer_id: 'c-sealed', email: 'hidden@example.com', first_name: 'Ada' },
  });
  await person(service, org, { customer: { customer_id: 'c-sealed', first_name: 'Bea' } });
  const { db } = service.database;
  expect(await readPerson(db, service.deps.data_keys, who)).toEqual({
    email: 'hidden@example.com',
    first_name: 'Bea',
  });
  const row = await db
    .selectFrom('customer')
    .selectAll()
    .where('customer_hash', '=', customer_hash)
    .executeTakeFirstOrThrow();
  expect(row.person_sealed!.toString('latin1')).not.toContain('hidden');
});

it('writes nothing without e-mail and names', async () => {
  const before = await customers();
  await person(service, org, { customer: { customer_id: 'c-nothing' } });
  expect(await customers()).toBe(before);
});

it('makes one customer of a hundred requests at once', async () => {
  const before = await customers();
  await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      person(service, org, { customer: { customer_id: 'c-hundred', email: `m${i}@example.com` } }),
    ),
  );
  expect(await customers()).toBe(before + 1);
});

it('answers the same for an unknown workflow and one of another organization', async () => {
  const other = await service.organization('Other');
  const answers = await Promise.all(
    [other.workflow_id, 'wf_01JD0000000000000000000000', 'no workflow'].map((workflow_id) =>
      mint({ workflow_id, customer: { customer_id: 'c' } }),
    ),
  );
  expect(answers.map(({ status, code }) => [status, code])).toEqual(
    Array(3).fill([404, 'workflow_not_found']),
  );
  expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
});

it('refuses a workflow that has only drafts', async () => {
  const made = await draft(service.database.db, 'workflow', org.org, { name: 'Draft' });
  const answer = await mint({ workflow_id: made!.id, customer: { customer_id: 'c' } });
  expect([answer.status, answer.code]).toEqual([422, 'workflow_inactive']);
});

it('refuses a portal token on every other kind of call', async () => {
  const desktop = await person(service, org);
  expect((await desktop.confirm('00')).code).toBe('token_invalid');
  expect((await speaker(service, desktop.token).deny()).code).toBe('token_invalid');
});
