import { expect, test } from 'vitest';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { metresTo } from '../../../../testing/geodata/metres-to.ts';

const { outlines, locate, nameOf, codes, compileRule } = bundledData().places;

/** Even-odd, as maps fill. */
function holds(rings: readonly number[][], [x, y]: readonly [number, number]): boolean {
  let inside = false;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  return inside;
}

test.each([
  ['US', [-74.17, 40.73]],
  ['US', [-75.16, 39.95]],
  ['FR', [2.35, 48.86]],
  ['CH', [7.45, 46.95]],
  ['LS', [28.2, -29.5]],
] as const)('%s is drawn where decisions find it', (country, at) => {
  const { areas } = outlines.country(country)!;
  const place = locate(at[1], at[0]);
  expect(place.country).toBe(country);
  const found = areas.filter(({ rings }) => holds(rings, at));
  expect(found.map(({ code, within }) => [code, ...within])).toEqual([
    expect.arrayContaining(place.subdivision ? [place.subdivision] : []),
  ]);
});

test.each([
  ['GB', 54.07, -6.437],
  ['PL', 49.71, 18.672],
  ['DE', 48.464, 7.76],
  ['AT', 47.768, 12.94],
] as const)(
  '%s is painted by its surveyed areas, which decide about it, and not by a coarse line',
  (code, lat, lng) => {
    const { areas, whole } = outlines.close(code, lat, lng)!;
    const painted = areas.some(({ rings }) => holds(rings, [lng, lat]));
    expect(painted).toBe(locate(lat, lng).country === code);
    expect([whole, outlines.country(code)!.whole]).toEqual([[], []]);
  },
);

/** Each is more than 300 m from the border, and on the other side of the coarse line. */
test.each([
  ['MX', 29.3, -103.924, null],
  ['MX', 28.446, -100.331, null],
  ['CH', 47.434, 7.219, 'CH-JU'],
  ['CH', 46.099, 8.787, 'CH-TI'],
  ['NL', 52.174, 6.913, null],
  ['BE', 49.791, 4.917, 'BE-WNA'],
  // Between two enclaves of Germany.
  ['BE', 50.652, 6.168, 'BE-WLG'],
  ['CZ', 50.527, 16.389, 'CZ-52'],
  // A line between two cantons runs along the border, and stays where it is.
  ['CH', 47.714, 8.786, 'CH-SH'],
  ['CA', 48.023, -89.966, 'CA-ON'],
  ['CA', 46.079, -70.288, null],
] as const)(
  '%s and its provinces end at the surveyed line of a neighbour, where decisions end them',
  (code, lat, lng, province) => {
    const place = locate(lat, lng);
    const { areas, whole } = outlines.country(code)!;
    const painted = areas.filter(({ rings }) => holds(rings, [lng, lat])).map((area) => area.code);
    expect(province).toBe(place.country === code ? place.subdivision : null);
    expect(painted).toEqual(province ? [province] : []);
    expect(holds(whole, [lng, lat])).toBe(province !== null);
  },
);

test('a neighbour’s enclave in a country that the coarse lines leave out is a hole', () => {
  // Mützenich, a part of Germany beyond a Belgian railway.
  const at = [6.213, 50.563] as const;
  expect(locate(at[1], at[0]).country).toBe('DE');
  const { areas, whole } = outlines.country('BE')!;
  expect(holds(whole, at)).toBe(false);
  expect(areas.filter(({ rings }) => holds(rings, at))).toEqual([]);
  expect(holds(whole, [6.17, 50.51])).toBe(true);
});

test('a neighbour’s enclave that the coarse lines know is one hole, and not filled again', () => {
  const at = [8.69, 47.697] as const;
  expect(locate(at[1], at[0]).country).toBe('DE');
  expect(holds(outlines.country('CH')!.whole, at)).toBe(false);
});

test('rings are closed, and a hole is a ring of its own', () => {
  for (const { rings } of outlines.country('ZA')!.areas)
    for (const ring of rings) expect(ring.slice(0, 2)).toEqual(ring.slice(-2));
  // Lesotho lies in the middle of South Africa.
  expect(holds(outlines.country('ZA')!.whole, [28.2, -29.5])).toBe(false);
  expect(holds(outlines.country('ZA')!.whole, [28.04, -26.2])).toBe(true);
});

test('the overview is small and names every country', () => {
  const world = outlines.world();
  expect(JSON.stringify(world).length).toBeLessThan(200_000);
  expect(new Set(world.areas.map(({ country }) => country))).toEqual(new Set(outlines.countries));
});

test.each([
  ['Fairbanks', [-147.7, 64.8], true],
  ['Alice Springs', [133.88, -23.7], true],
  // Countries reach there, the land does not: this is what looked like boxes.
  ['the Gulf of Alaska', [-145.5, 58.8], false],
  ['the Great Australian Bight', [131, -32.6], false],
  ['the Strait of Gibraltar', [-5.6, 35.95], false],
] as const)('%s is land, or is not, on the map of a continent', (_name, at, land) => {
  expect(holds(outlines.coasts().land, at)).toBe(land);
});

