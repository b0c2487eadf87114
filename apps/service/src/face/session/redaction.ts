import type { Deps } from '../../deps.ts';
import { closeReviews } from '../../reviews/records.ts';
import { forgetEvidence } from '../evidence/store.ts';
import { removePrints } from '../templates/prints.ts';
import { removeTemplates } from '../templates/records.ts';
import type { Change } from './change.ts';
import { withSession } from './with-session.ts';

/**
 * Removes everything that shows or describes the person: frames, their prints, templates made from them,
 * scores, devices. Ids, times, decision and consent record stay. A session in progress is canceled first.
 * False when it was redacted before.
 */
export async function redact(change: Change): Promise<boolean> {
  if (change.session.redacted_at) return false;
  if (change.can('canceled')) change.move('canceled', { reasons: [] });
  const { org, env, session_id } = change.key;
  await change.trx
    .deleteFrom('face_frame')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('session_id', '=', session_id)
    .execute();
  await change.trx
    .updateTable('face_handoff')
    .set({ device_label: null, ip_same: null, optical_seen: null })
    .where('org', '=', org)
    .where('env', '=', env)
    .where('session_id', '=', session_id)
    .execute();
  if (change.handoff)
    change.handoff = { ...change.handoff, device_label: null, ip_same: null, optical_seen: null };
  await forgetEvidence(change.trx, change.key);
  await closeReviews(change.trx, { org, env }, { id: session_id });
  await removePrints(change.trx, change.key);
  await removeTemplates(change.trx, { org, env }, { session_id });
  const { session } = change;
  change.session = {
    ...session,
    version: session.version + 1,
    redacted_at: change.now,
    updated_at: change.now,
    frames_state: session.frames_state === 'kept' ? 'deleted' : session.frames_state,
    frames_delete_after: null,
    checks: {},
    reasons: [],
    client: null,
    device_label: '',
    network_hmac: Buffer.alloc(0),
  };
  change.emit('facecheck.session.redacted');
  await change.deps.face.frames.removeSession(change.key);
  return true;
}

/** Deletes frames whose retention is over. Their hashes stay, so that an old frame is still recognised. */
export async function deleteDueFrames(deps: Deps, now: Date, limit: number): Promise<void> {
  const due = await deps.database.db
    .selectFrom('face_session')
    .select(['org', 'env', 'session_id'])
    .where('frames_state', '=', 'kept')
    .where('frames_delete_after', '<=', now)
    .where('status', '<>', 'processing')
    .orderBy('frames_delete_after')
    .limit(limit)
    .execute();
  for (const key of due) {
    await withSession(deps, key, async (change) => {
      if (change.session.frames_state !== 'kept') return;
      await deps.face.frames.removeSession(key);
      change.session = { ...change.session, frames_state: 'deleted' };
    });
  }
}

/** Deletes templates and prints whose retention is over, also those that wait for a review. */
export async function deleteDueTemplates(deps: Deps, now: Date): Promise<void> {
  const { db } = deps.database;
  const galleries = await db
    .selectFrom('face_template')
    .select(['org', 'env'])
    .distinct()
    .where('delete_after', '<=', now)
    .execute();
  for (const gallery of galleries)
    await db.transaction().execute((trx) => removeTemplates(trx, gallery, { until: now }));
  await db.deleteFrom('face_print').where('delete_after', '<=', now).execute();
  await db.deleteFrom('face_pending').where('delete_after', '<=', now).execute();
}
