import { type CaptureClip, CLIP } from '@standpoint/contract';
import { refuse } from '../../refuse.ts';
import type { Challenge } from '../challenge/challenge.ts';
import { frameHeader } from './frame-header.ts';
import { frameHash } from './manifest.ts';

export interface UploadedClip {
  /** The part as it arrived: all pictures, one after the other. */
  bytes: Buffer;
  pictures: readonly { bytes: Buffer; sha256: Buffer; width: number; height: number }[];
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
      return { bytes: piece, sha256: frameHash(piece), ...sizeOf(piece, i) };
    }),
  };
}

function sizeOf(piece: Buffer, index: number): { width: number; height: number } {
  const path = `clip.pictures.${index}`;
  const { width, height } = frameHeader(piece) ?? unusable(path, 'is neither a JPEG nor a WebP image');
  if (Math.max(width, height) > CLIP.longest_side)
    unusable(path, `is larger than ${CLIP.longest_side} pixels`);
  return { width, height };
}

function unusable(path: string, message: string): never {
  return refuse('image_unusable', `${path} ${message}`, { fields: [{ path, message }] });
}

function bad(path: string, message: string): never {
  return refuse('invalid_request', `${path} ${message}`, { fields: [{ path, message }] });
}

/** A challenge with light is answered by a clip, and no other challenge is. */
export function requireClip(challenge: Challenge, clip: UploadedClip | null): void {
  if (challenge.parameters.light && !clip) bad('clip', 'is required, because the challenge has light');
  if (clip && !challenge.parameters.light)
    bad('clip', 'was not asked for, because the challenge has no light');
}
