import type { Ring } from '../topology.ts';
import type { Feature, Geometry } from './geojson.ts';
import { refuse } from './problems.ts';

interface Topology {
  type: 'Topology';
  arcs: Ring[];
  transform?: { scale: [number, number]; translate: [number, number] };
  objects: Record<string, TopoGeometry>;
}
interface TopoGeometry {
  type: string;
  arcs?: unknown;
  properties?: Record<string, unknown>;
  geometries?: TopoGeometry[];
}

export const isTopology = (value: unknown): value is Topology =>
  (value as Topology | null)?.type === 'Topology';

/** The areas of a TopoJSON file, in its order, with their rings written out. */
export function topologyFeatures(file: string, { arcs, transform, objects }: Topology): Feature[] {
  if (!Array.isArray(arcs) || typeof objects !== 'object' || objects === null)
    return refuse(`${file}: a Topology needs "arcs" and "objects".`);
  const lines = arcs.map((arc, i) => written(file, arc, i, transform));
  const flat = (geometry: TopoGeometry): TopoGeometry[] =>
    geometry?.type === 'GeometryCollection' ? (geometry.geometries ?? []).flatMap(flat) : [geometry ?? {}];
  const geometries = Object.values(objects).flatMap(flat);
  if (geometries.length === 0) return refuse(`${file}: it has no areas in "objects".`);
  return geometries.map(({ type, arcs: of, properties }, number): Feature => {
    const ring = (list: unknown) => stitched(file, number, list, lines);
    const polygon = (rings: unknown) => (Array.isArray(rings) ? rings.map(ring) : []);
    const coordinates = type === 'MultiPolygon' && Array.isArray(of) ? of.map(polygon) : polygon(of);
    const geometry: Geometry = /^(Multi)?Polygon$/.test(type) ? { type, coordinates } : { type };
    return { properties: properties ?? {}, geometry };
  });
}

function written(file: string, arc: unknown, number: number, transform: Topology['transform']): Ring {
  if (!Array.isArray(arc) || !arc.every((point) => Array.isArray(point) && point.length >= 2))
    return refuse(`${file}: arc ${number} is not a list of points.`);
  if (!transform) return arc as Ring;
  const { scale, translate } = transform;
  let [x, y] = [0, 0];
  return (arc as Ring).map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

/** A ring out of its arcs: where two meet, they share a point. */
function stitched(file: string, feature: number, list: unknown, lines: readonly Ring[]): Ring {
  if (!Array.isArray(list)) return refuse(`${file}, feature ${feature}: a ring is not a list of arcs.`);
  return (list as number[]).flatMap((number, i) => {
    const line = lines[number < 0 ? ~number : number];
    if (!line)
      return refuse(`${file}, feature ${feature}: there is no arc ${number}; the file may be cut off.`);
    const way = number < 0 ? line.toReversed() : line;
    return i === 0 ? way : way.slice(1);
  });
}
