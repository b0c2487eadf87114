import { sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../ids.ts';
import { sum } from './rows.ts';
import type { ClassName } from './schedule.ts';
import { STEPS } from './steps.ts';

/** What a run has deleted of one class, and how long it took. */
export interface Swept {
  rows: number;
  ms: number;
}

export interface RunReport {
  run_id: string;
  outcome: 'done' | 'stopped' | 'failed';
  swept: Partial<Record<ClassName, Swept>>;
}

export interface RunOptions {
  stopping?: AbortSignal;
  /** Hears of each batch: the rows of the class until now. */
  told?: (name: ClassName, rows: number) => void;
}

/** A node that has died for so long has given up its run. */
const LEASE_MS = 10 * 60_000;
/** Runs begin at this hour (UTC), or as soon afterwards as a node is there. */
const HOUR = 2;

/** Runs the whole schedule once, for a person who asks for it. */
export async function runRetention(deps: Deps, by: string, options: RunOptions = {}): Promise<RunReport> {
  const now = new Date(deps.clock.now());
  const run_id = newId('retention', now.getTime());
  await deps.database.db
    .insertInto('retention_run')
    .values({
      run_id,
      night: null,
      started_by: by,
      started_at: now,
      lease_until: leaseFrom(now),
      ended_at: null,
      outcome: null,
    })
    .execute();
  return sweepAll(deps, run_id, by, options);
}

/**
 * The run of the night, unless a node has done it or is doing it. Returns null then. A run whose node has died
 * is taken over, and what is already deleted is not due any more.
 */
export async function runNight(deps: Deps, stopping: AbortSignal): Promise<RunReport | null> {
  const now = new Date(deps.clock.now());
  const night = new Date(now.getTime() - HOUR * 3_600_000).toISOString().slice(0, 10);
  const { rows } = await sql<{ run_id: string }>`
    INSERT INTO retention_run (run_id, night, started_by, started_at, lease_until)
    VALUES (${newId('retention', now.getTime())}, ${night}, 'system', ${now}, ${leaseFrom(now)})
    ON CONFLICT (night) DO UPDATE SET lease_until = excluded.lease_until
     WHERE retention_run.ended_at IS NULL AND retention_run.lease_until <= ${now}
    RETURNING run_id`.execute(deps.database.db);
  if (!rows[0]) return null;
  const report = await sweepAll(deps, rows[0].run_id, 'system', { stopping });
  deps.log.info({ ...report }, 'The retention run of the night has ended.');
  return report;
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

async function sweepAll(deps: Deps, run_id: string, by: string, options: RunOptions): Promise<RunReport> {
  const report: RunReport = { run_id, outcome: 'done', swept: {} };
  const byOrg = new Map<string, Record<string, number>>();
  for (const name of STEPS.keys()) {
    if (options.stopping?.aborted) break;
    try {
      const { rows, ms } = await sweepClass(deps, run_id, name, options);
      report.swept[name] = { rows: sum(rows), ms };
      for (const [org, count] of rows) byOrg.set(org, { ...byOrg.get(org), [name]: count });
      await noteProgress(deps, run_id, { [name]: report.swept[name] });
    } catch (error) {
      report.outcome = 'failed';
      deps.log.warn({ err: error, class: name }, 'A class of the retention could not be swept.');
    }
  }
  if (options.stopping?.aborted) report.outcome = 'stopped';
  await end(deps, report, by, byOrg);
  return report;
}

async function sweepClass(deps: Deps, run_id: string, name: ClassName, { stopping, told }: RunOptions) {
  const began = performance.now();
  let [total, renewed_at] = [0, began];
  const rows = await STEPS.get(name)!.run(deps, {
    now: new Date(deps.clock.now()),
    stopping,
    told(count) {
      total += count;
      told?.(name, total);
      if (performance.now() - renewed_at < LEASE_MS / 10) return;
      renewed_at = performance.now();
      noteProgress(deps, run_id, {}).catch(() => {});
    },
  });
  return { rows, ms: Math.round(performance.now() - began) };
}

/** Adds to the proof row, and keeps the run for another while. */
async function noteProgress(
  deps: Deps,
  run_id: string,
  swept: Partial<Record<ClassName, Swept>>,
): Promise<void> {
  const lease = leaseFrom(new Date(deps.clock.now()));
  await sql`
    UPDATE retention_run SET swept = swept || ${JSON.stringify(swept)}::jsonb, lease_until = ${lease}
     WHERE run_id = ${run_id}`.execute(deps.database.db);
}

/** Ends the proof row, with an audit entry for each organization that lost rows. */
async function end(
  { database, clock }: Deps,
  { run_id, outcome }: RunReport,
  by: string,
  byOrg: ReadonlyMap<string, Record<string, number>>,
): Promise<void> {
  const now = new Date(clock.now());
  await database.db.transaction().execute(async (trx) => {
    // Another node goes on with a night that was stopped: it is given up at once, and not ended.
    await sql`
      UPDATE retention_run
         SET outcome = ${outcome}, lease_until = ${now},
             ended_at = CASE WHEN night IS NOT NULL AND ${outcome} = 'stopped' THEN NULL ELSE ${now}::timestamptz END
       WHERE run_id = ${run_id}`.execute(trx);
    for (const [org, rows] of byOrg)
      if (org !== '')
        await audit(trx, {
          org,
          actor: by,
          action: 'retention.run',
          target: run_id,
          outcome,
          detail: { rows },
        });
  });
}

/** How much a run would delete now, and how much of that a legal hold keeps. Deletes nothing. */
export async function dryRun(
  deps: Deps,
  told?: (name: ClassName, rows: number) => void,
): Promise<Partial<Record<ClassName, { due: number; held: number }>>> {
  const found: Partial<Record<ClassName, { due: number; held: number }>> = {};
  for (const [name, step] of STEPS) {
    found[name] = await step.count(deps, new Date(deps.clock.now()));
    told?.(name, found[name].due);
  }
  return found;
}
