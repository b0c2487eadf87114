import type { backtests, Environment, PolicyDefinition } from '@standpoint/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { PolicyBacktestTable } from '../../database/tables/policies.ts';
import { refuse } from '../../refuse.ts';
import { nothingReplayed, type ReplayTotals } from '../evidence/time-machine.ts';
import { namesOf, saverOf } from './drafts.ts';
import { lackOf } from './enough.ts';

type Db = Kysely<Schema>;
export type BacktestRow = Selectable<PolicyBacktestTable>;
type Shown = backtests.Backtest;

/** Kept in `totals` of the row. */
export interface BacktestTotals extends ReplayTotals {
  in_time: number;
  looked_at: number;
  people: number;
  listed: number;
  per_second: number;
  back_to: string | null;
}

/** Decisions of a time are counted up to this number. */
export const IN_TIME_MOST = 100_000;
/** A back-test gives a sign of life more often than this. */
const SILENT_MS = 15_000;

export const noTotals = (): BacktestTotals => ({
  ...nothingReplayed(),
  in_time: 0,
  looked_at: 0,
  people: 0,
  listed: 0,
  per_second: 0,
  back_to: null,
});

const stateOf = ({ state, seen_at }: BacktestRow, now: number): Shown['state'] =>
  state === 'running' && now - seen_at.getTime() > SILENT_MS ? 'interrupted' : state;

export async function shownBacktests(db: Db, rows: readonly BacktestRow[]): Promise<Shown[]> {
  const names = await namesOf(db, [...new Set(rows.map(({ started_by }) => started_by))]);
  // The database wrote the signs of life, so its clock judges them.
  const now = rows.some(({ state }) => state === 'running') ? await databaseNow(db) : 0;
  const lacks = await Promise.all(rows.map((row) => (row.state === 'done' ? lackOf(db, row) : null)));
  return rows.map((row, i) => ({
    ...noTotals(),
    ...(row.totals as unknown as BacktestTotals),
    backtest_id: row.backtest_id,
    policy_id: row.policy_id,
    digest: row.digest,
    days: row.days,
    from: row.since.toISOString(),
    to: row.until?.toISOString() ?? null,
    most: row.most,
    state: stateOf(row, now),
    started_at: row.started_at.toISOString(),
    started_by: saverOf(names, row.started_by),
    ended_at: row.ended_at?.toISOString() ?? null,
    in_time_most: IN_TIME_MOST,
    lacks: lacks[i] ?? null,
  }));
}

async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`SELECT now()`.execute(db);
  return rows[0]!.now.getTime();
}

export interface Named {
  org: string;
  env: Environment;
  policy_id: string;
  backtest_id: string;
}

export async function backtestRow(db: Db, { org, env, policy_id, backtest_id }: Named): Promise<BacktestRow> {
  const row = await db
    .selectFrom('policy_backtest')
    .selectAll()
    .where('org', '=', org)
    .where('env', '=', env)
    .where('policy_id', '=', policy_id)
    .where('backtest_id', '=', backtest_id)
    .executeTakeFirst();
  return (
    row ??
    refuse('not_found', backtest_id, {
      message: 'There is no such back-test here. Back-tests are kept for 7 days; run it again.',
    })
  );
}

export interface BacktestPlan
  extends Pick<
    PolicyBacktestTable,
    'org' | 'env' | 'backtest_id' | 'policy_id' | 'of_version' | 'digest' | 'days' | 'most' | 'started_by'
  > {
  definition: PolicyDefinition;
  version: number;
  from: Date;
  /** Null: until now. */
  to: Date | null;
}

export const storeBacktest = (db: Db, { version: _version, definition, from, to, ...plan }: BacktestPlan) =>
  db
    .insertInto('policy_backtest')
    .values({
      ...plan,
      since: from,
      until: to,
      definition: JSON.stringify(definition),
      state: 'running',
      totals: JSON.stringify(noTotals()),
    })
    .execute();

/** Writes how far it is; false when it was canceled meanwhile. */
export async function tellProgress(
  db: Db,
  { org, env, backtest_id }: Pick<BacktestPlan, 'org' | 'env' | 'backtest_id'>,
  totals: BacktestTotals,
  end?: BacktestRow['state'],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE policy_backtest SET totals = ${JSON.stringify(totals)}::jsonb, seen_at = now(),
           state = ${end ?? 'running'}, ended_at = CASE WHEN ${end !== undefined} THEN now() END
     WHERE org = ${org} AND env = ${env} AND backtest_id = ${backtest_id} AND state = 'running'`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
