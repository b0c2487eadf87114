import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LONG } from '../../../../testing/counts.ts';
import { copyServer, newServer, type TestServer } from '../../testing/cluster/server.ts';
import { removeDataDir, temporaryDataDir } from '../../testing/cluster-folder.ts';
import { freshDatabase, silent } from '../../testing/database.ts';
import type { Database } from './connect.ts';
import { openEpoch } from './epoch.ts';
import { FENCE_FROM, fenceCondition } from './fence.ts';
import { migrate } from './migrate.ts';
import { keepPartitions } from './partitions.ts';

// The fence protects against a database that forgot spends. Each attack also runs with the fence off, and
// must then get the same token accepted twice.

const data_dir = temporaryDataDir();
let original: TestServer;
const servers: TestServer[] = [];
let copies = 0;
const exp = Math.floor(Date.now() / 1000) + 300;

beforeAll(async () => {
  original = await newServer(data_dir, 'original');
  const { pool } = await original.start();
  await migrate(pool);
  await keepPartitions(pool);
  await original.stop();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(() => removeDataDir(data_dir));

function copy(from: TestServer, follows = false): TestServer {
  const server = copyServer(data_dir, from, `copy${++copies}`, follows);
  servers.push(server);
  return server;
}

async function spend({ pool }: Database, jti: string, epoch: string, fenced = true): Promise<boolean> {
  const { rows } = await pool.query(
    `INSERT INTO spent_token (org, env, jti, exp, outcome)
     SELECT 'org_1', 'production', $1, to_timestamp($2), 'spent' FROM ${FENCE_FROM}
      WHERE ${fenced ? fenceCondition('$3') : '$3::uuid IS NOT NULL'} AND to_timestamp($2) > now()
     ON CONFLICT DO NOTHING RETURNING 1`,
    [jti, exp, epoch],
  );
  return rows.length === 1;
}

async function epochOf(database: Database, strict: boolean): Promise<string> {
  const epoch = await openEpoch(database.pool, { strict, log: silent });
  epoch.close();
  return epoch.current();
}

/** Stops the primary with a commit that its standby never received; then the standby takes over. */
async function failover(jti: string): Promise<{ primary_epoch: string; promoted: Database }> {
  const primary = copy(original);
  const standby = copy(primary, true);
  const before = await primary.start();
  const primary_epoch = await epochOf(before, false);
  const after = await standby.start();
  await expect.poll(async () => (await after.pool.query('SELECT * FROM fence')).rows.length).toBe(1);
  // A standby answers an error, never an acceptance.
  await expect(spend(after, randomUUID(), primary_epoch)).rejects.toThrow(/read-only/);
  const { rows } = await before.pool.query('SELECT pid FROM pg_stat_replication');
  const sender: number = rows[0].pid;
  process.kill(sender, 'SIGSTOP');
  try {
    expect(await spend(before, jti, primary_epoch)).toBe(true);
    await primary.kill();
  } finally {
    process.kill(sender, 'SIGKILL');
  }
  await after.pool.query('SELECT pg_promote()');
  expect((await after.pool.query('SELECT * FROM spent_token')).rows).toEqual([]);
  return { primary_epoch, promoted: after };
}

test('P4: answers an error on a standby, and refuses a spent token after a failover that lost the spend', async () => {
  const jti = randomUUID();
  const { primary_epoch, promoted } = await failover(jti);
  // First before any node has noticed, then after one has.
  expect(await spend(promoted, jti, primary_epoch)).toBe(false);
  const epoch = await epochOf(promoted, false);
  expect(epoch).not.toBe(primary_epoch);
  expect(await spend(promoted, jti, primary_epoch)).toBe(false);
  expect(await spend(promoted, randomUUID(), epoch)).toBe(true);
  // Control: without the fence the same token is accepted a second time.
  expect(await spend(promoted, jti, primary_epoch, false)).toBe(true);
});

test.each([
  { strict: true, accepted: false },
  // A known limit: a folder that was copied back looks like a restart. The runbook says to bump the epoch.
  // In `npm test`: `epoch.test.ts` holds that a restart keeps the epoch unless strict.
  ...(LONG ? [{ strict: false, accepted: true }] : []),
])(
  'P4: after an older folder was copied back, strict=$strict accepts again: $accepted',
  async ({ strict, accepted }) => {
    const server = copy(original);
    await epochOf(await server.start(), strict);
    await server.stop();
    const backup = copy(server);
    const database = await server.start();
    const epoch = await epochOf(database, strict);
    const jti = randomUUID();
    expect(await spend(database, jti, epoch)).toBe(true);
    await server.stop();
    const restored = await backup.start();
    expect(await spend(restored, jti, epoch)).toBe(accepted);
    await epochOf(restored, strict);
    expect(await spend(restored, jti, epoch)).toBe(false);
    if (strict) expect(await spend(restored, jti, epoch, false)).toBe(true);
  },
);

test('accepts each token once, also (P4) after the rows were restored into another cluster', async () => {
  const server = copy(original);
  const first = await server.start();
  const epoch = await epochOf(first, false);
  const jti = randomUUID();
  expect(await spend(first, jti, epoch)).toBe(true);
  expect(await spend(first, jti, epoch)).toBe(false);
  expect(await spend(first, randomUUID(), randomUUID())).toBe(false);
  const row = (
    await first.pool.query('SELECT epoch, system_identifier, timeline, started, strict FROM fence')
  ).rows[0];

  // The cluster of the run: `initdb` made it for itself, with an identifier of its own.
  const other = await freshDatabase({ partitions: true });
  onTestFinished(() => other.drop());
  const second = { ...other, pool: other.owner };
  await second.pool.query(
    'INSERT INTO fence (epoch, system_identifier, timeline, started, strict) VALUES ($1, $2, $3, $4, $5)',
    [row.epoch, row.system_identifier, row.timeline, row.started, row.strict],
  );
  expect(await spend(second, jti, epoch)).toBe(false);
  const timeline_only = await second.pool.query(
    `SELECT 1 FROM fence f WHERE f.epoch = $1 AND f.timeline = substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`,
    [epoch],
  );
  expect(timeline_only.rows).toHaveLength(1);
  await epochOf(second, false);
  expect(await spend(second, jti, epoch)).toBe(false);
});
