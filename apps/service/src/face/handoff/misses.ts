import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { limitOf, limitRefusal } from '../../handoff/limit.ts';
import { networkKey } from '../../network-address.ts';
import { refuse } from '../../refuse.ts';

const ALARM_PER_MINUTE = 200;

/**
 * Counts wrong codes over all addresses: many at once are an attack that no limit per address sees. It only
 * alarms.
 */
export class Misses {
  readonly #log: Deps['log'];
  #minute = 0;
  count = 0;

  constructor(log: Deps['log']) {
    this.#log = log;
  }

  add(now: number): void {
    const minute = Math.floor(now / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.count = 0;
    }
    this.count += 1;
    if (this.count === ALARM_PER_MINUTE)
      this.#log.warn({ misses: this.count }, 'Many unknown short codes within a minute, over all addresses.');
  }
}

/**
 * Takes one wrong code from the address's allowance, exact over all nodes: one statement of GCRA in the
 * database. 429 `rate_limited` when it is used up. Without the database there is no answer at all (503):
 * guessing never gets free tries.
 */
export async function countMiss(deps: Deps, misses: Misses, ip: string): Promise<void> {
  const now = deps.clock.now();
  misses.add(now);
  const limit = limitOf(deps, 'short_code_miss');
  if (!limit) return;
  const interval = 1_000 / limit.rate;
  const bucket = `short_code_miss|${networkKey(ip)}`;
  const at = new Date(now);
  const latest = new Date(now + (limit.burst - 1) * interval + 1);
  const { rows } = await sql`
    INSERT INTO guess_bucket AS g (bucket, tat) VALUES (${bucket}, ${new Date(now + interval)})
    ON CONFLICT (bucket) DO UPDATE SET tat = greatest(g.tat, ${at}) + ${interval}::float8 * interval '1 ms'
      WHERE g.tat <= ${latest}
    RETURNING 1`
    .execute(deps.database.db)
    .catch((cause) => refuse('unavailable', 'wrong codes cannot be counted', { cause }));
  if (rows.length > 0) return;
  const again_s = Math.max(1, Math.ceil(interval / 1_000));
  refuse('rate_limited', `wrong codes from ${bucket}`, limitRefusal('short_code_miss', limit, again_s));
}
