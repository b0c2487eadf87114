import type { Home, HomeRange } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import {
  type Bucket,
  countDecisions,
  countReasons,
  countSessions,
  type DecisionCount,
  type Progress,
  progressOf,
  type Scope,
  type SessionCount,
  spanIn,
} from './counts.ts';
import { countPlaces, measureTimes, type PlaceCount, type Times } from './places-times.ts';
import type { Piece } from './quarters.ts';
import { type CountedRanges, funnelsOf } from './stages.ts';

const REASONS_MOST = 12;

/** What is counted of a range, with the same of the time before it. */
export interface CountedIn {
  decisions: DecisionCount[];
  sessions: SessionCount[];
  times: Map<number, Times>;
  figures: Omit<Home['figures'], 'reviews'>;
  funnels: Home['funnels'];
  reasons: Home['reasons'];
  places: PlaceCount[];
}

export async function countedIn(
  db: Kysely<Schema>,
  scope: Scope,
  range: HomeRange,
  { now, before, bucket }: { now: Piece; before: Piece; bucket: Bucket },
): Promise<CountedIn> {
  const progress: Progress = await progressOf(db, scope);
  // Points of five minutes are finer than what is counted.
  const direct = range === '1h';
  const span = (area: 'geolocation' | 'face', piece: Piece) => spanIn(progress, area, piece, direct);
  const [spans, earlier] = [span('geolocation', now), span('geolocation', before)];
  const decisions = await countDecisions(db, scope, spans, bucket);
  const decided_before = await countDecisions(db, scope, earlier, bucket);
  const sessions = await countSessions(db, scope, span('face', now), bucket);
  const sessions_before = await countSessions(db, scope, span('face', before), bucket);
  const ranges = { now, before, decisions, decided_before, sessions, sessions_before };
  const reasons = await countReasons(db, scope, spans);
  const reasons_before = await countReasons(db, scope, earlier);
  const times = await measureTimes(db, scope, now, bucket);
  const { all: times_before } = await measureTimes(db, scope, before, bucket);
  const decision_time = times.all && { ...times.all, p95_before_ms: times_before?.p95_ms ?? null };
  return {
    decisions,
    sessions,
    times: times.points,
    figures: figuresOf(ranges, decision_time),
    funnels: await funnelsOf(db, scope, progress, ranges),
    reasons: mostOften(reasons, reasons_before),
    places: await countPlaces(db, scope, now),
  };
}

/** Each figure of the range beside that of the time before it. */
function figuresOf(
  { decisions, decided_before, sessions, sessions_before }: CountedRanges,
  decision_time: Home['figures']['decision_time'],
): CountedIn['figures'] {
  const of = (count: (all: readonly DecisionCount[]) => number) => ({
    now: count(decisions),
    before: count(decided_before),
  });
  const face = (step: keyof Omit<SessionCount, 'at'>) => ({
    now: sum(sessions, (row) => row[step]),
    before: sum(sessions_before, (row) => row[step]),
  });
  return {
    verifications: of((all) => sum(all, ({ count }) => count)),
    passed: of((all) => sum(all, ({ decision, count }) => (decision === 'pass' ? count : 0))),
    decision_time,
    sessions: face('opened'),
    decided: face('decided'),
    approved: face('approved'),
  };
}

const mostOften = (now: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>): Home['reasons'] =>
  [...now]
    .map(([code, count]) => ({ code, now: count, before: before.get(code) ?? 0 }))
    .sort((a, b) => b.now - a.now || (a.code < b.code ? -1 : 1))
    .slice(0, REASONS_MOST);

export const sum = <T>(all: readonly T[], of: (each: T) => number): number =>
  all.reduce((total, each) => total + of(each), 0);
