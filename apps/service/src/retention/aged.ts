import { ENVIRONMENTS } from '@standpoint/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OrganizationSettings, Schema } from '../database/schema.ts';
import { ulid } from '../ids.ts';
import { ago } from './periods.ts';
import { countRows, type RowSweep, type SweepOptions, sweepRows } from './rows.ts';

/**
 * Rows that are deleted by the age of `created_at`. They are found by their ids, which carry the time: the primary
 * key then leads to the oldest ones of each organization and environment, and no index of their age is needed.
 */
export interface AgedSweep extends Pick<RowSweep, 'table' | 'also'> {
  id: string;
  prefix: string;
  /** Days that the rows of an organization are kept. */
  days(settings: OrganizationSettings): number;
  /** A further condition on a row `r`. */
  only?: RawBuilder<unknown>;
}

/**
 * An id carries the time of the service's clock, and `created_at` the time of the database's. The two are never
 * further apart than this.
 */
const CLOCKS_APART_DAYS = 1;

const idAt = (prefix: string, at: Date): string =>
  prefix + ulid(Math.max(0, at.getTime()), new Uint8Array(10));

/** One sweep for each organization and environment. */
async function places(db: Kysely<Schema>, aged: AgedSweep, now: Date): Promise<RowSweep[]> {
  const { table, also, id, prefix, days, only = sql`true` } = aged;
  const organizations = await db
    .selectFrom('organization')
    .select(['org', 'settings'])
    .orderBy('org')
    .execute();
  return organizations.flatMap(({ org, settings }) => {
    const until = ago(now, days(settings));
    const end = idAt(prefix, ago(until, -CLOCKS_APART_DAYS));
    return ENVIRONMENTS.map((env) => ({
      table,
      also,
      order: id,
      // With + '0', no index of created_at can be taken, whose rows would have to be sorted for every batch.
      due: () => sql`r.org = ${org} AND r.env = ${env} AND r.${sql.ref(id)} < ${end}
        AND r.created_at + interval '0' <= ${until} AND ${only}`,
    }));
  });
}

export async function sweepAged(
  db: Kysely<Schema>,
  aged: AgedSweep,
  options: SweepOptions,
): Promise<Map<string, number>> {
  const total = new Map<string, number>();
  for (const place of await places(db, aged, options.now))
    for (const [org, count] of await sweepRows(db, place, options))
      total.set(org, (total.get(org) ?? 0) + count);
  return total;
}

export async function countAged(db: Kysely<Schema>, aged: AgedSweep, now: Date) {
  const total = { due: 0, held: 0 };
  for (const place of await places(db, aged, now)) {
    const { due, held } = await countRows(db, place, now);
    total.due += due;
    total.held += held;
  }
  return total;
}
