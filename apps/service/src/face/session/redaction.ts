import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { deletable, heldNow } from '../../retention/holds/state.ts';
import { closeReviews } from '../../reviews/records.ts';
import { forgetEvidence } from '../evidence/store.ts';
import { removePrints } from '../templates/prints.ts';
import { removeTemplates } from '../templates/records.ts';
import type { Change } from './change.ts';
import type { SessionKey } from './records.ts';
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
  await closeReviews(change.trx, { org, env }, [session_id]);
  await removePrints(change.trx, change.key);
  await change.trx
    .deleteFrom('record_note')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('record_id', '=', session_id)
    .execute();
  await removeTemplates(change.trx, { org, env }, { session_id });
  change.session = redacted(change.session, change.now);
  change.emit('facecheck.session.redacted');
  await change.deps.face.frames.removeSession(change.key);
  return true;
}

const redacted = (session: Change['session'], now: Date): Change['session'] => ({
  ...session,
  version: session.version + 1,
  redacted_at: now,
  updated_at: now,
  frames_state: session.frames_state === 'kept' ? 'deleted' : session.frames_state,
  frames_delete_after: null,
  checks: {},
  reasons: [],
  client_sealed: null,
  locale: null,
  device_label: '',
  network_hmac: Buffer.alloc(0),
});

/**
 * Deletes frames whose retention is over, of up to `limit` sessions; gives the organization of each. Their hashes
 * stay, so that an old frame is still recognised.
 */
export async function deleteDueFrames(deps: Deps, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<SessionKey>`
    SELECT r.org, r.env, r.session_id FROM ${DUE_FRAMES(now)} AND NOT ${heldNow(now)}
     ORDER BY r.frames_delete_after LIMIT ${limit}`.execute(deps.database.db);
  const swept: string[] = [];
  for (const key of rows) {
    const done = await withSession(deps, key, async (change) => {
      if (change.session.frames_state !== 'kept') return false;
      if ((await deletable(change.trx, change.session, now)) !== 'free') return false;
      await deps.face.frames.removeSession(key);
      change.session = { ...change.session, frames_state: 'deleted' };
      return true;
    });
    if (done) swept.push(key.org);
  }
  return swept;
}

const DUE_FRAMES = (now: Date) => sql`
  face_session r WHERE r.frames_state = 'kept' AND r.frames_delete_after <= ${now} AND r.status <> 'processing'`;

/** How many sessions have frames whose retention is over, and how many of them a hold keeps. */
export async function countDueFrames({ database }: Deps, now: Date): Promise<{ due: number; held: number }> {
  const { rows } = await sql<{ due: number; held: number }>`
    SELECT count(*) FILTER (WHERE NOT held)::int AS due, count(*) FILTER (WHERE held)::int AS held
      FROM (SELECT ${heldNow(now)} AS held FROM ${DUE_FRAMES(now)}) r`.execute(database.db);
  return rows[0]!;
}
