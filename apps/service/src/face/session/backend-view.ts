import type { KeyObject } from 'node:crypto';
import type { FaceSession } from '@standpoint/contract';
import type { Selectable } from 'kysely';
import type { FaceConsentTable, FaceDuplicateTable, FaceFrameTable } from '../../database/tables/face.ts';
import type { Deps } from '../../deps.ts';
import { openCustomers } from '../../privacy/customers.ts';
import { openBytes, openJson } from '../../privacy/envelope.ts';
import { reviewView } from '../../reviews/view.ts';
import { CLIP_STEP } from '../capture/clip.ts';
import { frameDigestAad } from '../capture/frame-aad.ts';
import type { ComparedSession } from '../evidence/contradiction.ts';
import { type AttemptRow, clientAad, type HandoffRow, type SessionRow } from './records.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
type FrameRow = Selectable<FaceFrameTable>;
type DuplicateRow = Selectable<FaceDuplicateTable>;
type ConsentRow = Selectable<FaceConsentTable>;

type OfSession = 'face_attempt' | 'face_handoff' | 'face_frame' | 'face_duplicate' | 'face_consent';

/** The rows of these sessions in one table, each typed as an attempt. */
const rowsOf = (
  db: Deps['database']['db'],
  { org, env, ids }: Pick<SessionRow, 'org' | 'env'> & { ids: readonly string[] },
  table: OfSession,
  order: string,
) =>
  db
    .selectFrom(table as 'face_attempt')
    .selectAll()
    .where('org', '=', org)
    .where('env', '=', env)
    .where('session_id', 'in', ids)
    .orderBy(order as 'attempt_id')
    .execute();

/**
 * The backend's view of sessions of one organization and environment, in the given order, each with what its
 * signed records say of it.
 */
export async function backendViews(
  { database: { db }, data_keys }: Pick<Deps, 'database' | 'data_keys'>,
  sessions: readonly SessionRow[],
  compared: ReadonlyMap<string, ComparedSession>,
): Promise<FaceSession[]> {
  if (sessions.length === 0) return [];
  const { org, env } = sessions[0]!;
  const ids = sessions.map(({ session_id }) => session_id);
  const rows = (table: OfSession, order: string) => rowsOf(db, { org, env, ids }, table, order);
  const attempts = await rows('face_attempt', 'attempt_id');
  const handoffs = (await rows('face_handoff', 'handoff_id')) as unknown as HandoffRow[];
  const kept = (await rows('face_frame', 'index')) as unknown as FrameRow[];
  const frames = kept.filter(({ step }) => step !== CLIP_STEP);
  const twins = (await rows('face_duplicate', 'customer_hash')) as unknown as DuplicateRow[];
  const acts = (await rows('face_consent', 'act_no')) as unknown as ConsentRow[];
  const of = <R extends { session_id: string }>(list: R[], { session_id }: SessionRow) =>
    list.filter((row) => row.session_id === session_id);
  const hashes = [...sessions, ...twins].map(({ customer_hash }) => customer_hash);
  const people = await openCustomers(db, data_keys, { org, env }, hashes);
  const keyOf = ({ customer_hash }: SessionRow) => people.get(customer_hash)?.key ?? null;
  return sessions.map((session) => ({
    ...view(
      session,
      of(attempts, session),
      of(handoffs, session),
      framesOf(of(frames, session), keyOf(session)),
    ),
    customer_id: people.get(session.customer_hash)?.customer_id ?? '',
    client: clientOf(session, keyOf(session)),
    duplicates: of(twins, session)
      .flatMap(({ customer_hash, score }) => {
        const twin = people.get(customer_hash);
        return twin ? [{ customer_id: twin.customer_id, score }] : [];
      })
      .sort((a, b) => b.score - a.score),
    consent: consentView(session, of(acts, session)),
    ...signedPart(compared.get(session.session_id)),
  }));
}

