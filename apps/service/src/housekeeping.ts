import { signHeads } from './audit/heads.ts';
import { noteRotation } from './audit/key-rotation.ts';
import { linkEntries } from './audit/link.ts';
import { finishErasures } from './customers/erasures.ts';
import { eraseLost } from './customers/lost-keys.ts';
import { scrub } from './customers/scrub.ts';
import { sweepKeys } from './customers/sweep-keys.ts';
import { keepPartitions } from './database/partitions.ts';
import { PURGES } from './database/purges.ts';
import type { Deps } from './deps.ts';
import { finishHeld } from './desk/finish.ts';
import { expireDue } from './face/session/timers.ts';
import { refreshGeography } from './geolocation/geodata/geography.ts';
import { keepLists } from './geolocation/geodata/network/keep-lists.ts';
import { warmRules } from './geolocation/geodata/rules/warm-rules.ts';
import { HANDOFFS } from './geolocation/handoff/records.ts';
import { purgeSightings } from './geolocation/history/sighting-records.ts';
import { countRecords } from './overview/recount.ts';
import { settleEnded } from './retention/holds/settle.ts';
import { sweepRows } from './retention/rows.ts';
import { runNight } from './retention/run.ts';
import { rotateKeys } from './tokens/signing-keys.ts';

export interface Chore {
  name: string;
  every_ms: number;
  /** A chore of many steps begins none after `stopping` aborts. */
  run(deps: Deps, stopping: AbortSignal): Promise<unknown>;
}

/** A stop waits this long for the chores that run. Each is safe to cut off. */
const PATIENCE_MS = 3_000;

const newerGeography = (deps: Deps) => refreshGeography(deps, (places) => warmRules({ ...deps, places }));

async function rotateDueKeys({ database, envelope }: Deps): Promise<void> {
  const changed = await rotateKeys(database.pool, envelope.subkey('signing-keys'));
  if (changed.length > 0) await noteRotation(database.db, 'system', { emergency: false, changed });
}

const OF_PEOPLE: readonly Chore[] = [
  { name: 'erasures', every_ms: 5_000, run: finishErasures },
  { name: 'customers without a key', every_ms: 2_000, run: eraseLost },
  { name: 'pages of erased rows', every_ms: 30_000, run: scrub },
  { name: 'keys without a person', every_ms: 6 * 3_600_000, run: sweepKeys },
  { name: 'held reviews', every_ms: 1_000, run: finishHeld },
  { name: 'face timers', every_ms: 5_000, run: expireDue },
];

/** What is first counted or noted, and written down later. */
const WRITTEN_DOWN: readonly Chore[] = [
  { name: 'audit chain', every_ms: 1_000, run: linkEntries },
  { name: 'audit heads', every_ms: 60_000, run: (deps) => signHeads(deps, deps.clock.now()) },
  {
    name: 'refused credentials',
    every_ms: 60_000,
    run: ({ refused, database }) => refused.flush(database.db),
  },
  {
    name: 'versions of clients',
    every_ms: 60_000,
    run: ({ sdk_seen, database }) => sdk_seen.flush(database.db),
  },
  { name: 'places and times', every_ms: 5_000, run: ({ tally, database }) => tally.flush(database.db) },
  { name: 'counts', every_ms: 15_000, run: countRecords },
];

/** Chores that any node may do at any time. Each is safe to repeat, and to run on two nodes at once. */
export const chores = (partitioned: string[]): Chore[] => [
  ...OF_PEOPLE,
  {
    name: 'partitions',
    every_ms: 15 * 60_000,
    run: ({ database, log }) =>
      keepPartitions(database.owner, { tables: partitioned, reader: database.pool, log }),
  },
  {
    name: 'key rotation',
    every_ms: 60 * 60_000,
    run: rotateDueKeys,
  },
  // A node that missed the notice of a rotation must not refuse good tokens, or accept those of a withdrawn
  // key.
  { name: 'signing keys', every_ms: 5_000, run: ({ keys }) => keys.refresh() },
  { name: 'geographic data', every_ms: 15_000, run: newerGeography },
  { name: 'address lists', every_ms: 60_000, run: (deps) => keepLists(deps, deps.clock.now()) },
  ...WRITTEN_DOWN,
  {
    name: 'sightings',
    every_ms: 60 * 60_000,
    run: ({ database, clock }, stopping) => purgeSightings(database.db, clock.now(), stopping),
  },
  {
    name: 'location hand-offs',
    every_ms: 10 * 60_000,
    run: ({ database, clock }, stopping) =>
      sweepRows(database.db, HANDOFFS, { now: new Date(clock.now()), stopping }),
  },
  { name: 'legal holds', every_ms: 60_000, run: settleEnded },
  { name: 'retention', every_ms: 15 * 60_000, run: runNight },
  ...PURGES.map(({ name, every_min, run }) => ({
    name,
    every_ms: every_min * 60_000,
    run: ({ database }: Deps, stopping: AbortSignal) => run(database.db, stopping),
  })),
];

/**
 * Starts the chores; the returned function stops them and waits for those that run, for at most `patience_ms`.
 */
export function startHousekeeping(
  deps: Deps,
  all: readonly Chore[],
  patience_ms = PATIENCE_MS,
): () => Promise<void> {
  const running = new Map<string, Promise<unknown>>();
  const stopping = new AbortController();
  const timers = all.map(({ name, every_ms, run }) =>
    setInterval(() => {
      if (running.has(name)) return;
      // Also what is thrown before the first promise, such as by a clock that is not known.
      const done = Promise.resolve()
        .then(() => run(deps, stopping.signal))
        .catch((error) =>
          deps.log.warn({ err: error, chore: name }, 'A chore failed; it will be tried again.'),
        )
        .finally(() => running.delete(name));
      running.set(name, done);
    }, every_ms).unref(),
  );
  return async () => {
    timers.forEach(clearInterval);
    stopping.abort();
    await within(patience_ms, Promise.all(running.values()));
    if (running.size > 0)
      deps.log.warn({ chores: [...running.keys()] }, 'The stop does not wait for these chores any longer.');
  };
}

/** Resolves with the work, or after the time. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}
