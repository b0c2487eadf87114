import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { readArtefact, readManifest } from '../../apps/service/src/geolocation/geodata/artefact.ts';
import { nearestSegment } from '../../apps/service/src/geolocation/geodata/borders/distance.ts';
import type { BoundaryPack } from '../../apps/service/src/geolocation/geodata/packed/pack.ts';
import { decodePack } from '../../apps/service/src/geolocation/geodata/packed/pack-file.ts';
import { regionsAt } from '../../apps/service/src/geolocation/geodata/places/regions-at.ts';
import { drawAlong, type Piece, pieceAt } from './along.ts';
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
  pieces: Piece[];
}

const CONTIGUOUS = { west: -125, east: -66, south: 24, north: 50 };

export function surveyedLines(data?: string): SurveyedLines {
  const pack = decodePack(readArtefact(readManifest(data), 'regions_surveyed', data));
  const pieces: SurveyedLines['pieces'] = [];
  for (const [chunk, bits] of pack.chunk_segments.entries())
    for (let bit = 0; bit < bits; bit++) {
      const { x0, y0, length_m } = pieceAt(pack, chunk, bit);
      const { west, east, south, north } = CONTIGUOUS;
      if (x0 < west || x0 > east || y0 < south || y0 > north) continue;
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
  const beside = drawAlong(pack, pieces, random);
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
