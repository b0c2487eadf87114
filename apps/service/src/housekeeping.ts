import { sql } from 'kysely';
import { keepPartitions } from './database/partitions.ts';
import type { Deps } from './deps.ts';
import { expireDue } from './face/timers.ts';
import { rotateKeys } from './tokens/signing-keys.ts';

interface Chore {
  name: string;
  every_ms: number;
  run(deps: Deps): Promise<unknown>;
}

/** Chores that any node may do at any time: each is safe to run twice, and on two nodes at once. */
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
  // Whoever missed the notice of a rotation must not refuse good tokens, or believe a key that was withdrawn.
  { name: 'signing keys', every_ms: 5_000, run: ({ keys }) => keys.refresh() },
  {
    name: 'idempotency',
    every_ms: 10 * 60_000,
    run: ({ database }) => sql`DELETE FROM idempotency WHERE expires_at < now()`.execute(database.db),
  },
  {
    name: 'guess buckets',
    every_ms: 10 * 60_000,
    run: ({ database }) => sql`DELETE FROM guess_bucket WHERE tat < now()`.execute(database.db),
  },
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
