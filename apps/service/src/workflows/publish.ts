import type { WorkflowDefinition, workflows } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit, type By } from '../accounts/audit.ts';
import { draftVersion, publishVersion } from '../accounts/publication.ts';
import { findVersion } from '../accounts/versions.ts';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { by } from '../developer/by.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { findDraft, type Place, takeDraft } from './drafts.ts';
import { conflict } from './edit.ts';
import { problemsOf } from './examined.ts';

type Db = Kysely<Schema>;

/** One publication of a workflow at a time, also of one that has no version yet. */
const oneAtATime = (trx: Db, { org, workflow_id }: Place) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`workflow ${org} ${workflow_id}`}, 0))`.execute(trx);

/** The publisher has seen what they replace. */
async function requireOver(trx: Db, { org, workflow_id }: Place, over: number | null): Promise<void> {
  const now = await findVersion<WorkflowDefinition>(trx, 'workflow', org, workflow_id);
  if ((now?.version ?? null) === over) return;
  refuse('draft_changed', `published: ${now?.version}`, {
    message: now
      ? `Version ${now.version} was published at ${now.published_at}, after you compared. Nothing was ` +
        'changed: compare again.'
      : 'The published version was archived since you compared. Nothing was changed: compare again.',
  });
}

function requirePublishable(deps: Deps, definition: WorkflowDefinition): void {
  const problems = problemsOf(deps, definition);
  if (problems.length > 0)
    refuse('invalid_request', 'cannot be published', {
      fields: problems.map(({ path, message }) => ({ path: `definition.${path}`, message })),
      message:
        `This cannot be published: ${problems.length === 1 ? 'one part' : `${problems.length} parts`} ` +
        'of it could never work.',
    });
}

interface Publication extends Place {
  by: By;
  definition: WorkflowDefinition;
}

async function publishAnew(trx: Db, { org, workflow_id, by, definition }: Publication): Promise<number> {
  const next = await draftVersion(trx, 'workflow', { org, id: workflow_id, ...by }, definition);
  const { version } = next ?? (await firstVersion(trx, { org, workflow_id, by, definition }));
  await publishVersion(trx, 'workflow', { org, id: workflow_id, version, ...by });
  return version;
}

/** Of a workflow that had none: its id is that of the draft. */
async function firstVersion(trx: Db, { org, workflow_id, by, definition }: Publication) {
  await trx
    .insertInto('workflow')
    .values({
      org,
      workflow_id,
      version: 1,
      status: 'draft',
      name: definition.name,
      definition: JSON.stringify(definition),
    })
    .execute();
  await audit(trx, { ...by, org, action: 'workflow.drafted', target: workflow_id, detail: { version: 1 } });
  return { version: 1 };
}

/** The next token of this node is minted for the new version; other nodes hear of it. */
async function changed<T>(deps: Deps, work: (trx: Db) => Promise<T>): Promise<T> {
  const result = await deps.database.db.transaction().execute(work);
  deps.workflows.clear();
  return result;
}

export const publishDraftHandler: Handler<typeof workflows.publishDraft> = async (call, deps) => {
  const { org } = call.caller;
  const { workflow_id } = call.params;
  const { revision, over } = call.body;
  const place = { org, workflow_id };
  const draft = await findDraft(deps.database.db, place);
  if (draft?.revision !== revision) return conflict(deps, place);
  requirePublishable(deps, draft.definition);
  const version = await changed(deps, async (trx) => {
    await oneAtATime(trx, place);
    await requireOver(trx, place, over);
    const definition = await takeDraft(trx, place, revision);
    // What is published is judged, and not what was read before.
    if (definition) requirePublishable(deps, definition);
    return definition && publishAnew(trx, { ...place, by: by(call), definition });
  });
  return version === null ? conflict(deps, place) : { workflow_id, version };
};

export const rollBackHandler: Handler<typeof workflows.rollBack> = async (call, deps) => {
  const { org } = call.caller;
  const { workflow_id } = call.params;
  const { version, over } = call.body;
  const place = { org, workflow_id };
  const old =
    (await findVersion<WorkflowDefinition>(deps.database.db, 'workflow', org, workflow_id, version)) ??
    refuse('not_found', 'no such version');
  requirePublishable(deps, old.definition);
  const made = await changed(deps, async (trx) => {
    await oneAtATime(trx, place);
    await requireOver(trx, place, over);
    const next = await publishAnew(trx, { ...place, by: by(call), definition: old.definition });
    const detail = { version: next, content_of: version };
    await audit(trx, { ...by(call), org, action: 'workflow.rolled_back', target: workflow_id, detail });
    return next;
  });
  return { workflow_id, version: made };
};

export const archiveHandler: Handler<typeof workflows.archiveWorkflow> = async (call, deps) => {
  const { org } = call.caller;
  const { workflow_id } = call.params;
  const { over: version } = call.body;
  const place = { org, workflow_id };
  await changed(deps, async (trx) => {
    await oneAtATime(trx, place);
    const known = await trx
      .selectFrom('workflow')
      .select('version')
      .where('org', '=', org)
      .where('workflow_id', '=', workflow_id)
      .limit(1)
      .executeTakeFirst();
    if (!known) refuse('not_found', 'no such workflow');
    await requireOver(trx, place, version);
    await trx
      .updateTable('workflow')
      .set({ status: 'archived' })
      .where('org', '=', org)
      .where('workflow_id', '=', workflow_id)
      .where('status', '=', 'published')
      .execute();
    await audit(trx, {
      ...by(call),
      org,
      action: 'workflow.archived',
      target: workflow_id,
      detail: { version },
    });
  });
  return { workflow_id };
};
