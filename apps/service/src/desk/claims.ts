import { type Environment, reviewing } from '@standpoint/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { by } from '../developer/by.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { type DeskCall, queueRow } from './rows.ts';

export const CLAIM_MS = reviewing.REVIEW_CLAIM_S * 1_000;
const MANAGERS: readonly (string | null)[] = ['owner', 'admin'];
export const isManager = ({ caller }: DeskCall): boolean => MANAGERS.includes(caller.role);

/** Whether the review is in other hands than those of this person. */
export const inOtherHands = (user_id: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(claimed_by IS NOT NULL AND claimed_by <> ${user_id} AND claimed_until > ${now})`;

/** Says why a review cannot be worked on now: it is not there, it was decided, or another person has it. */
export async function refuseTaken(deps: Deps, call: DeskCall, review_id: string): Promise<never> {
  const row = await queueRow(deps, call.caller, review_id);
  if (!row) return refuse('not_found', 'no such review');
  if (row.state === 'decided') {
    const done = row.outcome === 'approve' ? 'approved' : 'declined';
    const ago = agoWords(deps.clock.now() - Date.parse(row.decided_at!));
    return refuse('already_reviewed', review_id, {
      message: `${row.decided_by ?? 'Another person'} ${done} this ${ago}. Your note is kept.`,
    });
  }
  if (row.state === 'closed')
    return refuse('invalid_request', 'closed', {
      message: 'The person’s data was erased or redacted, so nothing is left to review.',
    });
  if (row.held) {
    const done = row.held.outcome === 'approve' ? 'approved' : 'declined';
    if (row.held.mine)
      return refuse('already_reviewed', review_id, {
        message: `You ${done} this already, and may still take it back.`,
      });
    const whose = row.held.by?.name ?? 'Another person';
    const left_s = Math.max(0, Date.parse(row.held.until) - deps.clock.now()) / 1_000;
    const ago = agoWords((reviewing.REVIEW_HOLD_S - left_s) * 1_000);
    return refuse('already_reviewed', review_id, {
      message: `${whose} ${done} this ${ago}, and may still take it back. Your note is kept.`,
    });
  }
  const { claim } = row;
  const minutes = claim ? Math.max(1, Math.ceil((Date.parse(claim.until) - deps.clock.now()) / 60_000)) : 1;
  return refuse('review_held', review_id, {
    message: claim
      ? `${claim.by.name} holds this for another ${minutes} min.`
      : 'Another person has just changed this. Look at it again.',
    retry_after_s: 1,
  });
}

const agoWords = (ms: number): string => {
  const s = Math.max(1, Math.round(ms / 1_000));
  if (s < 90) return `${s} s before you`;
  return s < 5_400 ? `${Math.round(s / 60)} min ago` : `${Math.round(s / 3_600)} h ago`;
};

/** An entry of the audit log about one review. */
export const noted = (
  call: DeskCall,
  action: string,
  { review_id, id }: { review_id: string; id: string },
  more: { outcome?: string; detail?: Record<string, unknown> } = {},
) => {
  const { org, env }: { org: string; env: Environment } = call.caller;
  return {
    org,
    env,
    ...by(call),
    action,
    target: id,
    outcome: more.outcome,
    detail: { review_id, ...more.detail },
  };
};

/**
 * Tells every open queue that a row looks otherwise now, in the transaction of the change. A claim does not change how
 * many wait; what is held does.
 */
export async function tellQueues(
  trx: Kysely<Schema>,
  { org, env }: { org: string; env: Environment },
  ids: readonly string[],
  kind: 'claim' | 'held' = 'claim',
): Promise<void> {
  for (const id of ids) await sql`SELECT tell_live(${org}, ${env}, ${kind}, ${id})`.execute(trx);
}

interface Claimed {
  id: string;
  review_id: string;
  was: string | null;
}

export const claimHandler: Handler<typeof reviewing.claimReview> = async (call, deps) => {
  const { caller, params, body } = call;
  if (body.take_over && !isManager(call))
    refuse('scope_denied', 'take over', {
      message: 'Only an owner or admin takes over what another person holds.',
    });
  const now = new Date(deps.clock.now());
  const free = body.take_over ? sql`true` : sql`NOT ${inOtherHands(caller.user_id, now)}`;
  const claimed = await deps.database.db.transaction().execute(async (trx) => {
    const { rows } = await sql<Claimed>`
      WITH old AS (
        SELECT claimed_by AS was FROM review
         WHERE org = ${caller.org} AND env = ${caller.env} AND review_id = ${params.review_id} FOR UPDATE)
      UPDATE review r
         SET claimed_by = ${caller.user_id}, claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
        FROM old
       WHERE r.org = ${caller.org} AND r.env = ${caller.env} AND r.review_id = ${params.review_id}
         AND r.state IN ('open', 'awaiting_second') AND r.hold_id IS NULL AND ${free}
      RETURNING r.id, r.review_id, old.was`.execute(trx);
    const [row] = rows;
    // A renewal is no news.
    if (row && row.was !== caller.user_id)
      await audit(trx, noted(call, body.take_over && row.was ? 'review.taken_over' : 'review.claimed', row));
    if (row) await tellQueues(trx, caller, [row.review_id]);
    return row;
  });
  if (!claimed) return refuseTaken(deps, call, params.review_id);
  return (await queueRow(deps, caller, params.review_id)) ?? refuse('not_found', 'gone meanwhile');
};

export const releaseHandler: Handler<typeof reviewing.releaseReview> = async (call, deps) => {
  const { caller, params } = call;
  await deps.database.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; review_id: string }>`
      UPDATE review SET claimed_by = NULL, claimed_until = NULL
       WHERE org = ${caller.org} AND env = ${caller.env} AND review_id = ${params.review_id}
         AND claimed_by = ${caller.user_id} AND hold_id IS NULL
      RETURNING id, review_id`.execute(trx);
    if (!rows[0]) return;
    await audit(trx, noted(call, 'review.released', rows[0]));
    await tellQueues(trx, caller, [rows[0].review_id]);
  });
  return (await queueRow(deps, caller, params.review_id)) ?? refuse('not_found', 'no such review');
};
