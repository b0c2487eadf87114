import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, silent } from '../../testing/database.ts';
import { connect } from './connect.ts';
import { openDatabase } from './open.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

test('reads int8 as numbers, refuses those too large for a number, and reads times as dates', async () => {
  const { rows } = await fresh.pool.query(
    `SELECT count(*) AS n, array[1::int8, NULL] AS list, now() AS at, 9007199254740993::text AS wide`,
  );
  expect(rows[0]).toMatchObject({ n: 1, list: [1, null], at: expect.any(Date), wide: '9007199254740993' });
  await expect(fresh.pool.query('SELECT 9007199254740993::int8')).rejects.toThrow(RangeError);
});

test('names itself, waits 2 s for a lock at most, and uses prepared statements', async () => {
  const { rows } = await fresh.pool.query({
    name: 'settings',
    text: `SELECT current_setting('application_name') AS name, current_setting('lock_timeout') AS wait, $1::int AS n`,
    values: [7],
  });
  expect(rows[0]).toEqual({ name: 'standpoint', wait: '2s', n: 7 });
});

test('ends a transaction in which nothing happens, so that a machine that vanished holds no lock', async () => {
  const usual = connect({ url: fresh.url, log: silent });
  const { rows } = await usual.pool.query(`SHOW idle_in_transaction_session_timeout`);
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '30s' }]);
  await usual.close();
  const patience = { lock_ms: 60_000, idle_ms: 200, connection_ms: 60_000 };
  const vanished = connect({ url: fresh.url, log: silent, patience });
  const held = await vanished.pool.connect();
  const ended = new Promise((resolve) => held.on('error', resolve));
  await held.query('BEGIN; LOCK TABLE idempotency');
  await ended;
  const next = connect({ url: fresh.url, log: silent });
  expect((await next.pool.query('SELECT count(*) AS n FROM idempotency')).rows).toEqual([{ n: 0 }]);
  held.release(true);
  await Promise.all([vanished.close(), next.close()]);
});

test('accepts a url or separate settings, and runs Kysely on the same pool', async () => {
  const database = connect({ url: fresh.url, log: silent, max: 1 });
  const row = await database.db.selectFrom('schema_migration').select('number').executeTakeFirst();
  expect(row).toEqual({ number: 1 });
  await database.close();
  await database.close();
});

test('is closed only when its connections are, so that a database that stops afterwards ends none of them', async () => {
  const database = connect({ url: fresh.url, log: silent });
  const opened: pg.PoolClient[] = [];
  const ended: pg.PoolClient[] = [];
  for (const pool of [database.pool, database.reads.pool, database.watch])
    pool.on('connect', (client) => {
      opened.push(client);
      client.on('end', () => ended.push(client));
    });
  const three = Array.from({ length: 3 }, () => database.pool.query('SELECT pg_sleep(0.05)'));
  await Promise.all([...three, database.reads.pool.query('SELECT 1'), database.watch.query('SELECT 1')]);
  expect([opened.length, ended.length]).toEqual([5, 0]);
  await database.close();
  expect(ended.length).toBe(5);
});

test('survives a connection that breaks while idle and one that breaks while in use', async () => {
  const database = connect({ connection: fresh.connection, log: silent });
  const pid = async () => (await database.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  await fresh.pool.query('SELECT pg_terminate_backend($1)', [await pid()]);
  // A connection whose end has not arrived yet may still be handed out. Its query then fails, as with any
  // lost connection.
  await expect.poll(() => pid().catch(() => 0)).toBeGreaterThan(0);
  const client = await database.pool.connect();
  const mine = await client.query('SELECT pg_backend_pid() AS pid');
  await fresh.pool.query('SELECT pg_terminate_backend($1)', [mine.rows[0].pid]);
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
  expect(await pid()).toBeGreaterThan(0);
  await database.close();
});

test('takes a connection that was made while a start computed for longer than a request would wait', async () => {
  const place = { data_dir: fresh.scratch, database_url: fresh.url, database_owner_url: fresh.owner_url };
  const database = await openDatabase(place, silent);
  // Timers run before answers are read, so the time of a connection is over when the computing is.
  const afterComputing = (pool: typeof database.pool) => {
    const connected = pool.query('SELECT 1 AS n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_300);
    return connected;
  };
  expect((await afterComputing(database.pool)).rows).toEqual([{ n: 1 }]);
  database.serving();
  await expect(afterComputing(database.watch)).rejects.toThrow('connection timeout');
  await database.leave();
});
