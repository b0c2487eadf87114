import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { keepPartitions } from './partitions.ts';

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(() => fresh.drop());

const WIDTH_MS = 6 * 3_600_000;

async function addPartition(hours_ago: number): Promise<string> {
  const from = Math.floor((Date.now() - hours_ago * 3_600_000) / WIDTH_MS) * WIDTH_MS;
  const name = `spent_token_${new Date(from).toISOString().slice(0, 13).replace(/\D/g, '')}`;
  await fresh.owner.query(
    `CREATE TABLE ${name} PARTITION OF spent_token
       FOR VALUES FROM ('${new Date(from).toISOString()}') TO ('${new Date(from + WIDTH_MS).toISOString()}')`,
  );
  return name;
}

const spend = (when: string) =>
  fresh.owner.query(
    `INSERT INTO spent_token (org, env, jti, exp, outcome)
     VALUES ('org_1', 'sandbox', gen_random_uuid(), now() + $1::interval, 'spent')`,
    [when],
  );

test('makes the partitions of the next 48 hours, once', async () => {
  expect((await keepPartitions(fresh.owner)).created).toHaveLength(9);
  expect(await keepPartitions(fresh.owner)).toEqual({ created: [], dropped: [], busy: false });
  await spend('5 minutes');
  await spend('48 hours');
  // There is no DEFAULT partition: a row without a partition is a visible error.
  await expect(spend('55 hours')).rejects.toMatchObject({ code: '23514' });
  await expect(spend('-7 hours')).rejects.toMatchObject({ code: '23514' });
});

test('drops partitions that ended more than a day ago, and no younger ones', async () => {
  const old = [await addPartition(42), await addPartition(36)];
  await addPartition(24);
  expect((await keepPartitions(fresh.owner)).dropped.sort()).toEqual(old);
});

test('finishes an interrupted detachment, and drops a partition that was detached before a crash', async () => {
  const interrupted = await addPartition(42);
  const detached = await addPartition(36);
  await fresh.owner.query(`ALTER TABLE spent_token DETACH PARTITION ${detached}`);
  const reader = await fresh.owner.connect();
  await reader.query('BEGIN; SELECT count(*) FROM spent_token');
  // The reader holds its lock, so the second half of the detachment runs into the lock timeout.
  await expect(
    fresh.owner.query(`ALTER TABLE spent_token DETACH PARTITION ${interrupted} CONCURRENTLY`),
  ).rejects.toMatchObject({ code: '55P03' });
  await reader.query('COMMIT');
  reader.release();
  const pending = await fresh.owner.query('SELECT 1 FROM pg_inherits WHERE inhdetachpending');
  expect(pending.rows).toHaveLength(1);
  expect((await keepPartitions(fresh.owner)).dropped.sort()).toEqual([interrupted, detached].sort());
});

test('runs on one of several nodes, and the others do not wait', async () => {
  await addPartition(42);
  const passes = await Promise.all(Array.from({ length: 3 }, () => keepPartitions(fresh.owner)));
  expect(passes.flatMap(({ created }) => created)).toHaveLength(9);
  expect(passes.flatMap(({ dropped }) => dropped)).toHaveLength(1);
});

test('makes partitions while a spend is running', async () => {
  const now = await addPartition(0);
  const spender = await fresh.owner.connect();
  await spender.query('BEGIN');
  await spender.query(
    `INSERT INTO spent_token (org, env, jti, exp, outcome)
     VALUES ('org_1', 'sandbox', gen_random_uuid(), now(), 'spent')`,
  );
  expect((await keepPartitions(fresh.owner)).created).not.toContain(now);
  // Control: the short form of the same would have waited for the spend, and later spends would have waited
  // for it.
  await expect(addPartition(-60)).rejects.toMatchObject({ code: '55P03' });
  await spender.query('COMMIT');
  spender.release();
});
