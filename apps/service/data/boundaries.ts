import type { Region } from '../src/geolocation/geodata/packed/pack.ts';
import { CUTS, cutRing, isInRing } from './disputed-lines.ts';
import { UBANGI, UBANGI_BETWEEN } from './line-errors.ts';
import { CORRECTED_CODES, currentCode, NEWER_CODES } from './subdivision-codes.ts';
import { type Area, type CompiledPack, compileAreas, type Require, type Ring } from './topology.ts';

export interface Iso {
  /** Subdivision code → code of the level above it. */
  parent: Map<string, string>;
  countries: Set<string>;
  /** Country and name → code. */
  names: Map<string, string>;
  /** Code → name. */
  named: Map<string, string>;
}

/**
 * Follows ISO 3166 where the source shows another state's control; `docs/decisions/0031-disputed-places.md`
 * has the whole table. Keys are the source's own ids.
 */
const DISPUTED: Record<string, { country: string; name: string }> = {
  Q7835: { country: 'UA', name: 'crimea' },
  Q23681: { country: 'CY', name: 'northern_cyprus' },
  Q36678: { country: 'PS', name: 'west_bank' },
  EH: { country: 'EH', name: 'western_sahara' },
  TW: { country: 'TW', name: 'taiwan' },
  XK: { country: 'XK', name: 'kosovo' },
};

export function readIso(iso_3166: {
  iso31661: { alpha2: string }[];
  iso31662: { code: string; parent: string; name: string }[];
}): Iso {
  const parent = new Map(iso_3166.iso31662.map((entry) => [entry.code, entry.parent]));
  for (const code of NEWER_CODES) parent.set(code, code.slice(0, 2));
  for (const code of CORRECTED_CODES)
    if (!parent.has(code)) throw new Error(`correction to unknown code ${code}`);
  const names = new Map(
    iso_3166.iso31662.map((entry) => [`${entry.code.slice(0, 2)} ${entry.name}`, entry.code]),
  );
  const named = new Map(iso_3166.iso31662.map(({ code, name }) => [code, name]));
  const countries = new Set([...iso_3166.iso31661.map((entry) => entry.alpha2), 'XK']);
  return { parent, countries, names, named };
}

export function upperLevels(iso: Iso, code: string): string[] {
  const levels: string[] = [];
  for (let up = iso.parent.get(code); up?.includes('-'); up = iso.parent.get(up)) levels.push(up);
  return levels;
}

interface Feature<P> {
  properties: P;
  geometry: { type: string; coordinates: unknown } | null;
}

const polygonsOf = (geometry: { type: string; coordinates: unknown }): Ring[][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates as Ring[]] : (geometry.coordinates as Ring[][]);

/** Countries and territories: the source's coordinates have five decimals, and keep them. */
export function compileCountries(
  require: Require,
  features: Feature<{
    id: string;
    iso1A2?: string;
    country?: string;
    groups: string[];
    aliases?: string[];
  }>[],
  iso: Iso,
  with_subdivisions: Set<string>,
): CompiledPack {
  const areas: Area[] = [];
  for (const { properties, geometry } of features) {
    if (!geometry) continue;
    const { id, groups } = properties;
    const candidates = [properties.iso1A2, ...groups, properties.country];
    const country = DISPUTED[id]?.country ?? candidates.find((code) => code && iso.countries.has(code));
    if (!country) continue;
    const codes = (properties.aliases ?? []).filter((a) => a.startsWith(`${country}-`) && iso.parent.has(a));
    const own = with_subdivisions.has(country) ? null : (codes[0] ?? null);
    const region: Region = { country, code: own, within: codes.filter((code) => code !== own) };
    if (DISPUTED[id]) region.disputed = DISPUTED[id].name;
    const { rest, parts } = cutOut(
      id,
      polygonsOf(geometry).map((rings) => rings.map(withUbangi)),
    );
    areas.push({ region, polygons: rest }, ...parts);
  }
  return compileAreas(
    require,
    { id: 'countries', boundary_error_m: 4_800, units_per_degree: 100_000, keep: 1, longest_m: 5_000 },
    areas,
  );
}

