import type { Deps } from '../../deps.ts';
import type { FramePlace } from '../../frames/store.ts';
import { findKey } from '../../privacy/customers.ts';
import { sealBytes } from '../../privacy/envelope.ts';
import { digestHash } from '../../privacy/pseudonyms.ts';
import { refuse } from '../../refuse.ts';
import { sandboxOutcome } from '../decision/sandbox-outcomes.ts';
import type { Change } from '../session/change.ts';
import { CLIP_STEP } from './clip.ts';
import { frameAad, frameDigestAad } from './frame-aad.ts';
import { frameHash } from './manifest.ts';
import type { Upload } from './upload.ts';

/** A picture of this capture was submitted before. */
export class SeenFrame extends Error {}

/** Something that is kept: a frame, or the clip after the last frame. */
interface Kept {
  bytes: Buffer;
  /** Names the bytes, so that nothing is taken twice. */
  sha256: Buffer;
  /** What is sealed as its digest: of the clip, the digests of all pictures, one after the other. */
  digest: Buffer;
  width: number;
  height: number;
  t_ms: number;
  step: string;
}

function keptOf({ frames, clip, manifest }: Upload): Kept[] {
  const kept = frames.map((frame, index): Kept => {
    const { t_ms, step } = manifest.frames[index]!;
    return { ...frame, digest: frame.sha256, t_ms, step };
  });
  if (!clip) return kept;
  const { bytes, pictures } = clip;
  const digest = Buffer.concat(pictures.map(({ sha256 }) => sha256));
  const { t_ms } = manifest.clip!.pictures[0]!;
  const size = { width: 0, height: 0 };
  return [...kept, { bytes, sha256: frameHash(bytes), digest, ...size, t_ms, step: CLIP_STEP }];
}

/**
 * Keeps the frames and the clip, sealed with the person's key. What is deleted with the frames (their
 * retention, a redaction, an erasure) is deleted with the clip: it is one more of them.
 */
export async function keepFrames(deps: Deps, change: Change, upload: Upload): Promise<void> {
  const { attempt_id } = change.attempt!;
  const { customer_hash, outcome } = change.session;
  const place: FramePlace = { ...change.key, attempt_id };
  // Browsers of automated tests have a camera that draws the same pictures in each run. Where the outcome is
  // fixed, no picture is looked at, so a repeated one deceives no check.
  const simulated = sandboxOutcome(change.key.env, outcome)?.submits !== undefined;
  const key =
    (await findKey(change.trx, deps.data_keys, { ...change.key, customer_hash })) ??
    refuse('session_not_found', 'the customer was erased');
  const all = keptOf(upload);
  const kept = await change.trx
    .insertInto('face_frame')
    .values(
      all.map(({ sha256, digest, bytes, ...more }, index) => ({
        ...place,
        ...more,
        index,
        seen_hash: digestHash(deps.envelope, place, sha256),
        sha256_sealed: sealBytes(key, digest, frameDigestAad(place, index)),
        bytes: bytes.length,
        simulated,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('index')
    .execute();
  if (kept.length < all.length) throw new SeenFrame();
  const sealed = all.map(({ bytes }, index) => sealBytes(key, bytes, frameAad(place, index)));
  await deps.face.frames.save(place, sealed);
}
