import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Deletes the rows of one table that nothing needs any more. */
interface Purge {
  name: string;
  every_min: number;
  /**
   * Returns the number of rows. Ends after the statement that runs when `stopping` aborts. `batch`: rows in
   * one statement.
   */
  run(db: Kysely<Schema>, stopping?: AbortSignal, batch?: number): Promise<number>;
  /** How many rows it would delete now. */
  count(db: Kysely<Schema>): Promise<number>;
}

/** One statement over millions of rows would hold their locks, and the vacuum back, until its end. */
const BATCH = 5_000;

/** `needless` is a condition on the rows of `table`, which it calls `r`. */
const purge = (name: string, every_min: number, table: string, needless: RawBuilder<unknown>): Purge => ({
  name,
  every_min,
  async run(db, stopping, batch = BATCH) {
    // A row that another node deletes, or that a request changes, is left to the next time.
    const statement = sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
        SELECT r.ctid FROM ${sql.table(table)} r WHERE ${needless} LIMIT ${batch} FOR UPDATE SKIP LOCKED))`;
    let total = 0;
    for (let deleted = batch; deleted === batch && !stopping?.aborted; total += deleted)
      deleted = Number((await statement.execute(db)).numAffectedRows ?? 0);
    return total;
  },
  async count(db) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.table(table)} r WHERE ${needless}`.execute(db);
    return rows[0]!.count;
  },
});

export const PURGES: readonly Purge[] = [
  purge('idempotency', 10, 'idempotency', sql`r.expires_at < now()`),
  // A token older than a few minutes is refused by its own timestamp; this table covers the minutes before.
  purge('decoded play tokens', 60, 'play_token', sql`r.decoded_at < now() - interval '1 day'`),
  purge('sessions of people', 60, 'person_session', sql`r.expires_at < now()`),
  purge('sign-ins under way', 10, 'person_challenge', sql`r.expires_at < now()`),
  // Until then, a person who opens a link again learns what happened to it.
  purge('links', 60, 'person_link', sql`r.expires_at < now() - interval '7 days'`),
  purge('seen proofs', 10, 'seen_proof', sql`r.expires_at < now()`),
  purge('deliveries', 60, 'delivery', sql`r.state <> 'pending' AND r.ended_at < now() - interval '30 days'`),
  // Of endpoints that were removed, or switched off for long: those get no new deliveries.
  purge(
    'deliveries without an endpoint',
    60,
    'delivery',
    sql`r.state = 'pending' AND NOT EXISTS (
      SELECT FROM webhook w WHERE w.org = r.org AND w.env = r.env AND w.webhook_id = r.webhook_id
         AND (w.disabled_at IS NULL OR w.disabled_at >= now() - interval '30 days'))`,
  ),
  // What still waits for its delivery stays.
  purge(
    'events',
    60,
    'event',
    sql`r.at < now() - interval '30 days' AND NOT EXISTS (
      SELECT FROM delivery d WHERE d.org = r.org AND d.env = r.env AND d.event_id = r.event_id)`,
  ),
  ...[
    'verification_count',
    'reason_count',
    'session_count',
    'place_count',
    'time_count',
    'stage_count',
    'first_attempt_count',
  ].map((table) => purge(`numbers in ${table}`, 60, table, sql`r.quarter < now() - interval '100 days'`)),
  purge('SDK versions seen', 60, 'sdk_seen', sql`r.day < (now() AT TIME ZONE 'UTC')::date - 30`),
  purge('back-tests of policies', 60, 'policy_backtest', sql`r.started_at < now() - interval '7 days'`),
  purge('guess buckets', 10, 'guess_bucket', sql`r.tat < now()`),
];
