/**
 * Seeded unit vectors in place of faces, so that a failure can be repeated. Unlike the output of models, they
 * are random.
 */

/** Numbers from 0 to 1 (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number of the normal distribution. */
export const normal = (draw: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());

/** Scales a vector to length 1. */
export function unitOf(values: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += values[i]! ** 2;
  const length = Math.sqrt(squares);
  return new Float32Array(values.length).map((_, i) => values[i]! / length);
}

/** A vector that is uniform on the sphere. */
export const randomFace = (draw: () => number, dimensions: number): Float32Array =>
  unitOf(new Float64Array(dimensions).map(() => normal(draw)));

/** Another image of `face`: its cosine is about 1 / √(1 + spread²). */
export const faceLike = (draw: () => number, face: Float32Array, spread: number): Float32Array => {
  const step = spread / Math.sqrt(face.length);
  return unitOf(new Float64Array(face).map((value) => value + step * normal(draw)));
};
