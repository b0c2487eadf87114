import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { differing, refuseContradicted, signatureHolds, speaksOf } from '../../evidence/contradiction.ts';
import { customerContext } from '../customer-key.ts';
import type { SessionKey, SessionRow } from '../session/records.ts';
import type { FaceEvidenceRecord } from './record.ts';
import { openEvidence } from './store.ts';

/** The columns of a session that its signed records speak of. */
type Decided = SessionKey &
  Pick<
    SessionRow,
    | 'customer_id'
    | 'workflow_id'
    | 'workflow_version'
    | 'decision'
    | 'decision_source'
    | 'reasons'
    | 'checks'
    | 'consent'
    | 'completed_at'
    | 'redacted_at'
  >;

/** A judged attempt: its sealed record, and the columns of its row that are compared with it. */
interface Judged {
  attempt_id: string;
  sealed: Buffer;
  outcome: string | null;
  device: string;
  /** The customer's data key, wrapped. */
  data_key: Buffer | null;
}

/**
 * Sessions with their judged attempts: one row for each attempt, or one row without. One statement, because a
 * decision that is made between two statements would look like a contradiction.
 */
async function readJudged(deps: Deps, { org, env }: Place, ids: readonly string[]) {
  const { rows } = await sql<Decided & (Judged | { attempt_id: null })>`
    SELECT s.org, s.env, s.session_id, s.customer_id, s.workflow_id, s.workflow_version, s.decision,
           s.decision_source, s.reasons, s.checks, s.consent, s.completed_at, s.redacted_at,
           e.attempt_id, e.sealed, a.outcome, a.device, c.data_key
      FROM face_session s
      LEFT JOIN face_evidence e ON (e.org, e.env, e.session_id) = (s.org, s.env, s.session_id)
      LEFT JOIN face_attempt a
        ON (a.org, a.env, a.session_id, a.attempt_id) = (e.org, e.env, e.session_id, e.attempt_id)
      LEFT JOIN customer c ON (c.org, c.env, c.customer_id) = (s.org, s.env, s.customer_id)
     WHERE s.org = ${org} AND s.env = ${env} AND s.session_id = ANY(${ids})
     ORDER BY e.attempt_id`.execute(deps.database.db);
  return [...Map.groupBy(rows, ({ session_id }) => session_id).values()];
}

type Place = Pick<SessionKey, 'org' | 'env'>;

/**
 * Those of the sessions that their signed records contradict, each with what differs. `signature`: checks the
 * signatures too, for reads of one decision.
 */
export async function contradictedSessions(
  deps: Deps,
  place: Place,
  ids: readonly string[],
  { signature = false } = {},
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (ids.length === 0) return found;
  for (const rows of await readJudged(deps, place, ids)) {
    const session = rows[0]!;
    const judged = rows.filter((row): row is Decided & Judged => row.attempt_id !== null);
    const what = session.redacted_at
      ? leftBehind(judged)
      : await contradiction(deps, session, judged, signature);
    if (what) found.set(session.session_id, what);
  }
  return found;
}

/** Refuses a session with 500 `record_contradicted` where its signed records say otherwise. */
export async function requireAgreement(deps: Deps, { org, env, session_id: id }: SessionKey): Promise<void> {
  const what = (await contradictedSessions(deps, { org, env }, [id], { signature: true })).get(id);
  if (what) await refuseContradicted(deps, { area: 'face', org, env, id, what });
}

/**
 * A redaction removes the records in its transaction, an erasure redacts, and the bare decision stays. So a
 * record that is still there says that the row was made to look redacted.
 */
function leftBehind(judged: readonly Judged[]): string | null {
  if (judged.length > 0) return 'redacted_at';
  return null;
}

async function contradiction(
  deps: Deps,
  session: Decided,
  judged: readonly Judged[],
  signature: boolean,
): Promise<string | null> {
  let verdict: object = { decision: null, decision_source: null };
  for (const each of judged) {
    const { record, problem } = await openRecord(deps, session, each, signature);
    if (!record) return problem;
    const told = compareAttempt(session, each, record);
    if (told) return told;
    if (record.verdict.kind === 'decided')
      verdict = { ...record.verdict, consent: record.consent, completed_at: record.decided_at };
  }
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

type Opened = { record: FaceEvidenceRecord; problem: null } | { record: null; problem: string };
const bad = (problem: string): Opened => ({ record: null, problem });

async function openRecord(
  deps: Deps,
  { org, env, session_id, customer_id }: Decided,
  { attempt_id, sealed, data_key }: Judged,
  signature: boolean,
): Promise<Opened> {
  if (!data_key) return bad('the record is missing');
  const names = { session_id, attempt_id, org, env };
  try {
    const key = deps.envelope.unwrap(data_key, customerContext({ org, env, customer_id }));
    const signed = openEvidence(key, { ...names, sealed });
    if (!speaksOf(signed, names)) return bad('the signature is about another record');
    if (signature && !(await signatureHolds(deps, signed, 'face_evidence', names)))
      return bad('the signature is not valid');
    return { record: JSON.parse(signed.record) as FaceEvidenceRecord, problem: null };
  } catch {
    return bad('the record does not open');
  }
}
