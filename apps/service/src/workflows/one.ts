import type { WorkflowDefinition, workflows } from '@standpoint/contract';
import { sql } from 'kysely';
import { findVersion } from '../accounts/versions.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { type DraftRow, findDraft, type Place } from './drafts.ts';
import { previewOf, problemsOf } from './examined.ts';
import { lastUsed, stateOf, workflowRows } from './list.ts';

const noWorkflow = (): never => refuse('not_found', 'no such workflow');

/** A draft as the person sees it: with its problems, and what the page would show. */
export async function draftView(deps: Deps, org: string, row: DraftRow): Promise<workflows.WorkflowDraft> {
  const { workflow_id, revision, definition, edited_by, edited_at } = row;
  const preview = previewOf(workflow_id, definition, await deps.organizations.find(org));
  return {
    revision,
    definition,
    problems: problemsOf(deps, definition),
    edited_by,
    edited_at: edited_at.toISOString(),
    ...(preview && { preview }),
  };
}

interface VersionRow {
  version: number;
  status: 'draft' | 'published' | 'archived';
  name: string;
  created_at: Date;
  published_at: Date | null;
  published_by: string | null;
}

const VERSIONS_SHOWN = 200;

async function versionsOf({ database }: Deps, { org, workflow_id }: Place) {
  const { rows } = await sql<VersionRow>`
    SELECT w.version, w.status, w.name, w.created_at, w.published_at, told.published_by
      FROM workflow w
      LEFT JOIN LATERAL (
        SELECT coalesce(p.name, a.actor) AS published_by
          FROM audit a LEFT JOIN person p ON 'user:' || p.id = a.actor
         WHERE a.org = w.org AND a.target = w.workflow_id AND a.action = 'workflow.published'
           AND a.detail ->> 'version' = w.version::text
         LIMIT 1) told ON true
     WHERE w.org = ${org} AND w.workflow_id = ${workflow_id}
     ORDER BY w.version DESC LIMIT ${VERSIONS_SHOWN}`.execute(database.db);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
  }));
}

/** What a first draft begins with: a draft that a command made and that is newer, else what is published. */
export async function baseOf({ database: { db } }: Pick<Deps, 'database'>, { org, workflow_id }: Place) {
  const { rows } = await sql<{ version: number; published: boolean; definition: WorkflowDefinition }>`
    SELECT version, status = 'published' AS published, definition FROM workflow w
     WHERE org = ${org} AND workflow_id = ${workflow_id}
     ORDER BY (status = 'draft' AND version = (SELECT max(version) FROM workflow m
                WHERE m.org = w.org AND m.workflow_id = w.workflow_id)) DESC,
              status = 'published' DESC, version DESC
     LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

export const readWorkflowHandler: Handler<typeof workflows.readWorkflow> = async (
  { caller: { org }, params: { workflow_id } },
  deps,
) => {
  const place = { org, workflow_id };
  const [row] = await workflowRows(deps.database.db, org, workflow_id);
  if (!row) return noWorkflow();
  const [draft, base, versions] = await Promise.all([
    findDraft(deps.database.db, place),
    baseOf(deps, place),
    versionsOf(deps, place),
  ]);
  const preview = base && previewOf(workflow_id, base.definition, await deps.organizations.find(org));
  return {
    workflow_id,
    state: stateOf(row.version !== null, draft !== null || row.waits),
    draft: draft && (await draftView(deps, org, draft)),
    base: base && { ...base, ...(preview && { preview }) },
    versions,
    last_used: lastUsed(row),
  };
};

export const readVersionHandler: Handler<typeof workflows.readVersion> = async ({ caller, params }, deps) => {
  const { workflow_id } = params;
  const found = await findVersion<WorkflowDefinition>(
    deps.database.db,
    'workflow',
    caller.org,
    workflow_id,
    Number(params.version),
  );
  if (!found) return noWorkflow();
  const { version, status, definition } = found;
  return { version, status, definition };
};
