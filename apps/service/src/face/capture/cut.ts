import { createHash } from 'node:crypto';
import { MOST_PICTURES } from '@standpoint/contract';

const STARTS = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('RIFF')];
/**
 * Real clips have hardly more beginnings than pictures. Each one costs a digest, so a clip that was made of
 * beginnings alone would keep the service busy for seconds.
 */
const MOST_STARTS = 8 * MOST_PICTURES;

/**
 * The pictures of a clip, cut out of the bytes that are kept. The row has no offsets, but it has the SHA-256 of
 * each picture: a picture ends where another one may begin and its digest fits. Null when they do not fit.
 */
export function cutClip(bytes: Buffer, digests: readonly string[]): Buffer[] | null {
  const ends = [...startsIn(bytes), bytes.length];
  if (ends.length > MOST_STARTS) return null;
  const pictures: Buffer[] = [];
  let from = 0;
  for (const digest of digests) {
    const end = endOf(bytes, from, ends, digest);
    if (end === null) return null;
    pictures.push(bytes.subarray(from, end));
    from = end;
  }
  return from === bytes.length ? pictures : null;
}

/** The places, in order, at which a JPEG or a WebP picture may begin; chance bytes inside of one are among them. */
function startsIn(bytes: Buffer): number[] {
  const found: number[] = [];
  for (const start of STARTS)
    for (
      let at = bytes.indexOf(start);
      at >= 0 && found.length <= MOST_STARTS;
      at = bytes.indexOf(start, at + 1)
    )
      found.push(at);
  return found.sort((a, b) => a - b);
}

function endOf(bytes: Buffer, from: number, ends: readonly number[], digest: string): number | null {
  const hash = createHash('sha256');
  let hashed = from;
  for (const end of ends) {
    if (end <= from) continue;
    hash.update(bytes.subarray(hashed, end));
    hashed = end;
    if (hash.copy().digest('hex') === digest) return end;
  }
  return null;
}
