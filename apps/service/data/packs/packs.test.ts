import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BUNDLED_DATA } from '../../src/geolocation/geodata/artefact.ts';
import { outlinesOf } from '../../src/geolocation/geodata/outlines/drawn.ts';
import { withOwn } from '../../src/geolocation/geodata/packed/own.ts';
import { openPack } from '../../src/geolocation/geodata/packed/pack-file.ts';
import { locate } from '../../src/geolocation/geodata/places/locate.ts';
import { country, feature, moved, packFolder, subdivisions } from '../../testing/geodata/border-pack.ts';
import { mutant } from '../../testing/mutant.ts';
import { openBase } from './base.ts';
import { packOf } from './main.ts';
import { osmCode } from './osm.ts';
import { readAreas } from './read.ts';

const scratch = mkdtempSync(join(tmpdir(), 'standpoint-packs-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const base = openBase(BUNDLED_DATA);

type Features = Parameters<typeof packFolder>[1];
const compile = (features: Features, manifest = {}, file = {}) =>
  packOf(packFolder(scratch, features, manifest, file), null, base).pack;
const refusal = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};
const refused = (features: Features, manifest = {}, file = {}) =>
  refusal(() => compile(features, manifest, file));

const LI = country('LI');
const square = (w: number, s: number, e: number, n: number): [number, number][] => [
  [w, s],
  [e, s],
  [e, n],
  [w, n],
  [w, s],
];

describe('a pack of borders', () => {
  it('takes the place of the compiled lines of its codes, and of no others', () => {
    const own = openPack(compile([LI]).bytes);
    const packs = withOwn(base.files, own);
    expect(locate(packs, 47.141, 9.5209).country).toBe('LI');
    expect([...packs.outlined]).toEqual(['LI']);
    expect(packs.beside).toContain('CH');
    // The sea beside a country is not made by its outline.
    expect(locate(packs, 45, -20).country).toBeNull();
  });

  it('decides about the country by the outer lines of its subdivisions, and keeps every code', () => {
    const provinces = subdivisions('BE');
    const east = provinces.map((each) => moved(each, ([lng, lat]) => [lng + 0.02, lat]));
    const packs = withOwn(base.files, openPack(compile(east, {}, { error_m: 100 }).bytes));
    const ways = Array.from({ length: 200 }, (_, i) => 5.6 + i / 500);
    const moves = ways.filter((lng) => locate(base.packs, 50.95, lng).country === 'NL');
    const found = moves.map((lng) => locate(packs, 50.95, lng)).filter((each) => each.country === 'BE');
    expect(found.length).toBeGreaterThan(1);
    expect(found[0]).toMatchObject({ subdivision: 'BE-VLI', source: 'polygon', boundary_error_m: 100 });
    for (const { properties } of provinces)
      expect(packs.surveyed.regions.map(({ code }) => code)).toContain(properties.iso);
  });

  it('is drawn with each of its points on a map from near, and with fewer on one of the country', () => {
    const packs = withOwn(base.files, openPack(compile([LI]).bytes));
    const {
      country: whole,
      close,
      surveyed,
    } = outlinesOf(packs, () => null, {
      coarse: () => [],
      fine: () => [],
    });
    expect(surveyed).toContain('LI');
    const points = (file: ReturnType<typeof whole>) => file!.whole.flat().length / 2;
    const own = (LI.geometry!.coordinates as [number, number][][][])[0]![0]!;
    expect(points(close('LI', 47, 9.5))).toBe(own.length);
    expect(points(whole('LI'))).toBeLessThan(own.length);
    expect(close('LI', 40, 9.5)).toMatchObject({ whole: [] });
  });

  it('stores a line between two areas once, with both of its sides', () => {
    const { counts, bytes } = compile(subdivisions('BE'));
    const { arc_points } = openPack(bytes).header;
    const drawn = subdivisions('BE')
      .flatMap(({ geometry }) => (geometry!.coordinates as unknown[][][]).flat())
      .reduce((sum, ring) => sum + ring.length, 0);
    expect(counts.regions).toBe(11);
    expect(arc_points.reduce((sum, n) => sum + n, 0)).toBeLessThan(0.8 * drawn);
  });

  it('reads TopoJSON as well, with its arcs in either direction', () => {
    const ring = (LI.geometry!.coordinates as [number, number][][][])[0]![0]!;
    const [a, b] = [ring.slice(0, 10), ring.slice(9).toReversed()];
    const topology = {
      type: 'Topology',
      arcs: [a, b],
      objects: { areas: { type: 'GeometryCollection', geometries: [] as unknown[] } },
    };
    topology.objects.areas.geometries.push({ type: 'Polygon', arcs: [[0, -2]], properties: { iso: 'LI' } });
    const { counts } = compile(JSON.stringify(topology));
    expect(counts).toMatchObject({ regions: 1, points: ring.length });
    topology.objects.areas.geometries = [{ type: 'Polygon', arcs: [[0, 7]], properties: { iso: 'LI' } }];
    expect(refused(JSON.stringify(topology))).toBe(
      'areas.geojson, feature 0: there is no arc 7; the file may be cut off.',
    );
  });
});

describe('a broken pack is refused with the place', () => {
  it.each(['name', 'version', 'licence', 'attribution', 'source', 'date', 'files'])('without %s', (field) => {
    expect(refused([LI], { [field]: undefined })).toMatch(
      new RegExp(`^borders.json: "${field}" (is missing|must)`),
    );
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, RegExp]>([
    ['a name of the command', { name: 'osm' }, {}, /"name" must not be "osm"/],
    ['a date in words', { date: 'last May' }, {}, /"date" must be a year, a month or a day/],
    ['an error of zero metres', {}, { error_m: 0 }, /files\[0\] \(areas.geojson\): "error_m" must be/],
    ['no property', {}, { property: undefined }, /"property" must name/],
    ['a hash of other digits', {}, { sha256: 'ABC' }, /"sha256" must be 64/],
    [
      'another hash',
      {},
      { sha256: 'a'.repeat(64) },
      /areas.geojson: its SHA-256 is [0-9a-f]{64}, a{64} was expected/,
    ],
    ['a path', {}, { file: '../areas.geojson' }, /"file" must be the name of a file in the folder/],
    ['a file that is not there', {}, { file: 'other.geojson' }, /other.geojson: there is no such file/],
  ])('with %s in its manifest', (_, manifest, file, message) => {
    expect(refused([LI], manifest, file)).toMatch(message);
  });

  it('when its manifest is missing or cut off, and when a file is a link', () => {
    const folder = packFolder(scratch, [LI]);
    writeFileSync(join(folder, 'borders.json'), '{"name": "x",');
    expect(refusal(() => packOf(folder, null, base))).toMatch(
      /^borders.json: it is not JSON, or it is cut off/,
    );
    rmSync(join(folder, 'borders.json'));
    expect(refusal(() => packOf(folder, null, base))).toMatch(/^There is no borders.json/);
    const other = packFolder(scratch, [LI]);
    rmSync(join(other, 'areas.geojson'));
    symlinkSync('/etc/hosts', join(other, 'areas.geojson'));
    expect(refusal(() => packOf(other, null, base))).toMatch(/areas.geojson: there is no such file/);
  });

  it('when it is huge: bytes, features and points', () => {
    const folder = packFolder(scratch, [LI]);
    truncateSync(join(folder, 'areas.geojson'), 128_000_001);
    expect(refusal(() => packOf(folder, null, base))).toMatch(
      /it has 128000001 bytes, at most 128000000 are read/,
    );
    const file = { file: 'areas.geojson', property: 'iso', error_m: 50 };
    const read = (left: { features: number; points: number }) =>
      refusal(() => readAreas(packFolder(scratch, [LI]), file, ({ iso }) => iso, left));
    expect(read({ features: 0, points: 100 })).toMatch(/more than 10000 features/);
    expect(read({ features: 1, points: 5 })).toMatch(
      /areas.geojson, feature 0 \(LI\): with it, .* 3000000 points/,
    );
  });

  const ring = square(9.48, 47.06, 9.62, 47.26);
  const text = JSON.stringify({ type: 'FeatureCollection', features: [LI] });
  it.each<[string, Features, RegExp]>([
    ['a truncated file', text.slice(0, -40), /areas.geojson: it is not JSON, or it is cut off/],
    ['another kind of JSON', '[]', /must be a FeatureCollection of GeoJSON/],
    ['no features', '{"type":"FeatureCollection","features":[]}', /it has no features/],
    [
      'a line in place of an area',
      [{ type: 'Feature', properties: { iso: 'LI' }, geometry: { type: 'LineString', coordinates: [] } }],
      /areas.geojson, feature 0 \(LI\): its geometry is LineString/,
    ],
    ['no code', [feature(undefined, [[ring]])], /areas.geojson, feature 0: its property "iso" holds no code/],
    ['an unknown code', [LI, feature('BE-VLX', [[ring]])], /feature 1 \(BE-VLX\): .*did you mean BE-VL/],
    ['a code twice', [LI, LI], /feature 1 \(LI\): areas.geojson, feature 0 \(LI\) has the same code/],
    [
      'an open ring',
      [feature('LI', [[ring.slice(0, -1).concat([[9.5, 47.1]])]])],
      /a ring is not closed: it begins at \[9.48,47.06\] and ends at \[9.5,47.1\]/,
    ],
    ['a ring of three points', [feature('LI', [[ring.slice(0, 3)]])], /a ring has 3 points/],
    [
      'a point outside of the globe',
      [feature('LI', [[ring.map(([x, y]): [number, number] => [x, y + 90])]])],
      /\[9.48,137.06\] is out of range: longitude comes first/,
    ],
    ['text for a number', [feature('LI', [[[['9', 47], ...ring]]] as never)], /\["9",47\] is no point/],
    [
      'latitude before longitude',
      [moved(LI, ([lng, lat]) => [lat, lng])],
      /most of it lies elsewhere: the data in use have .* Longitude comes first/,
    ],
    [
      'a ring that crosses itself',
      [feature('LI', [[[ring[0]!, ring[2]!, ring[1]!, ring[3]!, ring[0]!]]])],
      /feature 0 \(LI\): its rings cross at \[9.55,47.16\]/,
    ],
    [
      'areas that overlap',
      [moved(LI, ([lng, lat]) => [lng - 0.05, lat]), country('CH')],
      /feature 0 \(LI\) and areas.geojson, feature 1 \(CH\) overlap at \[9\.\d+,47\.\d+\]/,
    ],
    ['some of the subdivisions', subdivisions('BE').slice(1), /^BE: the pack lacks BE-VWV/],
    [
      'lines that do not meet',
      subdivisions('BE').map((each, i) => (i === 3 ? moved(each, ([x, y]) => [x + 0.0002, y]) : each)),
      /lie side by side at \[\d\.\d+,\d+\.\d+\] and share no points there/,
    ],
    [
      'codes that are swapped',
      [
        { ...country('LU'), properties: { iso: 'AD' } },
        { ...country('AD'), properties: { iso: 'LU' } },
      ],
      /feature 0 \(AD\): most of it lies elsewhere: the data in use have LU at/,
    ],
    [
      'half of a country',
      [moved(country('CZ'), ([lng, lat]) => [Math.min(lng, 15), lat])],
      /feature 0 \(CZ\): it leaves out much of CZ, such as \[1\d\.\d+,\d+\.\d+\]/,
    ],
  ])('for %s', (_, features, message) => {
    expect(refused(features)).toMatch(message);
  });

  it('names every fault of a file, up to twenty', () => {
    const many = Array.from({ length: 30 }, () => feature('LI', [[ring.slice(0, 3)]]));
    const lines = refused(many).split('\n');
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('and 10 more');
  });

  it('only because it is compared: without that, swapped codes would be accepted', async () => {
    const { compilePack } = await mutant<typeof import('./compile.ts')>('../data/packs/compile.ts', [
      'refuseElsewhere(areas, lines, base);',
      '',
    ]);
    const swapped = { ...country('LU'), properties: { iso: 'AD' } };
    const file = { file: 'areas.geojson', property: 'iso', error_m: 50 };
    const areas = readAreas(packFolder(scratch, [swapped]), file, ({ iso }) => iso, {
      features: 9,
      points: 9_999,
    });
    const plan = { tolerance_m: 0, known: false };
    expect(
      locate(withOwn(base.files, openPack(compilePack(areas, base, plan).bytes)), 49.61, 6.13).country,
    ).toBe('AD');
  });
});

describe('the package of OpenStreetMap’s lines', () => {
  it('gives every area its code, also where it has the one of three letters alone', () => {
    expect([{ isoA2: 'CH', isoA3: 'CHE' }, { isoA3: 'CUW' }, { isoA3: 'XYZ' }].map(osmCode)).toEqual([
      'CH',
      'CW',
      undefined,
    ]);
  });
});
