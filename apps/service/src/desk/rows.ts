import type { Environment, ReviewArea, ReviewOutcome, ReviewState, reviewing } from '@standpoint/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Call, Deps, PersonCaller } from '../deps.ts';
import { customerIds } from '../privacy/customers.ts';

export type DeskCall<B = unknown, Q = unknown, P = unknown> = Call<B, Q, P, PersonCaller>;
type Reader = Pick<PersonCaller, 'org' | 'env' | 'user_id' | 'email'>;

interface Row {
  review_id: string;
  area: ReviewArea;
  id: string;
  state: ReviewState;
  four_eyes: boolean;
  opened_at: Date;
  due_at: Date;
  first_reviewer: string | null;
  first_user_id: string | null;
  first_name: string | null;
  outcome: ReviewOutcome | null;
  decided_at: Date | null;
  decided_by: string | null;
  decided_name: string | null;
  claimed_by: string | null;
  claimed_until: Date | null;
  claimed_name: string | null;
  hold_id: string | null;
  held_by: string | null;
  held_name: string | null;
  held_outcome: ReviewOutcome | null;
  held_until: Date | null;
  hold_problem: string | null;
  escalated_at: Date | null;
  escalated_by: string | null;
  escalated_name: string | null;
  customer_hash: string | null;
  reasons: string[] | null;
  about: string | null;
  rules_name: string | null;
  rules_version: number | null;
  attempt: number | null;
  attempts_max: number | null;
}

/** Reviews `r` with what a row says of them. `where` and `order` are about `r`, and `v` or `s`, its record. */
const selectRows = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) => sql<Row>`
  SELECT r.review_id, r.area, r.id, r.state, r.four_eyes, r.opened_at, r.due_at, r.first_reviewer,
    r.first_user_id, r.outcome,
         r.decided_at, r.decided_by, r.claimed_by, r.claimed_until, r.hold_id, r.held_by, r.held_outcome,
         r.held_until, r.hold_problem, r.escalated_at, r.escalated_by,
         fp.name AS first_name, cp.name AS claimed_name, hp.name AS held_name, ep.name AS escalated_name,
         dp.name AS decided_name,
         coalesce(v.customer_hash, s.customer_hash) AS customer_hash,
         coalesce(v.reason_codes, s.reasons) AS reasons, v.transaction_type AS about,
         coalesce(pol.name, wf.name) AS rules_name, coalesce(v.policy_version, s.workflow_version) AS rules_version,
         coalesce(v.hop + 1, s.attempts_used) AS attempt, s.attempts_max
    FROM review r
    LEFT JOIN verification v ON (v.org, v.env, v.verification_id) = (r.org, r.env, r.id)
    LEFT JOIN face_session s ON (s.org, s.env, s.session_id) = (r.org, r.env, r.id)
    LEFT JOIN policy pol ON (pol.org, pol.policy_id, pol.version) = (v.org, v.policy_id, v.policy_version)
    LEFT JOIN workflow wf ON (wf.org, wf.workflow_id, wf.version) = (s.org, s.workflow_id, s.workflow_version)
    -- An address may be one that a backend made up: only a member's name is told, or that of a stranger would be.
    LEFT JOIN person fp ON fp.id = coalesce(r.first_user_id, (
      SELECT p.id FROM person p JOIN member m ON m.user_id = p.id WHERE p.email = r.first_reviewer AND m.org = r.org))
    LEFT JOIN person cp ON cp.id = r.claimed_by
    LEFT JOIN person hp ON hp.id = r.held_by
    LEFT JOIN person ep ON ep.id = r.escalated_by
    LEFT JOIN person dp ON 'user:' || dp.id = r.decided_by
   WHERE ${where} ORDER BY ${order} LIMIT ${limit}`;

/** Rows of the queue in order. */
export async function queueRows(
  deps: Deps,
  reader: Reader,
  { where, order, limit }: { where: RawBuilder<unknown>; order: RawBuilder<unknown>; limit: number },
): Promise<reviewing.QueuedReview[]> {
  const { org, env } = reader;
  const place = sql`r.org = ${org} AND r.env = ${env} AND (${where})`;
  const { rows } = await selectRows(place, order, limit).execute(deps.database.db);
  const hashes = rows.map(({ customer_hash }) => customer_hash ?? '');
  const ids = await customerIds(deps.database.db, deps.data_keys, { org, env }, hashes);
  const now = deps.clock.now();
  return rows.map((row) => queued(row, ids.get(row.customer_hash ?? '') ?? '', reader, now));
}

/** A backend may name a member by their address. */
const isFirst = ({ first_user_id, first_reviewer }: Row, { user_id, email }: Reader): boolean =>
  first_user_id === null ? first_reviewer === email : first_user_id === user_id;

const person = (user_id: string | null, name: string | null) =>
  user_id === null || name === null ? null : { user_id, name };

const heldIn = ({ hold_id, held_until, held_outcome, held_by, held_name }: Row, { user_id }: Reader) =>
  hold_id && held_until && held_outcome
    ? {
        hold_id,
        by: person(held_by, held_name),
        mine: held_by === user_id,
        outcome: held_outcome,
        until: held_until.toISOString(),
      }
    : null;

function queued(row: Row, customer_id: string, reader: Reader, now: number): reviewing.QueuedReview {
  const { claimed_until, claimed_by, rules_version, escalated_at } = row;
  const by = person(claimed_by, row.claimed_name);
  const claimed = by !== null && claimed_until !== null && claimed_until.getTime() > now;
  return {
    review_id: row.review_id,
    area: row.area,
    id: row.id,
    state: row.state,
    four_eyes: row.four_eyes,
    opened_at: row.opened_at.toISOString(),
    due_at: row.due_at.toISOString(),
    customer_id,
    reasons: row.reasons ?? [],
    about: row.about,
    rules:
      row.rules_name !== null && rules_version !== null
        ? { name: row.rules_name, version: rules_version }
        : null,
    attempt: { number: Math.max(1, row.attempt ?? 1), most: row.attempts_max },
    claim: claimed ? { by, until: claimed_until.toISOString(), mine: claimed_by === reader.user_id } : null,
    first:
      row.first_reviewer === null
        ? null
        : { name: row.first_name ?? row.first_reviewer, mine: isFirst(row, reader) },
    escalated: escalated_at && {
      at: escalated_at.toISOString(),
      by: person(row.escalated_by, row.escalated_name),
    },
    held: heldIn(row, reader),
    problem: row.hold_problem,
    outcome: row.outcome,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_name ?? (row.decided_by?.startsWith('key:') ? 'a key of the backend' : null),
  };
}

/** One row. Undefined where there is no such review. */
export const queueRow = async (
  deps: Deps,
  reader: Reader,
  review_id: string,
): Promise<reviewing.QueuedReview | undefined> =>
  (
    await queueRows(deps, reader, {
      where: sql`r.review_id = ${review_id}`,
      order: sql`r.review_id`,
      limit: 1,
    })
  )[0];

export interface Place {
  org: string;
  env: Environment;
}
