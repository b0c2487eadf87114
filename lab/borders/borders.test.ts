import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { metresPerDegree } from '../../apps/service/src/geolocation/geodata/places/position.ts';
import { bundledData } from '../../apps/service/testing/geodata/bundled.ts';
import { tries } from '../../testing/counts.ts';
import { askedAgain, missedPrices, priceRows } from './asked-again.ts';
import { bounds } from './bounds.ts';
import { judgeLines } from './countries.ts';
import { judge } from './judge.ts';
import { landTest } from './land.ts';
import { linesFile, linesOf, readLines } from './lines.ts';
import { seeded } from './random.ts';
import { BAND_M, samples } from './sample.ts';
import { BARS, tables, total } from './table.ts';
import { contains, readTruth, truthFile } from './truth.ts';
import { countOf, missedBars } from './world-table.ts';
import { surveyedLines } from './zone-lines.ts';
import { missedZones } from './zone-table.ts';
import { judgeZones } from './zones.ts';

describe('exact bounds', () => {
  it('agree with the published values', () => {
    expect(bounds(0, 100).high).toBeCloseTo(0.03622, 4);
    expect(bounds(5, 100).low).toBeCloseTo(0.01643, 4);
    expect(bounds(5, 100).high).toBeCloseTo(0.11284, 4);
    expect(bounds(0, 100_000).high).toBeCloseTo(3.69e-5, 6);
    expect(bounds(7, 7)).toMatchObject({ high: 1 });
  });
});

/** The command needs the file by name; a test also looks beside the repository, as other tests do for vectors. */
const beside = new URL('../../../shared/data/borders/odbl/osm-countries.topojson.br', import.meta.url)
  .pathname;
const country_lines = linesFile() ?? (existsSync(beside) ? beside : null);

describe.skipIf(!country_lines)('beside country lines (needs the lines of OpenStreetMap)', () => {
  /** Surveyed lines, a line that leaves a survey, and those with the grossest errors. */
  const SOME = 'DE PL|AT IT|CH DE|HU RO|LY TD|CD CF|CO PE|BR VE|IQ SA|CA US|MX US|EG SD'.split('|');

  it('keeps the bars in every band and on every continent', { timeout: 180_000 }, () => {
    const lines = linesOf(readLines(country_lines!), new Set(SOME));
    const judged = judgeLines(bundledData().places, lines, landTest(), tries(60, 25), 3);
    expect(judged.length).toBe(32);
    expect(missedBars(judged)).toEqual([]);
    const wrong = judged.flatMap(({ wrong }) => Object.values(wrong)).reduce((a, b) => a + b, 0);
    expect(wrong).toBeLessThan(6);
    const sure = judged.filter(({ band }) => band === 7).map(countOf);
    // These lines are the worst of each continent.
    for (const { n, uncertain } of sure) expect(uncertain / n).toBeLessThan(0.1);
  });

  it('finds a bar that is missed', () => {
    const cell = { continent: 'europe', band: 0, disputed: 0, wrong: {} };
    const count = { n: 1_000, insiders: 500, uncertain: 0, insiders_uncertain: 0 };
    const judged = [{ ...cell, sources: { coarse: { ...count, false_inside: 9, insiders_failed: 0 } } }];
    expect(missedBars(judged)).toEqual(['europe, 0–100 m: false inside 9 of 1000']);
  });
});

const file = truthFile();

describe.skipIf(!file)('beside real borders (needs the public border vectors)', () => {
  const truth = file ? readTruth(file) : [];

  it('draws points uniformly over the band, with errors that match the stated accuracy', () => {
    const kansas = truth.find(({ code }) => code === 'US-KS')!;
    const drawn = [...samples(kansas, 4_000, seeded(1))];
    const near = drawn.filter(({ distance_m }) => distance_m < BAND_M / 2).length / drawn.length;
    expect(near).toBeGreaterThan(0.47);
    expect(near).toBeLessThan(0.53);
    const held = drawn.filter(({ true_lat, true_lng, lat, lng, p95_m }) => {
      const east = (lng - true_lng) * 111_320 * Math.cos((lat * Math.PI) / 180);
      return Math.hypot(east, (lat - true_lat) * 111_100) <= p95_m;
    });
    expect(held.length / drawn.length).toBeGreaterThan(0.94);
    expect(held.length / drawn.length).toBeLessThan(0.96);
    expect(contains(kansas, 38.5, -98)).toBe(true);
    expect(contains(kansas, 41, -98)).toBe(false);
  });

  it('is wrong and sure no more often than the bars allow', { timeout: 180_000 }, () => {
    const judged = judge(bundledData().places, truth, tries(800, 250), 3);
    const { n, false_inside, insiders_failed, uncertain } = total(judged);
    expect(n).toBeGreaterThan(tries(15_000, 4_600));
    expect(false_inside / n).toBeLessThanOrEqual(BARS.false_inside);
    expect(insiders_failed / n).toBeLessThanOrEqual(BARS.insiders_failed);
    expect(uncertain / n).toBeLessThan(0.1);
    expect(tables(judged)).toContain('| Kansas |');
  });

  it('asks no more insiders again than the bars allow', { timeout: 180_000 }, () => {
    const bands = askedAgain(bundledData().places, truth, tries(60, 30), 3);
    expect(bands.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThan(tries(400, 200));
    expect(missedPrices(bands)).toEqual([]);
    expect(priceRows(bands)).toContain('| 500–1,000 |');
  });

  it('finds a price that is too high', () => {
    const bands = [0, 51, 0].map((uncertain) => ({ n: 100, uncertain }));
    expect(missedPrices(bands)).toEqual(['up to 500 m: 51 of 100 insiders asked again, more than 50 %']);
  });
});

describe('beside lines that part time zones', () => {
  const places = bundledData().places;
  const lines = surveyedLines();
  /** Zones that end at the states of the data under test, so many metres farther east. */
  const zonesFrom = (east_m: number) => (lat: number, lng: number) => {
    const { country, subdivision } = places.locate(lat, lng - east_m / metresPerDegree(lat).lng);
    return country === 'US' ? (subdivision ?? 'US') : country!;
  };

  it('finds nothing wrong when the zones end where the data say, and a bar missed when they end elsewhere', () => {
    const drawn = tries(200, 60);
    const right = judgeZones(places, lines, zonesFrom(0), drawn, 1);
    expect(right.places).toBe(drawn);
    expect(missedZones(right)).toEqual([]);
    expect(right.crossed.every(({ crossed }) => crossed === 0)).toBe(true);
    const wrong = judgeZones(places, lines, zonesFrom(500), drawn, 1);
    expect(missedZones(wrong).some((missed) => missed.includes('false inside'))).toBe(true);
  });

  it('misses its bars when no zone parts two states', () => {
    const nowhere = judgeZones(places, lines, () => 'one', 2, 1);
    expect(missedZones(nowhere)).toHaveLength(4);
  });

  it('counts no place at which a zone ends inside of a state', () => {
    const parted = (lat: number, lng: number) => `${zonesFrom(0)(lat, lng)} ${Math.floor(lat * 100)}`;
    const judged = judgeZones(places, lines, parted, tries(50, 20), 1);
    const within = Object.values(judged.within).reduce((a, b) => a + b, 0);
    expect(within).toBeGreaterThan(judged.places);
  });
});
