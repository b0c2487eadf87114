import { describe, expect, it } from 'vitest';
import { within } from '../../../../../testing/busy.ts';
import { bundledData } from '../../../testing/geodata/bundled.ts';
import { shapeProblems } from './shape-problems.ts';

type Ring = [number, number][];
const polygon = (...rings: Ring[]) =>
  shapeProblems({ effect: 'deny', polygon: rings }, 's').map(({ message }) => message);
const box = (lng: number, lat: number, half: number): Ring => [
  [lng - half, lat - half],
  [lng + half, lat - half],
  [lng + half, lat + half],
  [lng - half, lat + half],
  [lng - half, lat - half],
];

describe('a drawn shape', () => {
  it.each<[string, Ring[], RegExp]>([
    [
      'a bow tie',
      [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
      /crosses or touches itself/,
    ],
    [
      'a spike that folds back',
      [
        [
          [0, 0],
          [1, 0],
          [2, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      /crosses or touches itself/,
    ],
    [
      'a line',
      [
        [
          [0, 0],
          [1, 1],
          [2, 2],
          [0, 0],
        ],
      ],
      /crosses or touches itself/,
    ],
    [
      'a speck',
      [
        [
          [0, 0],
          [1e-7, 0],
          [1e-7, 1e-7],
          [0, 0],
        ],
      ],
      /encloses no area/,
    ],
    [
      'an open ring',
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      ],
      /end where it begins/,
    ],
    [
      'a repeated point',
      [
        [
          [0, 0],
          [1, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      /Point 3 repeats/,
    ],
    [
      'swapped coordinates',
      [
        [
          [40.7, -174],
          [40.8, -174],
          [40.8, -174.1],
          [40.7, -174],
        ],
      ],
      /were they swapped/,
    ],
    [
      'a ring over the 180th meridian',
      [
        [
          [179, 0],
          [-179, 0],
          [-179, 1],
          [179, 1],
          [179, 0],
        ],
      ],
      /180th meridian/,
    ],
    ['a hole that reaches out', [box(0, 0, 1), box(1, 0, 0.5)], /Two rings cross/],
    ['no ring at all', [[]], /end where it begins/],
  ])('is refused for %s', (_, rings, message) => {
    expect(polygon(...rings)).toHaveLength(1);
    expect(polygon(...rings)[0]).toMatch(message);
  });

  it('is refused when it is a circle with impossible values', () => {
    const circle = (lat: number, lng: number, radius_m: number) =>
      shapeProblems({ effect: 'deny', circle: { lat, lng, radius_m } }, 's').map(({ message }) => message);
    expect(circle(Number.NaN, 0, 5)[0]).toMatch(/numbers/);
    expect(circle(-122, 37, 5)[0]).toMatch(/swapped/);
    expect(circle(0, 181, 5)[0]).toMatch(/±180/);
    expect(circle(0, 0, 0)[0]).toMatch(/above 0/);
    expect(circle(37, -122, 5)).toEqual([]);
  });

  it('may have holes, many corners, and edges along the 180th meridian', () => {
    expect(polygon(box(0, 0, 1), box(0, 0, 0.5))).toEqual([]);
    expect(
      polygon([
        [170, 0],
        [180, 0],
        [180, 5],
        [170, 5],
        [170, 0],
      ]),
    ).toEqual([]);
    const many = Array.from({ length: 10_000 }, (_, i): [number, number] => {
      const angle = (2 * Math.PI * i) / 10_000;
      return [10 * Math.cos(angle), 10 * Math.sin(angle)];
    });
    const before = performance.now();
    expect(polygon([...many, many[0]!])).toEqual([]);
    expect(performance.now() - before).toBeLessThan(within(2_000));
  });
});

describe('a mistyped code', () => {
  const places = bundledData().places;
  it.each([
    ['UK', ['GB']],
    ['UK-ENG', ['GB-ENG']],
    ['NJ', ['US-NJ']],
    ['US-NYY', ['US-NY']],
    ['CA-NO', ['CA-ON']],
    ['QQ-1', []],
  ])('%s is answered with %j', (code, meant) => {
    const found = places.similarCodes(code);
    if (meant.length === 0) expect(found).toEqual([]);
    else expect(found).toContain(meant[0]);
    expect(found.length).toBeLessThanOrEqual(3);
  });
});
