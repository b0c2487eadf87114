import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { launch } from '../proof/processes.ts';
import type { Bench, Row } from './bench.ts';
import type { DedupeRound } from './dedupe-process.ts';
import { SERVER_CORE } from './processes.ts';
import { median, spread } from './rounds.ts';

const SCAN_BAR_MS = 60;
const TEMPLATES = 1_000_000;
const PROCESS = fileURLToPath(new URL('dedupe-process.ts', import.meta.url));

/** Each round uses a fresh process, because the placement of the memory differs between processes. */
async function round(dimensions: number): Promise<DedupeRound> {
  const child = launch([...SERVER_CORE, process.execPath, PROCESS, String(dimensions), String(TEMPLATES)], {
    PATH: process.env.PATH!,
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process that scans ended without a result.');
  });
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [DedupeRound];
  return result;
}

/**
 * One search among 10⁶ random unit vectors on one core. It quantises the probe, scans all vectors and names
 * the candidates.
 */
export async function benchDedupe({
  rounds,
  say,
  rows,
}: Pick<Bench, 'rounds' | 'say' | 'rows'>): Promise<void> {
  // Filling takes most of the time.
  const processes = Math.min(rounds, 3);
  for (const dimensions of [512, 128]) {
    console.log(`1:N among 10⁶ templates of ${dimensions} dimensions`);
    const found: DedupeRound[] = [];
    for (let i = 0; i < processes; i++) {
      const one = await round(dimensions);
      found.push(one);
      say(
        `round ${i + 1} of ${processes}: ${one.scan_ms.toFixed(1)} ms, CPU ${one.cpu_ms.toFixed(1)} ms ` +
          `(medians of 25 probes), fastest ${one.fastest_ms.toFixed(1)} ms, ${one.memory_mb.toFixed(0)} MB, ` +
          `filled in ${one.fill_s.toFixed(1)} s; scores off by at most ${one.furthest.toFixed(4)}, ` +
          `bound ${one.margin.toFixed(4)}`,
      );
    }
    rows(...rowsOf(dimensions, found));
  }
}

function rowsOf(dimensions: number, found: readonly DedupeRound[]): Row[] {
  const what = `1:N over 10⁶ templates of ${dimensions} dimensions`;
  const bar = (times: number[]) =>
    dimensions === 512 ? { bar: `≤ ${SCAN_BAR_MS}`, met: median(times) <= SCAN_BAR_MS } : {};
  const all = (of: keyof DedupeRound) => found.map((one) => one[of]);
  const clock = all('scan_ms');
  return [
    { what: `${what}, ms on one core`, figure: spread(clock, 1), ...bar(clock) },
    {
      what: `${what}, the fastest of 25, ms`,
      figure: spread(all('fastest_ms'), 1),
    },
    { what: `${what}, ms of CPU time`, figure: spread(all('cpu_ms'), 1) },
    {
      what: `memory of that gallery, MB`,
      figure: spread(all('memory_mb'), 0),
    },
  ];
}
