import type { Environment } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** A client that sent a verification, as it describes itself. */
interface SeenClient {
  org: string;
  env: Environment;
  platform: string;
  sdk?: { name: string; version: string };
}

/** A row of the table before it is written. */
type Count = Omit<Schema['sdk_seen'], 'count' | 'last_at'> & { count: number; last_ms: number };

/**
 * More of an organization and day are not told apart: anyone with a token may send any name, and must not fill the
 * table or the memory with them.
 */
export const VERSIONS_MAX = 200;
const OTHER = { platform: 'other', name: 'other', version: 'other' };
const UNKNOWN = { name: 'unknown', version: 'unknown' };

const nameOf = ({ platform, name, version }: Count) => JSON.stringify([platform, name, version]);

/** Clients of the running minute, on this node, by version. Verifications write nothing more for it. */
export class SdkSeen {
  /** By organization, environment and day; then by name. */
  #counts = new Map<string, Map<string, Count>>();

  note({ org, env, platform, sdk = UNKNOWN }: SeenClient, now_ms: number): void {
    const day = new Date(now_ms).toISOString().slice(0, 10);
    const { name, version } = sdk;
    this.#add({ org, env, day, platform, name, version, count: 1, last_ms: now_ms });
  }

  #add(count: Count): void {
    const place = `${count.org}|${count.env}|${count.day}`;
    const counts = this.#counts.get(place) ?? new Map<string, Count>();
    this.#counts.set(place, counts);
    const full = counts.size >= VERSIONS_MAX && !counts.has(nameOf(count));
    const told = full ? { ...count, ...OTHER } : count;
    const known = counts.get(nameOf(told));
    if (!known) counts.set(nameOf(told), told);
    else {
      known.count += told.count;
      known.last_ms = Math.max(known.last_ms, told.last_ms);
    }
  }

  /** How many counts are in memory. */
  get size(): number {
    return [...this.#counts.values()].reduce((sum, counts) => sum + counts.size, 0);
  }

  /** Adds the counts to those of the day and begins anew. What cannot be written is kept and counted on. */
  async flush(db: Kysely<Schema>): Promise<void> {
    const counts = [...this.#counts.values()].flatMap((each) => [...each.values()]);
    this.#counts = new Map();
    let written = 0;
    try {
      for (const count of counts) {
        if (!(await store(db, count, VERSIONS_MAX)))
          await store(db, { ...count, ...OTHER }, Number.MAX_SAFE_INTEGER);
        written++;
      }
    } catch (error) {
      for (const count of counts.slice(written)) this.#add(count);
      throw error;
    }
  }
}

/** Adds to a row of the day, or makes it where there are fewer than `most`. False where it was not stored. */
async function store(db: Kysely<Schema>, count: Count, most: number): Promise<boolean> {
  const { org, env, day, platform, name, version } = count;
  const last_at = new Date(count.last_ms);
  const { numAffectedRows } = await sql`
    INSERT INTO sdk_seen AS s (org, env, day, platform, name, version, count, last_at)
    SELECT ${org}, ${env}, ${day}::date, ${platform}, ${name}, ${version}, ${count.count}, ${last_at}
     WHERE (SELECT count(*) FROM sdk_seen WHERE org = ${org} AND env = ${env} AND day = ${day}::date) < ${most}
        OR EXISTS (SELECT FROM sdk_seen WHERE org = ${org} AND env = ${env} AND day = ${day}::date
                      AND platform = ${platform} AND name = ${name} AND version = ${version})
    ON CONFLICT (org, env, day, platform, name, version) DO UPDATE
       SET count = s.count + excluded.count, last_at = greatest(s.last_at, excluded.last_at)`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

interface SeenVersion {
  name: string;
  platform: string;
  version: string;
  count: number;
  last_at: Date;
}

/** Versions of the last `days` days, today included, the most frequent first. */
export async function readSeen(
  db: Kysely<Schema>,
  { org, env }: { org: string; env: Environment },
  { now_ms, days }: { now_ms: number; days: number },
): Promise<SeenVersion[]> {
  const today = new Date(now_ms).toISOString().slice(0, 10);
  const { rows } = await sql<SeenVersion>`
    SELECT name, platform, version, sum(count)::float8 AS count, max(last_at) AS last_at FROM sdk_seen
     WHERE org = ${org} AND env = ${env} AND day > ${today}::date - ${days}::int
     GROUP BY 1, 2, 3 ORDER BY count DESC, name, platform, version`.execute(db);
  return rows;
}
