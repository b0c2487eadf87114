import type { Home } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import {
  countDecisions,
  countSessions,
  type DecisionCount,
  type Progress,
  type Scope,
  type SessionCount,
  spanIn,
} from './counts.ts';
import { timesOf } from './places-times.ts';
import { floorQuarter, type Piece } from './quarters.ts';

type Db = Kysely<Schema>;
export type Stage = 'location_asked' | 'location_positioned' | 'face_asked';

/** Counted by quarter, so a span of whole quarters. Those that no policy has judged are in it for every policy. */
async function countStages(db: Db, scope: Scope, { from_ms, to_ms }: Piece): Promise<Map<string, number>> {
  const { org, env, policy_id } = scope;
  const { rows } = await sql<{ stage: Stage; count: number }>`
    SELECT stage, sum(count)::int AS count FROM stage_count
     WHERE org = ${org} AND env = ${env} AND quarter >= ${new Date(from_ms)} AND quarter < ${new Date(to_ms)}
       AND (${policy_id}::text IS NULL OR policy_id IN ('*', ${policy_id}))
     GROUP BY 1`.execute(db);
  return new Map(rows.map(({ stage, count }) => [stage, count]));
}

/** What was counted of the range and of the same time before it. */
export interface CountedRanges {
  now: Piece;
  before: Piece;
  decisions: readonly DecisionCount[];
  decided_before: readonly DecisionCount[];
  sessions: readonly SessionCount[];
  sessions_before: readonly SessionCount[];
}

const SESSION_SUMS = [
  'opened',
  'consented',
  'filmed',
  'captured',
  'decided',
  'approved',
  'by_phone',
] as const;
const SUMS = ['first', 'settled', 'passed', ...SESSION_SUMS] as const;
type Sums = Record<(typeof SUMS)[number], number>;

function sumsOf(decisions: readonly DecisionCount[], sessions: readonly SessionCount[]): Sums {
  const of = <T>(rows: readonly T[], count: (row: T) => number) =>
    rows.reduce((total, row) => total + count(row), 0);
  return {
    first: of(decisions, ({ first }) => first),
    settled: of(decisions, ({ decision, count }) => (decision === 'retry' ? 0 : count)),
    passed: of(decisions, ({ decision, count }) => (decision === 'pass' ? count : 0)),
    ...(Object.fromEntries(SESSION_SUMS.map((name) => [name, of(sessions, (row) => row[name])])) as Record<
      (typeof SESSION_SUMS)[number],
      number
    >),
  };
}

const combined = (sums: Sums, more: Sums, less?: Sums): Sums =>
  Object.fromEntries(SUMS.map((name) => [name, sums[name] + more[name] - (less?.[name] ?? 0)])) as Sums;

/** The part of a quarter that lies before a moment, counted by its rows. */
async function edgeOf(db: Db, scope: Scope, progress: Progress, to_ms: number): Promise<Sums> {
  const piece = { from_ms: floorQuarter(to_ms), to_ms };
  const one = sql`'epoch'::timestamptz`;
  return sumsOf(
    await countDecisions(db, scope, spanIn(progress, 'geolocation', piece), one),
    await countSessions(db, scope, spanIn(progress, 'face', piece), one),
  );
}

/**
 * Funnels of whole quarters: the range, and what of its first quarter lies before it. Other ends would
 * compare tokens of up to 75 minutes with decisions of 60.
 */
export async function funnelsOf(
  db: Db,
  scope: Scope,
  progress: Progress,
  counted: CountedRanges,
): Promise<Home['funnels']> {
  const { now, before } = counted;
  const middle = floorQuarter(now.from_ms);
  const edge = await edgeOf(db, scope, progress, now.from_ms);
  const first_edge = await edgeOf(db, scope, progress, before.from_ms);
  const a = combined(sumsOf(counted.decisions, counted.sessions), edge);
  const b = combined(sumsOf(counted.decided_before, counted.sessions_before), first_edge, edge);
  const in_a = await countStages(db, scope, { from_ms: middle, to_ms: now.to_ms });
  const in_b = await countStages(db, scope, { from_ms: floorQuarter(before.from_ms), to_ms: middle });
  const both = (name: keyof Sums) => ({ now: a[name], before: b[name] });
  const stage = (name: Stage, least: keyof Sums | null) => ({
    now: Math.max(in_a.get(name) ?? 0, least ? a[least] : 0),
    before: Math.max(in_b.get(name) ?? 0, least ? b[least] : 0),
  });
  return {
    location: {
      // Before a check is decided, the policy that will decide it is not known.
      asked: scope.policy_id === null ? stage('location_asked', 'first') : null,
      begun: both('first'),
      positioned: stage('location_positioned', null),
      decided: both('settled'),
      passed: both('passed'),
    },
    face: {
      // A session has a token, also where the node that counted it was killed before it wrote that down.
      asked: stage('face_asked', 'opened'),
      opened: both('opened'),
      consented: both('consented'),
      filmed: both('filmed'),
      captured: both('captured'),
      decided: both('decided'),
      approved: both('approved'),
    },
    by_phone: a.by_phone,
  };
}

type FirstAttempts = NonNullable<Home['webhooks']>[number]['first'];

/** How soon endpoints are told, by endpoint: the first attempts of the last day. */
export async function firstAttempts(
  db: Db,
  { org, env }: Pick<Scope, 'org' | 'env'>,
  now_ms: number,
): Promise<Map<string, FirstAttempts>> {
  const since = new Date(floorQuarter(now_ms - 86_400_000));
  const { rows } = await sql<{ webhook_id: string; good: boolean; step: number; count: number }>`
    SELECT webhook_id, good, step, sum(count)::int AS count FROM first_attempt_count
     WHERE org = ${org} AND env = ${env} AND quarter >= ${since} GROUP BY 1, 2, 3`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ webhook_id }) => webhook_id)].map(([webhook_id, own]) => {
      const of = (counted: typeof own) => counted.reduce((sum, { count }) => sum + count, 0);
      const failed = of(own.filter(({ good }) => !good));
      return [webhook_id, { count: of(own), failed, ...timesOf(own)! }];
    }),
  );
}