test('the land is there in two sizes, in closed rings, and the Caspian Sea is none of it', () => {
  const [coarse, fine] = [outlines.world().land, outlines.coasts().land];
  expect(coarse.length).toBeLessThan(fine.length);
  expect(JSON.stringify(fine).length).toBeLessThan(450_000);
  for (const land of [coarse, fine]) {
    for (const ring of land) expect(ring.slice(0, 2)).toEqual(ring.slice(-2));
    expect(holds(land, [51, 41])).toBe(false);
    expect(holds(land, [37.6, 55.75])).toBe(true);
    // Eurasia goes on over 180°, and Antarctica around the pole.
    expect(land.flat().filter((degrees) => Math.abs(degrees) > 180)).toEqual([]);
    expect(
      [
        [-172, 66.5],
        [178, 66.5],
        [0, -85],
        [0, 68],
        [-15, 67.5],
        [0, -16.5],
      ].map((at) => holds(land, at as never)),
    ).toEqual([true, true, true, false, false, false]);
  }
});

test('every subdivision that a rule can name has a name', () => {
  const unnamed = codes().filter((code) => code.includes('-') && nameOf(code) === null);
  expect(unnamed).toEqual([]);
  expect(['DE-BY', 'FR-IDF', 'NO-31', 'US-DC', 'DE', 'XX-1'].map(nameOf)).toEqual([
    'Bayern',
    'Île-de-France',
    'Østfold',
    'Washington, D.C.',
    null,
    null,
  ]);
});

test('a country that is none has no outline', () => {
  expect(outlines.country('XX')).toBeNull();
  expect(outlines.close('XX', 0, 0)).toBeNull();
});

test('surveyed lines are where decisions measure in a close file, and not in the country’s', () => {
  const spots = [
    ['US-NJ', { lat: 40.1786, lng: -74.7446 }],
    ['US-NJ', { lat: 40.73, lng: -74.02 }],
    ['US-KY', { lat: 38.1, lng: -87.6 }],
    ['US-MO', { lat: 38.85, lng: -90.15 }],
  ] as const;
  const off = spots.map(([code, { lat, lng }]) => {
    const { signed_distance_m } = compileRule({ allow: [code] })(lat, lng, 30);
    const rings = (file: ReturnType<typeof outlines.country>) =>
      file!.areas.find((area) => area.code === code)!.rings;
    const drawn = (of: number[][]) => Math.abs(metresTo(of, lat, lng) - Math.abs(signed_distance_m!));
    return { far: drawn(rings(outlines.country('US'))), close: drawn(rings(outlines.close('US', lat, lng))) };
  });
  for (const { close } of off) expect(close).toBeLessThan(2);
  expect(Math.max(...off.map(({ far }) => far))).toBeGreaterThan(50);
});

/** Each piece of an area's lines by its ends, whichever way it runs. */
const piecesOf = ({ rings }: { rings: number[][] }): string[] =>
  rings.flatMap((ring) =>
    Array.from({ length: ring.length / 2 - 1 }, (_, i) =>
      [ring.slice(2 * i, 2 * i + 2), ring.slice(2 * i + 2, 2 * i + 4)].map(String).toSorted().join(' '),
    ),
  );

test('a close file has both sides of each of its lines, and fits into the file of its country', () => {
  const [country, close] = [outlines.country('US')!, outlines.close('US', 41, -104)!];
  const exact = new Map(close.areas.map((area) => [area.id, area]));
  expect([...exact.values()].map(({ code }) => code).toSorted()).toEqual(['US-CO', 'US-NE', 'US-WY']);
  const areas = country.areas.map((area) => exact.get(area.id) ?? area);
  const owners = Map.groupBy(areas.flatMap(piecesOf), (piece) => piece);
  // Each of these states lies between others, so each piece of its lines is also a neighbour's.
  expect([...exact.values()].flatMap(piecesOf).filter((piece) => owners.get(piece)!.length !== 2)).toEqual(
    [],
  );
});

test('only countries with surveyed lines have close files, and far from a line they are empty', () => {
  expect(outlines.surveyed).toContain('US');
  expect(outlines.surveyed).not.toContain('JP');
  expect(outlines.close('JP', 35.7, 139.7)).toBeNull();
  expect(outlines.close('US', 41.5, -119)).not.toEqual({ areas: [], whole: [] });
  expect(outlines.close('US', 31.5, -100)).toEqual({ areas: [], whole: [] });
});

test('Antarctica reaches to the pole on every meridian, on the overview and its coast', () => {
  const { areas, land } = outlines.world();
  const rings = areas.filter(({ country }) => country === 'AQ').flatMap((area) => area.rings);
  for (let lng = -179.5; lng < 180; lng += 7.3) {
    expect([lng, holds(rings, [lng, -86])]).toEqual([lng, true]);
    expect([lng, holds(land, [lng, -88])]).toEqual([lng, true]);
  }
});