/** What the browser said of itself; null without it, and once the person was erased. */
const clientOf = (session: SessionRow, key: KeyObject | null): Record<string, unknown> | null =>
  key && session.client_sealed && openJson(key, session.client_sealed, clientAad(session));

type OpenFrame = FaceSession['attempts'][number]['frames'][number] & { attempt_id: string };

/** Without those that the key of a person who was erased would open. */
const framesOf = (frames: FrameRow[], key: KeyObject | null): OpenFrame[] =>
  frames.flatMap(({ attempt_id, sha256_sealed, bytes, width, height, t_ms, step, ...place }) => {
    if (!key) return [];
    const aad = frameDigestAad({ ...place, attempt_id }, place.index);
    const sha256 = openBytes(key, sha256_sealed, aad).toString('hex');
    return [{ attempt_id, sha256, bytes, width, height, t_ms, step }];
  });

const signedPart = (compared: ComparedSession | undefined) => ({
  review: compared ? reviewView(compared.review, compared.answers) : null,
  record_contradicted: (compared?.what ?? null) !== null,
});

function view(
  session: SessionRow,
  attempts: AttemptRow[],
  handoffs: HandoffRow[],
  frames: OpenFrame[],
): Omit<FaceSession, 'consent' | 'review' | 'record_contradicted' | 'customer_id' | 'client' | 'duplicates'> {
  return {
    session_id: session.session_id,
    workflow_id: session.workflow_id,
    workflow_version: session.workflow_version,
    livemode: session.env === 'production',
    status: session.status,
    phase: session.phase,
    decision: session.decision,
    decision_source: session.decision_source,
    reasons: session.reasons,
    checks: session.checks,
    attempts: attempts.map((attempt) => attemptView(attempt, frames)),
    attempts_max: session.attempts_max,
    handoffs: handoffs.map(handoffView),
    bound: session.portal_jkt !== null,
    retention: {
      frames: session.frames_state,
      delete_after: session.frames_state === 'kept' ? iso(session.frames_delete_after) : null,
      redacted_at: iso(session.redacted_at),
    },
    created_at: session.created_at.toISOString(),
    updated_at: session.updated_at.toISOString(),
    completed_at: iso(session.completed_at),
    expires_at: session.expires_at.toISOString(),
    version: session.version,
  };
}

/** The last answer of the person, with what it was about. */
function consentView(
  { consent, consent_withdrawn_at }: SessionRow,
  acts: ConsentRow[],
): FaceSession['consent'] {
  if (!consent) return null;
  const act = acts.findLast((each) => each.act !== 'withdrawn');
  return {
    ...consent,
    controller: act?.controller ?? null,
    purposes: act?.purposes ?? [],
    withdrawn_at: iso(consent_withdrawn_at),
  };
}

const attemptView = (attempt: AttemptRow, frames: OpenFrame[]): FaceSession['attempts'][number] => ({
  attempt_id: attempt.attempt_id,
  state: attempt.state,
  opened_at: attempt.opened_at.toISOString(),
  submitted_at: iso(attempt.submitted_at),
  challenge_type: attempt.challenge.type,
  device: attempt.device,
  frames: frames
    .filter((frame) => frame.attempt_id === attempt.attempt_id)
    .map(({ attempt_id: _, ...frame }) => frame),
  outcome: attempt.outcome,
});

const handoffView = (handoff: HandoffRow): FaceSession['handoffs'][number] => ({
  handoff_id: handoff.handoff_id,
  state: handoff.state,
  channel: handoff.channel,
  created_at: handoff.created_at.toISOString(),
  redeemed_at: iso(handoff.redeemed_at),
  confirmed_at: iso(handoff.confirmed_at),
  bound: handoff.bound_jkt !== null,
  device_label: handoff.device_label,
  ip_same: handoff.ip_same,
  reason: handoff.reason,
  proximity: handoff.optical && {
    outcome: handoff.optical,
    score: handoff.optical_seen?.score ?? null,
    latency_ms: handoff.optical_seen?.latency_ms ?? null,
    seen: handoff.optical_seen?.sightings.length ?? 0,
  },
});
