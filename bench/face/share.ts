import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createKey } from '../../apps/service/src/accounts/api-keys.ts';
import { newOrganization } from '../../proof/organization.ts';
import { type Harness, launch, openHarness, ready } from '../../proof/processes.ts';
import type { Bench } from '../bench.ts';
import { cpuMs } from '../processes.ts';
import { median, spread } from '../rounds.ts';
import { attemptOf, photographs, poster, submitted } from './face.ts';
import type { Order, Sent } from './strangers-process.ts';

/** Production's submit while the sandbox is flooded, against the same without: p95 over p95. */
const SHARE_BAR = 1.2;
const STRANGERS = 6;
/** A round changes sides that often, after so many captures: what drifts on the machine meets both. */
const CHANGES = 5;
const CAPTURES = 2;
/** The sandbox's queue is full by then, and empty again. */
const FLOODED_MS = 2_000;
const LAST_IN_LINE = spawnSync('nice', ['true']).status === 0 ? ['nice', '-n', '19'] : [];

/**
 * One submit: from the first byte to the decision, and what the service's process spent meanwhile on whatever
 * it did.
 */
interface Took {
  ms: number;
  cpu_ms: number;
}

const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;
const clock = (all: readonly Took[]) => all.map(({ ms }) => ms);
const cpu = (all: readonly Took[]) => all.map(({ cpu_ms }) => cpu_ms);

/**
 * Opens a process that floods the sandbox. It takes only the processor time that the others leave, because
 * real strangers bring their own machines.
 */
async function openStrangers() {
  const file = fileURLToPath(new URL('strangers-process.ts', import.meta.url));
  const child = launch([...LAST_IN_LINE, process.execPath, file], { PATH: process.env.PATH! });
  await ready(child);
  const tell = async <T>(order: Order): Promise<T> => {
    const said = once(child, 'message');
    child.send(order);
    return ((await said) as [T])[0];
  };
  return {
    start: (order: Order) => tell(order),
    stop: () => tell<Sent>('stop'),
    end: () => child.connected && child.disconnect(),
  };
}

/** An organization with a key of each environment, and how its production's captures are sent. */
async function openOrganization(harness: Harness) {
  const [service] = harness.services;
  const database = harness.database();
  const { org, api_key, workflow_id } = await newOrganization(database);
  const sandbox = await createKey(database.db, { org, env: 'sandbox', kind: 'api', name: 'strangers' });
  await database.close();
  const pictures = await photographs();
  const base = service!.url;
  let made = 0;
  const capture = async (): Promise<Took> => {
    const attempt = await attemptOf(poster(base), api_key, workflow_id, pictures, made++, { pace_ms: 10 });
    await after(200);
    const before = cpuMs(service!.pid());
    const ms = await submitted(base, attempt);
    return { ms, cpu_ms: cpuMs(service!.pid()) - before };
  };
  const captures = async (count: number) => {
    const all: Took[] = [];
    for (let i = 0; i < count; i++) all.push(await capture());
    return all;
  };
  return { captures, order: { base, api_key: sandbox.key, workflow_id, strangers: STRANGERS } };
}

/**
 * Measures one face worker with production's captures, one after the other. In every round, the captures with
 * a quiet sandbox take turns with captures while six strangers upload to it without a pause, so that a drift
 * of the machine's speed meets both.
 */
export async function benchFaceShare({
  rounds,
  say,
  rows,
}: Pick<Bench, 'rounds' | 'say' | 'rows'>): Promise<void> {
  console.log('production’s submit while strangers flood the sandbox');
  const harness = await openHarness({ count: 1, env: { STANDPOINT_FACE_WORKERS: '1' } });
  const strangers = await openStrangers();
  try {
    const { captures, order } = await openOrganization(harness);
    await captures(3);
    const quiet: Took[][] = [];
    const flooded: Took[][] = [];
    const sent: Sent = { taken: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      const { alone, beside, taken, refused } = await inTurns(captures, strangers, order);
      quiet.push(alone);
      flooded.push(beside);
      sent.taken += taken;
      sent.refused += refused;
      const told = (all: Took[]) =>
        `${median(clock(all)).toFixed(0)} ms (p95 ${p95(clock(all)).toFixed(0)}, CPU ${median(cpu(all)).toFixed(0)})`;
      say(
        `round ${round + 1} of ${rounds}: ${told(alone)} alone, ${told(beside)} beside ` +
          `${taken} uploads taken and ${refused} refused`,
      );
    }
    rows(...table(quiet, flooded, sent));
  } finally {
    strangers.end();
    await harness.close();
  }
}

/** One round: captures with a quiet sandbox and with a flooded one, in turns. */
async function inTurns(
  captures: (count: number) => Promise<Took[]>,
  strangers: Awaited<ReturnType<typeof openStrangers>>,
  order: Order,
) {
  const round = { alone: [] as Took[], beside: [] as Took[], taken: 0, refused: 0 };
  for (let change = 0; change < CHANGES; change++) {
    round.alone.push(...(await captures(CAPTURES)));
    await strangers.start(order);
    await after(FLOODED_MS);
    round.beside.push(...(await captures(CAPTURES)));
    const { taken, refused } = await strangers.stop();
    round.taken += taken;
    round.refused += refused;
    await after(FLOODED_MS);
  }
  return round;
}

function table(quiet: Took[][], flooded: Took[][], sent: Sent) {
  const ratio = (of: (all: Took[]) => number) => of(flooded.flat()) / of(quiet.flat());
  const slower = ratio((all) => p95(clock(all)));
  const told = (all: Took[][]) =>
    [median(clock(all.flat())), p95(clock(all.flat())), median(cpu(all.flat()))]
      .map((ms) => ms.toFixed(0))
      .join('; ');
  const byRound = quiet.map((alone, i) => p95(clock(flooded[i]!)) / p95(clock(alone)));
  return [
    { what: 'submit to decision with a quiet sandbox, ms: median; p95; CPU time', figure: told(quiet) },
    { what: `the same while ${STRANGERS} strangers upload to the sandbox`, figure: told(flooded) },
    {
      what: 'p95 beside them / p95 alone',
      figure: slower.toFixed(2),
      bar: `≤ ${SHARE_BAR}`,
      met: slower <= SHARE_BAR,
    },
    { what: 'the same, round by round', figure: spread(byRound, 2) },
    {
      what: 'medians; CPU time',
      figure: `${ratio((all) => median(clock(all))).toFixed(2)}; ${ratio((all) => median(cpu(all))).toFixed(2)}`,
    },
    { what: 'their uploads taken; refused', figure: `${sent.taken}; ${sent.refused}` },
  ];
}
