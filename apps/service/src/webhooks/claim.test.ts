import { EVENTS } from '@standpoint/contract';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { record } from '../events/outbox.ts';
import { newId } from '../ids.ts';
import { claim, type DeliveryDeps } from './deliver.ts';
import { newSecret, sealSecrets } from './secrets.ts';

const service = testService();
const org = testOrganization(service);

let name: { org: string; env: 'production'; webhook_id: string };
const deps = () => ({ ...service.deps, db: service.database.db }) as DeliveryDeps;
const claimed = async () => (await claim(deps(), name, null))?.event_id ?? null;

/** An endpoint for which ten events wait. */
beforeEach(async () => {
  name = { org: org.org, env: 'production', webhook_id: newId('webhook') };
  const secrets = { current: newSecret('hmac'), previous: null };
  await service.database.db
    .insertInto('webhook')
    .values({
      ...name,
      url: 'https://receiver.example/',
      types: ['key.misused'],
      signature: 'hmac',
      secrets_sealed: sealSecrets(service.deps.envelope, name, secrets),
      coordinates: false,
      created_at: new Date(),
    })
    .execute();
  for (let i = 0; i < 10; i++)
    await record(service.database.db, { ...name, type: 'key.misused', data: EVENTS['key.misused'].fixture });
});

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
  const LOCK = 'PERFORM pg_advisory_xact_lock(hashtextextended(of_webhook, 0));';
  const TAKE = 'SELECT * INTO taken';
  expect(whole).toContain(LOCK);
  // The others see the count of before, as they would when all of them begin in the same moment.
  await sql.raw(whole.replace(LOCK, '').replace(TAKE, `PERFORM pg_sleep(0.5); ${TAKE}`)).execute(db);
  try {
    expect((await atOnce()).filter(Boolean).length).toBeGreaterThan(5);
  } finally {
    await sql.raw(whole).execute(db);
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

it('claims nothing of a disabled endpoint, and nothing that is not due', async () => {
  const { db } = service.database;
  await sql`UPDATE delivery SET due_at = now() + interval '1 hour'`.execute(db);
  expect(await claimed()).toBeNull();
  await sql`UPDATE delivery SET due_at = now()`.execute(db);
  await sql`UPDATE webhook SET disabled_at = now()`.execute(db);
  expect(await claimed()).toBeNull();
});
