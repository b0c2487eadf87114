import { expect, test } from 'vitest';
import { bundledData } from '../../../../testing/geodata/bundled.ts';

const { outlines, locate, nameOf, codes } = bundledData().places;

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

test('rings are closed, and a hole is a ring of its own', () => {
  for (const { rings } of outlines.country('ZA')!.areas)
    for (const ring of rings) expect(ring.slice(0, 2)).toEqual(ring.slice(-2));
  // Lesotho lies in the middle of South Africa.
  expect(holds(outlines.country('ZA')!.whole!.rings, [28.2, -29.5])).toBe(false);
  expect(holds(outlines.country('ZA')!.whole!.rings, [28.04, -26.2])).toBe(true);
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
});
