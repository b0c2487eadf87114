import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { differing, refuseContradicted } from '../../evidence/contradiction.ts';
import { recordDigest } from '../../evidence/signature.ts';
import { withKeys } from '../../privacy/customers.ts';
import { refuse } from '../../refuse.ts';
import type { StoredAnswer } from '../../reviews/answers.ts';
import { type Asked, answersHold, type ComparedReview, compareReview } from '../../reviews/compare.ts';
import { REVIEW_READ, type ReviewRow, reviewRow } from '../../reviews/records.ts';
import { settingsOf, workflowOf } from '../portal/workflow.ts';
import type { SessionKey, SessionRow } from '../session/records.ts';
import { type OpenedRecord, openRecord } from './open-record.ts';
import type { FaceEvidenceRecord } from './record.ts';

/** The columns of a session that its signed records speak of. */
type Decided = SessionKey &
  Pick<
    SessionRow,
    | 'customer_hash'
    | 'workflow_id'
    | 'workflow_version'
    | 'decision'
    | 'decision_source'
    | 'reasons'
    | 'checks'
    | 'consent'
    | 'completed_at'
    | 'redacted_at'
  > & {
    key_id: string | null;
    /** The customer's data key; null once the person was erased. */
    key: KeyObject | null;
    /** As `reviewRow` reads it. */
    review: unknown;
  };

type Unopened = Omit<Decided, 'key'>;

/** A judged attempt: its sealed record, and the columns of its row that are compared with it. */
interface Judged {
  attempt_id: string;
  sealed: Buffer;
  outcome: string | null;
  device: string;
}

/** A session with what its signed records say, and its review. `what` is null where all of it agrees. */
export interface ComparedSession {
  what: string | null;
  review: ReviewRow | null;
  /** The answers of its review. */
  answers: readonly StoredAnswer[];
  /** The review that the signed verdict asks for; null where its decision is another. */
  asked: Asked | null;
  /** The record of the attempt that decided; null where none did, or where it does not open. */
  record: FaceEvidenceRecord | null;
  /** The customer's data key; null once the person was erased. */
  key: KeyObject | null;
}

/**
 * Sessions with their reviews and judged attempts: one row for each attempt, or one row without. One
 * statement, because a decision that is made between two statements would look like a contradiction.
 */
async function readJudged(deps: Deps, { org, env }: Place, ids: readonly string[]) {
  const { rows } = await sql<Unopened & (Judged | { attempt_id: null })>`
    SELECT s.org, s.env, s.session_id, s.customer_hash, s.workflow_id, s.workflow_version, s.decision,
           s.decision_source, s.reasons, s.checks, s.consent, s.completed_at, s.redacted_at,
           e.attempt_id, e.sealed, a.outcome, a.device, c.key_id, ${REVIEW_READ} AS review
      FROM face_session s
      LEFT JOIN face_evidence e ON (e.org, e.env, e.session_id) = (s.org, s.env, s.session_id)
      LEFT JOIN face_attempt a
        ON (a.org, a.env, a.session_id, a.attempt_id) = (e.org, e.env, e.session_id, e.attempt_id)
      LEFT JOIN customer c ON (c.org, c.env, c.customer_hash) = (s.org, s.env, s.customer_hash)
      LEFT JOIN review r ON (r.org, r.env, r.id) = (s.org, s.env, s.session_id)
     WHERE s.org = ${org} AND s.env = ${env} AND s.session_id = ANY(${ids})
     ORDER BY e.attempt_id`.execute(deps.database.db);
  const opened = await withKeys(deps.data_keys, rows);
  return [...Map.groupBy(opened, ({ session_id }) => session_id).values()];
}

type Place = Pick<SessionKey, 'org' | 'env'>;

/**
 * The sessions, each compared with its signed records. `signature`: checks the signatures too, for reads of
 * one decision.
 */
export async function compareSessions(
  deps: Deps,
  place: Place,
  ids: readonly string[],
  { signature = false } = {},
): Promise<Map<string, ComparedSession>> {
  const found = new Map<string, ComparedSession>();
  if (ids.length === 0) return found;
  for (const rows of await readJudged(deps, place, ids)) {
    const session = rows[0]!;
    const judged = rows.filter((row) => row.attempt_id !== null) as (Decided & Judged)[];
    found.set(session.session_id, await compareSession(deps, session, judged, signature));
  }
  return found;
}

/** Those of the sessions that their signed records contradict, each with what differs. */
export async function contradictedSessions(
  deps: Deps,
  place: Place,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const all = await compareSessions(deps, place, ids);
  return new Map([...all].flatMap(([id, { what }]) => (what ? [[id, what] as const] : [])));
}

