/** A unit vector with one byte per dimension: about `scale` times `values`. */
interface Quantised {
  values: Int8Array;
  scale: number;
  /** Length of the rounding error: of the vector minus `scale` times `values`. */
  lost: number;
}

/** How far from 1 the length of a template may be; a model does not make vectors further off. */
const UNIT = 1e-3;

/**
 * Rounds to 255 steps between the extremes of the vector. Throws for a vector that is not of length 1, whose
 * scores would mean nothing.
 */
export function quantise(vector: Float32Array): Quantised {
  let [square, peak] = [0, 0];
  for (const value of vector) {
    square += value * value;
    peak = Math.max(peak, Math.abs(value));
  }
  if (!(Math.abs(Math.sqrt(square) - 1) <= UNIT)) throw new Error('not a vector of length 1');
  // The scale as the scan reads it, so that `lost` is the error that arises there.
  const scale = Math.fround(peak / 127);
  const values = new Int8Array(vector.length);
  let lost = 0;
  for (let i = 0; i < vector.length; i++) {
    values[i] = Math.max(-127, Math.min(127, Math.round(vector[i]! / scale)));
    lost += (vector[i]! - scale * values[i]!) ** 2;
  }
  return { values, scale, lost: Math.sqrt(lost) };
}

/** Rounding of the products to f32 in the scan, and of lengths that differ from 1 by up to `UNIT`. */
const ROUNDING = 1e-5;

/**
 * How far the score of two quantised vectors can be from the score of the vectors themselves. With p′ = p −
 * Δp and t′ = t − Δt: p·t − p′·t′ = p·Δt + Δp·t′, and by Cauchy and Schwarz at most |p||Δt| + |Δp||t′|. It is
 * a bound, not an estimate: a scan with a floor lower than the threshold by this much misses nothing.
 */
export const errorBound = (probe_lost: number, template_lost: number): number =>
  (1 + UNIT) * template_lost + probe_lost * (1 + UNIT + template_lost) + ROUNDING;
