import { metresPerDegree, normaliseLng } from '../places/position.ts';
import { pointOn } from './of-codes.ts';
import type { BoundaryPack } from './pack.ts';
import type { Packs } from './packs.ts';

/** A stretch of a border between two countries or subdivisions, longitude and latitude by turns. */
export interface BorderLine {
  points: [number, number][];
  /** How far the line may be off to either side, 95 %, metres. */
  error_m: number;
}

/** Every border near a place, for pictures. A coarse country line is left out where finer ones are drawn. */
export function bordersAround(packs: Packs, lat: number, lng_any: number, reach_m: number): BorderLine[] {
  const lng = normaliseLng(lng_any);
  const { countries, us, world, outer } = packs;
  const around = (pack: BoundaryPack, mask: (chunk: number) => number) =>
    linesIn(pack, mask, { lat, lng, reach_m });
  const two_sided = (pack: BoundaryPack) => (chunk: number) =>
    pack.arc_sides[2 * pack.arc_of_chunk[chunk]! + 1]! >= 0 ? -1 : 0;
  const states = around(us, (chunk) => two_sided(us)(chunk) || outer.masks[chunk]!);
  const coarse = around(countries, two_sided(countries));
  return [...states, ...(states.length > 0 ? [] : coarse), ...around(world, two_sided(world))];
}

interface Around {
  lat: number;
  lng: number;
  reach_m: number;
}

function linesIn(pack: BoundaryPack, mask: (chunk: number) => number, at: Around): BorderLine[] {
  const metres = metresPerDegree(at.lat);
  const [x, y] = [(at.lng - pack.translate[0]) / pack.scale[0], (at.lat - pack.translate[1]) / pack.scale[1]];
  const [dx, dy] = [at.reach_m / metres.lng / pack.scale[0], at.reach_m / metres.lat / pack.scale[1]];
  const error_m = pack.boundary_error_m;
  const lines: BorderLine[] = [];
  for (const chunk of pack.chunk_index.search(x - dx, y - dy, x + dx, y + dy)) {
    const bits = mask(chunk);
    let open: BorderLine | null = null;
    for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) {
      const counts = (bits & (1 << bit)) !== 0;
      if (!counts) {
        open = null;
        continue;
      }
      if (!open) {
        open = { points: [pointOn(pack, chunk, bit, 0)], error_m };
        lines.push(open);
      }
      open.points.push(pointOn(pack, chunk, bit, 1));
    }
  }
  return lines;
}
