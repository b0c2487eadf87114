import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openPlaces } from '../apps/service/src/geolocation/geodata/places/places.ts';
import { judge } from './borders/judge.ts';
import { BARS, tables, total } from './borders/table.ts';
import { readTruth, truthFile } from './borders/truth.ts';
import { writeSection } from './document.ts';

const HELP = `node lab/borders.ts [--points N] [--seed N] [--truth FILE] [--write]

How often a decision beside a border is wrongly sure, judged by data finer than what decides.
--points  per state (10000)    --seed  of the sample (1)
--truth   GeoJSON with name and fips of each state; else borders/us-states-500k-half.geojson of STANDPOINT_VECTORS
--write   puts the tables into docs/accuracy.md`;

const { values } = parseArgs({
  options: {
    points: { type: 'string' },
    seed: { type: 'string' },
    truth: { type: 'string' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

function run(): number {
  if (values.help) return say(HELP);
  const file = values.truth ?? truthFile();
  if (!file || !existsSync(file)) {
    return say(
      'The judging outlines are not here: set STANDPOINT_VECTORS or give --truth FILE. Nothing was measured.',
    );
  }
  const truth = readTruth(file);
  const judged = judge(openPlaces(), truth, Number(values.points ?? 10_000), Number(values.seed ?? 1));
  const report = tables(judged);
  say(report);
  const { n, false_inside, insiders_failed } = total(judged);
  const met = false_inside / n <= BARS.false_inside && insiders_failed / n <= BARS.insiders_failed;
  say(`\nBars: false inside ≤ 0.1 %, insiders failed ≤ 0.5 %: ${met ? 'met' : 'MISSED'}.`);
  if (values.write) writeSection('borders', report);
  return met ? 0 : 1;
}

function say(text: string): 0 {
  process.stdout.write(`${text}\n`);
  return 0;
}

process.exitCode = run();
