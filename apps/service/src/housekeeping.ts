import { type RawBuilder, sql } from 'kysely';
import { keepPartitions } from './database/partitions.ts';
import type { Deps } from './deps.ts';
import { expireDue } from './face/session/timers.ts';
import { refreshGeography } from './geolocation/geodata/geography.ts';
import { keepLists } from './geolocation/geodata/network/keep-lists.ts';
import { warmRules } from './geolocation/geodata/rules/warm-rules.ts';
import { forgetHandoffs } from './geolocation/handoff/records.ts';
import { purgeSightings } from './geolocation/history/sighting-records.ts';
import { rotateKeys } from './tokens/signing-keys.ts';

interface Chore {
  name: string;
  every_ms: number;
  run(deps: Deps): Promise<unknown>;
}

const newerGeography = (deps: Deps) => refreshGeography(deps, (places) => warmRules({ ...deps, places }));

const purge = (name: string, every_min: number, statement: RawBuilder<unknown>): Chore => ({
  name,
  every_ms: every_min * 60_000,
  run: ({ database }) => statement.execute(database.db),
});

const PURGES: readonly Chore[] = [
  purge('idempotency', 10, sql`DELETE FROM idempotency WHERE expires_at < now()`),
  // A token older than a few minutes is refused by its own timestamp; this table covers the minutes before.
  purge('decoded play tokens', 60, sql`DELETE FROM play_token WHERE decoded_at < now() - interval '1 day'`),
  purge('seen proofs', 10, sql`DELETE FROM seen_proof WHERE expires_at < now()`),
  purge(
    'deliveries',
    60,
    sql`DELETE FROM delivery WHERE state <> 'pending' AND ended_at < now() - interval '30 days'`,
  ),
  // What still waits for its delivery stays.
  purge(
    'events',
    60,
    sql`DELETE FROM event e WHERE at < now() - interval '30 days' AND NOT EXISTS (
      SELECT 1 FROM delivery d WHERE d.org = e.org AND d.env = e.env AND d.event_id = e.event_id)`,
  ),
  purge('guess buckets', 10, sql`DELETE FROM guess_bucket WHERE tat < now()`),
];

/** Chores that any node may do at any time. Each is safe to repeat, and to run on two nodes at once. */
const chores = (partitioned: string[]): Chore[] => [
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
  ...PURGES,
];

/** Starts the chores; the returned function stops them and waits for those that run. */
export function startHousekeeping(deps: Deps, partitioned: string[]): () => Promise<void> {
  const running = new Set<Promise<unknown>>();
  const timers = chores(partitioned).map(({ name, every_ms, run }) => {
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      const done = run(deps)
        .catch((error) =>
          deps.log.warn({ err: error, chore: name }, 'A chore failed; it will be tried again.'),
        )
        .finally(() => {
          busy = false;
          running.delete(done);
        });
      running.add(done);
    }, every_ms).unref();
  });
  return async () => {
    timers.forEach(clearInterval);
    await Promise.all(running);
  };
}
