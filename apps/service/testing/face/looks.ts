import type { FaceLook, Look, Pack, Vision } from '../../src/face/vision/vision.ts';

/** The vector at length 1. */
function scaled(values: Float32Array | Float64Array): Float32Array {
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  return new Float32Array(values.length).map((_, i) => values[i]! / length);
}

/** A unit vector that depends only on its seed; two of them are nearly orthogonal. */
export function unit(seed: number, dimensions = 512): Float32Array {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 20; i++) next();
  return scaled(new Float64Array(dimensions).map(() => next() + next() + next() + next() - 2));
}

/** The same person again: a unit vector with about that cosine to the first. */
export function near(vector: Float32Array, seed: number, cosine: number): Float32Array {
  const noise = unit(seed, vector.length);
  const side = Math.sqrt(1 - cosine ** 2);
  return scaled(vector.map((value, i) => cosine * value + side * noise[i]!));
}

/** A good frontal face; tests alter it. */
export const faceLook = (change: Partial<FaceLook> = {}): FaceLook => ({
  confidence: 0.99,
  box: { x: 0.3, y: 0.2, width: 0.4, height: 0.5 },
  cut_off: false,
  centre: { x: 0.5, y: 0.45 },
  size: 0.5,
  size_px: 240,
  pose: { yaw: 0, pitch: 0, roll: 0 },
  mouth: { width: 0.6, open: 0.02, lift: 0 },
  eyes: { left: 0.28, right: 0.28 },
  light: { face: 0.5, around: 0.4, contrast: 0.2, clipped: 0 },
  colour: { face: [0.3, 0.25, 0.2], around: [0.2, 0.2, 0.2] },
  sharpness: 200,
  grain: 0.005,
  covered: 0,
  live: 0.9,
  embedding: unit(1),
  ...change,
});

export const look = (
  face: FaceLook | null,
  faces = face ? 1 : 0,
  print = '0123456789abcdef'.repeat(4),
): Look => ({
  width: 640,
  height: 480,
  faces,
  face,
  print,
  thumbnail: '',
});

/** Models of a test: each image gets the look that `see` returns. */
export function visionOf(
  pack: Pack,
  see: (image: Buffer, index: number) => Look,
): Vision & { looks: number } {
  return {
    pack,
    looks: 0,
    async look(images) {
      this.looks += images.length;
      return images.map(see);
    },
    lookAtClip: async () => ({ pictures: null, facing: [], embeddings: [] }),
    hasRoom: () => true,
    close: async () => undefined,
  };
}
