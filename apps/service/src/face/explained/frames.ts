import type { KeyObject } from 'node:crypto';
import { frames } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Call, Deps, PersonCaller } from '../../deps.ts';
import type { FramePlace } from '../../frames/store.ts';
import { findKey } from '../../privacy/customers.ts';
import { openBytes } from '../../privacy/envelope.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { CLIP_STEP, digestsIn } from '../capture/clip.ts';
import { cutClip } from '../capture/cut.ts';
import { frameAad, frameDigestAad } from '../capture/frame-aad.ts';
import { frameHeader } from '../capture/frame-header.ts';
import { load, type SessionKey, type SessionRow } from '../session/records.ts';

const REVEALED = 'face.frames_revealed';

type SessionCall<B = unknown> = Call<B, unknown, { session_id: string }, PersonCaller>;

async function sessionOf(deps: Deps, { caller, params }: SessionCall): Promise<SessionRow> {
  const { org, env } = caller;
  const { session_id } = params;
  const loaded = await load(deps.database.db, { org, env, session_id });
  return (loaded ?? refuse('session_not_found', session_id)).session;
}

/**
 * Why a person looks, for the entry: the review that they decide. It has to be of this session, or of one
 * whose customer looks like this one's: an entry with another review would say what is not so.
 */
async function reasonFor(
  { database }: Deps,
  { org, env, session_id, customer_hash }: SessionRow,
  review_id: string | undefined,
) {
  if (review_id === undefined) return {};
  const { rows } = await sql`
    SELECT FROM review r
     WHERE r.org = ${org} AND r.env = ${env} AND r.review_id = ${review_id} AND r.area = 'face'
       AND (r.id = ${session_id} OR EXISTS (
         SELECT FROM face_duplicate d
          WHERE (d.org, d.env, d.session_id) = (r.org, r.env, r.id) AND d.customer_hash = ${customer_hash}))`.execute(
    database.db,
  );
  if (rows.length > 0) return { review_id };
  const message = 'is of another session: give the review for which these frames are looked at';
  return refuse('invalid_request', `review_id: ${message}`, { fields: [{ path: 'review_id', message }] });
}

/** The entry is the permission: without it, no frame is shown. So a reveal that is not written cannot happen. */
export const revealFramesHandler: Handler<typeof frames.revealFrames> = async (call, deps) => {
  const session = await sessionOf(deps, call);
  const { org, env, session_id, frames_state } = session;
  const detail = await reasonFor(deps, session, call.body.review_id);
  if (frames_state === 'kept')
    await audit(deps.database.db, {
      org,
      env,
      actor: call.caller.actor,
      action: REVEALED,
      target: session_id,
      request_id: call.request_id,
      ip: call.ip,
      detail,
    });
  const until = new Date(Date.now() + frames.REVEAL_MINUTES * 60_000).toISOString();
  return { until, frames: frames_state };
};

/** By the database's clock, which no caller and no node can set. */
async function isRevealed(
  { database }: Deps,
  { org, env, session_id }: SessionKey,
  actor: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit
     WHERE org = ${org} AND target = ${session_id} AND env = ${env} AND actor = ${actor}
       AND action IN ('face.frames_revealed', 'record.evidence_exported', 'record.note_added', 'record.note_removed',
                      'record.tags_set', 'face.canceled', 'face.redacted', 'face.frames_exported',
                        'face.duplicates_seen')
       AND action = ${REVEALED} AND at > now() - make_interval(mins => ${frames.REVEAL_MINUTES})
     LIMIT 1`.execute(database.db);
  return rows.length > 0;
}

const HIDDEN = { message: 'These frames are blurred. Reveal them first: that is written to the audit log.' };
const UNREADABLE = {
  message:
    'The pictures of this clip cannot be told apart. Export the customer to get its bytes as they were sent.',
};
const GONE = { message: 'The frames of this session are deleted.' };

export const readFrameHandler: Handler<typeof frames.readFrame> = async (call, deps) => {
  const session = await sessionOf(deps, call);
  const { org, env, session_id, customer_hash } = session;
  if (!(await isRevealed(deps, session, call.caller.actor)))
    return refuse('not_found', 'not revealed', HIDDEN);
  if (session.frames_state !== 'kept' || session.redacted_at || customer_hash === '')
    return refuse('not_found', 'frames are gone', GONE);
  const place = { org, env, session_id, attempt_id: call.params.attempt_id };
  const index = Number(call.params.index);
  const key = await findKey(deps.database.db, deps.data_keys, { org, env, customer_hash });
  const sealed = key && (await deps.face.frames.read(place, index));
  if (!key || !sealed) return refuse('not_found', 'no such frame', GONE);
  const bytes = openBytes(key, sealed, frameAad(place, index));
  const digests = await clipDigests(deps, key, place, index);
  if (!digests) return pictureOf(bytes);
  const pictures = cutClip(bytes, digests)?.map(pictureOf);
  if (!pictures) return refuse('not_found', 'the clip does not fit its digests', UNREADABLE);
  return { ...pictures[0]!, pictures: pictures.map(({ media_type, base64 }) => ({ media_type, base64 })) };
};

function pictureOf(image: Buffer) {
  const header = frameHeader(image) ?? refuse('not_found', 'not a picture', GONE);
  return { ...header, base64: image.toString('base64') };
}

/** The digests of the clip's pictures; null for any other frame. */
async function clipDigests(
  { database }: Deps,
  key: KeyObject,
  place: FramePlace,
  index: number,
): Promise<string[] | null> {
  const clip = await database.db
    .selectFrom('face_frame')
    .select('sha256_sealed')
    .where('org', '=', place.org)
    .where('env', '=', place.env)
    .where('session_id', '=', place.session_id)
    .where('attempt_id', '=', place.attempt_id)
    .where('index', '=', index)
    .where('step', '=', CLIP_STEP)
    .executeTakeFirst();
  return clip ? digestsIn(openBytes(key, clip.sha256_sealed, frameDigestAad(place, index))) : null;
}
