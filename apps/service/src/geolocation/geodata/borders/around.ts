import { type BoundaryPack, errorOf } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { metresPerDegree, normaliseLng } from '../places/position.ts';
import { type PlaceRule, RuleCodes } from '../rules/codes.ts';
import type { Steps } from '../rules/steps.ts';
import { countryLines, innerLines, type Lines } from './every.ts';
import { codeBorders } from './of-codes.ts';
import { pointOn } from './sides.ts';

/** A stretch of a border between two countries or subdivisions, longitude and latitude by turns. */
export interface BorderLine {
  points: [number, number][];
  /** How far the line may be off to either side, 95 %, metres. */
  error_m: number;
  /** Whether it comes from the operator's own data, whose licence may ask to name who made them. */
  own: boolean;
}

interface Around {
  lat: number;
  lng: number;
  reach_m: number;
}

/** Every border near a place, for pictures; each is drawn once, by its best source. */
export const bordersAround = (packs: Packs, at: Around): BorderLine[] =>
  linesAround(packs, [...countryLines(packs), ...innerLines(packs)], at);

/** Those near a place at which the answer of a rule's codes changes: the lines that it measures distances to. */
export function* bordersOfRule(packs: Packs, rule: PlaceRule, at: Around): Steps<BorderLine[]> {
  const near = (pack: BoundaryPack) => chunksAround(pack, { ...at, lng: normaliseLng(at.lng) });
  const borders = yield* codeBorders(packs, new RuleCodes(rule), rule.coast === 'enforce', near);
  return linesAround(
    packs,
    borders.map(({ pack, masks }) => ({ pack, mask: (chunk) => masks[chunk]! })),
    at,
  );
}

const linesAround = (packs: Packs, lines: readonly Lines[], { lat, lng, reach_m }: Around): BorderLine[] =>
  lines.flatMap((each) =>
    linesIn(
      each,
      { lat, lng: normaliseLng(lng), reach_m },
      each.pack === packs.surveyed ? packs.own_arcs : 0,
    ),
  );

function chunksAround(
  { translate, scale, chunk_index }: BoundaryPack,
  { lat, lng, reach_m }: Around,
): number[] {
  const metres = metresPerDegree(lat);
  const [x, y] = [(lng - translate[0]) / scale[0], (lat - translate[1]) / scale[1]];
  const [dx, dy] = [reach_m / metres.lng / scale[0], reach_m / metres.lat / scale[1]];
  return chunk_index.search(x - dx, y - dy, x + dx, y + dy);
}

function linesIn({ pack, mask }: Lines, at: Around, own_arcs: number): BorderLine[] {
  const lines: BorderLine[] = [];
  // The line of the segment before, which goes on where the error is the same, also into the arc's next chunk.
  let open: BorderLine | undefined;
  let before = -1;
  for (const chunk of chunksAround(pack, at).toSorted((a, b) => a - b)) {
    const bits = mask(chunk);
    const arc = pack.arc_of_chunk[chunk]!;
    const own = arc < own_arcs;
    if (before !== chunk - 1 || pack.arc_of_chunk[before] !== arc) open = undefined;
    before = chunk;
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
