import type { workflows } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Handler } from '../route.ts';

type Db = Kysely<Schema>;
export type State = workflows.ListedWorkflow['state'];

export const stateOf = (published: boolean, draft: boolean): State =>
  published ? 'published' : draft ? 'draft' : 'archived';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** When a check last began with a workflow. Ids of sessions are in the order of time. */
const lastUse = (env: string) => sql<Date | null>`(
  SELECT s.created_at FROM face_session s
   WHERE s.org = w.org AND s.env = ${env} AND s.workflow_id = w.workflow_id
   ORDER BY s.session_id DESC LIMIT 1)`;

interface Row {
  workflow_id: string;
  name: string;
  version: number | null;
  published_at: Date | null;
  /** A version that waits as a draft: made by a command. */
  waits: boolean;
  edited_by: string | null;
  edited_at: Date | null;
  production: Date | null;
  sandbox: Date | null;
}

const MOST = 500;

/** Every workflow of an organization, or one of them: the newest first. */
export async function workflowRows(db: Db, org: string, only: string | null = null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    WITH known AS (
      SELECT org, workflow_id FROM workflow WHERE org = ${org}
      UNION SELECT org, workflow_id FROM workflow_draft WHERE org = ${org})
    SELECT w.workflow_id, p.version, p.published_at, newest.status = 'draft' AS waits,
           coalesce(p.name, newest.name, d.definition ->> 'name', '') AS name,
           CASE WHEN d.revision IS NULL THEN NULL ELSE coalesce(
             (SELECT name FROM person WHERE 'user:' || id = d.edited_by), d.edited_by) END AS edited_by,
           d.edited_at, ${lastUse('production')} AS production, ${lastUse('sandbox')} AS sandbox
      FROM known w
      LEFT JOIN workflow p ON p.org = w.org AND p.workflow_id = w.workflow_id AND p.status = 'published'
      LEFT JOIN LATERAL (SELECT name, status FROM workflow n WHERE n.org = w.org AND n.workflow_id = w.workflow_id
                          ORDER BY n.version DESC LIMIT 1) newest ON true
      LEFT JOIN workflow_draft d ON d.org = w.org AND d.workflow_id = w.workflow_id
     WHERE ${only}::text IS NULL OR w.workflow_id = ${only}
     ORDER BY w.workflow_id DESC LIMIT ${MOST}`.execute(db);
  return rows;
}

export const lastUsed = ({ production, sandbox }: Pick<Row, 'production' | 'sandbox'>) => ({
  production: iso(production),
  sandbox: iso(sandbox),
});

export const listWorkflowsHandler: Handler<typeof workflows.listWorkflows> = async ({ caller }, deps) => {
  const rows = await workflowRows(deps.database.db, caller.org);
  return {
    workflows: rows.map((row) => ({
      workflow_id: row.workflow_id,
      name: row.name,
      state: stateOf(row.version !== null, row.edited_at !== null || row.waits),
      version: row.version,
      published_at: iso(row.published_at),
      draft: row.edited_at && { edited_by: row.edited_by!, edited_at: row.edited_at.toISOString() },
      last_used: lastUsed(row),
    })),
  };
};
