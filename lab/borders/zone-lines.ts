import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { readArtefact, readManifest } from '../../apps/service/src/geolocation/geodata/artefact.ts';
import { nearestSegment } from '../../apps/service/src/geolocation/geodata/borders/distance.ts';
import { pointOn } from '../../apps/service/src/geolocation/geodata/borders/sides.ts';
import type { BoundaryPack } from '../../apps/service/src/geolocation/geodata/packed/pack.ts';
import { decodePack } from '../../apps/service/src/geolocation/geodata/packed/pack-file.ts';
import { metresPerDegree } from '../../apps/service/src/geolocation/geodata/places/position.ts';
import { regionsAt } from '../../apps/service/src/geolocation/geodata/places/regions-at.ts';
import type { Random } from './random.ts';

/**
 * A second source for lines between US states. Where a line parts two time zones, OpenStreetMap's zones tell on which
 * side of its own drawing of that line a point lies. The npm package `geo-tz` has them in full detail.
 */

/** The names of the time zones that have a point. */
export type ZoneAt = (lat: number, lng: number) => string;

/** Reads the package `geo-tz` that is installed in this folder. */
export function openZones(folder: string): { zoneAt: ZoneAt; version: string } {
  const require = createRequire(resolve(folder, 'package.json'));
  const { version } = require('./package.json') as { version: string };
  const { find } = require('./dist/find-all.js') as { find(lat: number, lng: number): string[] };
  return { zoneAt: (lat, lng) => find(lat, lng).join(), version };
}

/** Pieces of the surveyed lines of the data under test in the contiguous states, with their length so far in metres. */
export interface SurveyedLines {
  pack: BoundaryPack;
  pieces: { chunk: number; bit: number; until_m: number }[];
}

const CONTIGUOUS = { west: -125, east: -66, south: 24, north: 50 };

export function surveyedLines(data?: string): SurveyedLines {
  const pack = decodePack(readArtefact(readManifest(data), 'regions_surveyed', data));
  const pieces: SurveyedLines['pieces'] = [];
  for (const [chunk, bits] of pack.chunk_segments.entries())
    for (let bit = 0; bit < bits; bit++) {
      const [[x0, y0], [x1, y1]] = [pointOn(pack, chunk, bit, 0), pointOn(pack, chunk, bit, 1)];
      const { west, east, south, north } = CONTIGUOUS;
      if (x0 < west || x0 > east || y0 < south || y0 > north) continue;
      const { lat, lng } = metresPerDegree(y0);
      const length_m = Math.hypot((x1 - x0) * lng, (y1 - y0) * lat);
      pieces.push({ chunk, bit, until_m: (pieces.at(-1)?.until_m ?? 0) + length_m });
    }
  return { pack, pieces };
}

/** The state of the data under test that has the point. */
const stateAt = (pack: BoundaryPack, lat: number, lng: number): string | null =>
  regionsAt(pack, lat, lng).find(({ country }) => country === 'US')?.code ?? null;

type Point = readonly [lat: number, lng: number];

/** One side of a place on a line: its state and, if that is clear, the time zone of that state there. */
interface Side {
  state: string;
  zone: string;
}

/** A place on a line between two states. */
export interface Crossing {
  pair: string;
  within: false;
  left: Side;
  right: Side;
  /** A point so many metres to the left of the line, or to the right if negative, and its distance to any line. */
  beside(away_m: number): { at: Point; distance_m: number };
}

/** Where each state must have its own zone for the line to be one of both. Nearer, the two drawings may differ. */
const PROBES_M = [700, 1_000, 1_500, 2_500, 4_000];
const REACH_M = 2_000;

/** `AZ–NV`: the two states of a line. */
const pairOf = (...states: string[]): string =>
  states
    .map((code) => code.slice(3))
    .toSorted()
    .join('–');

/**
 * A place drawn uniformly along the lines; null at no line between two states, and at one that parts no zones. With
 * `within`, a zone ends inside of a state there: or both drawings of the line are more than 700 m apart.
 */
export function drawCrossing(
  { pack, pieces }: SurveyedLines,
  zoneAt: ZoneAt,
  random: Random,
): Crossing | { pair: string; within: true } | null {
  const beside = placeOn({ pack, pieces }, random);
  const [a, b] = [stateAt(pack, ...beside(1)), stateAt(pack, ...beside(-1))];
  if (!a || !b || a === b) return null;
  const zonesOf = (state: string, sign: number) =>
    new Set(
      PROBES_M.map((away_m) => beside(sign * away_m))
        .filter((at) => stateAt(pack, ...at) === state)
        .map((at) => zoneAt(...at)),
    );
  const [left, right] = [zonesOf(a, 1), zonesOf(b, -1)];
  const [zone_a, zone_b] = [[...left][0], [...right][0]];
  if (!zone_a || !zone_b || (left.size === 1 && right.size === 1 && zone_a === zone_b)) return null;
  if (left.size > 1 || right.size > 1) return { pair: pairOf(a, b), within: true };
  return {
    pair: pairOf(a, b),
    within: false,
    left: { state: a, zone: zone_a },
    right: { state: b, zone: zone_b },
    beside(away_m) {
      const at = beside(away_m);
      const spot = { lat: at[0], lng: at[1], reach_m: REACH_M };
      const distance_m = nearestSegment(pack, pack.chunk_index, () => -1, spot)?.distance_m ?? REACH_M;
      return { at, distance_m };
    },
  };
}

/** Points beside a place on the lines, drawn uniformly along them. */
function placeOn({ pack, pieces }: SurveyedLines, random: Random): (away_m: number) => Point {
  const at_m = random.uniform() * pieces.at(-1)!.until_m;
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle]!.until_m < at_m) low = middle + 1;
    else high = middle;
  }
  const { chunk, bit } = pieces[low]!;
  const t = random.uniform();
  const [[x0, y0], [x1, y1]] = [pointOn(pack, chunk, bit, 0), pointOn(pack, chunk, bit, 1)];
  const metres = metresPerDegree(y0);
  const [east_m, north_m] = [(x1 - x0) * metres.lng, (y1 - y0) * metres.lat];
  const length_m = Math.hypot(east_m, north_m) || 1;
  return (away_m) => [
    y0 + t * (y1 - y0) + ((east_m / length_m) * away_m) / metres.lat,
    x0 + t * (x1 - x0) - ((north_m / length_m) * away_m) / metres.lng,
  ];
}
