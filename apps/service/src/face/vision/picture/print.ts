import { lumaOf, type Pixels, resize } from './pixels.ts';

const SIDE = 32;
const KEPT = 16;
/**
 * Each cell is the average of this many smaller ones in each direction, so that the same picture in another
 * size gives the same cells.
 */
const FINER = 4;
/** Cosines of the DCT-II, frequency by frequency. */
const WAVES = Array.from({ length: KEPT }, (_, u) =>
  Float64Array.from({ length: SIDE }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * SIDE))),
);

/**
 * The whole image as 32 × 32 luma values, and its perceptual hash: the signs of the 16 × 16 lowest
 * frequencies of the DCT (after C. Zauner, "Implementation and benchmarking of perceptual image hash
 * functions", 2010). With the usual 8 × 8, two captures of one person at one desk look like a replay:
 * measured in docs/decisions/0018-templates.md.
 */
export function printOf(image: Pixels): { print: string; thumbnail: string } {
  const luma = averaged(lumaOf(resize(image, SIDE * FINER)));
  const rows = wavesAcross(luma);
  let print = '';
  let digit = 0;
  for (let v = 0; v < KEPT; v++)
    for (let u = 0; u < KEPT; u++) {
      const down = WAVES[v]!;
      let sum = 0;
      for (let y = 0; y < SIDE; y++) sum += rows[y * KEPT + u]! * down[y]!;
      // The mean is left out, because equal brightness is not likeness.
      digit = digit * 2 + (u + v > 0 && sum > NOTHING ? 1 : 0);
      if (u % 4 < 3) continue;
      print += digit.toString(16);
      digit = 0;
    }
  return {
    print,
    thumbnail: Buffer.from(Uint8Array.from(luma, Math.round)).toString('base64'),
  };
}

/** The DCT of each row; that of the columns follows. */
function wavesAcross(luma: Float32Array): Float64Array {
  const rows = new Float64Array(SIDE * KEPT);
  for (let y = 0; y < SIDE; y++)
    for (let u = 0; u < KEPT; u++) {
      const across = WAVES[u]!;
      let sum = 0;
      for (let x = 0; x < SIDE; x++) sum += luma[y * SIDE + x]! * across[x]!;
      rows[y * KEPT + u] = sum;
    }
  return rows;
}

const DIGITS = (KEPT * KEPT) / 4;
/** A coefficient below this is a rounding error. */
const NOTHING = 1e-3;

function averaged(luma: Float32Array): Float32Array {
  const out = new Float32Array(SIDE * SIDE);
  for (let y = 0, i = 0; y < SIDE * FINER; y++) {
    const line = Math.floor(y / FINER) * SIDE;
    for (let x = 0; x < SIDE * FINER; x++, i++) {
      const cell = line + ((x / FINER) | 0);
      out[cell] = out[cell]! + luma[i]! / FINER ** 2;
    }
  }
  return out;
}

/** The print of an image that cannot be read. */
export const NO_PRINT = {
  print: '0'.repeat(DIGITS),
  thumbnail: Buffer.alloc(SIDE * SIDE).toString('base64'),
};
