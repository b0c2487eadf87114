import type { Environment } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { Envelope } from '../../privacy/envelope.ts';
import { printMask } from '../../privacy/pseudonyms.ts';
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

/** 64 hexadecimal digits as PostgreSQL's bit(256), masked. */
const masked = (print: string, mask: bigint): string =>
  (BigInt(`0x${print}`) ^ mask).toString(2).padStart(256, '0');

/** Stored bits as the 64 hexadecimal digits that they were. */
export const unmasked = (stored: string, mask: bigint): string =>
  (BigInt(`0b${stored}`) ^ mask).toString(16).padStart(64, '0');

export const maskOf = (
  envelope: Pick<Envelope, 'subkey'>,
  place: { org: string; env: Environment },
): bigint => BigInt(`0x${printMask(envelope, place).toString('hex')}`);

/**
 * Days that the prints of an accepted capture are kept: as long as a template, but at least as long as others
 * are compared with them.
 */
export const printDays = ({ template_days }: { template_days: number }): number =>
  Math.max(OTHERS_DAYS, template_days);

/** Keeps the prints of an accepted capture. */
export async function keepPrints(
  approved: { trx: Db; deps: Pick<Deps, 'envelope'>; session: SessionRow; now: Date },
  { attempt_id, prints }: { attempt_id: string; prints: readonly string[] },
  settings: { template_days: number },
): Promise<void> {
  const { trx, deps, session, now: at } = approved;
  const { org, env, session_id, customer_hash } = session;
  const mask = maskOf(deps.envelope, session);
  const seen = prints.flatMap((print, index) =>
    BLANK.test(print) ? [] : [{ index, print: masked(print, mask) }],
  );
  if (seen.length === 0) return;
  const delete_after = new Date(at.getTime() + printDays(settings) * DAY_MS);
  const key = { org, env, session_id, attempt_id, customer_hash };
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
  who: { org: string; env: Environment; customer_hash: string; session_id: string },
  prints: readonly string[],
): Promise<ReplayHit[]> {
  const { org, env, customer_hash, session_id } = who;
  const mask = maskOf(deps.envelope, who);
  // A blank one keeps its place in the list, and is near to nothing.
  const probes = prints.map((print) => (BLANK.test(print) ? null : masked(print, mask)));
  if (probes.every((probe) => probe === null)) return [];
  const now = deps.clock.now();
  const since = new Date(now - OTHERS_DAYS * DAY_MS);
  const { rows } = await sql<{ index: number; distance: number; same_customer: boolean; at: Date }>`
    WITH earlier AS MATERIALIZED (
      (SELECT print, at, true AS same_customer FROM face_print
        WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash} AND session_id <> ${session_id}
        ORDER BY at DESC LIMIT ${OWN_MAX})
      UNION ALL
      (SELECT print, at, false FROM face_print
        WHERE org = ${org} AND env = ${env} AND at > ${since} AND customer_hash <> ${customer_hash}
        ORDER BY at DESC LIMIT ${OTHERS_MAX})
    )
    SELECT DISTINCT ON (index) index::int, bit_count(earlier.print # probe.print)::int AS distance,
           same_customer, at
      FROM unnest(${probes}::bit(256)[]) WITH ORDINALITY AS probe (print, index), earlier
     WHERE bit_count(earlier.print # probe.print) <= ${NEAR_BITS}
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
  { org, env, ...which }: SessionKey | { org: string; env: Environment; customer_hash: string },
): Promise<number> {
  const rows = trx.deleteFrom('face_print').where('org', '=', org).where('env', '=', env);
  const gone = await ('session_id' in which
    ? rows.where('session_id', '=', which.session_id)
    : rows.where('customer_hash', '=', which.customer_hash)
  )
    .returning('index')
    .execute();
  return gone.length;
}
