import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../apps/service/testing/people.ts';
import { policyDesk } from '../../apps/service/testing/policies/desk.ts';
import { openTestService, type TestService } from '../../apps/service/testing/service.ts';
import type { Bench, Row } from '../bench.ts';
import type { PaceResult } from '../pace.ts';
import { median, spread } from '../rounds.ts';
import type { VerifyJob } from './verify-process.ts';

const BAR = 1.25;
const PER_S = 50;
/** As the dashboard asks how far it is. */
const ASK_MS = 400;
const SCRIPT = fileURLToPath(new URL('verify-process.ts', import.meta.url));

type Options = Pick<Bench, 'rounds' | 'seconds' | 'say'> & { rows(...rows: Row[]): void };
type Desk = ReturnType<typeof policyDesk>;

interface Round {
  quiet: PaceResult;
  beside: PaceResult;
  /** Decisions that were decided again beside verify(), a second. */
  per_second: number;
}

interface Stand {
  child: ChildProcess;
  desk: Desk;
  person: Browser;
  policy_id: string;
  job: VerifyJob;
}

/** What verify() loses while a back-test runs in the same service: rounds with one and without, in turns. */
export async function benchBacktest({ rounds, seconds, say, rows }: Options): Promise<void> {
  console.log('verify at an even 50/s, with and without a back-test in the same service');
  const service = await openTestService({
    database: 'own',
    plugins: () => PEOPLE_PLUGINS,
    unlimited: true,
    listen: 'ports',
  });
  const child = fork(SCRIPT, [], { stdio: 'inherit' });
  try {
    await once(child, 'message');
    const stand = await openStand(service, child, PER_S * Math.max(10, seconds));
    const alone = await speedAlone(stand);
    say(`a back-test alone: ${alone.replayed} decisions, ${alone.per_second.toFixed(0)}/s`);
    const found: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const one = await inTurns(stand, round % 2 === 0);
      found.push(one);
      say(
        `round ${round + 1} of ${rounds}: p95 ${one.quiet.p95_ms.toFixed(1)} ms quiet, ` +
          `${one.beside.p95_ms.toFixed(1)} ms beside back-tests of ${one.per_second.toFixed(0)}/s`,
      );
    }
    rows(...rowsOf(found, alone.per_second));
  } finally {
    child.disconnect();
    await service.close();
  }
}

async function openStand(service: TestService, child: ChildProcess, amount: number): Promise<Stand> {
  const organization = await service.organization('Bench');
  const person = await signedIn(service, organization.org, 'developer');
  const desk = policyDesk(organization.org, person);
  const { policy_id } = await desk.make({
    name: 'Two states',
    transaction_types: ['deposit'],
    rule: { allow: ['US-NJ', 'US-NY'] },
  });
  const job = { url: service.config.base_url, api_key: organization.api.production, rate: PER_S, amount };
  return { child, desk, person, policy_id, job };
}

async function speedAlone({ child, desk, policy_id, job }: Stand) {
  // What is decided again, and compiled code on both sides.
  await fired(child, { ...job, rate: 200, amount: 4_000 }, () => {});
  const began = performance.now();
  const { replayed } = await desk.backtest(policy_id, 1);
  return { replayed, per_second: (replayed * 1_000) / (performance.now() - began) };
}

async function inTurns({ child, desk, person, policy_id, job }: Stand, quietFirst: boolean): Promise<Round> {
  const quiet = () => fired(child, job, () => {});
  const ends = new AbortController();
  let running = Promise.resolve(0);
  const first = quietFirst ? await quiet() : null;
  const beside = await fired(child, job, () => {
    running = repeated(desk, person, policy_id, ends.signal);
  });
  ends.abort();
  const per_second = await running;
  return { quiet: first ?? (await quiet()), beside, per_second };
}

function rowsOf(found: readonly Round[], alone: number): Row[] {
  const ratios = found.map(({ quiet, beside }) => beside.p95_ms / quiet.p95_ms);
  const speeds = found.map(({ per_second }) => per_second);
  return [
    { what: 'verify p95 without a back-test, ms', figure: spread(of(found, 'quiet'), 1) },
    { what: 'verify p95 beside a back-test, ms', figure: spread(of(found, 'beside'), 1) },
    {
      what: 'verify p95 beside / without a back-test',
      figure: spread(ratios, 2),
      bar: `≤ ${BAR}`,
      met: median(ratios) <= BAR,
    },
    { what: 'a back-test alone, decisions/s', figure: alone.toFixed(0) },
    { what: 'a back-test beside 50 verify/s, decisions/s', figure: spread(speeds, 0) },
  ];
}

const of = (found: readonly Round[], side: 'quiet' | 'beside') => found.map((one) => one[side].p95_ms);

/**
 * One back-test after the other, until it is enough; the last one is canceled. Returns the decisions a second by
 * the clock.
 */
async function repeated(
  desk: Desk,
  person: Pick<Browser, 'call'>,
  policy_id: string,
  enough: AbortSignal,
): Promise<number> {
  const began = performance.now();
  let replayed = 0;
  while (!enough.aborted) {
    let { data } = await desk.start(policy_id, 1, 1);
    const path = `${desk.tests(policy_id)}/${data.backtest_id}`;
    while (data.state === 'running' && !enough.aborted) {
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
      ({ data } = await person.call({ path }));
    }
    replayed += data.replayed;
    if (data.state === 'running') await person.call({ path: `${path}/cancel`, body: {} });
    else if (data.state !== 'done') throw new Error(`a back-test ended as ${data.state}`);
  }
  return (replayed * 1_000) / (performance.now() - began);
}

/** Prepares requests, and sends them once `begin` was called. */
async function fired(child: ChildProcess, job: VerifyJob, begin: () => void): Promise<PaceResult> {
  child.send(job);
  for (;;) {
    const [said] = (await once(child, 'message')) as [
      'ready to fire' | { result?: PaceResult; error?: string },
    ];
    if (said === 'ready to fire') {
      begin();
      child.send('fire');
      continue;
    }
    if (!said.result) throw new Error(said.error);
    if (said.result.failed > 0) throw new Error(`${said.result.failed} verify() were not answered with 200`);
    return said.result;
  }
}
