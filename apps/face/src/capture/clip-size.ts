import { CLIP } from '@standpoint/contract/face/clip';
import type { ClipPicture } from '../service/chain.ts';

/** For a picture with so much grain that it has more bytes than its share. */
const WORSE = [0.6, 0.4, 0.2];

/**
 * A picture as good as its share of the bytes allows. It is drawn anew at each quality: compressed a second time, it
 * would look like a copy.
 */
export const encodeWithin = async (
  most_bytes: number,
  best: number,
  encode: (quality: number) => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  let bytes = await encode(best);
  for (const quality of WORSE) {
    if (bytes.length <= most_bytes) break;
    bytes = await encode(quality);
  }
  return bytes;
};

const needed = (ms: number): number => Math.floor((ms / 1_000) * CLIP.least_per_s) + 1;

/** The share of each picture in a clip of this length that has only as many as the service needs. */
export const shareOf = (most_bytes: number, longest_ms: number): number => most_bytes / needed(longest_ms);

/** `count` of them, from the first to the last, as evenly as they come. */
const evenly = (pictures: readonly ClipPicture[], count: number): ClipPicture[] =>
  Array.from(
    { length: count },
    (_, i) => pictures[Math.round((i * (pictures.length - 1)) / Math.max(1, count - 1))]!,
  );

/**
 * As many of the pictures as fit, and never fewer than the service needs: it refuses a larger clip, and the person
 * could only repeat the capture.
 */
export const fitting = (pictures: readonly ClipPicture[], most_bytes: number): ClipPicture[] => {
  const took_ms = (pictures.at(-1)?.t_ms ?? 0) - (pictures[0]?.t_ms ?? 0);
  const least = Math.min(needed(took_ms), pictures.length);
  for (let count = pictures.length; count > least; count--) {
    const chosen = evenly(pictures, count);
    if (chosen.reduce((sum, { bytes }) => sum + bytes.length, 0) <= most_bytes) return chosen;
  }
  return evenly(pictures, least);
};
