import { drawnFiner, SAME_LINE_M } from '../borders/finer.ts';
import { pointOn } from '../borders/sides.ts';
import { type BoundaryPack, beyondOf, type Region, SEGMENTS_PER_CHUNK } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { follow } from './follow.ts';
import { isClosed, joined, type Line, type Point } from './rings.ts';
import { Track } from './track.ts';

/** How an arc of a pack is drawn: as the line that is given, or as another with the same ends. */
export type Redraw = (arc: number, line: Line) => Line;

/** How a country without surveyed lines is drawn, so that maps show where decisions find it. */
export interface Redrawn {
  country: Redraw;
  provinces: Redraw;
  /** What surveyed neighbours have inside of these rings: islands and enclaves that the coarse lines leave out. */
  holesIn(rings: readonly number[][]): number[][];
}

/**
 * A province this near to the line of its country ends at it. Where provinces are hardly larger, a place near the line
 * can get the colour of the province next to its own: the lines between provinces are no more exact than that.
 */
const NEAR_M = 4_000;

/**
 * Beside a surveyed neighbour the neighbour's line decides, and where a country ends, its own line decides about its
 * provinces. Both can be kilometres away from the coarse ones.
 */
export function redrawn(packs: Packs, country: string): Redrawn {
  const { countries, world } = packs;
  const survey = new Track(joined(surveyedBeside(packs, country)));
  const alongSurvey: Redraw = (arc, line) => {
    const [a, b] = sidesOfArc(countries, arc);
    if (!a || !b) return line;
    const first = countries.chunk_of_arc[arc]!;
    const isFiner = (piece: number) => {
      const chunk = first + Math.floor(piece / SEGMENTS_PER_CHUNK);
      return (drawnFiner(packs, chunk, a, b) & (1 << (piece % SEGMENTS_PER_CHUNK))) !== 0;
    };
    return follow(survey, line, isFiner, SAME_LINE_M);
  };
  const border = new Track(joined(bordersOf(countries, country, alongSurvey)));
  return {
    country: alongSurvey,
    provinces(arc, line) {
      const [a, b] = sidesOfArc(world, arc);
      if (a?.country === b?.country) return line;
      const near = line.map((point) => border.nearest(point, NEAR_M) !== null);
      return follow(border, line, (piece) => near[piece]! && near[piece + 1]!, NEAR_M);
    },
    holesIn: (rings) =>
      survey.lines
        .filter((line) => isClosed(line) && !survey.followed.has(line) && holds(rings, line[0]!))
        .map((line) => line.flat()),
  };
}

/** Every line at which surveyed data end, of the areas beside a country. */
function surveyedBeside({ surveyed, outer }: Packs, country: string): Line[] {
  const { arc_sides, arc_of_chunk, chunk_segments, arc_points } = surveyed;
  const beside = new Set<number>();
  for (let chunk = 0; chunk < outer.length; chunk++)
    for (let bit = 0; bit < chunk_segments[chunk]! && outer[chunk] !== 0; bit++)
      if ((outer[chunk]! & (1 << bit)) !== 0 && beyondOf(surveyed, chunk, bit) === country)
        beside.add(arc_sides[2 * arc_of_chunk[chunk]!]!);
  return arc_points.flatMap((_, arc) =>
    beside.has(arc_sides[2 * arc]!) && arc_sides[2 * arc + 1]! < 0 ? [pointsOf(surveyed, arc)] : [],
  );
}

/** The lines between a country and its neighbours. */
const bordersOf = (pack: BoundaryPack, country: string, redraw: Redraw): Line[] =>
  pack.arc_points.flatMap((_, arc) => {
    const [a, b] = sidesOfArc(pack, arc);
    const between = a && b && (a.country === country) !== (b.country === country);
    return between ? [redraw(arc, pointsOf(pack, arc))] : [];
  });

const sidesOfArc = ({ regions, arc_sides }: BoundaryPack, arc: number): (Region | undefined)[] => [
  regions[arc_sides[2 * arc]!],
  regions[arc_sides[2 * arc + 1]!],
];

function pointsOf(pack: BoundaryPack, arc: number): Line {
  const first = pack.chunk_of_arc[arc]!;
  const line: Line = [pointOn(pack, first, 0, 0)];
  for (let chunk = first; chunk < pack.chunk_of_arc[arc + 1]!; chunk++)
    for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) line.push(pointOn(pack, chunk, bit, 1));
  return line;
}

/** Even-odd, as maps fill. */
function holds(rings: readonly (readonly number[])[], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of rings)
    for (let i = 0; i < ring.length - 2; i += 2) {
      const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    }
  return inside;
}
