/** Whether the areas of a pack lie beside each other: not one on another, and without a gap where two meet. */
import { nearestSegment } from '../../src/geolocation/geodata/borders/distance.ts';
import { pointOn } from '../../src/geolocation/geodata/borders/sides.ts';
import { type BoundaryPack, type Region, sidesOf } from '../../src/geolocation/geodata/packed/pack.ts';
import { metresPerDegree } from '../../src/geolocation/geodata/places/position.ts';
import { regionsAt } from '../../src/geolocation/geodata/places/regions-at.ts';
import { placeOf, pointText, refuse } from './problems.ts';
import type { OwnArea } from './read.ts';

/** An overlap is the error of lines up to this depth, or up to twice the declared error. */
const DEPTH_M = 100;
/** So much of a line may lie beside another one without being shared: where a coast begins. */
const UNSHARED_M = 500;

const sameLevel = (a: Region, b: Region) => (a.code === null) === (b.code === null);

/** Refuses areas of one level that overlap deeper than their lines may be off. */
export function refuseOverlaps(areas: readonly OwnArea[], own: BoundaryPack): void {
  for (let chunk = 0; chunk < own.arc_of_chunk.length; chunk++) {
    const sides = sidesOf(own, chunk).filter((side) => side !== undefined);
    if (sides.length === 0) continue;
    for (const t of [0, 0.5]) {
      const [lng, lat] = pointOn(own, chunk, own.chunk_segments[chunk]! >> 1, t);
      const over = regionsAt(own, lat, lng).find(
        (region) => !sides.includes(region) && sameLevel(region, sides[0]!),
      );
      if (over && depthOf(own, over, lat, lng) > allowed(over, sides[0]!))
        refuse(`${pairOf(areas, own, [over, sides[0]!])} overlap at ${pointText(rounded(lng, lat))}.`);
    }
  }
}

const allowed = (a: Region, b: Region) =>
  Math.max(DEPTH_M, 2 * Math.max(a.boundary_error_m!, b.boundary_error_m!));

function depthOf(own: BoundaryPack, region: Region, lat: number, lng: number): number {
  const theirs = (chunk: number) => (sidesOf(own, chunk).includes(region) ? -1 : 0);
  const reach_m = 100_000;
  return nearestSegment(own, own.chunk_index, theirs, { lat, lng, reach_m })?.distance_m ?? reach_m;
}

/**
 * Refuses two subdivisions of one country that lie side by side and share no line: nothing would be uncertain
 * there, because a line that only one area has is a coast.
 */
export function refuseUnshared(areas: readonly OwnArea[], own: BoundaryPack): void {
  const lengths = new Map<string, number>();
  for (let chunk = 0; chunk < own.arc_of_chunk.length; chunk++) {
    const [mine, other] = sidesOf(own, chunk);
    if (!mine?.code || other) continue;
    for (let bit = 0; bit < own.chunk_segments[chunk]!; bit++) {
      const { beside, length, at } = neighbourOf(own, mine, chunk, bit);
      if (!beside) continue;
      const pair = pairOf(areas, own, [mine, beside]);
      const total = (lengths.get(pair) ?? 0) + length;
      lengths.set(pair, total);
      if (total > UNSHARED_M)
        refuse(
          `${pair} lie side by side at ${pointText(at)} and share no points there: snap their lines together.`,
        );
    }
  }
}

function neighbourOf(own: BoundaryPack, mine: Region, chunk: number, bit: number) {
  const [x0, y0] = pointOn(own, chunk, bit, 0);
  const [x1, y1] = pointOn(own, chunk, bit, 1);
  const [lng, lat] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const metres = metresPerDegree(lat);
  const [east, north] = [(x1 - x0) * metres.lng, (y1 - y0) * metres.lat];
  const length = Math.hypot(east, north) || 1;
  const beside = [5, DEPTH_M / 2, 2 * mine.boundary_error_m!]
    .flatMap((away) => [away, -away])
    .flatMap((away) =>
      regionsAt(own, lat - (away * east) / length / metres.lat, lng + (away * north) / length / metres.lng),
    )
    .find((region) => region !== mine && region.code !== null && region.country === mine.country);
  return { beside, length, at: rounded(lng, lat) };
}

const rounded = (lng: number, lat: number) => [lng, lat].map((value) => Math.round(value * 1e5) / 1e5);

const pairOf = (areas: readonly OwnArea[], { regions }: BoundaryPack, of: Region[]): string =>
  of
    .map((region) => placeOf(areas[regions.indexOf(region)]!))
    .toSorted()
    .join(' and ');
