import { newId } from '../../ids.ts';
import { insertReview } from '../../reviews/records.ts';
import type { WorkflowSettings } from '../portal/workflow.ts';
import type { Basis } from '../runner/runner.ts';
import type { Change } from '../session/change.ts';
import { keepPending } from './pending.ts';

/** Opens the review of a session in the transaction that decides `review`, and keeps what an approval needs. */
export async function openReview(
  change: Change,
  settings: WorkflowSettings,
  basis: Basis | null,
): Promise<void> {
  const { org, env, session_id } = change.key;
  const { four_eyes, due_s } = settings.review;
  const review_id = newId('review', change.now.getTime());
  const due_at = new Date(change.now.getTime() + due_s * 1_000);
  await insertReview(change.trx, {
    org,
    env,
    review_id,
    area: 'face',
    id: session_id,
    four_eyes,
    opened_at: change.now,
    due_at,
  });
  if (basis) await keepPending(change, settings, basis, due_at);
  change.emit('facecheck.session.review_required', { review_id, due_at: due_at.toISOString() });
}
