import { pointOn } from '../../apps/service/src/geolocation/geodata/borders/sides.ts';
import type { BoundaryPack } from '../../apps/service/src/geolocation/geodata/packed/pack.ts';
import { metresPerDegree } from '../../apps/service/src/geolocation/geodata/places/position.ts';
import type { Random } from './random.ts';

/** One straight piece of a line, and the length of all pieces up to and with it, metres. */
export interface Piece {
  chunk: number;
  bit: number;
  until_m: number;
}

/** Where a piece begins and ends, and how far that is. */
export function pieceAt(pack: BoundaryPack, chunk: number, bit: number) {
  const [x0, y0] = pointOn(pack, chunk, bit, 0);
  const [x1, y1] = pointOn(pack, chunk, bit, 1);
  const metres = metresPerDegree((y0 + y1) / 2);
  const [east_m, north_m] = [(x1 - x0) * metres.lng, (y1 - y0) * metres.lat];
  return { x0, y0, x1, y1, metres, east_m, north_m, length_m: Math.hypot(east_m, north_m) };
}

/**
 * A place drawn uniformly along the pieces. What is returned gives the point so many metres to the left of it,
 * or to the right if negative.
 */
export function drawAlong(
  pack: BoundaryPack,
  pieces: readonly Piece[],
  random: Random,
): (away_m: number) => readonly [lat: number, lng: number] {
  const at_m = random.uniform() * pieces.at(-1)!.until_m;
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle]!.until_m < at_m) low = middle + 1;
    else high = middle;
  }
  const { x0, y0, x1, y1, metres, east_m, north_m, length_m } = pieceAt(
    pack,
    pieces[low]!.chunk,
    pieces[low]!.bit,
  );
  const t = random.uniform();
  const length = length_m || 1;
  return (away_m) => [
    y0 + t * (y1 - y0) + ((east_m / length) * away_m) / metres.lat,
    x0 + t * (x1 - x0) - ((north_m / length) * away_m) / metres.lng,
  ];
}

/** Metres between the two from a line, on either side of it. */
export const awayBetween = (random: Random, from_m: number, to_m: number): number =>
  (from_m + random.uniform() * (to_m - from_m)) * (random.uniform() < 0.5 ? 1 : -1);
