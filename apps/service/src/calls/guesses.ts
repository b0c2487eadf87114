import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { refuse } from '../refuse.ts';
import { limitRefusal, type Taken } from './take.ts';

/** The parts of the world that an exact count needs. */
interface GuessWorld {
  database: { db: Kysely<Schema> };
  clock: { now(): number };
}

/**
 * Takes one from the bucket of a limit on guessing, exact over all nodes: one statement of GCRA in the
 * database. 429 `rate_limited` when the bucket is used up. Without the database there is no answer at all
 * (503): guessing never gets free tries.
 */
export async function takeGuess(world: GuessWorld, { name, bucket, limit }: Taken): Promise<void> {
  if (!limit) return;
  const now = world.clock.now();
  const interval = 1_000 / limit.rate;
  const key = `${name}|${bucket}`;
  const at = new Date(now);
  const latest = new Date(now + (limit.burst - 1) * interval + 1);
  const { rows } = await sql`
    INSERT INTO guess_bucket AS g (bucket, tat) VALUES (${key}, ${new Date(now + interval)})
    ON CONFLICT (bucket) DO UPDATE SET tat = greatest(g.tat, ${at}) + ${interval}::float8 * interval '1 ms'
      WHERE g.tat <= ${latest}
    RETURNING 1`
    .execute(world.database.db)
    .catch((cause) => refuse('unavailable', `${name} cannot be counted`, { cause }));
  if (rows.length > 0) return;
  const again_s = Math.max(1, Math.ceil(interval / 1_000));
  refuse('rate_limited', `${name} of ${bucket}`, limitRefusal(name, limit, again_s));
}
