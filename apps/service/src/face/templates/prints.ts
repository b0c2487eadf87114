import type { Environment } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { ReplayHit } from '../decision/facts.ts';
import type { Db, SessionKey, SessionRow } from '../session/records.ts';

const DAY_MS = 86_400_000;
/**
 * Days for which frames of other customers of the organization are compared: a replay of a stranger's capture
 * follows soon after its theft.
 */
const OTHERS_DAYS = 30;
/**
 * The search also stops after this many of the newest frames, so that it has a limit: at most 0.4 µs for each
 * pair of frames.
 */
const OTHERS_MAX = 30_000;
const OWN_MAX = 5_000;

/**
 * Up to this many of 256 bits may differ between two prints of one picture; measured in
 * docs/decisions/0018-templates.md.
 */
export const NEAR_BITS = 16;

/** The print of an image that cannot be read, which says nothing. */
const BLANK = /^0+$/;

/** 64 hexadecimal digits as PostgreSQL's bit(256). */
const bits = (print: string): string => BigInt(`0x${print}`).toString(2).padStart(256, '0');

/**
 * Keeps the prints of an accepted capture as long as the template, but at least as long as others are
 * compared with them.
 */
export async function keepPrints(
  trx: Db,
  { org, env, session_id, customer_id }: SessionRow,
  { attempt_id, prints }: { attempt_id: string; prints: readonly string[] },
  at: Date,
  days: number,
): Promise<void> {
  const seen = prints.flatMap((print, index) => (BLANK.test(print) ? [] : [{ index, print: bits(print) }]));
  if (seen.length === 0) return;
  const delete_after = new Date(at.getTime() + Math.max(OTHERS_DAYS, days) * DAY_MS);
  const key = { org, env, session_id, attempt_id, customer_id };
  await trx
    .insertInto('face_print')
    .values(seen.map((each) => ({ ...key, ...each, at, delete_after })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Frames of this capture that look like a frame of a capture that was accepted before: of this customer at
 * any time, of others in the last 30 days. Gives the nearest one for each frame.
 */
export async function gatherReplays(
  deps: Deps,
  who: { org: string; env: Environment; customer_id: string; session_id: string },
  prints: readonly string[],
): Promise<ReplayHit[]> {
  if (prints.length === 0) return [];
  const { org, env, customer_id, session_id } = who;
  const now = deps.clock.now();
  const since = new Date(now - OTHERS_DAYS * DAY_MS);
  const { rows } = await sql<{ index: number; distance: number; same_customer: boolean; at: Date }>`
    WITH earlier AS MATERIALIZED (
      (SELECT print, at, true AS same_customer FROM face_print
        WHERE org = ${org} AND env = ${env} AND customer_id = ${customer_id} AND session_id <> ${session_id}
        ORDER BY at DESC LIMIT ${OWN_MAX})
      UNION ALL
      (SELECT print, at, false FROM face_print
        WHERE org = ${org} AND env = ${env} AND at > ${since} AND customer_id <> ${customer_id}
        ORDER BY at DESC LIMIT ${OTHERS_MAX})
    )
    SELECT DISTINCT ON (index) index::int, bit_count(earlier.print # probe.print)::int AS distance,
           same_customer, at
      FROM unnest(${prints.map(bits)}::bit(256)[]) WITH ORDINALITY AS probe (print, index), earlier
     WHERE bit_count(earlier.print # probe.print) <= ${NEAR_BITS} AND bit_count(probe.print) > 0
     ORDER BY index, distance, at DESC`.execute(deps.database.db);
  return rows.map(({ index, distance, same_customer, at }) => ({
    index: index - 1,
    distance,
    same_customer,
    age_s: Math.max(0, Math.round((now - at.getTime()) / 1_000)),
  }));
}

/** Removes prints of a session, or of a customer. */
export async function removePrints(
  trx: Db,
  { org, env, ...which }: SessionKey | { org: string; env: Environment; customer_id: string },
): Promise<number> {
  const rows = trx.deleteFrom('face_print').where('org', '=', org).where('env', '=', env);
  const gone = await ('session_id' in which
    ? rows.where('session_id', '=', which.session_id)
    : rows.where('customer_id', '=', which.customer_id)
  )
    .returning('index')
    .execute();
  return gone.length;
}
