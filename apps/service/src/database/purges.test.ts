import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { PURGES } from './purges.ts';

const service = testService();
const org = testOrganization(service);
const never = new AbortController().signal;
const WORKS = 'wh_works';
const OFF_LONG = 'wh_off_long';
const OFF_LATELY = 'wh_off_lately';

const statement = (text: string, ...values: unknown[]) => service.database.pool.query(text, values);
const purge = (name: string, stopping = never, batch?: number) =>
  PURGES.find((each) => each.name === name)!.run(service.database.db, stopping, batch);
const ids = async (table: 'event' | 'delivery') => {
  const { rows } = await statement(`SELECT event_id FROM ${table} ORDER BY event_id`);
  return rows.map(({ event_id }) => event_id as string);
};

/** An event of that age in days; with `webhook_id`, its delivery in that state. */
async function event(event_id: string, days: number, webhook_id?: string, state = 'pending') {
  await statement(
    `INSERT INTO event (org, env, event_id, type, at, data)
     VALUES ($1, 'production', $2, 'key.misused', now() - make_interval(days => $3), '{}')`,
    org.org,
    event_id,
    days,
  );
  if (!webhook_id) return;
  await statement(
    `INSERT INTO delivery (org, env, webhook_id, event_id, state, due_at, ended_at)
     SELECT org, env, $2, event_id, $3, at, CASE WHEN $3 <> 'pending' THEN at END
       FROM event WHERE event_id = $1`,
    event_id,
    webhook_id,
    state,
  );
}

beforeAll(async () => {
  // The endpoints want no type that occurs here: each test makes the deliveries that it needs.
  for (const [webhook_id, days] of [
    [WORKS, null],
    [OFF_LONG, 31],
    [OFF_LATELY, 29],
  ])
    await statement(
      `INSERT INTO webhook (org, env, webhook_id, url, types, signature, secrets_sealed, created_at, disabled_at)
       VALUES ($1, 'production', $2, 'https://receiver.example/', '{none}', 'hmac', '', now(),
               now() - make_interval(days => $3))`,
      org.org,
      webhook_id,
      days,
    );
});
beforeEach(async () => {
  await statement('DELETE FROM delivery');
  await statement('DELETE FROM event');
});

describe('after 30 days', () => {
  it('a delivery that has ended goes, and one that waits stays', async () => {
    await event('a_old', 31, WORKS, 'delivered');
    await event('b_old', 31, WORKS, 'failed');
    await event('c_waits', 31, WORKS);
    await event('d_young', 29, WORKS, 'delivered');
    await purge('deliveries');
    expect(await ids('delivery')).toEqual(['c_waits', 'd_young']);
  });

  it('deletes what waits for an endpoint that was removed, or switched off so long ago, and nothing else', async () => {
    await event('a_off_long', 33, OFF_LONG);
    await event('b_off_lately', 33, OFF_LATELY);
    await event('c_works', 33, WORKS);
    await event('d_removed', 1, 'whk_removed');
    await purge('deliveries without an endpoint');
    expect(await ids('delivery')).toEqual(['b_off_lately', 'c_works']);
  });

  it('an event goes when no delivery of it is left', async () => {
    await event('a_old', 31);
    await event('b_waits', 31, WORKS);
    await event('c_young', 29);
    await event('d_off_long', 33, OFF_LONG);
    for (const { name } of PURGES) await purge(name);
    expect(await ids('event')).toEqual(['b_waits', 'c_young']);
  });
});

describe('a purge of many rows', () => {
  beforeEach(async () => {
    for (let i = 0; i < 7; i++) await event(`old_${i}`, 31);
    await event('young', 1);
  });

  it('deletes all of them in several statements', async () => {
    await purge('events', never, 3);
    expect(await ids('event')).toEqual(['young']);
  });

  it('begins no further statement while the service stops', async () => {
    await purge('events', AbortSignal.abort(), 3);
    expect(await ids('event')).toHaveLength(8);
  });

  it('passes over rows that another transaction holds', async () => {
    const { db } = service.database;
    await db.transaction().execute(async (trx) => {
      await sql`SELECT FROM event WHERE event_id = 'old_3' FOR UPDATE`.execute(trx);
      await purge('events');
      expect(await ids('event')).toEqual(['old_3', 'young']);
    });
  });
});

it('every purge is a statement that the schema knows', async () => {
  for (const { name } of PURGES) await purge(name);
});
