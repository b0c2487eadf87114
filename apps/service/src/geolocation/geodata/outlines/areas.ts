import type { outlines } from '@standpoint/contract';
import { type BoundaryPack, type Region, sidesOf } from '../packed/pack.ts';
import type { Redraw } from './redrawn.ts';
import { arcStarts, type Line, ringsOf } from './rings.ts';
import { type Box, simplified } from './simplify.ts';

export type NameOf = (code: string) => string | null;

/** Degrees; a pixel where the lines of decisions take over is about 0.05. */
export const COAST = 0.02;
/** Islands below this many square degrees are dots that cost more than they tell on the overview. */
const TOO_SMALL = 0.03;

interface Drawing {
  /** Points that lie within these degrees of what is left are left out. */
  tolerance?: number;
  /** Where every point stays. */
  exact?: Box | undefined;
  redraw?: Redraw;
}

/** The areas wanted. */
export function areasOf(
  pack: BoundaryPack,
  nameOf: NameOf,
  wanted: (region: Region) => boolean,
  { tolerance = 0, exact, redraw = asItIs }: Drawing,
): outlines.Area[] {
  const starts = arcStarts(pack);
  const near = exact && arcsIn(pack, exact);
  const areas = new Map<number, outlines.Area>();
  for (const [region, ...arcs] of pack.polygons as [number, ...number[]][]) {
    const of = pack.regions[region]!;
    if (!wanted(of)) continue;
    const { country, code, within } = of;
    const name = code && nameOf(code);
    const area = areas.get(region) ?? { id: region, country, code, within, name, rings: [] };
    areas.set(region, area);
    const lines = arcs.map((arc) =>
      near && !near.has(arc)
        ? thinnedOnce(pack, starts, arc, tolerance)
        : redraw(arc, lineOf(pack, starts, arc, tolerance, exact)),
    );
    for (const ring of ringsOf(lines))
      if (tolerance < COAST || area.rings.length === 0 || sizeOf(ring) > TOO_SMALL)
        area.rings.push(flat(ring));
  }
  return [...areas.values()];
}

const asItIs: Redraw = (_arc, line) => line;

/** Five decimals are a metre; two are enough where a pixel is a third of a degree. */
const FINE = 1e5;
const COARSE = 1e2;

export const coarsely = (degrees: number): number => Math.round(degrees * COARSE) / COARSE;
export const flat = (ring: Line): number[] => ring.flat();

function lineOf(
  pack: BoundaryPack,
  starts: number[],
  arc: number,
  tolerance: number,
  exact: Box | undefined,
): Line {
  const { scale, translate, points, arc_points } = pack;
  const digits = tolerance < COAST ? FINE : COARSE;
  const degrees = (axis: 0 | 1, value: number) =>
    Math.round((translate[axis] + value * scale[axis]) * digits) / digits;
  const line = Array.from({ length: arc_points[arc]! }, (_, i): [number, number] => {
    const at = 2 * (starts[arc]! + i);
    return [degrees(0, points[at]!), degrees(1, points[at + 1]!)];
  });
  return simplified(line, tolerance, exact);
}

/** Most arcs of a country lie far from a place in it, and thinning them is nearly all of the work. */
const thinned = new WeakMap<BoundaryPack, Map<number, Line>>();

/** A line without `exact`, which is the same for every place of a pack; a pack has one `tolerance`. */
function thinnedOnce(pack: BoundaryPack, starts: number[], arc: number, tolerance: number): Line {
  const lines = thinned.get(pack) ?? new Map<number, Line>();
  thinned.set(pack, lines);
  const line = lines.get(arc) ?? lineOf(pack, starts, arc, tolerance, undefined);
  lines.set(arc, line);
  return line;
}

function chunksIn(
  { scale, translate, chunk_index }: BoundaryPack,
  [west, south, east, north]: Box,
): number[] {
  const x = (degrees: number) => (degrees - translate[0]) / scale[0];
  const y = (degrees: number) => (degrees - translate[1]) / scale[1];
  return chunk_index.search(x(west), y(south), x(east), y(north));
}

const arcsIn = (pack: BoundaryPack, box: Box): Set<number> =>
  new Set(chunksIn(pack, box).map((chunk) => pack.arc_of_chunk[chunk]!));

/** Both sides of every line that comes into a box, and perhaps of some beside it. */
export const regionsIn = (pack: BoundaryPack, box: Box): Set<Region> =>
  new Set(
    chunksIn(pack, box)
      .flatMap((chunk) => sidesOf(pack, chunk))
      .filter((side) => side !== undefined),
  );

/** Of the box around a ring, in square degrees. */
function sizeOf(ring: Line): number {
  let [w, s, e, n] = [180, 90, -180, -90];
  for (const [x, y] of ring) [w, s, e, n] = [Math.min(w, x), Math.min(s, y), Math.max(e, x), Math.max(n, y)];
  return (e - w) * (n - s);
}
