import { backtests } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Policy } from '../../accounts/policies.ts';
import { listVersions } from '../../accounts/versions.ts';
import type { Schema } from '../../database/schema.ts';
import type { Deps } from '../../deps.ts';
import { policyForType } from '../decision/policy.ts';
import { evidenceOf, type StoredEvidence } from '../evidence/stored.ts';
import { addTotals } from '../evidence/time-machine.ts';
import {
  type BacktestPlan,
  type BacktestTotals,
  IN_TIME_MOST,
  noTotals,
  tellProgress,
} from './backtest-rows.ts';
import { countIn, type Light, newestFirst } from './period.ts';
import type { Found, FoundFlip } from './replays/messages.ts';
import { openReplay, type Replay } from './replays/replay.ts';
import { rest } from './replays/rests.ts';

/** Rows that are read, opened and decided together. */
const OPENED = 10;
const TOLD_EVERY_MS = 400;
const ALIVE_MS = 5_000;

/** What a run finds, until it is written. */
interface Run {
  plan: BacktestPlan;
  totals: BacktestTotals;
  people: Set<string>;
  flips: FoundFlip[];
  told: number;
  worked_ms: number;
  stopped: AbortSignal;
}

/** Runs beside requests until it is done, canceled, or the service stops; its row tells every node how far it is. */
export function runBacktest(deps: Deps, plan: BacktestPlan): void {
  const { backtests: background } = deps;
  const run: Run = {
    plan,
    totals: noTotals(),
    people: new Set(),
    flips: [],
    told: performance.now(),
    worked_ms: 0,
    stopped: background.stopped,
  };
  const { db } = deps.database;
  // On a busy machine the thread may be silent for longer than its row may be.
  const alive = setInterval(() => void tellProgress(db, plan, run.totals).catch(() => {}), ALIVE_MS);
  const whole = work(deps, run).catch(async (error) => {
    const end = run.stopped.aborted ? 'interrupted' : 'failed';
    if (end === 'failed') deps.log.warn({ err: error, backtest_id: plan.backtest_id }, 'A back-test failed.');
    await tellProgress(db, plan, run.totals, end).catch(() => {});
  });
  background.add(whole.finally(() => clearInterval(alive)));
}

async function work(deps: Deps, run: Run): Promise<void> {
  const { plan, totals } = run;
  const asked = { draft: asPolicy(plan), published: await publishedPolicies(deps, plan.org) };
  totals.in_time = await countIn(deps, plan);
  const replay = await openReplay(deps, plan, asked);
  try {
    if (!(await everyPage(deps, run, replay, asked))) return;
  } finally {
    replay.end();
  }
  await writeFlips(deps, run);
  await tellProgress(deps.database.db, plan, totals, 'done');
}

interface Asked {
  draft: Policy;
  published: Policy[];
}

/** Looks at every decision of the time; false when nothing more is wanted. */
async function everyPage(
  deps: Deps,
  run: Run,
  replay: Replay,
  { draft, published }: Asked,
): Promise<boolean> {
  const { plan, totals } = run;
  const policies = [draft, ...published.filter(({ id }) => id !== plan.policy_id)];
  const speaks = ({ policy_id, transaction_type }: Light) =>
    policy_id === plan.policy_id || policyForType(policies, transaction_type) === draft;
  for await (const page of newestFirst(deps, plan)) {
    const wanted = page.filter(speaks);
    totals.skipped.other_policy += page.length - wanted.length;
    if (!(await everyBatch(deps, run, replay, wanted))) return false;
    totals.looked_at += page.length;
    if (totals.replayed >= plan.most || totals.looked_at >= IN_TIME_MOST) return true;
    if (!(await told(deps, run))) return false;
  }
  return true;
}

/** Each few rows end with a rest, in the turn: all back-tests of this node together leave calls the same share. */
async function everyBatch(deps: Deps, run: Run, replay: Replay, wanted: readonly Light[]): Promise<boolean> {
  const { plan, totals } = run;
  for (let at = 0; at < wanted.length && totals.replayed < plan.most; at += OPENED) {
    const over = await replay.turn();
    try {
      const began = performance.now();
      await decideBatch(deps, run, replay, wanted.slice(at, at + OPENED));
      await rest(deps.arrivals, performance.now() - began);
    } finally {
      over();
    }
    if (!(await told(deps, run))) return false;
  }
  return true;
}

