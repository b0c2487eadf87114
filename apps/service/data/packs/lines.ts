/** Lines out of areas: a stretch that two areas share is stored once, with both of its sides. */

import { simplified } from '../../src/geolocation/geodata/outlines/simplify.ts';
import type { Region } from '../../src/geolocation/geodata/packed/pack.ts';
import { type CompiledPack, compileTopology, type Ring } from '../topology.ts';
import { placeOf, pointText, refuse } from './problems.ts';
import type { OwnArea } from './read.ts';

/** Grid units per degree: about a metre. */
const UNITS = 100_000;

interface Edges {
  /** Numbers of the edges of each ring, in its order; −1 for one that has no length. */
  of: Int32Array[];
  /** Polygons that each edge belongs to. */
  users: number[][];
}

/**
 * A pack of areas whose lines are cut where their neighbours change. `tolerance_m` leaves out points that lie no
 * farther from the line. Three areas at one edge overlap, which only the caller can allow.
 */
export function packOfAreas(
  areas: readonly OwnArea[],
  regions: Region[],
  plan: { boundary_error_m: number; tolerance_m: number; overlaps: boolean },
): CompiledPack {
  const drawn = areas.flatMap((area, owner) =>
    area.polygons.map((rings) => ({ owner, rings: rings.map(onGrid), size: area.polygons.length })),
  );
  const single = plan.overlaps ? withoutDoubles(drawn) : drawn;
  const owners = single.map(({ owner }) => owner);
  const polygons = single.map(({ rings }) => rings);
  const edges = edgesOf(polygons);
  if (!plan.overlaps) refuseThird(areas, owners, polygons, edges);
  const geometries: number[][][][] = areas.map(() => []);
  const arcs_of: number[][] = polygons.map(() => []);
  const arcs: Ring[] = [];
  let ring_number = 0;
  for (const [polygon, rings] of polygons.entries())
    for (const ring of rings)
      for (const { line, users } of runsOf(ring, edges.of[ring_number++]!, edges.users)) {
        if (users[0] !== polygon) continue;
        const kept = simplified(line, (plan.tolerance_m * UNITS) / 111_000);
        for (const sides of pairsOf(users, single)) {
          for (const user of sides) arcs_of[user]!.push(arcs.length);
          arcs.push(kept);
        }
      }
  for (const [polygon, arcs] of arcs_of.entries())
    if (arcs.length > 0) geometries[owners[polygon]!]!.push([arcs]);
  const scale: [number, number] = [1 / UNITS, 1 / UNITS];
  const { boundary_error_m } = plan;
  return compileTopology(
    { id: 'own_borders', boundary_error_m },
    { scale, translate: [0, 0] },
    regions,
    geometries,
    arcs,
  );
}

interface Drawn {
  owner: number;
  rings: Ring[];
  /** Number of polygons of its area. */
  size: number;
}

/**
 * A territory with a code of its own is often drawn once for itself and once for its state: it belongs to the area
 * with fewer polygons.
 */
function withoutDoubles(drawn: readonly Drawn[]): Drawn[] {
  const least = new Map<string, Drawn>();
  const keyOf = ({ rings }: Drawn) => {
    const outer = rings[0]!.slice(1);
    const first = outer.reduce((best, [x, y]) =>
      x < best[0] || (x === best[0] && y < best[1]) ? [x, y] : best,
    );
    const sum = outer.reduce((total, [x, y]) => total + x * 3 + y * 7, 0);
    return `${first} ${outer.length} ${sum}`;
  };
  for (const each of drawn) {
    const key = keyOf(each);
    const known = least.get(key);
    if (!known || each.size < known.size) least.set(key, each);
  }
  return drawn.filter((each) => least.get(keyOf(each)) === each);
}

/**
 * A line has two sides. Where areas overlap, it has the two smallest of its areas, and the others have a copy: a
 * territory lies within the area of its state, and its border is its own.
 */
function pairsOf(users: readonly number[], drawn: readonly Drawn[]): number[][] {
  if (users.length <= 2) return [[...users]];
  const [first, second, ...more] = users.toSorted((a, b) => drawn[a]!.size - drawn[b]!.size);
  return [[first!, second!], ...more.map((user) => [user])];
}

const onGrid = (ring: Ring): Ring =>
  ring.map(([lng, lat]): [number, number] => [Math.round(lng * UNITS), Math.round(lat * UNITS)]);

function edgesOf(polygons: readonly Ring[][]): Edges {
  const points = new Map<number, number>();
  const numbers = new Map<number, number>();
  const users: number[][] = [];
  const pointNumber = ([x, y]: [number, number]) => {
    const key = (x + 180 * UNITS) * 200 * UNITS + y + 90 * UNITS;
    const known = points.get(key) ?? points.size;
    points.set(key, known);
    return known;
  };
  const of = polygons.flatMap((rings, polygon) =>
    rings.map((ring) => {
      const mine = new Int32Array(ring.length - 1).fill(-1);
      let before = pointNumber(ring[0]!);
      for (let i = 0; i < mine.length; i++) {
        const next = pointNumber(ring[i + 1]!);
        if (next === before) continue;
        const key = Math.min(before, next) * 2 ** 26 + Math.max(before, next);
        const edge = numbers.get(key) ?? users.length;
        if (edge === users.length) users.push([]);
        numbers.set(key, edge);
        users[edge]!.push(polygon);
        mine[i] = edge;
        before = next;
      }
      return mine;
    }),
  );
  return { of, users };
}

function refuseThird(
  areas: readonly OwnArea[],
  owners: number[],
  polygons: readonly Ring[][],
  edges: Edges,
): void {
  for (const [number, ring] of polygons.flat().entries())
    for (const [i, edge] of edges.of[number]!.entries()) {
      const of = edge < 0 ? [] : [...new Set(edges.users[edge]!.map((polygon) => owners[polygon]!))];
      if (of.length <= 2) continue;
      const at = ring[i]!.map((value) => value / UNITS);
      refuse(`Three areas have one line at ${pointText(at)}, so two overlap: ${placesOf(areas, of)}.`);
    }
}

export const placesOf = (areas: readonly OwnArea[], of: readonly number[]): string =>
  of.map((area) => placeOf(areas[area]!)).join('; ');

/** The stretches of a ring along which its neighbours stay the same. An edge that a polygon has twice is no line. */
function* runsOf(ring: Ring, edges: Int32Array, users: readonly number[][]) {
  let line: Ring = [];
  let open: number[] = [];
  for (const [i, edge] of edges.entries()) {
    if (edge < 0) continue;
    const next = oddOnes(users[edge]!);
    if (line.length > 0 && !same(open, next)) {
      if (open.length > 0) yield { line, users: open };
      line = [];
    }
    if (line.length === 0) line.push(ring[i]!);
    line.push(ring[i + 1]!);
    open = next;
  }
  if (line.length > 0 && open.length > 0) yield { line, users: open };
}

const oddOnes = (list: number[]): number[] =>
  list.length < 2 ? list : list.filter((each) => list.filter((other) => other === each).length % 2 === 1);

const same = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((value, i) => value === b[i]);
