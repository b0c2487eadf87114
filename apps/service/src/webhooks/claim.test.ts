import { EVENTS } from '@standpoint/contract';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { record } from '../events/outbox.ts';
import { newId } from '../ids.ts';
import { attempt, claim, type DeliveryDeps, HOLDER } from './deliver.ts';
import { newSecret, sealSecrets } from './secrets.ts';

const service = testService();
const org = testOrganization(service);

let name: { org: string; env: 'production'; webhook_id: string };
const deps = () => ({ ...service.deps, db: service.database.db }) as DeliveryDeps;
const claimed = async () => (await claim(deps(), name, null))?.event_id ?? null;

/** An endpoint for which ten events wait; the organization has no other. */
beforeEach(async () => {
  await sql`DELETE FROM delivery`.execute(service.database.db);
  await sql`DELETE FROM webhook`.execute(service.database.db);
  name = await endpoint();
  for (let i = 0; i < 10; i++) await tell();
});

const tell = (db = service.database.db) =>
  record(db, { ...name, type: 'key.misused', data: EVENTS['key.misused'].fixture });

async function endpoint(): Promise<typeof name> {
  const made = { org: org.org, env: 'production' as const, webhook_id: newId('webhook') };
  const secrets = { current: newSecret('hmac'), previous: [] };
  await service.database.db
    .insertInto('webhook')
    .values({
      ...made,
      url: 'https://receiver.example/',
      types: ['key.misused'],
      signature: 'hmac',
      secrets_sealed: sealSecrets(service.deps.envelope, made, secrets),
      coordinates: false,
      created_at: new Date(),
    })
    .execute();
  return made;
}

const atOnce = () => Promise.all(Array.from({ length: 10 }, claimed));

it('lets five attempts of one endpoint run, however many workers ask at once', async () => {
  const got = (await atOnce()).filter(Boolean);
  expect([got.length, new Set(got).size]).toEqual([5, 5]);
});

it('mutation control: lets more of them run without the lock', async () => {
  const { db } = service.database;
  const { rows } = await sql<{ source: string }>`
    SELECT pg_get_functiondef('claim_delivery'::regproc) AS source`.execute(db);
  const whole = rows[0]!.source;
  const LOCK = 'PERFORM pg_advisory_xact_lock(hashtextextended(of_org || of_env, 0));';
  const TAKE = 'SELECT * INTO taken';
  expect(whole).toContain(LOCK);
  // The others see the count of before, as they would when all of them begin in the same moment.
  const { owner } = service.database;
  await owner.query(whole.replace(LOCK, '').replace(TAKE, `PERFORM pg_sleep(0.5); ${TAKE}`));
  try {
    expect((await atOnce()).filter(Boolean).length).toBeGreaterThan(5);
  } finally {
    await owner.query(whole);
  }
});

it('lets one attempt run at an endpoint that keeps failing', async () => {
  await service.database.db
    .updateTable('webhook')
    .set({ failures: 10 })
    .where('webhook_id', '=', name.webhook_id)
    .execute();
  expect((await atOnce()).filter(Boolean)).toHaveLength(1);
});

it('gives what a killed worker held to another one when its lease is over, and not before', async () => {
  const first = await claim(deps(), name, null);
  expect(await claim(deps(), name, first!.event_id)).toBeNull();
  await sql`UPDATE delivery SET lease_until = now() WHERE event_id = ${first!.event_id}`.execute(
    service.database.db,
  );
  const second = await claim(deps(), name, first!.event_id);
  expect(second).toMatchObject({ event_id: first!.event_id, attempts: 1 });
  expect(second!.lease).not.toBe(first!.lease);
});

const freeDead = () => sql`SELECT free_dead_leases()`.execute(service.database.db);

it('takes the places of a worker that has died, and of no other', async () => {
  const living = await service.database.pool.connect();
  try {
    await living.query('SELECT hold_leases($1)', [HOLDER]);
    expect((await atOnce()).filter(Boolean)).toHaveLength(5);
    await freeDead();
    expect(await claimed()).toBeNull();
  } finally {
    // Ends the connection, as the death of its process would.
    living.release(true);
  }
  const next = () => freeDead().then(claimed);
  await expect.poll(next).not.toBeNull();
});

