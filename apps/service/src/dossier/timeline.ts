import type { record } from '@standpoint/contract';
import type { Deps } from '../deps.ts';
import { timeOf } from '../ids.ts';
import type { Handler } from '../route.ts';
import { auditSteps } from './steps/audit.ts';
import { eventSteps } from './steps/events.ts';
import { faceSteps } from './steps/face.ts';
import { reviewSteps } from './steps/review.ts';
import { type Subject, subjectOf } from './subject.ts';

/** Everything that is stored about what happened around one record, in order. Nothing is inferred. */
export const readTimelineHandler: Handler<typeof record.readTimeline> = async (call, deps) => {
  const subject = await subjectOf(deps.database.db, call);
  const steps = [
    // Of two steps of one moment, what was asked for comes before what came of it.
    ...(await auditSteps(deps, subject)),
    ...(subject.area === 'face' ? await faceSteps(deps, subject) : await decidedStep(deps, subject)),
    ...(await reviewSteps(deps, subject)),
    ...(await eventSteps(deps, subject)),
  ];
  return { steps: steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)) };
};

async function decidedStep({ database }: Deps, { org, env, record_id }: Subject): Promise<record.Step[]> {
  const row = await database.db
    .selectFrom('verification')
    .select(['decision', 'decision_source', 'hop', 'evidence_deleted_at'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('verification_id', '=', record_id)
    .executeTakeFirstOrThrow();
  const step = { kind: 'decided' as const, by: null };
  const decided = {
    ...step,
    // The service's own time, which the review and the record have too.
    at: new Date(timeOf(record_id)).toISOString(),
    name: 'decided',
    // A review changes the row; its own step says so.
    outcome: row.decision_source === 'review' ? 'review' : row.decision,
    detail: { hop: row.hop, simulated: row.decision_source === 'simulated' },
  };
  const deleted = row.evidence_deleted_at;
  if (!deleted) return [decided];
  return [
    decided,
    { ...step, at: deleted.toISOString(), name: 'evidence_deleted', outcome: null, detail: {} },
  ];
}
