import { lumaOf, type Pixels, resize } from './pixels.ts';

const SIDE = 32;
const KEPT = 16;
/** Cells are averaged from this many smaller ones each way: the same picture in another size must give the same cells. */
const FINER = 4;
/** Cosines of the DCT-II: frequency by frequency. */
const WAVES = Array.from({ length: KEPT }, (_, u) =>
  Float64Array.from({ length: SIDE }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * SIDE))),
);

/**
 * The whole image as 32 × 32 luma values, and its perceptual hash: the signs of the 16 × 16 lowest frequencies of the DCT (after
 * C. Zauner, "Implementation and benchmarking of perceptual image hash functions", 2010). With the usual 8 × 8 one
 * person at one desk looks like a replay of herself: measured in docs/decisions/0018-templates.md.
 */
export function printOf(image: Pixels): { print: string; thumbnail: string } {
  const luma = averaged(lumaOf(resize(image, SIDE * FINER)));
  let bits = 0n;
  for (const [v, down] of WAVES.entries())
    for (const [u, across] of WAVES.entries()) {
      let sum = 0;
      // The mean is left out: brightness is no likeness.
      if (u + v > 0)
        for (let y = 0, i = 0; y < SIDE; y++)
          for (let x = 0; x < SIDE; x++, i++) sum += luma[i]! * down[y]! * across[x]!;
      bits = (bits << 1n) | (sum > NOTHING ? 1n : 0n);
    }
  return {
    print: bits.toString(16).padStart(DIGITS, '0'),
    thumbnail: Buffer.from(Uint8Array.from(luma, Math.round)).toString('base64'),
  };
}

const DIGITS = (KEPT * KEPT) / 4;
/** What rounding leaves of a wave that is not there. */
const NOTHING = 1e-3;

function averaged(luma: Float32Array): Float32Array {
  const out = new Float32Array(SIDE * SIDE);
  for (let i = 0; i < luma.length; i++) {
    const [x, y] = [i % (SIDE * FINER), Math.floor(i / (SIDE * FINER))];
    const cell = Math.floor(y / FINER) * SIDE + Math.floor(x / FINER);
    out[cell] = out[cell]! + luma[i]! / FINER ** 2;
  }
  return out;
}

/** Of an image that cannot be read. */
export const NO_PRINT = {
  print: '0'.repeat(DIGITS),
  thumbnail: Buffer.alloc(SIDE * SIDE).toString('base64'),
};
