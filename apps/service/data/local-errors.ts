/**
 * How far the lines of a source may be wrong, piece by piece. `docs/decisions/border-lines.md` has the
 * formula, its reasons and what it was measured against.
 */
import Flatbush from 'flatbush';
import { nearestSegment } from '../src/geolocation/geodata/borders/distance.ts';
import { pointOn } from '../src/geolocation/geodata/borders/sides.ts';
import { type BoundaryPack, sidesOf } from '../src/geolocation/geodata/packed/pack.ts';
import { metresPerDegree } from '../src/geolocation/geodata/places/position.ts';
import { regionsAt } from '../src/geolocation/geodata/places/regions-at.ts';
import { continentOf, P90_M } from './line-errors.ts';

/** The share of the region's measured p90, and of the distance between two sources, that is declared. */
const TIMES_P90 = 3.5;
const TIMES_APART = 1.75;
/** The largest distance between the sources within this radius counts. */
const AROUND_M = 12_000;
/** Lines farther apart than this are not the same line. */
const SAME_LINE_M = 40_000;
const EVERY_M = 2_500;
/** With more, a position 30 km away from every line would be uncertain. */
const MOST_M = 36_000;

interface Apart {
  pair: string;
  lat: number;
  lng: number;
  apart_m: number;
}

/** `AT DE`: the two countries of a line, in the order of the alphabet; null for other lines. */
export function pairOf(pack: BoundaryPack, chunk: number): string | null {
  const [a, b] = sidesOf(pack, chunk);
  if (!a || !b || a.country === b.country) return null;
  return a.country < b.country ? `${a.country} ${b.country}` : `${b.country} ${a.country}`;
}

/** The declared error of each piece of a country line, by the number of its point; 0 elsewhere. */
export function localErrors(pack: BoundaryPack, other: BoundaryPack): Uint16Array {
  const lines = { pack, pairs: pairsOf(pack) };
  const others = { pack: other, pairs: pairsOf(other) };
  const known = indexed([...distances(lines, others, other), ...distances(others, lines, other)]);
  return errorsOf(lines, (pair, apart_m) => declared(pair, apart_m), known);
}

/** The same for lines that a survey draws: its own error, and more where other sources are far away. */
export function surveyedErrors(lines: Lines, other: BoundaryPack): Uint16Array {
  const others = { pack: other, pairs: pairsOf(other) };
  const known = indexed([...distances(lines, others, other)]);
  return errorsOf(lines, (_pair, apart_m) => rounded(TIMES_APART * apart_m), known);
}

function errorsOf(
  { pack, pairs }: Lines,
  declare: (pair: string, apart_m: number) => number,
  known: (pair: string, lat: number, lng: number) => number,
): Uint16Array {
  const errors = new Uint16Array(pack.points.length / 2);
  for (let chunk = 0; chunk < pairs.length; chunk++) {
    const pair = pairs[chunk];
    if (!pair) continue;
    for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) {
      const [lng, lat] = pointOn(pack, chunk, bit, 0.5);
      errors[pack.chunk_first[chunk]! + bit] = declare(pair, known(pair, lat, lng));
    }
  }
  return errors;
}

/** The formula. */
export const declared = (pair: string, apart_m: number): number =>
  rounded(Math.max(TIMES_P90 * P90_M[continentOf(pair)], TIMES_APART * apart_m));

/** Hundreds of metres are precise enough, and make long runs. */
const rounded = (error_m: number) => Math.min(MOST_M, Math.ceil(error_m / 100) * 100);

/** Lines with the two countries of each chunk; null for those that do not count. */
export interface Lines {
  pack: BoundaryPack;
  pairs: (string | null)[];
}

const pairsOf = (pack: BoundaryPack) => Array.from(pack.arc_of_chunk, (_, chunk) => pairOf(pack, chunk));

/**
 * Points along every country line with their distance to the same line of the other source. They count where
 * they are and at the nearest point of the other line: a line may leave out what is far away from it. At sea
 * only one of the sources has lines, so nothing is compared there.
 */
function* distances(from: Lines, to: Lines, land: BoundaryPack): Generator<Apart> {
  for (let chunk = 0; chunk < from.pairs.length; chunk++) {
    const pair = from.pairs[chunk];
    if (!pair) continue;
    const same = (other: number) => (to.pairs[other] === pair ? -1 : 0);
    const any = (other: number) => (to.pairs[other] ? -1 : 0);
    const look = (lat: number, lng: number, mask: (other: number) => number) =>
      nearestSegment(to.pack, to.pack.chunk_index, mask, { lat, lng, reach_m: SAME_LINE_M });
    for (const [lat, lng] of pointsAlong(from.pack, chunk)) {
      if (regionsAt(land, lat, lng).length === 0) continue;
      // Where the two sources name a strip differently, its two lines have no counterpart of the same name.
      const near = look(lat, lng, same) ?? look(lat, lng, any);
      const apart_m = near?.distance_m ?? SAME_LINE_M;
      yield { pair, lat, lng, apart_m };
      if (!near) continue;
      const metres = metresPerDegree(lat);
      yield { pair, lat: lat + near.north_m / metres.lat, lng: lng + near.east_m / metres.lng, apart_m };
    }
  }
}

function* pointsAlong(pack: BoundaryPack, chunk: number): Generator<[number, number]> {
  let due = 0;
  for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) {
    const [x0, y0] = pointOn(pack, chunk, bit, 0);
    const [x1, y1] = pointOn(pack, chunk, bit, 1);
    const metres = metresPerDegree((y0 + y1) / 2);
    const length = Math.hypot((x1 - x0) * metres.lng, (y1 - y0) * metres.lat);
    for (; due <= length; due += EVERY_M)
      yield [y0 + (due / (length || 1)) * (y1 - y0), x0 + (due / (length || 1)) * (x1 - x0)];
    due -= length;
  }
}

function indexed(points: readonly Apart[]): (pair: string, lat: number, lng: number) => number {
  const index = new Flatbush(points.length);
  for (const { lat, lng } of points) index.add(lng, lat, lng, lat);
  index.finish();
  return (pair, lat, lng) => {
    const metres = metresPerDegree(lat);
    const [dx, dy] = [AROUND_M / metres.lng, AROUND_M / metres.lat];
    let most = 0;
    for (const i of index.search(lng - dx, lat - dy, lng + dx, lat + dy))
      if (points[i]!.pair === pair) most = Math.max(most, points[i]!.apart_m);
    return most;
  };
}

/** [count, value, count, value, …] */
export function runsOf(values: ArrayLike<number>): number[] {
  const runs: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (runs.length > 0 && runs.at(-1) === values[i]) runs[runs.length - 2]!++;
    else runs.push(1, values[i]!);
  }
  return runs;
}