/** One session, or 500 `record_contradicted` where its signed records say otherwise. */
export async function agreedSession(
  deps: Deps,
  { org, env, session_id: id }: SessionKey,
): Promise<ComparedSession> {
  const compared = (await compareSessions(deps, { org, env }, [id], { signature: true })).get(id);
  if (!compared) return refuse('session_not_found', 'erased meanwhile');
  const { what } = compared;
  return what ? refuseContradicted(deps, { area: 'face', org, env, id, what }) : compared;
}

/** Refuses a session with 500 `record_contradicted` where its signed records say otherwise. */
export async function requireAgreement(deps: Deps, key: SessionKey): Promise<void> {
  await agreedSession(deps, key);
}

/**
 * A redaction removes the records in its transaction, an erasure redacts, and the bare decision stays. So a
 * record or answer that is still there says that the row was made to look redacted.
 */
function leftBehind(judged: readonly Judged[], review: ReviewRow | null): string | null {
  if (judged.length > 0) return 'redacted_at';
  if (review && (review.answers.length > 0 || /open|awaiting/.test(review.state))) return 'redacted_at';
  return null;
}

async function compareSession(
  deps: Deps,
  session: Decided,
  judged: readonly Judged[],
  signature: boolean,
): Promise<ComparedSession> {
  const review = reviewRow(session.review);
  const { key } = session;
  const none = { review, answers: [], asked: null, record: null, key };
  // The key is gone for good, as after an erasure: nothing can be opened, and nothing be compared.
  if (session.key_id !== null && !key) return { ...none, what: null };
  if (session.redacted_at) return { ...none, what: leftBehind(judged, review) };
  const { last, problem } = await openRecords(deps, session, judged, signature);
  if (problem !== null) return { ...none, what: problem };
  const asked = last && (await askedOf(deps, session, last));
  const compared = compareReview(review, asked, key);
  const found = { ...none, asked, record: last?.record ?? null, answers: compared.answers };
  const what = compared.what ?? contradiction(session, found.record, compared.decided);
  if (what || !signature || (await answersHold(deps, review, found.answers))) return { ...found, what };
  return { ...found, what: 'review: a signature is not valid' };
}

/** The review that a signed verdict asks for; null where its decision is another. */
async function askedOf(
  deps: Deps,
  { org, env, session_id, workflow_id, workflow_version }: Decided,
  { record, signed }: OpenedRecord,
): Promise<Asked | null> {
  if (record.verdict.kind !== 'decided' || record.verdict.decision !== 'review') return null;
  const { definition } = await workflowOf(deps, { org, workflow_id, workflow_version });
  return {
    about: { area: 'face', id: session_id, org, env, of: recordDigest(signed.record) },
    opened_at: new Date(record.decided_at),
    ...settingsOf(definition).review,
  };
}

/** Opens every record of a session; `last` is the one that decided it. */
async function openRecords(
  deps: Deps,
  session: Decided,
  judged: readonly Judged[],
  signature: boolean,
): Promise<{ last: OpenedRecord | null; problem: string | null }> {
  let last: OpenedRecord | null = null;
  for (const each of judged) {
    const opened = await openRecord(deps, { ...session, ...each }, signature);
    if (opened.problem !== null) return { last: null, problem: opened.problem };
    const told = compareAttempt(session, each, opened.record);
    if (told) return { last: null, problem: told };
    if (opened.record.verdict.kind === 'decided') last = opened;
  }
  return { last, problem: null };
}

function contradiction(
  session: Decided,
  record: FaceEvidenceRecord | null,
  reviewed: ComparedReview['decided'],
): string | null {
  const verdict = record
    ? { ...record.verdict, consent: record.consent, completed_at: record.decided_at, ...reviewed }
    : { decision: null, decision_source: null };
  const { decision, decision_source, reasons, checks, consent, completed_at } = session;
  const decided = { reasons, checks, consent, completed_at: completed_at?.toISOString() };
  // A session that no verdict ended has the reasons of its cancellation, and may have withdrawn its consent.
  const columns = { decision, decision_source, ...('kind' in verdict && decided) };
  return differing(columns, verdict as Record<string, unknown>);
}

const compareAttempt = (
  session: Decided,
  { outcome, device }: Judged,
  { workflow, capture, verdict }: FaceEvidenceRecord,
) =>
  differing(
    { outcome, device, workflow_id: session.workflow_id, workflow_version: session.workflow_version },
    {
      outcome: verdict.kind === 'retry' ? 'retry' : verdict.decision,
      device: capture.device,
      workflow_id: workflow.workflow_id,
      workflow_version: workflow.version,
    },
  );
