import { randomFillSync, randomInt } from 'node:crypto';

/** A whole number from 0 to `below` − 1. */
export type Draw = (below: number) => number;
/** The system's CSPRNG: no number tells anything about the next one. */
export const cryptoDraw: Draw = (below) => randomInt(below);

const pool = Buffer.alloc(8192);
let used = pool.length;

/**
 * `n` bytes of the system's CSPRNG. They are drawn through a pool, because drawing 16 bytes costs as much as
 * drawing 8 KiB.
 */
export function randomBytes(n: number): Buffer {
  if (used + n > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + n));
  pool.fill(0, used, used + n);
  used += n;
  return bytes;
}
