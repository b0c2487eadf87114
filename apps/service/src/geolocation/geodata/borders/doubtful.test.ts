import { expect, it } from 'vitest';
import { bundledData } from '../../../../testing/geodata/bundled.ts';

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
