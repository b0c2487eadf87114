import { metresPerDegree } from '../../apps/service/src/geolocation/geodata/places/position.ts';

/** Repeatable random numbers: the same seed gives the same points on every machine (mulberry32). */
export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/** An honest fix of a place, with a p95 of 10 m to `widest` times that, log-uniform. */
export function honestFix(lat: number, lng: number, random: Random, widest: number) {
  const p95_m = 10 * widest ** random.uniform();
  const sigma = p95_m / Math.sqrt(-2 * Math.log(0.05));
  const metres = metresPerDegree(lat);
  return {
    lat: lat + (random.normal() * sigma) / metres.lat,
    lng: lng + (random.normal() * sigma) / metres.lng,
    p95_m,
  };
}

export const between = (random: Random, from: number, to: number): number =>
  from + (to - from) * random.uniform();
