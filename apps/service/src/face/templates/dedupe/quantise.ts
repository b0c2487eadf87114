/** A unit vector in one byte per dimension: about `scale` times `values`. */
export interface Quantised {
  values: Int8Array;
  scale: number;
  /** Length of what was lost: of the vector less `scale` times `values`. */
  lost: number;
}

/** How far from 1 the length of a template may be; what is further off was not made by a model. */
const UNIT = 1e-3;

/**
 * Rounds to 255 steps between the vector's own extremes. Throws for what is no unit vector: its scores would
 * mean nothing.
 */
export function quantise(vector: Float32Array): Quantised {
  let [square, peak] = [0, 0];
  for (const value of vector) {
    square += value * value;
    peak = Math.max(peak, Math.abs(value));
  }
  if (!(Math.abs(Math.sqrt(square) - 1) <= UNIT)) throw new Error('not a vector of length 1');
  // As the scan reads it, so that `lost` is what is lost there.
  const scale = Math.fround(peak / 127);
  const values = new Int8Array(vector.length);
  let lost = 0;
  for (let i = 0; i < vector.length; i++) {
    values[i] = Math.max(-127, Math.min(127, Math.round(vector[i]! / scale)));
    lost += (vector[i]! - scale * values[i]!) ** 2;
  }
  return { values, scale, lost: Math.sqrt(lost) };
}

/** Rounding of the products to f32 in the scan, and of lengths that are 1 but for `UNIT`. */
const ROUNDING = 1e-5;

/**
 * How far the score of two quantised vectors can lie from that of the vectors themselves. With p′ = p − Δp
 * and t′ = t − Δt: p·t − p′·t′ = p·Δt + Δp·t′, and by Cauchy and Schwarz at most |p||Δt| + |Δp||t′|. A bound,
 * not an estimate: what is scanned with a floor that much lower than the threshold misses nothing.
 */
export const errorBound = (probe_lost: number, template_lost: number): number =>
  (1 + UNIT) * template_lost + probe_lost * (1 + UNIT + template_lost) + ROUNDING;
