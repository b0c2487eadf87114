import { keepPartitions } from './database/partitions.ts';
import { PURGES } from './database/purges.ts';
import type { Deps } from './deps.ts';
import { expireDue } from './face/session/timers.ts';
import { refreshGeography } from './geolocation/geodata/geography.ts';
import { keepLists } from './geolocation/geodata/network/keep-lists.ts';
import { warmRules } from './geolocation/geodata/rules/warm-rules.ts';
import { forgetHandoffs } from './geolocation/handoff/records.ts';
import { purgeSightings } from './geolocation/history/sighting-records.ts';
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

/** Chores that any node may do at any time. Each is safe to repeat, and to run on two nodes at once. */
export const chores = (partitioned: string[]): Chore[] => [
  { name: 'face timers', every_ms: 5_000, run: expireDue },
  {
    name: 'partitions',
    every_ms: 15 * 60_000,
    run: ({ database, log }) => keepPartitions(database.pool, { tables: partitioned, log }),
  },
  {
    name: 'key rotation',
    every_ms: 60 * 60_000,
    run: ({ database, envelope }) => rotateKeys(database.pool, envelope.subkey('signing-keys')),
  },
  // A node that missed the notice of a rotation must not refuse good tokens, or accept those of a withdrawn
  // key.
  { name: 'signing keys', every_ms: 5_000, run: ({ keys }) => keys.refresh() },
  { name: 'geographic data', every_ms: 15_000, run: newerGeography },
  { name: 'address lists', every_ms: 60_000, run: (deps) => keepLists(deps, deps.clock.now()) },
  {
    name: 'sightings',
    every_ms: 60 * 60_000,
    run: ({ database, clock }) => purgeSightings(database.db, clock.now()),
  },
  {
    name: 'location hand-offs',
    every_ms: 10 * 60_000,
    run: ({ database }) => forgetHandoffs(database.db),
  },
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
      const done = run(deps, stopping.signal)
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
