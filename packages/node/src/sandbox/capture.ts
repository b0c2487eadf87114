import { createHash, randomBytes } from 'node:crypto';
import type { AttemptAnswer } from '@standpoint/contract';

const FRAMES = 8;
/** A grey JPEG of 64 × 48 pixels: the fixed outcomes look at no picture, and it only has to be one. */
const PICTURE = Buffer.from(
  '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/' +
    'wAALCAAwAEABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AAAAAAAAA' +
    'AAAAAAAA/9k=',
  'base64',
);
/** The marker and length of a comment of 32 bytes. */
const COMMENT = Buffer.from('fffe0022', 'hex');

/** No two may be equal, because the noise of a camera never repeats: each has a comment of its own. */
const frame = (): Buffer<ArrayBuffer> =>
  Buffer.concat([PICTURE.subarray(0, 2), COMMENT, randomBytes(32), PICTURE.subarray(2)]);

const sha256 = (...parts: Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** The parts of a capture that answers every step of the challenge: the manifest, then the frames. */
export function captureOf({ attempt_id, nonce, challenge: { steps } }: AttemptAnswer): FormData {
  const frames = Array.from({ length: FRAMES }, frame);
  const hashes = frames.map((bytes) => sha256(bytes));
  const chain = hashes.reduce((link, hash) => sha256(link, hash), sha256(Buffer.from(nonce, 'base64url')));
  const manifest = {
    attempt_id,
    frames: hashes.map((hash, i) => ({
      sha256: hash.toString('hex'),
      t_ms: 10 * i,
      step: steps[Math.floor((i * steps.length) / FRAMES)]!.id,
    })),
    chain: chain.toString('hex'),
  };
  const form = new FormData();
  form.set('manifest', JSON.stringify(manifest));
  for (const [i, bytes] of frames.entries())
    form.set(`frame_${i}`, new Blob([bytes], { type: 'image/jpeg' }), `frame_${i}`);
  return form;
}