async function decideBatch(deps: Deps, run: Run, replay: Replay, wanted: readonly Light[]): Promise<void> {
  const { plan, totals } = run;
  const ids = wanted.map(({ verification_id }) => verification_id);
  // Newest first, like the list.
  // Among the reads that have an end: a statement that hangs holds the turn of every back-test of this node.
  const from = { database: deps.database.reads, data_keys: deps.data_keys };
  const rows = (await evidenceOf(from, plan, ids)).reverse();
  counted(run, rows, await replay.decide(rows, plan.most - totals.replayed));
}

function counted(run: Run, rows: readonly StoredEvidence[], found: Found): void {
  const { totals, people } = run;
  addTotals(totals, found.totals);
  const of = new Map(rows.map((row) => [row.verification_id, row.customer_hash]));
  for (const { verification_id } of found.flips) people.add(of.get(verification_id)!);
  run.flips.push(...found.flips);
  totals.people = people.size;
  const oldest = rows[found.taken - 1];
  if (oldest) totals.back_to = oldest.created_at.toISOString();
  run.worked_ms += found.worked_ms;
  totals.per_second = Math.round((totals.replayed * 1_000) / Math.max(run.worked_ms, 1));
}

/** Writes what was found, now and then; false when the run is canceled or the service stops. */
async function told(deps: Deps, run: Run): Promise<boolean> {
  if (run.stopped.aborted) {
    await tellProgress(deps.database.db, run.plan, run.totals, 'interrupted').catch(() => {});
    return false;
  }
  if (performance.now() - run.told < TOLD_EVERY_MS) return true;
  run.told = performance.now();
  await writeFlips(deps, run);
  return tellProgress(deps.database.db, run.plan, run.totals);
}

async function writeFlips({ database }: Deps, run: Run): Promise<void> {
  const rows = run.flips.splice(0).slice(0, Math.max(0, backtests.FLIPS_LISTED - run.totals.listed));
  if (rows.length === 0) return;
  await database.db.transaction().execute(async (trx) => {
    const kept = await stillKept(trx, run.plan, rows);
    run.totals.listed += kept.length;
    if (kept.length > 0)
      await trx
        .insertInto('policy_backtest_flip')
        .values(kept.map(rowOf(run.plan)))
        .execute();
  });
}

/** Without those whose person was erased since they were read. The rest cannot be erased before this commits. */
async function stillKept(
  trx: Kysely<Schema>,
  { org, env }: BacktestPlan,
  flips: FoundFlip[],
): Promise<FoundFlip[]> {
  const { rows } = await sql<{ verification_id: string }>`
    SELECT verification_id FROM verification
     WHERE org = ${org} AND env = ${env} AND sealed IS NOT NULL
       AND verification_id = ANY(${flips.map(({ verification_id }) => verification_id)})
     ORDER BY verification_id FOR SHARE`.execute(trx);
  const kept = new Set(rows.map(({ verification_id }) => verification_id));
  return flips.filter(({ verification_id }) => kept.has(verification_id));
}

const rowOf =
  ({ org, env, backtest_id }: BacktestPlan) =>
  (flip: FoundFlip) => ({
    org,
    env,
    backtest_id,
    verification_id: flip.verification_id,
    from_decision: flip.from,
    to_decision: flip.to,
    reasons_added: flip.reasons_added,
    reasons_removed: flip.reasons_removed,
    because: flip.because,
  });

export const asPolicy = ({
  policy_id,
  version,
  definition,
}: Pick<BacktestPlan, 'policy_id' | 'version' | 'definition'>): Policy => ({
  id: policy_id,
  version,
  name: definition.name,
  status: 'draft',
  definition,
  created_at: '',
  published_at: null,
});

/** Newest first, as the service decides. */
async function publishedPolicies({ database }: Deps, org: string): Promise<Policy[]> {
  const all = (await listVersions(database.db, 'policy', org)) as Policy[];
  return all
    .filter(({ status }) => status === 'published')
    .toSorted((a, b) => (a.published_at! < b.published_at! ? 1 : -1));
}
