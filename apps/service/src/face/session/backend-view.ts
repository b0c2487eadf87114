import type { FaceSession } from '@standpoint/contract';
import type { Selectable } from 'kysely';
import type { FaceDuplicateTable, FaceFrameTable } from '../../database/face-schema.ts';
import { reviewView } from '../../reviews/view.ts';
import type { ComparedSession } from '../evidence/contradiction.ts';
import type { AttemptRow, Db, HandoffRow, SessionRow } from './records.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
type FrameRow = Selectable<FaceFrameTable>;
type DuplicateRow = Selectable<FaceDuplicateTable>;

/**
 * The backend's view of sessions of one organization and environment, in the given order, each with what its
 * signed records say of it.
 */
export async function backendViews(
  db: Db,
  sessions: readonly SessionRow[],
  compared: ReadonlyMap<string, ComparedSession>,
): Promise<FaceSession[]> {
  if (sessions.length === 0) return [];
  const { org, env } = sessions[0]!;
  const ids = sessions.map(({ session_id }) => session_id);
  const rows = <T extends 'face_attempt' | 'face_handoff' | 'face_frame' | 'face_duplicate'>(
    table: T,
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
  const attempts = await rows('face_attempt', 'attempt_id');
  const handoffs = (await rows('face_handoff', 'handoff_id')) as unknown as HandoffRow[];
  const frames = (await rows('face_frame', 'index')) as unknown as FrameRow[];
  const twins = (await rows('face_duplicate', 'customer_id')) as unknown as DuplicateRow[];
  const of = <R extends { session_id: string }>(list: R[], { session_id }: SessionRow) =>
    list.filter((row) => row.session_id === session_id);
  return sessions.map((session) => ({
    ...view(session, of(attempts, session), of(handoffs, session), of(frames, session), of(twins, session)),
    ...signedPart(compared.get(session.session_id)),
  }));
}

const signedPart = (compared: ComparedSession | undefined) => ({
  review: compared ? reviewView(compared.review, compared.answers) : null,
  record_contradicted: (compared?.what ?? null) !== null,
});

function view(
  session: SessionRow,
  attempts: AttemptRow[],
  handoffs: HandoffRow[],
  frames: FrameRow[],
  twins: DuplicateRow[],
): Omit<FaceSession, 'review' | 'record_contradicted'> {
  return {
    session_id: session.session_id,
    customer_id: session.customer_id,
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
    duplicates: twins
      .map(({ customer_id, score }) => ({ customer_id, score }))
      .sort((a, b) => b.score - a.score),
    consent: session.consent,
    bound: session.portal_jkt !== null,
    client: session.client,
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

const attemptView = (attempt: AttemptRow, frames: FrameRow[]): FaceSession['attempts'][number] => ({
  attempt_id: attempt.attempt_id,
  state: attempt.state,
  opened_at: attempt.opened_at.toISOString(),
  submitted_at: iso(attempt.submitted_at),
  challenge_type: attempt.challenge.type,
  device: attempt.device,
  frames: frames
    .filter((frame) => frame.attempt_id === attempt.attempt_id)
    .map(({ sha256, bytes, width, height, t_ms, step }) => ({
      sha256: sha256.toString('hex'),
      bytes,
      width,
      height,
      t_ms,
      step,
    })),
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
