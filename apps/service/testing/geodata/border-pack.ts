import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInRing } from '../../data/disputed-lines.ts';
import { areasOf } from '../../src/geolocation/geodata/outlines/areas.ts';
import { receivedPacks } from '../../src/geolocation/geodata/packed/sent.ts';
import { bundledData } from './bundled.ts';

type Ring = [number, number][];
interface Feature {
  type: 'Feature';
  properties: Record<string, unknown>;
  geometry: { type: string; coordinates: unknown } | null;
}

const pairs = (flat: readonly number[]): Ring =>
  Array.from({ length: flat.length / 2 }, (_, i): [number, number] => [flat[2 * i]!, flat[2 * i + 1]!]);

export const feature = (iso: unknown, polygons: Ring[][]): Feature => ({
  type: 'Feature',
  properties: { iso },
  geometry: { type: 'MultiPolygon', coordinates: polygons },
});

/** Rings with their holes: a ring inside of another one is a hole of it. */
const nested = (rings: Ring[]): Ring[][] => {
  const around = (ring: Ring) => {
    const [lng, lat] = ring[0]!;
    return rings.find((other) => other !== ring && isInRing(other, [lat, lng]));
  };
  const outer = rings.filter((ring) => !around(ring));
  return outer.map((ring) => [ring, ...rings.filter((hole) => around(hole) === ring)]);
};

const areasIn = (pack: 'countries' | 'world', of: string) =>
  areasOf(
    receivedPacks(bundledData().places.content().packs)[pack],
    () => null,
    (region) => region.country === of,
    {},
  );

/** A country as the compiled lines have it, which maps draw along the lines of its neighbours. */
export const country = (code: string): Feature =>
  feature(code, nested(areasIn('countries', code).flatMap(({ rings }) => rings.map(pairs))));

/** Every subdivision of a country, likewise. */
export const subdivisions = (of: string): Feature[] =>
  areasIn('world', of).flatMap(({ code, rings }) => (code ? [feature(code, nested(rings.map(pairs)))] : []));

/** The same area with every point changed. */
export const moved = (
  { properties, geometry }: Feature,
  to: (point: [number, number]) => unknown,
): Feature => ({
  type: 'Feature',
  properties,
  geometry: {
    type: 'MultiPolygon',
    coordinates: (geometry!.coordinates as Ring[][]).map((rings) => rings.map((ring) => ring.map(to))),
  },
});

export const PACK = {
  name: 'own-lines',
  version: '1.2.0',
  licence: 'CC0-1.0',
  attribution: 'Drawn for a test',
  source: 'the compiled lines',
  date: '2026-11',
};

/** Writes a pack with one file; returns its folder. */
export function packFolder(
  parent: string,
  features: Feature[] | string,
  manifest: Record<string, unknown> = {},
  file: Record<string, unknown> = {},
): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'pack-'));
  const text =
    typeof features === 'string' ? features : JSON.stringify({ type: 'FeatureCollection', features });
  writeFileSync(join(folder, 'areas.geojson'), text);
  const files = [{ file: 'areas.geojson', property: 'iso', error_m: 50, ...file }];
  writeFileSync(join(folder, 'borders.json'), JSON.stringify({ ...PACK, files, ...manifest }));
  return folder;
}
