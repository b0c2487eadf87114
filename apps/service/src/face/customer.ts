import type { Environment } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { CLIP_STEP } from './capture/clip.ts';
import { forgetDuplicate } from './evidence/store.ts';
import { Change } from './session/change.ts';
import { type Db, deleteOfSession, load, lockSessions, type SessionKey } from './session/records.ts';
import { redact } from './session/redaction.ts';
import { forgetApproval } from './templates/approval-records.ts';
import { removePrints } from './templates/prints.ts';
import { removeTemplates } from './templates/records.ts';

/**
 * A position in a timeline: microseconds since 1970, then the id, because two entries can have the same time.
 */
export interface Moment {
  us: number;
  id: string;
}

/** `created_at` in microseconds since 1970. */
export const MOMENT = sql<number>`(extract(epoch FROM created_at) * 1000000)::bigint`;

/** Whether a row, identified by `id`, follows `moment` in a list that begins with the newest row. */
export const olderThan = ({ us, id: last }: Moment, id: 'session_id' | 'verification_id') =>
  sql<boolean>`
    (created_at, ${sql.ref(id)})
    < ('epoch'::timestamptz + ${us}::float8 * interval '1 microsecond', ${last})`;

interface TimelineRow {
  session_id: string;
  us: number;
  created_at: Date;
  status: string;
  decision: string | null;
  workflow_id: string;
}

/** Face sessions of a customer, newest first, from a moment on. */
export function customerTimeline(
  db: Db,
  org: string,
  env: Environment,
  customer_hash: string,
  from: Moment | null,
  limit: number,
): Promise<TimelineRow[]> {
  const rows = db
    .selectFrom('face_session')
    .select(['session_id', 'created_at', 'status', 'decision', 'workflow_id', MOMENT.as('us')])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', customer_hash)
    .orderBy('created_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(limit);
  return (from ? rows.where(olderThan(from, 'session_id')) : rows).execute();
}

/**
 * Erases a person from area B within the transaction of the whole erasure. Deletes frames, templates, devices
 * and codes. Sessions remain as bare facts without a person; they keep the jti of their portal token, so that
 * a token that is still valid brings nothing back.
 */
export async function eraseCustomerFaces(
  trx: Db,
  deps: Deps,
  org: string,
  env: Environment,
  customer_hash: string,
): Promise<{ sessions: number; frames: number; templates: number }> {
  const keys = await lockSessions(trx, { org, env, customer_hash });
  await forgetApproval(trx, { org, env, customer_hash });
  const templates = await removeTemplates(trx, { org, env }, { customer_hash });
  await removePrints(trx, { org, env, customer_hash });
  await forgetDuplicate(trx, { org, env, customer_hash });
  let frames = 0;
  for (const key of keys) frames += await eraseSession(trx, deps, key);
  return { sessions: keys.length, frames, templates };
}

/** Returns how many frames of the session were kept until now. */
async function eraseSession(trx: Db, deps: Deps, key: SessionKey): Promise<number> {
  const loaded = (await load(trx, key, true))!;
  const change = new Change(trx, deps, loaded);
  change.session = { ...change.session, customer_hash: '', portal_jkt: null };
  const { count } = await trx
    .selectFrom('face_frame')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('org', '=', key.org)
    .where('env', '=', key.env)
    .where('session_id', '=', key.session_id)
    .where('step', '<>', CLIP_STEP)
    .executeTakeFirstOrThrow();
  await redact(change);
  await change.save();
  await deleteOfSession(trx, key, ['face_code', 'face_handoff', 'face_attempt']);
  return loaded.session.frames_state === 'kept' ? Number(count) : 0;
}
