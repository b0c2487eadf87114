import type { reviewing } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { noteDuplicatesSeen } from '../face/explained/seen.ts';
import { openCustomers } from '../privacy/customers.ts';
import { refuse } from '../refuse.ts';
import { openAnswers, type StoredAnswer } from '../reviews/answers.ts';
import type { ReviewRow } from '../reviews/records.ts';
import { reviewView } from '../reviews/view.ts';
import type { Handler } from '../route.ts';
import { type Escalation, openEscalation } from './held.ts';
import { type Place, queueRow } from './rows.ts';
import { twinsOf } from './twins.ts';

const EARLIER = 10;

export const readCaseHandler: Handler<typeof reviewing.readCase> = async (call, deps) => {
  const { caller, params } = call;
  const { org, env } = caller;
  const review = (await queueRow(deps, caller, params.review_id)) ?? refuse('not_found', 'no such review');
  const found = await sql<ReviewRow & { customer_hash: string | null }>`
    SELECT r.*, coalesce(v.customer_hash, s.customer_hash) AS customer_hash FROM review r
      LEFT JOIN verification v ON (v.org, v.env, v.verification_id) = (r.org, r.env, r.id)
      LEFT JOIN face_session s ON (s.org, s.env, s.session_id) = (r.org, r.env, r.id)
     WHERE r.org = ${org} AND r.env = ${env} AND r.review_id = ${params.review_id}`.execute(deps.database.db);
  const row = found.rows[0] ?? refuse('not_found', 'gone meanwhile');
  const hash = row.customer_hash ?? '';
  const key =
    (await openCustomers(deps.database.db, deps.data_keys, { org, env }, [hash])).get(hash)?.key ?? null;
  // Without their key, as after an erasure, nothing of the person is left to read.
  const answers = key ? openAnswers(key, row) : [];
  const twins = row.area === 'face' ? await twinsOf(deps, { org, env }, row.id) : [];
  if (twins.length > 0) await noteDuplicatesSeen(deps, call, [row.id], { review_id: row.review_id });
  return {
    review,
    answers: await named(deps, answers, reviewView(row, answers).reviewers),
    escalation: key ? escalationOf(row, key) : null,
    earlier: await earlierOf(deps, { org, env }, hash, row.id),
    twins,
  };
};

const escalationOf = (row: ReviewRow, key: Parameters<typeof openEscalation>[0]): Escalation | null =>
  row.escalation_sealed && openEscalation(key, row, row.escalation_sealed);

/**
 * A member's answer is signed with their id and the e-mail address that they had; the page says their name. A backend
 * names whom it likes, by no id: of a person who is no member here, it must not learn the name.
 */
async function named<A extends { reviewer: string }>(
  { database }: Deps,
  answers: readonly StoredAnswer[],
  shown: readonly A[],
): Promise<A[]> {
  const ids = answers.flatMap(({ said }) => said.user_id ?? []);
  if (ids.length === 0) return [...shown];
  const people = await database.db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return shown.map((answer, i) => ({
    ...answer,
    reviewer: names.get(answers[i]!.said.user_id ?? '') ?? answer.reviewer,
  }));
}

interface EarlierRow {
  id: string;
  at: Date;
  about: string;
  decision: string | null;
}

/** The last decisions about the same customer, of both areas, without this one. */
async function earlierOf({ database }: Deps, { org, env }: Place, hash: string, id: string) {
  if (hash === '') return [];
  const { rows } = await sql<EarlierRow>`
    (SELECT verification_id AS id, created_at AS at, transaction_type AS about, decision FROM verification
      WHERE org = ${org} AND env = ${env} AND customer_hash = ${hash} AND verification_id <> ${id}
      ORDER BY created_at DESC LIMIT ${EARLIER})
    UNION ALL
    (SELECT s.session_id, s.created_at, coalesce(w.name, s.workflow_id), s.decision FROM face_session s
       LEFT JOIN workflow w ON (w.org, w.workflow_id, w.version) = (s.org, s.workflow_id, s.workflow_version)
      WHERE s.org = ${org} AND s.env = ${env} AND s.customer_hash = ${hash} AND s.session_id <> ${id}
        AND s.status = 'completed'
      ORDER BY s.created_at DESC LIMIT ${EARLIER})
    ORDER BY at DESC LIMIT ${EARLIER}`.execute(database.db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
