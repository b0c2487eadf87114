import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';

type Db = Kysely<Schema>;

/** How the rows of one table, each of one customer, are found and deleted. */
export interface RowSweep {
  table: string;
  /** Joined to the rows `r`, for their periods: `o` is the organization, `p` the policy that decided. */
  joins?: RawBuilder<unknown>;
  /** The customer of a row `r` (default: its column `customer_hash`). */
  customer?: RawBuilder<unknown>;
  /** Whether the retention of `r` is over. */
  due(now: Date): RawBuilder<unknown>;
  /**
   * The column in whose order the rows are walked. Rows that stay are then read once in a run, and not again
   * with each batch.
   */
  order?: string;
  /** What becomes of the rows that `gone` names by their place (`ctid`); by default they are deleted. */
  effect?(gone: RawBuilder<unknown>, now: Date): RawBuilder<unknown>;
  /** Further effects, as parts of the statement. `swept` holds the changed rows. */
  also?: RawBuilder<unknown>;
}

export const OF_ORGANIZATION = sql`JOIN organization o ON o.org = r.org`;

/** Some tables sort ids by their bytes. In the collation of `customer`, its index finds them. */
const customerOf = ({ customer = sql`r.customer_hash` }: RowSweep) => sql`(${customer} COLLATE "default")`;

/**
 * Whether no hold kept the customer of `r` when the statement began. It is a value and not NOT EXISTS, which
 * PostgreSQL may turn into a join: before the first statistics of a table, that join reads every customer of the
 * organization for each row.
 */
const notHeld = (sweep: RowSweep, now: Date) => sql`coalesce((
  SELECT h.held_until <= ${now} FROM customer h
   WHERE h.org = r.org AND h.env = r.env AND h.customer_hash = ${customerOf(sweep)}), true)`;

const rowsOf = ({ table, joins = sql`` }: RowSweep) => sql`${sql.table(table)} r ${joins}`;

/**
 * The places of the due rows whose customers are free. `free` has locked the row of each customer, so a hold that
 * is placed at the same moment waits for this batch, and one that was placed before it is seen: PostgreSQL tests
 * a locked row again as it is now. What belongs to no customer any more cannot be held.
 */
const ALLOWED = sql`
  SELECT d.at FROM due d
   WHERE (d.org, d.env, d.customer_hash) IN (SELECT f.org, f.env, f.customer_hash FROM free f)
      OR NOT EXISTS (
        SELECT FROM customer c WHERE c.org = d.org AND c.env = d.env AND c.customer_hash = d.customer_hash)`;

/** Rows of each organization, and where the next batch begins. */
interface Batch {
  rows: Map<string, number>;
  last: string | null;
}

async function sweepBatch(db: Db, sweep: RowSweep, now: Date, size: number, last: string | null) {
  const { table, order, also = sql`` } = sweep;
  const key = order ? sql`r.${sql.ref(order)}` : sql`NULL`;
  const gone = sql`t.ctid = ANY (ARRAY(${ALLOWED}))`;
  const effect = sweep.effect?.(gone, now) ?? sql`DELETE FROM ${sql.table(table)} t WHERE ${gone}`;
  const from = order && last !== null ? sql`AND ${key} >= ${last}` : sql``;
  const { rows } = await sql<{ org: string | null; count: number; last: string | null }>`
    WITH due AS (
      SELECT r.ctid AS at, r.org, r.env, ${customerOf(sweep)} AS customer_hash, ${key} AS key
        FROM ${rowsOf(sweep)}
       WHERE ${sweep.due(now)} AND ${notHeld(sweep, now)} ${from}
       ${order ? sql`ORDER BY ${key}` : sql``} LIMIT ${size} FOR UPDATE OF r SKIP LOCKED),
    free AS (
      SELECT c.org, c.env, c.customer_hash FROM customer c
       WHERE (c.org, c.env, c.customer_hash) IN (SELECT d.org, d.env, d.customer_hash FROM due d)
         AND (c.held_until IS NULL OR c.held_until <= ${now})
         FOR SHARE SKIP LOCKED),
    swept AS (${effect} RETURNING t.*)
    ${also}
    SELECT s.org, count(*)::int AS count, (SELECT max(key)::text FROM due) AS last
      FROM swept s GROUP BY s.org`.execute(db);
  const counts = rows.filter((row): row is (typeof rows)[number] & { org: string } => row.org !== null);
  return {
    rows: new Map(counts.map(({ org, count }) => [org, count])),
    last: rows[0]?.last ?? null,
  } satisfies Batch;
}

/** One statement over millions of rows would hold their locks, and the vacuum back, until its end. */
const BATCH = 2_000;

/**
 * Deletes what is due, batch by batch: each is one statement and one transaction. `told` hears of each batch.
 * Begins no further batch after `stopping` aborts. Two nodes may run it at once: neither waits for the other's
 * rows. Returns the number of rows of each organization.
 */
export async function sweepRows(
  db: Db,
  sweep: RowSweep,
  { now, stopping, batch = BATCH, told }: SweepOptions,
): Promise<Map<string, number>> {
  const total = new Map<string, number>();
  let last: string | null = null;
  while (!stopping?.aborted) {
    const done: Batch = await sweepBatch(db, sweep, now, batch, last);
    if (done.rows.size === 0) break;
    last = done.last;
    for (const [org, count] of done.rows) total.set(org, (total.get(org) ?? 0) + count);
    told?.(sum(done.rows));
  }
  return total;
}

export interface SweepOptions {
  now: Date;
  stopping?: AbortSignal;
  batch?: number;
  /** Hears how many rows were deleted just now. */
  told?: (rows: number) => void;
}

export const sum = (rows: ReadonlyMap<string, number>): number =>
  [...rows.values()].reduce((total, count) => total + count, 0);

/** How many rows are due, and how many of them a legal hold keeps. Deletes nothing. */
export async function countRows(db: Db, sweep: RowSweep, now: Date): Promise<{ due: number; held: number }> {
  const { rows } = await sql<{ due: number; held: number }>`
    SELECT count(*) FILTER (WHERE free)::int AS due, count(*) FILTER (WHERE NOT free)::int AS held
      FROM (SELECT ${notHeld(sweep, now)} AS free FROM ${rowsOf(sweep)} WHERE ${sweep.due(now)}) r`.execute(
    db,
  );
  return rows[0]!;
}
