import pg from 'pg';
import type { Log } from './log.ts';

/** Tables with a partition for each hour. */
export const PARTITIONED = ['spent_token', 'evidence_seen', 'evaluated_payload'];

type KeepPartitionsOptions = {
  /** Tables partitioned by RANGE over one timestamptz column. */
  tables?: string[];
  /** Connections that look whether there is anything to do. The owner connects only if there is. */
  reader?: pg.Pool;
  log?: Log;
};

type KeptPartitions = {
  /** Names of partitions. */
  created: string[];
  dropped: string[];
  /** True when another node is dropping partitions already and does this node's work too. */
  busy: boolean;
};

const HOUR_MS = 3_600_000;
/**
 * Inserts are as fast beside 72 partitions as beside one (measured). Fewer make starting and planning
 * cheaper.
 */
const WIDTH_MS = 6 * HOUR_MS;
const AHEAD_MS = 48 * HOUR_MS;
const KEPT_MS = 24 * HOUR_MS;
const CREATE_LOCK = 7_263_541_903;
const DROP_LOCK = 7_263_541_904;

/**
 * One pass: makes the partitions of the next 48 hours (four per day, UTC) and drops those that ended more
 * than 24 hours ago. Call it at the start and every few minutes, on any number of nodes: when it returns, the
 * partitions exist, whichever node made them. There is no DEFAULT partition, because a missing one must be an
 * error (23514) and not a slow table. Needs a direct connection, as migrations do.
 */
export async function keepPartitions(
  pool: pg.Pool,
  { tables = ['spent_token'], reader, log }: KeepPartitionsOptions = {},
): Promise<KeptPartitions> {
  const kept: KeptPartitions = { created: [], dropped: [], busy: false };
  if (reader && !(await isDue(reader, tables))) return kept;
  const client = await pool.connect();
  try {
    const clock = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const { now } = clock.rows[0]!;
    // Both kinds of work wait for transactions that use the table.
    await client.query(`SET lock_timeout = '30s'`);
    for (const table of tables) kept.created.push(...(await createAhead(client, table, now)));
    const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [
      DROP_LOCK,
    ]);
    kept.busy = !rows[0]!.ours;
    if (!kept.busy) for (const table of tables) kept.dropped.push(...(await dropEnded(client, table, now)));
    if (kept.created.length + kept.dropped.length > 0) log?.info({ ...kept }, 'Moved the partitions on.');
    return kept;
  } finally {
    // Closing the session releases its locks in any case.
    client.release(true);
  }
}

async function isDue(reader: pg.Pool, tables: readonly string[]): Promise<boolean> {
  const clock = await reader.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const { now } = clock.rows[0]!;
  for (const table of tables) {
    const present = await partitionsOf(reader, table);
    if (missingFrom(present, table, now).length > 0 || present.some(hasEnded(now))) return true;
  }
  return false;
}

/**
 * Makes a separate table and then attaches it, which takes a lock that lets spends continue. `CREATE TABLE …
 * PARTITION OF` would stop them.
 */
async function createAhead(client: pg.PoolClient, table: string, now: Date): Promise<string[]> {
  if ((await missing(client, table, now)).length === 0) return [];
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [CREATE_LOCK]);
  const parent = pg.escapeIdentifier(table);
  const wanted = await missing(client, table, now);
  const statements = wanted.map((from) => {
    const partition = pg.escapeIdentifier(partitionName(table, from));
    return `CREATE TABLE ${partition} (LIKE ${parent} INCLUDING ALL);
            ALTER TABLE ${parent} ATTACH PARTITION ${partition} FOR VALUES
              FROM ('${new Date(from).toISOString()}') TO ('${new Date(from + WIDTH_MS).toISOString()}');`;
  });
  await client.query(statements.join('\n'));
  await client.query('COMMIT');
  return wanted.map((from) => partitionName(table, from));
}

const missing = async (client: pg.PoolClient, table: string, now: Date): Promise<number[]> =>
  missingFrom(await partitionsOf(client, table), table, now);

/** The start times of the partitions that do not exist yet. */
function missingFrom(partitions: readonly Partition[], table: string, now: Date): number[] {
  const present = new Set(partitions.map(({ name }) => name));
  const first = Math.floor(now.getTime() / WIDTH_MS) * WIDTH_MS;
  const starts: number[] = [];
  for (let from = first; from <= first + AHEAD_MS; from += WIDTH_MS) {
    if (!present.has(partitionName(table, from))) starts.push(from);
  }
  return starts;
}

const hasEnded =
  (now: Date) =>
  ({ ends }: Partition): boolean =>
    ends.getTime() + KEPT_MS <= now.getTime();

async function dropEnded(client: pg.PoolClient, table: string, now: Date): Promise<string[]> {
  const parent = pg.escapeIdentifier(table);
  const dropped: string[] = [];
  for (const partition of (await partitionsOf(client, table)).filter(hasEnded(now))) {
    const name = pg.escapeIdentifier(partition.name);
    // A detachment that was interrupted by a crash or a timeout cannot be started again, only finished.
    if (partition.attached) {
      const how = partition.detach_pending ? 'FINALIZE' : 'CONCURRENTLY';
      await client.query(`ALTER TABLE ${parent} DETACH PARTITION ${name} ${how}`);
    }
    await client.query(`DROP TABLE ${name}`);
    dropped.push(partition.name);
  }
  return dropped;
}

type Partition = { name: string; ends: Date; attached: boolean; detach_pending: boolean };

/**
 * Attached partitions, and detached ones that are not dropped yet, oldest first. They are found by name,
 * which has their start time.
 */
async function partitionsOf(client: Pick<pg.Pool, 'query'>, table: string): Promise<Partition[]> {
  const { rows } = await client.query<Omit<Partition, 'ends'>>(
    `SELECT p.relname AS name, i.inhparent IS NOT NULL AS attached,
            coalesce(i.inhdetachpending, false) AS detach_pending
       FROM pg_class t
       JOIN pg_class p ON p.relnamespace = t.relnamespace AND p.relkind = 'r' AND p.relname ~ $2
       LEFT JOIN pg_inherits i ON i.inhrelid = p.oid AND i.inhparent = t.oid
      WHERE t.oid = to_regclass($1) ORDER BY i.inhdetachpending DESC NULLS LAST, p.relname`,
    [pg.escapeIdentifier(table), `^${table}_\\d{10}$`],
  );
  return rows.map((row) => ({ ...row, ends: endOf(row.name) }));
}

/** `spent_token_2026112106` has the tokens that expire from 06:00 to 12:00 UTC. */
function partitionName(table: string, from_ms: number): string {
  return `${table}_${new Date(from_ms).toISOString().slice(0, 13).replace(/\D/g, '')}`;
}

function endOf(name: string): Date {
  const [, year, month, day, hour] = /(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(name)!;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour)) + WIDTH_MS);
}
