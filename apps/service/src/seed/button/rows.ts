import type { sandbox } from '@standpoint/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { SandboxFillingTable } from '../../database/tables/life.ts';
import { newJti } from '../../ids.ts';
import type { Seeded, Step } from '../fill.ts';

type Db = Kysely<Schema>;
type Row = Selectable<SandboxFillingTable>;

/** A filling gives a sign of life more often than this. */
const SILENT_S = 15;

/** One run of one organization. */
export interface Run {
  org: string;
  run_id: string;
}

/** Null where one runs already, on whichever node: its sign of life says that it does. */
export async function beginFilling(db: Db, org: string, user_id: string): Promise<Run | null> {
  const run_id = newJti();
  const { rows } = await sql`
    INSERT INTO sandbox_filling AS f (org, run_id, state, started_by)
    VALUES (${org}, ${run_id}, 'running', ${user_id})
    ON CONFLICT (org) DO UPDATE
      SET run_id = ${run_id}, state = 'running', started_by = ${user_id}, started_at = now(),
        seen_at = now(), ended_at = NULL,
          step = NULL, done = 0, total = 0, made = NULL
      WHERE f.state <> 'running' OR f.seen_at < now() - make_interval(secs => ${SILENT_S})
    RETURNING 1`.execute(db);
  return rows.length > 0 ? { org, run_id } : null;
}

/** A sign of life; false when a person stopped it. */
export async function tellStep(
  db: Db,
  { org, run_id }: Run,
  { step, done, of }: { step: Step; done: number; of: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE sandbox_filling SET seen_at = now(), step = ${step}, done = ${done}, total = ${of}
     WHERE org = ${org} AND run_id = ${run_id} AND state = 'running'`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** What came of it. One that was stopped stays so, and says what is there. */
export async function endFilling(
  db: Db,
  { org, run_id }: Run,
  state: 'done' | 'failed',
  made?: Seeded,
): Promise<void> {
  const kept = made ? JSON.stringify(madeOf(made)) : null;
  await sql`
    UPDATE sandbox_filling
       SET state = CASE WHEN state = 'running' THEN ${state} ELSE state END, ended_at = now(),
           made = coalesce(${kept}::jsonb, made)
     WHERE org = ${org} AND run_id = ${run_id} AND state IN ('running', 'stopped')`.execute(db);
}

const madeOf = ({ verifications, customers, sessions, reviews_open }: Seeded) => ({
  verifications,
  customers,
  sessions,
  reviews_open,
});

export const stopFilling = (db: Db, org: string) =>
  sql`
  UPDATE sandbox_filling SET state = 'stopped', ended_at = now() WHERE org = ${org} AND state = 'running'`.execute(
    db,
  );

export async function readFilling(db: Db, org: string): Promise<sandbox.Filling | null> {
  const { rows } = await sql<Row & { silent: boolean; name: string | null }>`
    SELECT f.*, p.name, f.seen_at < now() - make_interval(secs => ${SILENT_S}) AS silent
      FROM sandbox_filling f LEFT JOIN person p ON p.id = f.started_by WHERE f.org = ${org}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    state: row.state === 'running' && row.silent ? 'interrupted' : row.state,
    started_at: row.started_at.toISOString(),
    started_by: { user_id: row.started_by, name: row.name ?? 'a former member' },
    ended_at: row.ended_at?.toISOString() ?? null,
    step: row.step as Step | null,
    done: row.done,
    of: row.total,
    made: row.made as sandbox.Filling['made'],
  };
}
