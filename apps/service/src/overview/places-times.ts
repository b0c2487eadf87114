import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Bucket, Scope } from './counts.ts';
import { floorQuarter, type Piece } from './quarters.ts';
import { timeOfStep } from './tally.ts';

type Db = Kysely<Schema>;

const inSpan = ({ org, env, policy_id }: Scope, { from_ms, to_ms }: Piece) => sql`
  x.org = ${org} AND x.env = ${env} AND x.quarter >= ${new Date(floorQuarter(from_ms))}
    AND x.quarter < ${new Date(to_ms)} ${policy_id === null ? sql`` : sql`AND x.policy_id = ${policy_id}`}`;

export interface PlaceCount {
  country: string;
  subdivision: string;
  pass: number;
  fail: number;
  review: number;
  retry: number;
}

const DECISIONS = ['pass', 'fail', 'review', 'retry'] as const;

/** The most frequent first. */
export async function countPlaces(db: Db, scope: Scope, piece: Piece): Promise<PlaceCount[]> {
  const sums = DECISIONS.map(
    (name) =>
      sql`coalesce(sum(x.count) FILTER (WHERE x.decision = ${sql.lit(name)}), 0)::int AS ${sql.ref(name)}`,
  );
  const { rows } = await sql<PlaceCount>`
    SELECT x.country, x.subdivision, ${sql.join(sums)} FROM place_count x WHERE ${inSpan(scope, piece)}
     GROUP BY 1, 2 ORDER BY sum(x.count) DESC, 1, 2`.execute(db);
  return rows;
}

export interface Times {
  p50_ms: number;
  p95_ms: number;
}

interface StepCount {
  at: Date;
  step: number;
  count: number;
}

/** By the beginning of each point (ms); under `all`: of the whole span. */
export async function measureTimes(
  db: Db,
  scope: Scope,
  piece: Piece,
  bucket: Bucket,
): Promise<{ all: Times | null; points: Map<number, Times> }> {
  const { rows } = await sql<StepCount>`
    SELECT ${bucket} AS at, x.step, sum(x.count)::int AS count
      FROM (SELECT *, x.quarter AS at FROM time_count x WHERE ${inSpan(scope, piece)}) x
     GROUP BY 1, 2`.execute(db);
  const points = Map.groupBy(rows, ({ at }) => at.getTime());
  return {
    all: timesOf(rows),
    points: new Map([...points].map(([at, counts]) => [at, timesOf(counts)!])),
  };
}

/** Percentiles from counts by step: right to 5 % of their value. */
export function timesOf(counts: readonly Pick<StepCount, 'step' | 'count'>[]): Times | null {
  const sorted = [...counts].sort((a, b) => a.step - b.step);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const at = (share: number): number => {
    let left = share * total;
    const found = sorted.find(({ count }) => {
      left -= count;
      return left <= 0;
    });
    const ms = timeOfStep((found ?? sorted.at(-1)!).step);
    return ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms);
  };
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}
