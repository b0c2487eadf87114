import type { HomeRange } from '@standpoint/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { refuse } from '../refuse.ts';
import type { Piece } from './quarters.ts';

const HOUR_MS = 3_600_000;

interface RangeRule {
  length_ms: number;
  /** Minutes between two moments that may begin different points. */
  grain_min: number;
  /** The beginning of the point that holds `x.at`. */
  bucket(zone: string): RawBuilder<unknown>;
}

export const RANGES: Record<HomeRange, RangeRule> = {
  '1h': {
    length_ms: HOUR_MS,
    grain_min: 5,
    bucket: () => sql`date_bin('5 minutes', x.at, 'epoch')`,
  },
  '24h': {
    length_ms: 24 * HOUR_MS,
    grain_min: 15,
    bucket: (zone) => sql`date_trunc('hour', x.at, ${zone}::text)`,
  },
  '7d': {
    length_ms: 7 * 24 * HOUR_MS,
    grain_min: 15,
    bucket: (zone) =>
      sql`date_bin('6 hours', x.at AT TIME ZONE ${zone}::text, '2000-01-01') AT TIME ZONE ${zone}::text`,
  },
  '30d': {
    length_ms: 30 * 24 * HOUR_MS,
    grain_min: 15,
    bucket: (zone) => sql`date_trunc('day', x.at, ${zone}::text)`,
  },
};

/** Every point of the series, also those without a record. */
export async function bucketsOf(
  db: Kysely<Schema>,
  range: HomeRange,
  zone: string,
  { from_ms, to_ms }: Piece,
): Promise<Date[]> {
  const { bucket, grain_min } = RANGES[range];
  const grain_ms = grain_min * 60_000;
  const first = new Date(Math.floor(from_ms / grain_ms) * grain_ms);
  const { rows } = await sql<{ at: Date }>`
    SELECT DISTINCT ${bucket(zone)} AS at
      FROM generate_series(${first}::timestamptz, ${new Date(to_ms - 1)}::timestamptz,
                           make_interval(mins => ${grain_min})) AS x (at)
     ORDER BY 1`.execute(db);
  return rows.map(({ at }) => at);
}

/** A zone that both Node and the database know, as almost all are. */
export function requireZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    refuseZone();
  }
}

export const refuseZone = (): never =>
  refuse('invalid_request', 'zone', {
    fields: [{ path: 'zone', message: 'must be the name of a time zone, like Europe/Berlin' }],
  });
