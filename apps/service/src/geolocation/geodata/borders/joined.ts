import { type BoundaryPack, indexPack, type PackHeader, type PackLines, shared } from './pack.ts';

/** A pack whose areas are taken in part. */
export interface Part {
  pack: PackLines;
  /** The areas to take, by number; all when absent. */
  takes?: (region: number) => boolean;
}

/** An arc of one of the parts. */
interface TakenArc {
  pack: PackLines;
  arc: number;
  /** Number of its first point in its own pack. */
  from: number;
  times: number;
}

/** One pack out of several: lines that no taken area uses are left out, those of the first pack come first. */
export function joined(
  parts: readonly [Part, ...Part[]],
  like: Pick<PackHeader, 'id' | 'scale'>,
): BoundaryPack {
  const header: PackHeader = {
    ...like,
    boundary_error_m: parts[0].pack.boundary_error_m,
    translate: [0, 0],
    regions: [],
    polygons: [],
    arc_points: [],
  };
  const arcs: TakenArc[] = [];
  for (const part of parts) takeAreas(part, header, arcs);
  const total = header.arc_points.reduce((sum, n) => sum + n, 0);
  const points = new Int32Array(shared(8 * total));
  const piece_error = new Uint16Array(shared(2 * total));
  const piece_beyond = new Int16Array(shared(2 * total)).fill(-1);
  const countries = [...new Set(parts.flatMap(({ pack }) => pack.beyond?.countries ?? []))];
  let at = 0;
  for (const { pack, arc, from, times } of arcs) {
    const to = from + pack.arc_points[arc]!;
    for (let i = 2 * from; i < 2 * to; i++) points[2 * at + i - 2 * from] = pack.points[i]! * times;
    piece_error.set(pack.piece_error.subarray(from, to), at);
    for (let i = from; pack.piece_beyond && i < to; i++)
      piece_beyond[at + i - from] = countries.indexOf(pack.beyond!.countries[pack.piece_beyond[i]!]!);
    at += to - from;
  }
  const beyond = { countries, runs: [] };
  return indexPack({ ...header, points, piece_error, piece_beyond, beyond });
}

/** Adds the areas of a part to the header, and their lines to `arcs`. */
function takeAreas({ pack, takes = () => true }: Part, header: PackHeader, arcs: TakenArc[]): void {
  const times = Math.round(pack.scale[0] / header.scale[0]);
  const from = firstPoints(pack.arc_points);
  const region_of = new Map<number, number>();
  const arc_of = new Map<number, number>();
  const regionNumber = (region: number) => {
    const known = region_of.get(region) ?? header.regions.push(pack.regions[region]!) - 1;
    region_of.set(region, known);
    return known;
  };
  const arcNumber = (arc: number) => {
    const known = arc_of.get(arc) ?? arcs.push({ pack, arc, from: from[arc]!, times }) - 1;
    if (known === header.arc_points.length) header.arc_points.push(pack.arc_points[arc]!);
    arc_of.set(arc, known);
    return known;
  };
  for (const [region, ...polygon] of pack.polygons as [number, ...number[]][])
    if (takes(region)) header.polygons.push([regionNumber(region), ...polygon.map(arcNumber)]);
}

function firstPoints(arc_points: readonly number[]): number[] {
  let at = 0;
  return arc_points.map((n) => {
    at += n;
    return at - n;
  });
}
