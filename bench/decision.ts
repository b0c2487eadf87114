import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { launch } from '../proof/processes.ts';
import type { Bench } from './bench.ts';
import type { DecisionRound } from './decision-process.ts';
import { SERVER_CORE } from './processes.ts';
import { median, spread } from './rounds.ts';

const DECISION_BARS = { p50_us: 50, p99_us: 200, load_ms: 1_000, growth_mb: 150, verify_p99_ms: 60 };
const VERIFY_PER_S = 50;

const PROCESS = fileURLToPath(new URL('decision-process.ts', import.meta.url));

/**
 * Each round uses a fresh process, because the memory of the data can be measured only once per process.
 */
async function round(): Promise<DecisionRound> {
  const child = launch([...SERVER_CORE, process.execPath, '--expose-gc', PROCESS], {
    PATH: process.env.PATH!,
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The decision process ended without a result.');
  });
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [DecisionRound];
  return result;
}

/** The decision without HTTP and database. Places, network, rules and history are loaded beforehand. */
export async function benchDecision({
  rounds,
  say,
  rows,
}: Pick<Bench, 'rounds' | 'say' | 'rows'>): Promise<void> {
  console.log('the whole decision with 200 circles and 20 polygons');
  const found: DecisionRound[] = [];
  for (let i = 0; i < rounds; i++) {
    const one = await round();
    found.push(one);
    say(
      `round ${i + 1} of ${rounds}: p50 ${one.p50_us.toFixed(1)} µs, p99 ${one.p99_us.toFixed(1)} µs; ` +
        `data in ${one.load_ms.toFixed(0)} ms, ${one.growth_mb.toFixed(0)} MB`,
    );
  }
  const bar = (what: string, of: (one: DecisionRound) => number, digits: number, limit: number) => ({
    what,
    figure: spread(found.map(of), digits),
    bar: `≤ ${limit}`,
    met: median(found.map(of)) <= limit,
  });
  rows(
    bar('decision p50, µs', ({ p50_us }) => p50_us, 1, DECISION_BARS.p50_us),
    bar('decision p99, µs', ({ p99_us }) => p99_us, 1, DECISION_BARS.p99_us),
    {
      what: 'decision p50 / one Ed25519 signature on the same core',
      figure: spread(
        found.map(({ p50_us, signature_us }) => p50_us / signature_us),
        2,
      ),
    },
    bar('loading all geographic data, ms', ({ load_ms }) => load_ms, 0, DECISION_BARS.load_ms),
    bar('resident growth by them, MB', ({ growth_mb }) => growth_mb, 0, DECISION_BARS.growth_mb),
  );
}

/** verify() at an even 50 requests a second, with PostgreSQL on the same two cores. */
export async function benchVerifyPace({ load, service, organization, seconds, rows }: Bench): Promise<void> {
  const job = {
    kind: 'verify',
    connections: 1,
    api_key: organization.api_key,
    mint_url: service,
    url: `${service}/geolocation/verify`,
    rate: VERIFY_PER_S,
  } as const;
  const amount = Math.ceil((VERIFY_PER_S * Math.max(10, seconds)) / 32) * 32;
  // Creates the customers and compiles the code, as in a service that has run for a while.
  await load.run({ ...job, amount: 512 });
  const p99s: number[] = [];
  for (let i = 0; i < 3; i++) p99s.push((await load.run({ ...job, amount })).p99_ms);
  rows({
    what: `verify p99 at ${VERIFY_PER_S}/s, ms`,
    figure: spread(p99s, 1),
    bar: `≤ ${DECISION_BARS.verify_p99_ms}`,
    met: median(p99s) <= DECISION_BARS.verify_p99_ms,
  });
}
