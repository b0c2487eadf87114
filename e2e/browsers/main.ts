import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from './chromium.ts';
import { tellFace } from './face-story.ts';
import { firefox } from './firefox.ts';
import { tellFriction } from './friction-story.ts';
import { tellLocation } from './location-story.ts';
import type { Engine } from './pilot.ts';
import { webkit } from './webkit.ts';

/**
 * `npm run test:browsers`: the main stories of both areas in every engine that is installed. It installs nothing.
 * `--only firefox`: one engine. `--runs 20`: as many captures in each. `--quick`: no captures. The exit code is 1 when
 * a story fails, and 0 when a browser is not there.
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const engines = [chromium(), firefox(), webkit()].filter(
  ({ name }) => !values.only || name.toLowerCase() === values.only.toLowerCase(),
);
if (engines.length === 0 || !Number.isInteger(runs) || runs < 1)
  throw new Error('--only chromium, firefox or webkit; --runs 1 or more');

const note = (line: string): void => console.log(line);
const load = (): string => `load ${loadavg()[0]!.toFixed(1)}`;

/** Returns whether all stories ended as they should. */
const run = async (engine: Engine): Promise<boolean> => {
  if (engine.missing) {
    note(`${engine.name}: skipped: not found: ${engine.missing}`);
    return true;
  }
  note(`${engine.name}`);
  const location = await tellLocation(engine).then(
    (told) => ({ ok: true, told }),
    (error: Error) => ({ ok: false, told: error.message }),
  );
  note(`  location: ${location.ok ? '' : 'FAILED: '}${location.told}; ${load()}`);
  const frictions = await tellFriction(engine, note);
  if (values.quick) return location.ok && frictions.length === 0;
  const { seconds, failures } = await tellFace(engine, runs, note);
  const sorted = [...seconds].sort((a, b) => a - b);
  const times = sorted.length > 0 ? `, ${sorted[0]!.toFixed(1)} to ${sorted.at(-1)!.toFixed(1)} s` : '';
  note(`  face: ${seconds.length} of ${runs} completed${times}; ${load()}`);
  return location.ok && frictions.length === 0 && failures.length === 0;
};

let good = true;
for (const engine of engines) good = (await run(engine)) && good;
process.exit(good ? 0 : 1);
