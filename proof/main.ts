import { parseArgs } from 'node:util';
import { FACE_ROUTES } from '../apps/service/src/face/routes.ts';
import { closeConnections } from './calls.ts';
import { proveErasure } from './erasure/erasure.ts';
import { controlErasureLoad, proveErasureLoad } from './erasure/load.ts';
import { startFaults } from './faults.ts';
import { haproxyVersion } from './haproxy.ts';
import { judgeTokens, type TokenHistory } from './history.ts';
import { MUTANTS, runMutant } from './mutants.ts';
import { newOrganization } from './organization.ts';
import { type Harness, openHarness } from './processes.ts';
import { proveRestarts } from './restarts.ts';
import { type CodeHistory, isVoid, judgeCodes, raceCodes } from './short-codes.ts';
import { raceTokens, readLedger } from './single-use.ts';
import { proveBlackHole } from './webhooks/black-hole.ts';
import { proveStorm } from './webhooks/storm.ts';

const { values } = parseArgs({
  options: {
    small: { type: 'boolean' },
    only: { type: 'string' },
    people: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const HELP = `npm run proof -- [--small] [--people N] [--only PART]
PART: tokens, codes, faults, webhooks, restarts, erasure, erasure-load or mutants

Two service processes on one PostgreSQL, and races between them. Loopback only; it ends only what it starts.
  tokens   1,000 preflight tokens × 50 simultaneous verify(): exactly one acceptance each
  codes    1,000 short codes × 20 redeemers: exactly one winner each
  faults   the same, smaller, under kill -9 of a process and of PostgreSQL: nothing is accepted twice,
           and nothing that was acknowledged is lost
  webhooks 100,000 events at 100/s while workers are killed and the receiver fails 30 %: none is lost; and one
           dead endpoint of ten, which holds up none of the others
  restarts two nodes behind HAProxy, restarted in turn 20 times at 200 requests a second: none fails
           (haproxy must be on PATH; on Debian: apt-get install haproxy)
  erasure  10,000 people with canaries of every class are erased: no byte of the data folder has one of them in
           the clear, nor what the root key opens; a copy from before opens nothing with the newer ledger
  erasure-load  erasures beside checks of the same customers on two nodes: no deadlock, no 5xx, and no person
           comes back
  mutants  services with a defence switched off: the same proof must fail
--small is a quick run. --people is how many people the part “erasure” erases.`;

interface Result {
  name: string;
  wrong: string[];
  /** Why the part was not run. */
  skipped?: string;
}

const began = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);
const size = (full: number, small: number) => (values.small ? small : full);
const wanted = (part: string) => values.only === undefined || values.only === part;
const urlsOf = (harness: Harness) => harness.services.map(({ url }) => url);
const count = (numbers: Iterable<number>) => [...numbers].reduce((sum, number) => sum + number, 0);

function refusals(histories: readonly { refused: Map<string, number> }[]): string {
  const totals = new Map<string, number>();
  for (const { refused } of histories)
    for (const [name, times] of refused) totals.set(name, (totals.get(name) ?? 0) + times);
  return [...totals].map(([name, times]) => `${times} × ${name}`).join(', ') || 'none';
}

/**
 * Unexpected refusals. With every defence on and no fault, the losers of a race get only one kind of
 * answer.
 */
function unexpected(
  histories: readonly { refused: Map<string, number> }[],
  allowed: readonly string[],
): string[] {
  const names = new Set(histories.flatMap(({ refused }) => [...refused.keys()]));
  return [...names].filter((name) => !allowed.includes(name)).map((name) => `unexpected answer: ${name}`);
}

async function judgedTokens(
  harness: Harness,
  organization: Parameters<typeof readLedger>[2],
  races: TokenHistory[],
) {
  const { pool, close } = harness.database();
  const acknowledged = races.flatMap(({ accepted, replayed }) => [...accepted, ...replayed]);
  const wrong = judgeTokens(races, await readLedger(pool, urlsOf(harness), organization, acknowledged));
  await close();
  const accepted = count(races.map((race) => race.accepted.length));
  const replayed = count(races.map((race) => race.replayed.length));
  const unknown = count(races.map((race) => race.unknown));
  say(
    `${races.length} tokens, ${accepted} acceptances, ${replayed} stored answers given again, ` +
      `${unknown} without a certain outcome`,
  );
  say(`refused: ${refusals(races)}`);
  return { wrong, accepted };
}

async function organizationOf(harness: Harness) {
  const database = harness.database();
  const organization = await newOrganization(database);
  await database.close();
  return organization;
}

async function proveTokens(harness: Harness): Promise<string[]> {
  const tokens = size(1_000, 100);
  say(`Single use: ${tokens} tokens × 50 simultaneous verify(), two processes, a payload for each racer`);
  const organization = await organizationOf(harness);
  const races = await raceTokens({ urls: urlsOf(harness), organization, tokens, racers: 50, progress: say });
  const { wrong, accepted } = await judgedTokens(harness, organization, races);
  if (accepted !== tokens) wrong.push(`${accepted} acceptances of ${tokens} tokens`);
  if (races.some(({ unknown }) => unknown > 0))
    wrong.push('calls without a certain outcome although nothing was killed');
  return [...wrong, ...unexpected(races, ['409 token_already_used'])];
}

async function judgedCodes(harness: Harness, races: CodeHistory[]) {
  const wrong = await judgeCodes(races, urlsOf(harness));
  const won = count(races.map((race) => race.won.length));
  const unknown = count(races.map((race) => race.unknown));
  say(
    `${races.length} codes, ${won} winners, ${unknown} without a certain outcome; refused: ${refusals(races)}`,
  );
  return { wrong, won };
}

async function proveCodes(harness: Harness): Promise<string[]> {
  const codes = size(1_000, 100);
  say(`Short codes: ${codes} codes × 20 redeemers, two processes`);
  const organization = await organizationOf(harness);
  const races = await raceCodes({ urls: urlsOf(harness), organization, codes, redeemers: 20, progress: say });
  const { wrong, won } = await judgedCodes(harness, races);
  if (won !== codes) wrong.push(`${won} winners of ${codes} codes`);
  return [...wrong, ...unexpected(races, ['410 short_code_used'])];
}

async function proveFaults(harness: Harness, kind: 'tokens' | 'codes'): Promise<string[]> {
  const races = size(200, 40);
  const kills = size(12, 4);
  const what = kind === 'tokens' ? `${races} tokens × 50` : `${races} codes × 20`;
  say(`${what} while ${kills} times a service process or PostgreSQL is killed (-9)`);
  say(`Each restart of PostgreSQL begins a new epoch: ${kind} made before it are void, and others are made`);
  const organization = await organizationOf(harness);
  const faults = startFaults(harness, kills, say);
  const options = { urls: urlsOf(harness), organization, width: 4, more: () => !faults.over() };
  const run =
    kind === 'tokens'
      ? raceTokens({ ...options, tokens: races, racers: 50, again: true })
      : raceCodes({ ...options, codes: races, redeemers: 20 });
  const histories = await run.finally(() => faults.stop());
  say(`killed: ${faults.services} service processes, ${faults.postgres} × PostgreSQL`);
  const wrong =
    kind === 'tokens'
      ? await judgedTokens(harness, organization, histories as TokenHistory[])
      : await judgedCodes(harness, histories as CodeHistory[]);
  const void_ = histories.filter((race) =>
    'accepted' in race ? race.accepted.length + race.replayed.length === 0 : isVoid(race),
  ).length;
  if (void_ > 0) say(`${void_} ${kind} were accepted nowhere, void or without an answer; others were made`);
  if (!faults.enough()) wrong.wrong.push('the faults ended early');
  const allowed =
    kind === 'tokens'
      ? ['409 token_already_used', '401 token_expired']
      : ['410 short_code_used', '410 short_code_expired'];
  return [...wrong.wrong, ...unexpected(histories, allowed)];
}

async function proveNoneFails(): Promise<string[]> {
  const rounds = size(20, 2);
  say(`Rolling restarts: 2 nodes behind HAProxy ${haproxyVersion()}, ${rounds} times, 200 requests a second`);
  return proveRestarts({ rounds, rate: 200, progress: say });
}

const results: Result[] = [];
const HAS_FACE = FACE_ROUTES.length > 0;

async function part(name: string, run: () => Promise<string[]>): Promise<void> {
  const wrong = await run().catch((error) => [String((error as Error).stack ?? error)]);
  results.push({ name, wrong });
  say(`${wrong.length === 0 ? 'PASS' : 'FAIL'}  ${name}`);
  for (const line of wrong.slice(0, 10)) say(`      ${line}`);
  if (wrong.length > 10) say(`      and ${wrong.length - 10} more`);
}

/** What is spent once, with the defences on: tokens and short codes, undisturbed and under kill -9. */
async function proveSingleUse(): Promise<void> {
  const harness = await openHarness({ count: 2 });
  say(`Two service processes on one PostgreSQL: ${urlsOf(harness).join(', ')}`);
  try {
    if (wanted('tokens')) await part('single use of tokens', () => proveTokens(harness));
    if (wanted('codes') && HAS_FACE) await part('single use of short codes', () => proveCodes(harness));
    if (wanted('faults')) await part('tokens under kill -9', () => proveFaults(harness, 'tokens'));
    if (wanted('faults') && HAS_FACE)
      await part('short codes under kill -9', () => proveFaults(harness, 'codes'));
  } finally {
    closeConnections();
    await harness.close();
  }
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (wanted('tokens') || wanted('codes') || wanted('faults')) await proveSingleUse();
  if (wanted('webhooks')) {
    await part('webhooks under kill -9', () => proveStorm(size(100_000, 3_000), say));
    await part('webhooks beside a dead endpoint', () => proveBlackHole(size(600, 200), say));
  }
  if (wanted('restarts')) {
    const name = 'rolling restarts';
    if (haproxyVersion() !== null) await part(name, proveNoneFails);
    else {
      results.push({ name, wrong: [], skipped: 'haproxy not found' });
      say(`SKIPPED  ${name}: haproxy not found`);
    }
  }
  if (wanted('erasure'))
    await part('erasure', () => proveErasure(Number(values.people ?? size(10_000, 100)), say));
  if (wanted('erasure-load')) {
    await part('erasures under load', () => proveErasureLoad(size(60, 15), say));
    await part('control: erasures without the look at them', () => controlErasureLoad(say));
  }
  if (wanted('mutants'))
    for (const mutant of MUTANTS)
      if (mutant.kind === 'tokens' || HAS_FACE)
        await part(`control: ${mutant.name}`, () => runMutant(mutant, say));
  return conclude();
}

/** Prints what held, what did not and what was not run; returns the exit code. */
function conclude(): number {
  const failed = results.filter(({ wrong }) => wrong.length > 0);
  const skipped = results.filter((result) => result.skipped !== undefined);
  const held = results.length - failed.length - skipped.length;
  const missing = skipped.map((result) => `\nskipped: ${result.name}, ${result.skipped}`).join('');
  console.log(
    failed.length === 0
      ? `\n${held > 0 ? 'PASS' : 'NOTHING RUN'}  ${held} of ${results.length}${missing}`
      : `\nFAIL  ${failed.map(({ name }) => name).join('; ')}${missing}`,
  );
  return failed.length === 0 && held > 0 ? 0 : 1;
}

process.exitCode = await main();
