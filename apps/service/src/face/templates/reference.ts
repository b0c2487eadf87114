import type { KeyObject } from 'node:crypto';
import type { putFaceReference } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { findKey, makeCustomer, refuseErased } from '../../privacy/customers.ts';
import { customerHash } from '../../privacy/pseudonyms.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { frameHeader } from '../capture/frame-header.ts';
import { decodes } from '../capture/upload.ts';
import { tooManyPixels, uploadLimits } from '../capture/upload-limits.ts';
import { cosine, type Fused, fuse } from '../decision/match.ts';
import type { Db } from '../session/records.ts';
import { type Look, type Vision, VisionBusy } from '../vision/vision.ts';
import { isOf, markChanged, type Person, REFERENCE_DAYS, saveTemplate, templatesOf } from './records.ts';
import { openVector, sealTemplate } from './sealed.ts';
import { rotated, transformFor } from './transform.ts';

/** Least size of the face in pixels; below this the models see more enlargement than person. */
const LEAST_FACE_PX = 60;
const LEAST_QUALITY = 0.1;
/** Least similarity of two looks at the same image. */
const SAME_IMAGE = 0.99999;

/**
 * Takes the image with which sessions of a customer are compared. Answers 422 `image_unusable` for an image
 * that cannot be used, creates an unknown customer, and changes nothing for the same image again. Keeps
 * nothing of the image itself.
 */
export const faceReferenceHandler: Handler<typeof putFaceReference> = async (call, deps) => {
  const { org, env, actor } = call.caller;
  const { customer_id } = call.params;
  const who = { org, env, customer_hash: customerHash(deps.envelope, { org, env }, customer_id) };
  const { frame_pixels } = await uploadLimits(deps, org);
  const image = await requireImage(call.body, call.header('content-type'), frame_pixels);
  const vision =
    deps.face.vision ?? refuse('unavailable', 'no model pack is installed', { retry_after_s: 60 });
  const knew = await customerMade(deps.database.db, who);
  const face = requireFace(await look(vision, image, env));
  const reference = await deps.database.db.transaction().execute(async (trx) => {
    const key = await holdKey(deps, trx, { ...who, customer_id }, knew);
    const kept = await keep(deps, trx, who, { key, face, pack: vision.pack });
    if (kept.fresh)
      await audit(trx, {
        org,
        env,
        actor,
        action: 'face.reference_given',
        target: kept.reference_id,
        request_id: call.request_id,
        ip: call.ip,
      });
    return kept;
  });
  return { reference_id: reference.reference_id, quality: Math.round(face.quality * 1_000) / 1_000 };
};

function unusable(message: string): never {
  return refuse('image_unusable', message, { fields: [{ path: 'image', message }] });
}

/** Checks the header first, so that a pixel bomb is refused before it costs anything. */
async function requireImage(body: unknown, type = '', most_pixels: number): Promise<Buffer> {
  if (!Buffer.isBuffer(body) || body.length === 0) return unusable('is empty');
  const header = frameHeader(body) ?? unusable('is neither a JPEG nor a WebP image');
  if (!type.trim().toLowerCase().startsWith(header.media_type))
    unusable(`is ${header.media_type}, not what Content-Type says`);
  if (header.width * header.height > most_pixels) unusable(tooManyPixels(most_pixels));
  // The backend vouches for this picture, and real cameras write JPEGs that a strict decoder warns about.
  if (!(await decodes(body, header, 'truncated'))) unusable('cannot be decoded');
  return body;
}

async function look(vision: Vision, image: Buffer, env: Person['env']): Promise<Look> {
  try {
    return (await vision.look([image], { embedding: true, live: false }, env))[0]!;
  } catch (error) {
    if (!(error instanceof VisionBusy)) throw error;
    return refuse('unavailable', 'the face models are busy', { retry_after_s: error.retry_after_s });
  }
}

/** Requires exactly one face, of a quality that can be compared. */
function requireFace(seen: Look): Fused {
  const { faces, face } = seen;
  if (!face || faces === 0) return unusable('shows no face');
  if (faces > 1) return unusable('shows several faces');
  if (face.cut_off) return unusable('shows a face that is cut off');
  if (face.size_px < LEAST_FACE_PX) return unusable(`shows a face of less than ${LEAST_FACE_PX} pixels`);
  const fused = fuse([seen]) ?? unusable('shows a face that does not look into the camera');
  if (fused.quality < LEAST_QUALITY)
    return unusable('is too blurred, too dark or too bright, or the face is covered');
  return fused;
}

/** The time at which the customer was created; null if there is none. */
async function customerMade(
  db: Db,
  { org, env, customer_hash }: Person,
  lock = false,
): Promise<number | null> {
  const held = lock ? sql`FOR KEY SHARE` : sql``;
  const { rows } = await sql<{ made: Date }>`
    SELECT created_at AS made FROM customer
    WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash} ${held}`.execute(db);
  return rows[0]?.made.getTime() ?? null;
}

/**
 * The key of the customer, who is created if there is none, and is held until the end of the transaction. `knew`:
 * the time of creation that was read before the models looked.
 */
async function holdKey(
  deps: Deps,
  trx: Db,
  { customer_id, ...who }: Person & { customer_id: string },
  knew: number | null,
): Promise<KeyObject> {
  // An erasure comes either before all of this transaction or after it.
  const known = await customerMade(trx, who, true);
  if (knew !== null && known !== knew) refuse('not_found', 'the customer was erased meanwhile');
  const { org, env } = who;
  const since = new Date(deps.clock.now());
  const key =
    known === null
      ? (await makeCustomer(trx, deps, { org, env, customer_id, since }).catch(refuseErased)).key
      : await findKey(trx, deps.data_keys, who);
  if (!key) throw new Error('a held customer has no key');
  return key;
}

async function keep(
  deps: Deps,
  trx: Db,
  who: Person,
  { key, face, pack }: { key: KeyObject; face: Fused; pack: Vision['pack'] },
): Promise<{ reference_id: string; fresh: boolean }> {
  await markChanged(trx, who);
  const transform = await transformFor(deps, who, pack, trx);
  const { embedding, frames, quality } = rotated(transform, face);
  const old = (await templatesOf(trx, who)).find((row) => row.kind === 'reference' && isOf(pack)(row));
  const now = new Date(deps.clock.now());
  if (old && old.transform_id === transform.transform_id && old.delete_after > now)
    if (cosine(openVector(key, old), embedding) > SAME_IMAGE)
      return { reference_id: old.template_id, fresh: false };
  const template_id = newId('reference');
  const row = {
    ...who,
    kind: 'reference' as const,
    pack: pack.id,
    pack_version: pack.version,
    template_id,
    transform_id: transform.transform_id,
    frames,
    quality,
    sessions: [],
    created_at: now,
    updated_at: now,
    delete_after: new Date(now.getTime() + REFERENCE_DAYS * 86_400_000),
  };
  await saveTemplate(trx, sealTemplate(key, row, embedding));
  return { reference_id: template_id, fresh: true };
}
