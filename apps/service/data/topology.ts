import type { createRequire } from 'node:module';
import type { Region } from '../src/geolocation/geodata/packed/pack.ts';
import { encodePack } from '../src/geolocation/geodata/packed/pack-file.ts';
import { metresPerDegree } from '../src/geolocation/geodata/places/position.ts';

export type Require = ReturnType<typeof createRequire>;
export type Ring = [number, number][];
export interface Area {
  region: Region;
  /** Polygons of rings of [longitude, latitude]. */
  polygons: Ring[][];
}
interface Topology {
  arcs: [number, number][][];
  objects: { areas: { geometries: { arcs: number[][][] }[] } };
}
export interface CompiledPack {
  bytes: Buffer;
  boundary_error_m: number;
  counts: Record<string, number>;
}
interface PackPlan {
  id: string;
  boundary_error_m: number;
  units_per_degree: number;
  /** Share of points that survive simplification. */
  keep: number;
  /** Longer pieces of a line that two areas share are cut, so that each part can have an error of its own. */
  longest_m?: number;
}

/**
 * Areas whose neighbours may share borders: a topology on a grid, simplified as a whole so that no gaps open.
 */
export function compileAreas(require: Require, plan: PackPlan, areas: Area[]): CompiledPack {
  const grid = (value: number) => Math.round(value * plan.units_per_degree);
  const features = areas.map((area) => ({
    type: 'Feature',
    properties: {},
    geometry: {
      type: 'MultiPolygon',
      coordinates: area.polygons
        .map((rings) => rings.flatMap((r) => snap(r, grid)))
        .filter((p) => p.length > 0),
    },
  }));
  const { topology } = require('topojson-server') as { topology(objects: object): Topology };
  let topo = topology({ areas: { type: 'FeatureCollection', features } });
  if (plan.keep < 1) {
    const simplification = require('topojson-simplify') as {
      presimplify(t: Topology): Topology;
      quantile(t: Topology, p: number): number;
      simplify(t: Topology, min: number): Topology;
    };
    const weighted = simplification.presimplify(topo);
    topo = simplification.simplify(weighted, simplification.quantile(weighted, 1 - plan.keep));
  }
  const scale: [number, number] = [1 / plan.units_per_degree, 1 / plan.units_per_degree];
  const geometries = topo.objects.areas.geometries.map((geometry) => geometry.arcs ?? []);
  return compileTopology(
    plan,
    { scale, translate: [0, 0] },
    areas.map((area) => area.region),
    geometries,
    plan.longest_m ? cutLong(geometries, topo.arcs, scale[0], plan.longest_m) : topo.arcs,
  );
}

/** The arcs with points put in between on the grid, where two areas share an arc. */
function cutLong(
  geometries: number[][][][],
  arcs: [number, number][][],
  scale: number,
  longest_m: number,
): [number, number][][] {
  const uses = new Map<number, number>();
  for (const arc of geometries.flat(3))
    uses.set(arc < 0 ? ~arc : arc, (uses.get(arc < 0 ? ~arc : arc) ?? 0) + 1);
  return arcs.map((arc, number) =>
    (uses.get(number) ?? 0) < 2
      ? arc
      : arc.flatMap((point, i) => between(point, arc[i + 1], scale, longest_m)),
  );
}

function between(
  [x0, y0]: [number, number],
  next: [number, number] | undefined,
  scale: number,
  longest_m: number,
): [number, number][] {
  if (!next) return [[x0, y0]];
  const [dx, dy] = [next[0] - x0, next[1] - y0];
  const metres = metresPerDegree((y0 + dy / 2) * scale);
  const parts = Math.ceil((Math.hypot(dx * metres.lng, dy * metres.lat) * scale) / longest_m) || 1;
  return Array.from({ length: parts }, (_, part): [number, number] => [
    x0 + Math.round((part / parts) * dx),
    y0 + Math.round((part / parts) * dy),
  ]);
}

/** The ring put on the grid, without repeated points; an empty list when the ring collapses. */
function snap(ring: Ring, grid: (value: number) => number): Ring[] {
  const points = ring.map(([lng, lat]) => [grid(lng), grid(lat)] as [number, number]);
  const kept = points.filter((p, i) => i === 0 || p[0] !== points[i - 1]![0] || p[1] !== points[i - 1]![1]);
  return kept.length >= 4 ? [kept] : [];
}

/** Keeps the arcs that some polygon uses, in order of first use. */
export function compileTopology(
  plan: { id: string; boundary_error_m: number },
  transform: { scale: [number, number]; translate: [number, number] },
  regions: Region[],
  geometries: number[][][][],
  arcs: [number, number][][],
): CompiledPack {
  const used = new Map<number, number>();
  const number = (arc: number) => {
    const plain = arc < 0 ? ~arc : arc;
    if (!used.has(plain)) used.set(plain, used.size);
    return used.get(plain)!;
  };
  const polygons = geometries.flatMap((polygon_list, region) =>
    polygon_list.map((rings) => [region, ...rings.flat().map(number)]),
  );
  const kept = [...used.keys()].map((arc) => arcs[arc]!.map(([x, y]) => [x, y] as [number, number]));
  const { id, boundary_error_m } = plan;
  const { scale, translate } = transform;
  const arc_points = kept.map((arc) => arc.length);
  const counts = {
    regions: regions.length,
    coded: regions.filter((region) => region.code).length,
    polygons: polygons.length,
    arcs: kept.length,
    points: arc_points.reduce((sum, n) => sum + n, 0),
  };
  const header = { id, boundary_error_m, scale, translate, regions, polygons, arc_points };
  return { bytes: encodePack(header, kept), boundary_error_m, counts };
}
