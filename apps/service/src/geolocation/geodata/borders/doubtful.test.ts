import { expect, it } from 'vitest';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { errorOf } from '../packed/pack.ts';
import { receivedPacks } from '../packed/sent.ts';
import { SURE_SIGMAS, spreadOf } from '../rules/quadrature.ts';
import { closer, gridQuery, type Nearest } from './distance.ts';
import { countryLines, innerLines, type Lines } from './every.ts';

const { places } = bundledData();

/** Countries with coarse lines and, last, two with surveyed ones. */
// biome-ignore format: one country a line
const BOXES: [string, lat: [number, number], lng: [number, number]][] = [
  ['KE', [-4, 4], [34, 41]],
  ['AF', [30, 38], [61, 72]],
  ['BO', [-22, -10], [-69, -58]],
  ['DE', [47.6, 48.2], [7.5, 9]],
  ['US', [48.8, 49], [-122, -96]],
];

it.each(BOXES)('%s: a country border is in doubt where a rule for the country is', (code, lats, lngs) => {
  const rule = places.compileRule({ allow: [code] });
  let [asked, doubted, agreed] = [0, 0, 0];
  for (let i = 0; i < 700; i++) {
    const [lat, lng] = [lats, lngs].map(([from, to], axis) => {
      const share = (i * [0.754_877_666, 0.569_840_291][axis]!) % 1;
      return from! + share * (to! - from!);
    }) as [number, number];
    const place = places.locate(lat, lng);
    if (place.country !== code) continue;
    const { p_inside } = rule(lat, lng, 50);
    const doubt = places.doubtfulBorders({ lat, lng, p95_m: 50 }, place).country !== null;
    asked++;
    if (doubt) doubted++;
    // At a corner or between two lines the rule looks at the whole disc, so its answer is a little other there.
    if (doubt === p_inside < 0.95) agreed++;
  }
  expect(asked).toBeGreaterThan(400);
  expect(doubted).toBeGreaterThan(0);
  expect(asked - agreed).toBeLessThanOrEqual(asked / 200);
});

it('finds the less certain line behind a nearer one', () => {
  const [lat, lng, p95_m] = [-2.307, -71.701, 50];
  const { country } = places.doubtfulBorders({ lat, lng, p95_m }, places.locate(lat, lng));
  expect(country!.distance_m).toBeGreaterThan(20_000);
  expect(country!.error_m).toBeGreaterThan(30_000);
});

it('does not know the side when the fix may be wrong by a continent', () => {
  const doubt = places.doubtfulBorders({ lat: 41, lng: -74, p95_m: 5_000_000 }, places.locate(41, -74));
  expect(doubt.country).not.toBeNull();
  expect(doubt.inner).not.toBeNull();
});

const packs = receivedPacks(places.content().packs);

/** By every segment of every line, as though each of them were near. */
function leastByAll(lines: Lines[], lat: number, lng: number, p95_m: number) {
  const found = { sigmas: SURE_SIGMAS, border: null as { distance_m: number; error_m: number } | null };
  for (const { pack, mask } of lines) {
    const { x, y, kx, ky } = gridQuery(pack, { lat, lng });
    for (let chunk = 0; chunk < pack.chunk_first.length; chunk++) {
      const [first, last] = [
        pack.chunk_first[chunk]!,
        pack.chunk_first[chunk]! + pack.chunk_segments[chunk]!,
      ];
      if (Math.abs((pack.points[2 * first]! - x) * kx) > 400_000) continue;
      if (Math.abs((pack.points[2 * first + 1]! - y) * ky) > 400_000) continue;
      const bits = mask(chunk);
      for (let i = first; i < last; i++) {
        if ((bits & (1 << (i - first))) === 0) continue;
        const [x0, y0] = [pack.points[2 * i]!, pack.points[2 * i + 1]!];
        const [dx, dy] = [(pack.points[2 * i + 2]! - x0) * kx, (pack.points[2 * i + 3]! - y0) * ky];
        const near: Nearest = { distance_m: 1e9, east_m: 0, north_m: 0 };
        closer((x0 - x) * kx, (y0 - y) * ky, dx, dy, near);
        const error_m = errorOf(pack, chunk, i - first);
        const sigmas = near.distance_m / spreadOf(p95_m, error_m);
        const more = sigmas === found.sigmas && error_m > (found.border?.error_m ?? 0);
        if (sigmas > found.sigmas || (sigmas === found.sigmas && !more)) continue;
        found.sigmas = sigmas;
        found.border = { distance_m: Math.round(near.distance_m), error_m };
      }
    }
  }
  return found.border;
}

it('finds what a look at every line finds, the less certain one where two lines meet', () => {
  const { countries } = packs;
  let doubted = 0;
  for (let i = 0; i < 60; i++) {
    const at = 2 * Math.floor(((i * 0.754_877_666) % 1) * (countries.points.length / 2));
    // Every third point lies on a line, where two of its segments meet.
    const away = i % 3 === 0 ? 0 : ((i * 0.569_840_291) % 1) / 4;
    const lat = Math.min(89, countries.points[at + 1]! * countries.scale[1] + countries.translate[1] + away);
    const lng = countries.points[at]! * countries.scale[0] + countries.translate[0];
    const place = places.locate(lat, lng);
    // Off its polygon a place has a least error of its own.
    if (place.source === 'nearest' || Math.abs(lng) > 179) continue;
    const found = places.doubtfulBorders({ lat, lng, p95_m: 50 }, place);
    expect(found.country, `${lat} ${lng}`).toEqual(leastByAll(countryLines(packs), lat, lng, 50));
    expect(found.inner, `${lat} ${lng}`).toEqual(leastByAll(innerLines(packs), lat, lng, 50));
    if (found.country) doubted++;
  }
  expect(doubted).toBeGreaterThan(10);
}, 60_000);
