import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { CLIP_STEP, digestsIn } from '../face/capture/clip.ts';
import { cutClip } from '../face/capture/cut.ts';
import { frameAad, frameDigestAad } from '../face/capture/frame-aad.ts';
import { frameHeader } from '../face/capture/frame-header.ts';
import { clipMoments } from '../face/evidence/clip-moments.ts';
import type { FaceEvidenceRecord } from '../face/evidence/record.ts';
import { exportFaceEvidence } from '../face/evidence/store.ts';
import type { FramePlace } from '../frames/store.ts';
import { findKey } from '../privacy/customers.ts';
import { openBytes } from '../privacy/envelope.ts';
import { iso, type Section, type Subject } from './section.ts';

const LEFT_OUT =
  'This picture is kept, but left out here: only an owner or an admin, or a key of the backend, ' +
  'exports pictures of a face.';

/** Pictures that are still kept: a record for each frame, and one for a clip, which has many. */
export const FRAME: Section = {
  kind: 'frame',
  // Each may have 1.5 MB, and a clip 3 MB.
  at_once: 4,
  async read(deps, who, after, limit) {
    const rows = await keptRows(deps, who, after, limit);
    const data_key =
      rows.length > 0 && who.pictures && (await findKey(deps.database.db, deps.data_keys, who));
    const pieces = [];
    for (const { key, frames_delete_after, sha256_sealed, ...frame } of rows) {
      const data = {
        ...frame,
        delete_after: iso(frames_delete_after),
        ...(data_key ? await imagesOf(deps, who, data_key, { ...frame, sha256_sealed }) : NO_IMAGE),
        ...(!who.pictures && { image_left_out: LEFT_OUT }),
      };
      pieces.push({ key, id: frame.attempt_id, data });
    }
    return pieces;
  },
};

const NO_IMAGE = { image_base64: null };

function keptRows({ database }: Deps, { org, env, customer_hash }: Subject, after: string, limit: number) {
  const key = sql<string>`(f.session_id || '~' || f.attempt_id || '~' || lpad(f.index::text, 4, '0')) COLLATE "C"`;
  return database.db
    .selectFrom('face_session as s')
    .innerJoin('face_frame as f', (join) =>
      join
        .onRef('f.org', '=', 's.org')
        .onRef('f.env', '=', 's.env')
        .onRef('f.session_id', '=', 's.session_id'),
    )
    .select(['f.session_id', 'f.attempt_id', 'f.index', 'f.t_ms', 'f.step', 'f.sha256_sealed'])
    .select('s.frames_delete_after')
    .select(key.as('key'))
    .where('s.org', '=', org)
    .where('s.env', '=', env)
    .where('s.customer_hash', '=', customer_hash)
    .where('s.frames_state', '=', 'kept')
    .where(key, '>', after)
    .orderBy(key)
    .limit(limit)
    .execute();
}

type KeptRow = Pick<
  Awaited<ReturnType<typeof keptRows>>[number],
  'session_id' | 'attempt_id' | 'index' | 'step' | 'sha256_sealed'
>;

async function imagesOf(
  deps: Deps,
  { org, env }: Subject,
  key: KeyObject,
  { session_id, attempt_id, index, step, sha256_sealed }: KeptRow,
) {
  const place = { org, env, session_id, attempt_id };
  const sealed = await deps.face.frames.read(place, index);
  // Deleted since the row was read: its retention is over.
  if (!sealed) return NO_IMAGE;
  const bytes = openBytes(key, sealed, frameAad(place, index));
  const digests =
    step === CLIP_STEP ? digestsIn(openBytes(key, sha256_sealed, frameDigestAad(place, index))) : [];
  const pictures = step === CLIP_STEP ? cutClip(bytes, digests) : null;
  // A clip that cannot be cut leaves as it was sent: nothing that is stored is kept back.
  if (!pictures) return { image_base64: bytes.toString('base64') };
  const moments = await momentsOf(deps, place);
  return {
    pictures: pictures.map((picture, i) => ({
      t_ms: moments[i]?.t_ms ?? null,
      colour: moments[i]?.colour ?? null,
      sha256: digests[i]!,
      media_type: frameHeader(picture)?.media_type ?? null,
      image_base64: picture.toString('base64'),
    })),
  };
}

/** When each picture of the clip was taken; empty for a capture that was not judged. */
async function momentsOf(deps: Deps, place: FramePlace) {
  const lines = await exportFaceEvidence(deps, place);
  const line = lines.find((each) => 'attempt_id' in each && each.attempt_id === place.attempt_id);
  return line ? clipMoments(JSON.parse(line.record) as FaceEvidenceRecord) : [];
}
