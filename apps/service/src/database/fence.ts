import type pg from 'pg';

/**
 * The fence binds tokens to one life of one database. A database that went back in time (restore) or lost its
 * last commits (failover) has forgotten spends. It then counts as another life, in which older tokens are
 * void. A life is identified by the cluster's identifier, its WAL timeline and, when `strict`, the start time
 * of the server.
 */

const TIMELINE = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)';

/**
 * Compares the row `f` with the server that runs the statement. On a replica, the timeline call is an error.
 */
export const SAME_LIFE = `f.system_identifier = c.system_identifier::text
   AND f.timeline = ${TIMELINE}
   AND (NOT f.strict OR f.started = pg_postmaster_start_time())`;

/** The tables that `fenceCondition` refers to. */
export const FENCE_FROM = 'fence f, pg_control_system() c';

/**
 * SQL that is true when the token's epoch (`epoch`: a parameter such as `:epoch`) is the present one of this
 * very server. It must be part of the spend statement, because a pooler can swap the server under an open
 * connection.
 *
 *     INSERT INTO spent_token … SELECT … FROM ${FENCE_FROM} WHERE ${fenceCondition(':epoch')} AND … RETURNING 1
 */
export function fenceCondition(epoch: string): string {
  return `f.epoch = ${epoch}::uuid AND ${SAME_LIFE}`;
}

/** Makes the fence's row if there is none, and stores whether a restart counts as a new life. */
export async function establishFence(pool: pg.Pool, strict: boolean): Promise<void> {
  await pool.query(
    `INSERT INTO fence (system_identifier, timeline, started, strict)
     SELECT c.system_identifier::text, ${TIMELINE}, pg_postmaster_start_time(), $1 FROM pg_control_system() c
     ON CONFLICT DO NOTHING`,
    [strict],
  );
  // Becoming strict must not accept a restart that happened before restarts were compared.
  await pool.query(
    `UPDATE fence f SET strict = $1,
            epoch = CASE WHEN ($1 AND f.started <> pg_postmaster_start_time()) THEN gen_random_uuid() ELSE f.epoch END,
            started = pg_postmaster_start_time()
      WHERE f.strict <> $1`,
    [strict],
  );
}

/** The epoch, and whether the row still matches this server. */
export async function readFence(pool: pg.Pool): Promise<{ epoch: string; same_life: boolean }> {
  const { rows } = await pool.query<{ epoch: string; same_life: boolean }>({
    text: `SELECT f.epoch, (${SAME_LIFE}) AS same_life FROM ${FENCE_FROM}`,
    query_timeout: 2_000,
  } as pg.QueryConfig);
  if (!rows[0]) throw new Error('The fence has no row.');
  return rows[0];
}

/**
 * Starts a new epoch when the server is another life. Any number of nodes may call it; one of them succeeds.
 */
export async function bumpWhenReborn(pool: pg.Pool): Promise<boolean> {
  return (await bump(pool, `WHERE NOT (${SAME_LIFE})`)) !== undefined;
}

/**
 * Starts a new epoch in any case: after a restore, or to void every unexpired token in an emergency. The
 * epoch is random, never a counter: two standbys promoted from one ancestor would count to the same number.
 */
export async function bumpEpoch(pool: pg.Pool): Promise<string> {
  const epoch = await bump(pool, '');
  if (!epoch) throw new Error('The fence has no row.');
  return epoch;
}

async function bump(pool: pg.Pool, where: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ epoch: string }>(
    `UPDATE fence f
        SET epoch = gen_random_uuid(), system_identifier = c.system_identifier::text,
            timeline = ${TIMELINE}, started = pg_postmaster_start_time()
       FROM pg_control_system() c ${where}
     RETURNING f.epoch`,
  );
  return rows[0]?.epoch;
}
