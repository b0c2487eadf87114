import { INSIDE, OUTSIDE } from '../../apps/service/src/geolocation/decision/thresholds.ts';
import type { Places } from '../../apps/service/src/geolocation/geodata/places/places.ts';
import { metresPerDegree } from '../../apps/service/src/geolocation/geodata/places/position.ts';
import { bounds } from './bounds.ts';
import { seeded } from './random.ts';
import { type Sample, samples } from './sample.ts';
import { contains, type TrueState } from './truth.ts';

/** Insiders beside the land lines of one state, by distance. */
export interface Insiders {
  n: number;
  uncertain: number;
}

export const PRICE_BANDS: readonly { to_m: number; most: number | null }[] = [
  { to_m: 100, most: null },
  { to_m: 500, most: 0.5 },
  { to_m: 1_000, most: 0.1 },
];
const REACH_M = 1_000;
/** The least p95 times this is the largest: 10 to 100 m. */
const TIMES = 10;

/**
 * How often people inside of one state are asked again beside its lines with other states and countries, by good
 * fixes. Points at a shore do not count: no border is there, and no answer is uncertain.
 */
export function askedAgain(places: Places, truth: TrueState[], points: number, seed: number): Insiders[] {
  const bands = PRICE_BANDS.map((): Insiders => ({ n: 0, uncertain: 0 }));
  for (const [i, state] of truth.entries()) {
    const rule = places.compileRule({ allow: [state.code] });
    for (const sample of samples(state, points, seeded(seed + i), { reach_m: REACH_M, times: TIMES })) {
      if (!contains(state, sample.true_lat, sample.true_lng)) continue;
      if (!isLandLine(places, state, sample)) continue;
      const { p_inside } = rule(sample.lat, sample.lng, sample.p95_m);
      const band = bands[PRICE_BANDS.findIndex(({ to_m }) => sample.distance_m <= to_m)]!;
      band.n++;
      if (p_inside < INSIDE && p_inside > OUTSIDE) band.uncertain++;
    }
  }
  return bands;
}

/** Whether land of another state or country lies as far behind the nearest line as the point lies before it. */
function isLandLine(places: Places, state: TrueState, { true_lat, true_lng, segment }: Sample): boolean {
  const [x0, y0, x1, y1] = state.segments.subarray(4 * segment, 4 * segment + 4) as unknown as number[];
  const metres = metresPerDegree(true_lat);
  const [bx, by] = [(x1! - x0!) * metres.lng, (y1! - y0!) * metres.lat];
  const [px, py] = [(true_lng - x0!) * metres.lng, (true_lat - y0!) * metres.lat];
  const t = Math.min(1, Math.max(0, (px * bx + py * by) / (bx * bx + by * by || 1)));
  const lat = true_lat + (2 * (t * by - py)) / metres.lat;
  const lng = true_lng + (2 * (t * bx - px)) / metres.lng;
  const { country, subdivision, source } = places.locate(lat, lng);
  return source === 'polygon' && (country !== 'US' || subdivision !== state.code);
}

/** The bars that are missed, in words. */
export const missedPrices = (bands: readonly Insiders[]): string[] =>
  bands.flatMap(({ n, uncertain }, i) => {
    const { to_m, most } = PRICE_BANDS[i]!;
    return most === null || uncertain <= most * n
      ? []
      : [`up to ${to_m} m: ${uncertain} of ${n} insiders asked again, more than ${100 * most} %`];
  });

export function priceRows(bands: readonly Insiders[]): string {
  const rows = bands.map(({ n, uncertain }, i) => {
    const { to_m, most } = PRICE_BANDS[i]!;
    const from = i === 0 ? '0' : PRICE_BANDS[i - 1]!.to_m.toLocaleString('en');
    const { low, high } = bounds(uncertain, n);
    const share = `${percent(uncertain / n)} (${percent(low)} – ${percent(high)})`;
    const bar = most === null ? '–' : `≤ ${100 * most} %`;
    return `| ${from}–${to_m.toLocaleString('en')} | ${n.toLocaleString('en')} | ${share} | ${bar} |`;
  });
  return ['| metres to the line | insiders | asked again | bar |', '|---|---|---|---|', ...rows].join('\n');
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
