/**
 * Points of the plane, in standard deviations, with the share of a circular Gaussian that each stands for.
 */
export interface Node {
  east: number;
  north: number;
  weight: number;
}

const RADII = [0, 0.75, 1.5, 2.25, 3];
const POINTS = [1, 6, 12, 18, 24];
/** P(r ≤ R) of a circular Gaussian. */
const within = (r: number) => 1 - Math.exp((-r * r) / 2);

/**
 * 61 fixed points: a centre and four rings. A ring stands for the mass from half-way inwards to half-way
 * outwards.
 */
const DISC: readonly Node[] = RADII.flatMap((radius, ring) => {
  const count = POINTS[ring]!;
  const outer = ring === 4 ? 1 : within(radius + 0.375);
  const inner = ring === 0 ? 0 : within(radius - 0.375);
  return Array.from({ length: count }, (_, i) => {
    // Every ring starts at another angle, so that a straight border does not meet many points at once.
    const angle = (2 * Math.PI * (i + 0.382 * ring)) / count;
    return {
      east: radius * Math.sin(angle),
      north: radius * Math.cos(angle),
      weight: (outer - inner) / count,
    };
  });
});

/** Share of the Gaussian for which `allowed` holds. */
export function integrate(allowed: (east: number, north: number) => boolean): number {
  let sum = 0;
  for (const { east, north, weight } of DISC) if (allowed(east, north)) sum += weight;
  return Math.min(1, sum);
}

/** Standard normal distribution function; Abramowitz and Stegun 26.2.17, error below 7.5e-8. */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}

/** Standard deviations from a straight border at which the side is known with 95 %. */
export const SURE_SIGMAS = 1.645;
/** p95 of a circular Gaussian in standard deviations. */
const SIGMAS_OF_P95 = 2.4477;

/** Standard deviation of a fix and of a line together, metres, from their 95 % errors. */
export const spreadOf = (p95_m: number, error_m: number): number =>
  Math.hypot(p95_m / SIGMAS_OF_P95, error_m / 2);
