import type { WorkflowDefinition } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';

type Db = Kysely<Schema>;

/** What a member of the organization is working on. */
export interface DraftRow {
  workflow_id: string;
  revision: number;
  definition: WorkflowDefinition;
  /** `user:…` */
  actor: string;
  /** Their name; the actor where the person is gone. */
  edited_by: string;
  edited_at: Date;
}

export interface Place {
  org: string;
  workflow_id: string;
}

const COLUMNS = sql`
  d.workflow_id, d.revision, d.definition, d.edited_by AS actor,
  coalesce((SELECT p.name FROM person p WHERE 'user:' || p.id = d.edited_by), d.edited_by) AS edited_by, d.edited_at`;

export async function findDraft(db: Db, { org, workflow_id }: Place): Promise<DraftRow | null> {
  const { rows } = await sql<DraftRow>`
    SELECT ${COLUMNS} FROM workflow_draft d WHERE d.org = ${org} AND d.workflow_id = ${workflow_id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export interface Save extends Place {
  definition: WorkflowDefinition;
  actor: string;
  at: Date;
}

/** The first draft of a workflow; null when it has one already. */
export async function beginDraft(
  db: Db,
  { org, workflow_id, definition, actor, at }: Save,
): Promise<DraftRow | null> {
  const { rows } = await sql<DraftRow>`
    WITH made AS (
      INSERT INTO workflow_draft (org, workflow_id, revision, definition, edited_by, edited_at)
      VALUES (${org}, ${workflow_id}, next_revision(${org}, ${workflow_id}),
        ${JSON.stringify(definition)}::jsonb, ${actor}, ${at})
      ON CONFLICT DO NOTHING RETURNING *)
    SELECT ${COLUMNS} FROM made d`.execute(db);
  return rows[0] ?? null;
}

/** The next revision of a draft; null when `revision` is no longer the newest. */
export async function replaceDraft(
  db: Db,
  { org, workflow_id, definition, actor, at }: Save,
  revision: number,
): Promise<DraftRow | null> {
  const { rows } = await sql<DraftRow>`
    WITH saved AS (
      UPDATE workflow_draft
         SET revision = next_revision(org, workflow_id), definition = ${JSON.stringify(definition)}::jsonb,
             edited_by = ${actor}, edited_at = ${at}
       WHERE org = ${org} AND workflow_id = ${workflow_id} AND revision = ${revision} RETURNING *)
    SELECT ${COLUMNS} FROM saved d`.execute(db);
  return rows[0] ?? null;
}

/** Takes a draft away, if `revision` is the newest. */
export async function takeDraft(
  db: Db,
  { org, workflow_id }: Place,
  revision: number,
): Promise<WorkflowDefinition | null> {
  const { rows } = await sql<{ definition: WorkflowDefinition }>`
    DELETE FROM workflow_draft
     WHERE org = ${org} AND workflow_id = ${workflow_id} AND revision = ${revision} RETURNING definition`.execute(
    db,
  );
  return rows[0]?.definition ?? null;
}
