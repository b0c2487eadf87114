import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ring } from '../topology.ts';
import type { Feature, Geometry } from './geojson.ts';
import type { PackFile } from './manifest.ts';
import { type Origin, PackProblems, placeOf, refuse } from './problems.ts';
import { ringProblem } from './rings.ts';
import { isTopology, topologyFeatures } from './topojson.ts';

/** An area as its file draws it. */
export interface OwnArea extends Origin {
  error_m: number;
  polygons: Ring[][];
}

/** More is refused before it is read: it would keep a machine busy for minutes. */
export const LIMITS = { bytes: 128_000_000, features: 10_000, points: 3_000_000 };

/** What the reader may still take, over all files of a pack. */
export interface Budget {
  features: number;
  points: number;
}

/** Every area of one file. */
export function readAreas(
  folder: string,
  { file, property, error_m, sha256 }: PackFile,
  codeOf: (properties: Record<string, unknown>) => unknown,
  left: Budget,
): OwnArea[] {
  const features = featuresOf(file, contentOf(folder, file, sha256));
  left.features -= features.length;
  if (left.features < 0) refuse(`${file}: the pack has more than ${LIMITS.features} features.`);
  const problems: string[] = [];
  const areas = features.flatMap((feature, number): OwnArea[] => {
    try {
      const code = codeOf(feature.properties ?? {});
      if (typeof code !== 'string' || code === '')
        refuse(`${file}, feature ${number}: its property "${property}" holds no code.`);
      const origin = { file, feature: number, code: code as string };
      return [{ ...origin, error_m, polygons: polygonsOf(feature.geometry, origin, left) }];
    } catch (error) {
      if (!(error instanceof PackProblems) || left.points < 0) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new PackProblems(problems);
  return areas;
}

function contentOf(folder: string, file: string, sha256: string | undefined): string {
  const path = join(folder, file);
  const found = lstatSync(path, { throwIfNoEntry: false });
  // A link could lead to a file that the operator did not mean to read.
  if (!found?.isFile()) return refuse(`${file}: there is no such file in the folder.`);
  if (found.size > LIMITS.bytes)
    return refuse(`${file}: it has ${found.size} bytes, at most ${LIMITS.bytes} are read.`);
  const bytes = readFileSync(path);
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== undefined && digest !== sha256)
    return refuse(`${file}: its SHA-256 is ${digest}, ${sha256} was expected. Fetch the file again.`);
  return bytes.toString('utf8');
}

function featuresOf(file: string, text: string): Feature[] {
  let value: { type?: unknown; features?: unknown } | null;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(`${file}: it is not JSON, or it is cut off (${(error as Error).message}).`);
  }
  if (isTopology(value)) return topologyFeatures(file, value);
  if (value?.type !== 'FeatureCollection' || !Array.isArray(value.features))
    return refuse(`${file}: it must be a FeatureCollection of GeoJSON, or a Topology of TopoJSON.`);
  if (value.features.length === 0) return refuse(`${file}: it has no features.`);
  return value.features.map((feature) => (feature ?? {}) as Feature);
}

function polygonsOf(geometry: Geometry | null | undefined, origin: Origin, left: Budget): Ring[][] {
  if (geometry?.type === 'GeometryCollection' && Array.isArray(geometry.geometries))
    return geometry.geometries.flatMap((part) => polygonsOf(part, origin, left));
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon')
    return refuse(
      `${placeOf(origin)}: its geometry is ${geometry?.type ?? 'missing'}; only Polygon and MultiPolygon have areas.`,
    );
  const { coordinates } = geometry;
  const list = geometry.type === 'Polygon' ? [coordinates] : coordinates;
  const nested =
    Array.isArray(list) && list.length > 0 && list.every((rings) => Array.isArray(rings) && rings[0]);
  if (!nested) return refuse(`${placeOf(origin)}: its ${geometry.type} has no rings.`);
  for (const ring of (list as unknown[][]).flat()) {
    const problem = ringProblem(ring);
    if (problem) refuse(`${placeOf(origin)}: ${problem}`);
    left.points -= (ring as unknown[]).length;
    if (left.points < 0)
      refuse(`${placeOf(origin)}: with it, the pack has more than ${LIMITS.points} points.`);
  }
  return list as Ring[][];
}
