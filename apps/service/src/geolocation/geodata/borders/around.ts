import { type BoundaryPack, errorOf } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { metresPerDegree, normaliseLng } from '../places/position.ts';
import { countryLines, innerLines } from './every.ts';
import { pointOn } from './sides.ts';

/** A stretch of a border between two countries or subdivisions, longitude and latitude by turns. */
export interface BorderLine {
  points: [number, number][];
  /** How far the line may be off to either side, 95 %, metres. */
  error_m: number;
  /** Whether it comes from the operator's own data, whose licence may ask to name who made them. */
  own: boolean;
}

/** Every border near a place, for pictures; each is drawn once, by its best source. */
export function bordersAround(packs: Packs, lat: number, lng: number, reach_m: number): BorderLine[] {
  const at = { lat, lng: normaliseLng(lng), reach_m };
  return [...countryLines(packs), ...innerLines(packs)].flatMap(({ pack, mask }) =>
    linesIn(pack, mask, at, pack === packs.surveyed ? packs.own_arcs : 0),
  );
}

interface Around {
  lat: number;
  lng: number;
  reach_m: number;
}

function linesIn(
  pack: BoundaryPack,
  mask: (chunk: number) => number,
  at: Around,
  own_arcs: number,
): BorderLine[] {
  const metres = metresPerDegree(at.lat);
  const [x, y] = [(at.lng - pack.translate[0]) / pack.scale[0], (at.lat - pack.translate[1]) / pack.scale[1]];
  const [dx, dy] = [at.reach_m / metres.lng / pack.scale[0], at.reach_m / metres.lat / pack.scale[1]];
  const lines: BorderLine[] = [];
  for (const chunk of pack.chunk_index.search(x - dx, y - dy, x + dx, y + dy)) {
    const bits = mask(chunk);
    const own = pack.arc_of_chunk[chunk]! < own_arcs;
    // The line of the segment before, which goes on where the error is the same.
    let open: BorderLine | undefined;
    for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) {
      if ((bits & (1 << bit)) === 0) {
        open = undefined;
        continue;
      }
      const error_m: number = errorOf(pack, chunk, bit);
      if (open?.error_m !== error_m) {
        open = { points: [pointOn(pack, chunk, bit, 0)], error_m, own };
        lines.push(open);
      }
      open.points.push(pointOn(pack, chunk, bit, 1));
    }
  }
  return lines;
}