/** Adds the points of the bend to a ring that has the straight line in its place. */
function withUbangi(ring: Ring): Ring {
  return ring.flatMap((point, i) => {
    const ends = [point, ring[i + 1]].map((p) => p?.join(' '));
    if (ends[0] === UBANGI_BETWEEN[0] && ends[1] === UBANGI_BETWEEN[1])
      return [point, ...UBANGI.map(([x, y]): [number, number] => [x, y])];
    if (ends[1] === UBANGI_BETWEEN[0] && ends[0] === UBANGI_BETWEEN[1])
      return [point, ...UBANGI.map(([x, y]): [number, number] => [x, y]).reverse()];
    return [point];
  });
}

/** The areas that ISO 3166 gives another code than the source does, and what is left of the source's area. */
function cutOut(id: string, polygons: Ring[][]): { rest: Ring[][]; parts: Area[] } {
  const parts: Area[] = [];
  let rest = polygons;
  for (const { country, disputed, inside, line } of CUTS.filter((cut) => cut.of === id)) {
    const at = rest.findIndex(([outer]) => isInRing(outer!, inside));
    if (at < 0) throw new Error(`${disputed}: ${inside} is not in ${id}`);
    const [outer, ...holes] = rest[at]!;
    const sides = cutRing(outer!, line);
    const mine = sides.findIndex((ring) => isInRing(ring, inside));
    if (mine < 0) throw new Error(`${disputed}: ${inside} is on neither side of the line`);
    parts.push({ region: { country, code: null, within: [], disputed }, polygons: [[sides[mine]!]] });
    rest = rest.toSpliced(at, 1, [sides[1 - mine]!, ...holes]);
  }
  return { rest, parts };
}

interface NaturalEarth {
  iso_3166_2: string;
  iso_a2: string;
  name: string;
}

/** Countries whose surveyed areas have parts that only the coarse source draws. */
const WITH_PARTS = new Set(['GB', 'IT']);

/**
 * Subdivisions of countries without a survey, half of the points: the same answer as all of them for 99.7 % of
 * populated places.
 */
export function compileWorld(
  require: Require,
  features: Feature<NaturalEarth>[],
  iso: Iso,
  surveyed: ReadonlySet<string>,
): CompiledPack & { covered: Set<string> } {
  const areas = worldAreas(features, iso).filter(
    ({ region: { country } }) => !surveyed.has(country) || WITH_PARTS.has(country),
  );
  const covered = new Set(areas.filter((area) => area.region.code).map((area) => area.region.country));
  // An area without a code is kept beside areas with codes: without it, its ground would get a neighbour's
  // code.
  const useful = areas.filter((area) => covered.has(area.region.country));
  const pack = { id: 'regions_world', boundary_error_m: 4_000, units_per_degree: 5_000, keep: 0.5 };
  return { ...compileAreas(require, pack, useful), covered };
}

/** The same source whole, to compare its country lines with those of another. */
export const compileCompared = (
  require: Require,
  features: Feature<NaturalEarth>[],
  iso: Iso,
): CompiledPack =>
  compileAreas(
    require,
    { id: 'compared', boundary_error_m: 4_000, units_per_degree: 20_000, keep: 1 },
    worldAreas(features, iso),
  );

function worldAreas(features: Feature<NaturalEarth>[], iso: Iso): Area[] {
  const valid = new Set(iso.parent.keys());
  return features.flatMap(({ properties, geometry }) => {
    if (!geometry) return [];
    const { country, code } = currentCode(properties.iso_3166_2, properties.name, properties.iso_a2, valid);
    if (!iso.countries.has(country)) return [];
    const region = { country, code, within: code ? upperLevels(iso, code) : [] };
    return [{ region, polygons: polygonsOf(geometry) }];
  });
}
