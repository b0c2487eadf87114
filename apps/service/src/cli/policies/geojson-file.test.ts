import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { within } from '../../../../../testing/busy.ts';
import { Failure } from '../command.ts';
import { shapesFromGeoJson } from './geojson-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'standpoint-geojson-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(value: unknown) {
  const file = join(folder, 'shapes.geojson');
  writeFileSync(file, JSON.stringify(value));
  return shapesFromGeoJson(file, 'exclusion');
}
const ring = [
  [0, 0, 12],
  [1, 0, 12],
  [1, 1, 12],
  [0, 0, 12],
];

describe('shapes from GeoJSON', () => {
  it('are read from every kind of file that can hold them', () => {
    const flat = ring.map(([x, y]) => [x, y]);
    expect(read({ type: 'Polygon', coordinates: [ring] })).toEqual([
      { effect: 'exclusion', polygon: [flat] },
    ]);
    const collection = {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { name: 'Two parts', effect: 'deny', buffer_m: 50, boundary_error_m: 5, colour: 'red' },
          geometry: { type: 'MultiPolygon', coordinates: [[ring], [ring]] },
        },
        {
          type: 'Feature',
          properties: { name: 'School', radius_m: 300 },
          geometry: { type: 'Point', coordinates: [-74.7, 40.2] },
        },
      ],
    };
    const part = { effect: 'deny', name: 'Two parts', buffer_m: 50, boundary_error_m: 5, polygon: [flat] };
    expect(read(collection)).toEqual([
      part,
      part,
      { effect: 'exclusion', name: 'School', circle: { lat: 40.2, lng: -74.7, radius_m: 300 } },
    ]);
  });

  it('may begin with a byte order mark', () => {
    const file = join(folder, 'marked.geojson');
    const flat = ring.map(([x, y]) => [x, y]);
    writeFileSync(file, `\ufeff${JSON.stringify({ type: 'Polygon', coordinates: [flat] })}`);
    expect(shapesFromGeoJson(file, 'deny')).toEqual([{ effect: 'deny', polygon: [flat] }]);
  });

  it('are refused at once when they are too large for a decision', () => {
    const teeth = Array.from({ length: 60_000 }, (_, i) => [i % 2 ? 100 : -100, i / 1_000]);
    const before = performance.now();
    expect(() => read({ type: 'Polygon', coordinates: [teeth] })).toThrow(
      expect.objectContaining({
        fields: [{ path: 'features', message: expect.stringContaining('60000 corners') }],
      }),
    );
    expect(performance.now() - before).toBeLessThan(within(2_000));
  });

  it.each([
    ['a line', { type: 'LineString', coordinates: ring }],
    ['a point without a radius', { type: 'Point', coordinates: [0, 0] }],
    ['a feature without geometry', { type: 'Feature', geometry: null, properties: {} }],
    ['nothing', { type: 'FeatureCollection', features: [] }],
    ['texts for numbers', { type: 'Polygon', coordinates: [[['0', '0']]] }],
    [
      'swapped coordinates',
      {
        type: 'Polygon',
        coordinates: [
          [
            [40, -174],
            [41, -174],
            [41, -175],
            [40, -174],
          ],
        ],
      },
    ],
    ['an empty polygon', { type: 'Polygon', coordinates: [] }],
    [
      'an unknown effect',
      { type: 'Feature', properties: { effect: 'ban' }, geometry: { type: 'Polygon', coordinates: [ring] } },
    ],
    ['a number', 5],
    ['a list', [1, 2]],
  ])('are refused with a reason for %s', (_, value) => {
    expect(() => read(value)).toThrow(Failure);
  });
});
