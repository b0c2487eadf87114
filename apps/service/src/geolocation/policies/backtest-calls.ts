import type { backtests } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import { newId } from '../../ids.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import {
  type BacktestPlan,
  type BacktestRow,
  backtestRow,
  IN_TIME_MOST,
  shownBacktests,
  storeBacktest,
} from './backtest-rows.ts';
import { runBacktest } from './backtests.ts';
import { noPolicy, requireRevision, workingDraft } from './drafts.ts';
import { by } from './edit.ts';
import { judged } from './judged.ts';
import { type AskedPeriod, countIn, oldestOf, periodOf } from './period.ts';
import { publishedOnce, versionContent } from './published-once.ts';

const MOST = 20_000;
/** Of one organization at once. */
const RUNNING_MOST = 6;

type StartCall = Parameters<Handler<typeof backtests.startBacktest>>[0];

/**
 * A draft that is being drawn is back-tested again and again: a person's earlier run of the same draft is over, and so
 * is one of the same version. The same question of two people is one run.
 */
export const startBacktestHandler: Handler<typeof backtests.startBacktest> = async (call, deps) => {
  const { org, env, user_id } = call.caller;
  const { policy_id } = call.params;
  const { most = MOST } = call.body;
  const period = periodOf(call.body, deps.clock.now());
  const { db } = deps.database;
  const { definition, version, of_version, ...content } = await askedContent(call, db);
  const { problems: fields, digest } = await judged(deps, org, policy_id, { definition, ...content });
  if (fields.length > 0) refuse('invalid_request', 'the draft has problems', { fields });
  const plan = {
    org,
    env,
    backtest_id: newId('backtest'),
    policy_id,
    of_version,
    digest,
    definition,
    version,
    ...period,
    most,
    started_by: user_id,
  };
  const { row, begun } = await db.transaction().execute(async (trx) => {
    const same = await claimBacktest(trx, plan);
    if (same) return { row: same, begun: false };
    await storeBacktest(trx, plan);
    const { days, from, to } = period;
    const detail = { backtest_id: plan.backtest_id, backtest_env: env, days, from, to, most };
    await audit(trx, { org, ...by(call), action: 'policy.backtest_started', target: policy_id, detail });
    return { row: await backtestRow(trx, plan), begun: true };
  });
  if (begun) runBacktest(deps, plan);
  return (await shownBacktests(db, [row]))[0]!;
};

/** The draft as it is stored, or a version that may be rolled back to. */
async function askedContent({ caller: { org }, params: { policy_id }, body }: StartCall, db: Db) {
  const { revision, version } = body;
  if ((revision === undefined) === (version === undefined))
    refuse('invalid_request', 'revision or version', {
      fields: [{ path: 'revision', message: 'say either the revision of the draft, or a version' }],
    });
  if (version !== undefined) {
    const old = await publishedOnce(db, org, policy_id, version);
    return { version, of_version: version, ...versionContent(old, version) };
  }
  const working = (await workingDraft(db, org, policy_id)) ?? noPolicy(policy_id);
  await requireRevision(db, working, revision!);
  return { ...working, version: working.next, of_version: null };
}

/**
 * Counts what runs while no other run of the organization can begin: two at once would both see room for the last one.
 * Returns the run of the same question, where there is one, and ends an earlier one of the same person: of the draft,
 * or of the same version.
 */
async function claimBacktest(trx: Db, plan: BacktestPlan): Promise<BacktestRow | undefined> {
  const { org, env, policy_id, of_version, digest, most, started_by } = plan;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`back-tests ${org}`}, 0))`.execute(trx);
  const running = await trx
    .selectFrom('policy_backtest')
    .selectAll()
    .where('org', '=', org)
    .where('state', '=', 'running')
    .where('seen_at', '>', sql<Date>`now() - interval '15 seconds'`)
    .execute();
  const same = running.find(
    (row) =>
      row.env === env &&
      row.policy_id === policy_id &&
      row.of_version === of_version &&
      row.digest === digest &&
      sameTime(row, plan) &&
      row.most === most,
  );
  if (same) return same;
  const mine = running.filter(
    (row) => row.policy_id === policy_id && row.of_version === of_version && row.started_by === started_by,
  );
  if (running.length - mine.length >= RUNNING_MOST)
    refuse('rate_limited', 'too many back-tests', {
      retry_after_s: 10,
      message: `${RUNNING_MOST} back-tests of this organization run already. Wait until one is done.`,
    });
  for (const { org, env, backtest_id } of mine) await cancel({ db: trx, org, env, backtest_id });
  return undefined;
}

/** The last days of a moment ago are the same question; a time is one only to the millisecond. */
const sameTime = (row: BacktestRow, { days, from, to }: AskedPeriod): boolean =>
  row.days === days &&
  (days !== null || (row.since.getTime() === from.getTime() && row.until?.getTime() === to?.getTime()));

export const readPeriodHandler: Handler<typeof backtests.readPeriod> = async ({ caller, query }, deps) => {
  const { from, to } = periodOf(query, deps.clock.now());
  const place = { org: caller.org, env: caller.env };
  return {
    decisions: await countIn(deps, { ...place, from, to }),
    decisions_most: IN_TIME_MOST,
    oldest: (await oldestOf(deps, place))?.toISOString() ?? null,
  };
};

type Db = Parameters<typeof backtestRow>[0];

const cancel = ({
  db,
  org,
  env,
  backtest_id,
}: {
  db: Db;
  org: string;
  env: 'production' | 'sandbox';
  backtest_id: string;
}) =>
  db
    .updateTable('policy_backtest')
    .set({ state: 'canceled', ended_at: sql<Date>`now()` })
    .where('org', '=', org)
    .where('env', '=', env)
    .where('backtest_id', '=', backtest_id)
    .where('state', '=', 'running')
    .execute();

export const cancelBacktestHandler: Handler<typeof backtests.cancelBacktest> = async (
  { caller, params },
  deps,
) => {
  const { db } = deps.database;
  const named = { ...params, org: caller.org, env: caller.env };
  await backtestRow(db, named);
  await cancel({ db, org: caller.org, env: caller.env, backtest_id: params.backtest_id });
  return (await shownBacktests(db, [await backtestRow(db, named)]))[0]!;
};

export const readBacktestHandler: Handler<typeof backtests.readBacktest> = async (
  { caller, params },
  deps,
) => {
  const row = await backtestRow(deps.database.db, { ...params, org: caller.org, env: caller.env });
  return (await shownBacktests(deps.database.db, [row]))[0]!;
};

export const listBacktestsHandler: Handler<typeof backtests.listBacktests> = async (
  { caller: { org, env }, params: { policy_id }, query },
  deps,
) => {
  const { db } = deps.database;
  let found = db
    .selectFrom('policy_backtest')
    .selectAll()
    .where('org', '=', org)
    .where('env', '=', env)
    .where('policy_id', '=', policy_id);
  if (query.version !== undefined) {
    const version = Number(query.version);
    const old = await publishedOnce(db, org, policy_id, version);
    const { digest } = await judged(deps, org, policy_id, versionContent(old, version));
    found = found.where('digest', '=', digest);
  } else found = found.where('of_version', 'is', null);
  const rows = await found.orderBy('backtest_id', 'desc').limit(10).execute();
  return { backtests: await shownBacktests(db, rows) };
};
