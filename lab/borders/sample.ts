import { metresPerDegree } from '../../apps/service/src/geolocation/geodata/places/position.ts';
import { honestFix, type Random } from './random.ts';
import { nearest, type TrueState } from './truth.ts';

/** The greatest distance of a point from the line, in metres. */
export const BAND_M = 11_000;
const CELL = 0.1;

export interface Sample {
  true_lat: number;
  true_lng: number;
  /** Distance to the outline, in metres. */
  distance_m: number;
  /** The outline's nearest segment. */
  segment: number;
  /** The fix: the true position with honest noise added. */
  lat: number;
  lng: number;
  p95_m: number;
}

/**
 * Positions drawn uniformly over the ground within `reach_m` of a state's outline, each with a fix whose p95 is 10 m to
 * `times` as much.
 */
export function* samples(
  state: TrueState,
  count: number,
  random: Random,
  { reach_m, times } = { reach_m: BAND_M, times: 50 },
): Generator<Sample> {
  const cells = cellsNear(state);
  // Cells get narrower towards the pole. Without the weight, the north would get too many points.
  const top = Math.max(...cells.map(([, y]) => Math.cos((y * CELL * Math.PI) / 180)));
  for (let made = 0; made < count; ) {
    const [x, y] = cells[Math.floor(random.uniform() * cells.length)]!;
    const true_lng = (x + random.uniform()) * CELL;
    const true_lat = (y + random.uniform()) * CELL;
    if (random.uniform() * top > Math.cos((true_lat * Math.PI) / 180)) continue;
    const line = nearest(state, true_lat, true_lng, reach_m);
    if (!line) continue;
    made++;
    // Within 50 times, half of the fixes have 10 to 70 m, the other half 70 to 500 m.
    yield { true_lat, true_lng, ...line, ...honestFix(true_lat, true_lng, random, times) };
  }
}

function cellsNear({ segments }: TrueState): [number, number][] {
  const found = new Map<string, [number, number]>();
  for (let i = 0; i < segments.length; i += 4) {
    const [x0, y0, x1, y1] = segments.subarray(i, i + 4) as unknown as [number, number, number, number];
    const steps = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / (CELL / 2)));
    const metres = metresPerDegree(y0);
    const wide = Math.ceil((BAND_M / metres.lng + CELL) / CELL);
    const high = Math.ceil((BAND_M / metres.lat + CELL) / CELL);
    for (let s = 0; s <= steps; s++) {
      const x = Math.floor((x0 + (s / steps) * (x1 - x0)) / CELL);
      const y = Math.floor((y0 + (s / steps) * (y1 - y0)) / CELL);
      for (let cx = x - wide; cx <= x + wide; cx++)
        for (let cy = y - high; cy <= y + high; cy++) found.set(`${cx} ${cy}`, [cx, cy]);
    }
  }
  return [...found.values()];
}