it('claims nothing of a disabled endpoint, and nothing that is not due', async () => {
  const { db } = service.database;
  await sql`UPDATE delivery SET due_at = now() + interval '1 hour'`.execute(db);
  expect(await claimed()).toBeNull();
  await sql`UPDATE delivery SET due_at = now()`.execute(db);
  await sql`UPDATE webhook SET disabled_at = now()`.execute(db);
  expect(await claimed()).toBeNull();
});

it('lets 25 attempts of one organization run, whatever its endpoints', async () => {
  const all = [name, ...(await Promise.all(Array.from({ length: 7 }, endpoint)))];
  for (let i = 0; i < 10; i++) await tell();
  const claims = await Promise.all(
    all.flatMap((one) => Array.from({ length: 6 }, () => claim(deps(), one, null))),
  );
  expect(claims.filter(Boolean)).toHaveLength(25);
});

const stateOf = async (event_id: string) =>
  service.database.db
    .selectFrom('delivery')
    .select(['state', 'attempts', 'lease'])
    .where('event_id', '=', event_id)
    .executeTakeFirstOrThrow();

const answering = (status: number) => ({
  post: async () => ({ answered: true as const, status, text: 'no room', retry_after_s: null, ms: 1 }),
});

it('sends an event again that was replayed while its last attempt ran', async () => {
  const { db } = service.database;
  const first = (await claim(deps(), name, null))!;
  const { event_id } = first;
  await sql`UPDATE delivery SET round = round + 1, attempts = 0 WHERE event_id = ${event_id}`.execute(db);
  await attempt({ ...deps(), egress: answering(204) }, first);
  expect(await stateOf(event_id)).toEqual({ state: 'pending', attempts: 0, lease: null });
  const second = (await claim(deps(), name, event_id))!;
  await attempt({ ...deps(), egress: answering(204) }, second);
  expect(await stateOf(event_id)).toEqual({ state: 'delivered', attempts: 1, lease: null });
});

it('counts an attempt whose event cannot be read or signed, and says so', async () => {
  const { db } = service.database;
  const broken = (await claim(deps(), name, null))!;
  await attempt({ ...deps(), egress: answering(204) }, { ...broken, secrets_sealed: Buffer.from('x') });
  expect(await stateOf(broken.event_id)).toEqual({ state: 'pending', attempts: 1, lease: null });
  const { last_problem } = await db.selectFrom('webhook').select('last_problem').executeTakeFirstOrThrow();
  expect(last_problem).toBe('internal');
});

it('shows the beginning of an answer that refused, and nothing of one that accepted', async () => {
  const detail = async (status: number) => {
    await attempt({ ...deps(), egress: answering(status) }, (await claim(deps(), name, null))!);
    return (await service.database.db.selectFrom('webhook').select('last_detail').executeTakeFirstOrThrow())
      .last_detail;
  };
  expect([await detail(500), await detail(204)]).toEqual(['no room', null]);
});

it('fails no fact that happens while its endpoint is removed', async () => {
  const { db } = service.database;
  const removing = await service.database.pool.connect();
  await removing.query('BEGIN');
  await removing.query('DELETE FROM webhook');
  const event_id = await tell();
  await removing.query('COMMIT');
  removing.release();
  const { rows } = await sql`SELECT 1 FROM event WHERE event_id = ${event_id}`.execute(db);
  expect([rows.length, await claimed()]).toEqual([1, null]);
});

it('lists what was stored before a restore into another cluster first', async () => {
  const { db } = service.database;
  await sql`UPDATE event SET tx = '9000000'`.execute(db);
  await sql`UPDATE fence SET system_identifier = '1'`.execute(db);
  const { rows } = await sql<{ tx: string }>`SELECT DISTINCT tx::text AS tx FROM event`.execute(db);
  expect(rows).toEqual([{ tx: '0' }]);
});
