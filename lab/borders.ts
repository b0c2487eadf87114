import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { OWN_BORDERS, readManifest } from '../apps/service/src/geolocation/geodata/artefact.ts';
import { openPlaces } from '../apps/service/src/geolocation/geodata/places/places.ts';
import { askedAgain, missedPrices, priceRows } from './borders/asked-again.ts';
import { judgeLines } from './borders/countries.ts';
import { judge } from './borders/judge.ts';
import { landTest } from './borders/land.ts';
import { linesFile, readLines } from './borders/lines.ts';
import { BARS, tables, total } from './borders/table.ts';
import { readTruth, truthFile } from './borders/truth.ts';
import { missedBars, priceTable, worldTables } from './borders/world-table.ts';
import { openZones, surveyedLines } from './borders/zone-lines.ts';
import { missedZones, zoneTables } from './borders/zone-table.ts';
import { judgeZones } from './borders/zones.ts';
import { writeSection } from './document.ts';

const HELP = `node lab/borders.ts --lines FILE|--states|--zones DIR [--points N] [--seed N] [--truth FILE]
                   [--data DIR [--price]] [--write]

How often a decision beside a border is wrongly sure. Country lines are judged by OpenStreetMap, which did not make
the data; lines of US states by another drawing of the Census, which did, and those that part time zones by
OpenStreetMap's zones.
--points  per state (10000), and per continent and distance (half of that)    --seed  of the sample (1)
--truth   GeoJSON with name and fips of each US state;
          else borders/us-states-500k-half.geojson of STANDPOINT_VECTORS
--lines   country lines of OpenStreetMap, TopoJSON packed with Brotli, property iso; else STANDPOINT_TRUE_LINES
--states  only the lines of US states, which need no --lines
--zones   only the lines of US states that part time zones, judged by the npm package geo-tz in this folder
--data    a folder of geographic data in place of those that come with the service
--price   how often insiders are asked again, as shipped and with --data, beside country lines: for lines that
          were made from the judging ones, which cannot judge them
--write   puts the tables into docs/accuracy.md`;

const { values } = parseArgs({
  options: {
    points: { type: 'string' },
    seed: { type: 'string' },
    truth: { type: 'string' },
    lines: { type: 'string' },
    states: { type: 'boolean' },
    zones: { type: 'string' },
    data: { type: 'string' },
    price: { type: 'boolean' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const points = Number(values.points ?? 10_000);
const seed = Number(values.seed ?? 1);
const say = (text: string) => process.stdout.write(`${text}\n`);

function run(): number {
  if (values.help) {
    say(HELP);
    return 0;
  }
  if (values.zones) return zoneLines(values.zones) ? 0 : 1;
  const states = values.price ? null : file(values.truth ?? truthFile(), 'US states', '--truth FILE');
  const lines = values.states ? null : file(values.lines ?? linesFile(), 'countries', LINES);
  if (values.price) return price(lines!);
  const met = [lines === null || countryLines(lines), stateLines(states!)];
  return met.every(Boolean) ? 0 : 1;
}

const LINES =
  '--lines FILE (OpenStreetMap’s, as TopoJSON packed with Brotli) or STANDPOINT_TRUE_LINES, ' +
  'or `node lab/borders.ts --states` to judge the states alone';

function file(path: string | null, of: string, pass: string): string {
  if (path && existsSync(path)) return path;
  throw new Error(`${path ? `${path} is not there` : `no lines of ${of} to judge by`}: pass ${pass}`);
}

function price(path: string): number {
  if (!values.data) throw new Error('--price needs --data DIR');
  const [lines, isLand] = [readLines(path), landTest()];
  const judged = (dir?: string) => judgeLines(openPlaces(dir), lines, isLand, points / 2, seed);
  const report = priceTable(judged(), judged(values.data), readManifest(values.data).artefacts[OWN_BORDERS]);
  say(report);
  if (values.write) writeSection('own-borders', report);
  return 0;
}

function countryLines(file: string): boolean {
  const judged = judgeLines(openPlaces(values.data), readLines(file), landTest(), points / 2, seed);
  const report = worldTables(judged);
  const missed = missedBars(judged);
  say(report);
  say(missed.length === 0 ? '\nBars of country lines: met.' : `\nBars MISSED:\n${missed.join('\n')}`);
  if (values.write) writeSection('country-lines', report);
  return missed.length === 0;
}

function stateLines(path: string): boolean {
  const [places, truth] = [openPlaces(values.data), readTruth(path)];
  const judged = judge(places, truth, points, seed);
  const price = askedAgain(places, truth, points / 10, seed);
  const missed = missedPrices(price);
  const report = `${tables(judged)}\n\n${PRICE}\n\n${priceRows(price)}`;
  say(report);
  const { n, false_inside, insiders_failed } = total(judged);
  const met = false_inside / n <= BARS.false_inside && insiders_failed / n <= BARS.insiders_failed;
  say(`\nBars: false inside ≤ 0.1 %, insiders failed ≤ 0.5 %: ${met ? 'met' : 'MISSED'}.`);
  say(missed.length === 0 ? 'Bars of the price: met.' : `Bars of the price MISSED:\n${missed.join('\n')}`);
  if (values.write) writeSection('borders', report);
  return met && missed.length === 0;
}

function zoneLines(folder: string): boolean {
  const { zoneAt, version } = openZones(folder);
  const places = openPlaces(values.data);
  const judged = judgeZones(places, surveyedLines(values.data), zoneAt, points, seed);
  const report = zoneTables(judged, version);
  const missed = missedZones(judged);
  say(report);
  say(missed.length === 0 ? '\nBars of lines at time zones: met.' : `\nBars MISSED:\n${missed.join('\n')}`);
  if (values.write) writeSection('zones', report);
  return missed.length === 0;
}

const PRICE =
  'Insiders of one state who are asked again beside its lines with other land, by fixes with p95 between 10 and ' +
  '100 m, with 95 % bounds:';

try {
  process.exitCode = run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
