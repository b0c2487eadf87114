import { type CaptureClip, CLIP } from '@standpoint/contract';
import { refuse } from '../../refuse.ts';
import type { Challenge } from '../challenge/challenge.ts';
import { frameHeader } from './frame-header.ts';
import { frameHash } from './manifest.ts';

export interface UploadedClip {
  /** The part as it arrived: all pictures, one after the other. */
  bytes: Buffer;
  pictures: readonly { bytes: Buffer; sha256: Buffer }[];
}

/** The step that the clip's row has among the frames: no challenge has a step of this name. */
export const CLIP_STEP = 'clip';

const DIGEST_BYTES = 32;
/** The digests of a clip's pictures, in hexadecimal, from the bytes that its row keeps. */
export const digestsIn = (kept: Buffer): string[] =>
  Array.from({ length: kept.length / DIGEST_BYTES }, (_, i) =>
    kept.toString('hex', i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES),
  );

/** Cuts the part at the offsets of the manifest. Each piece has to begin like a small JPEG or WebP picture. */
export function readClip(bytes: Buffer, { pictures }: CaptureClip): UploadedClip {
  const cuts = [...pictures.map(({ offset }) => offset), bytes.length];
  const wrong = cuts.findIndex((cut, i) => (i === 0 ? cut !== 0 : cut <= cuts[i - 1]!));
  if (wrong >= 0) {
    const message = wrong === 0 ? 'must be 0' : 'must lie after the offset before and inside the part';
    const place = Math.min(wrong, pictures.length - 1);
    bad(`manifest.clip.pictures.${place}.offset`, message);
  }
  return {
    bytes,
    pictures: pictures.map((_, i) => {
      const piece = bytes.subarray(cuts[i], cuts[i + 1]);
      requireSmallPicture(piece, i);
      return { bytes: piece, sha256: frameHash(piece) };
    }),
  };
}

function requireSmallPicture(piece: Buffer, index: number): void {
  const path = `clip.pictures.${index}`;
  const header = frameHeader(piece);
  if (!header) unusable(path, 'is neither a JPEG nor a WebP image');
  else if (Math.max(header.width, header.height) > CLIP.longest_side)
    unusable(path, `is larger than ${CLIP.longest_side} pixels`);
}

function unusable(path: string, message: string): never {
  return refuse('image_unusable', `${path} ${message}`, { fields: [{ path, message }] });
}

function bad(path: string, message: string): never {
  return refuse('invalid_request', `${path} ${message}`, { fields: [{ path, message }] });
}

/** A challenge with light is answered by a clip; no other challenge needs one. */
export function requireClip(challenge: Challenge, clip: UploadedClip | null): void {
  if (challenge.parameters.light && !clip) bad('clip', 'is required, because the challenge has light');
}
