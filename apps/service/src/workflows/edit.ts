import type { WorkflowDefinition, workflows } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import { audit, type By } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { by } from '../developer/by.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import {
  beginDraft,
  type DraftRow,
  findDraft,
  type Place,
  replaceDraft,
  type Save,
  takeDraft,
} from './drafts.ts';
import { workflowRows } from './list.ts';
import { baseOf, draftView } from './one.ts';

/**
 * What a new workflow begins with: the usual check, which keeps little. Everything that it leaves out has its default.
 */
const FIRST: Omit<WorkflowDefinition, 'name'> = {
  liveness: { mode: 'adaptive' },
  attempts: 3,
  handoff: { policy: 'offer', channels: ['qr', 'link'], confirm: 'number' },
  consent: { version: '1', required: true },
  retention: { frames_days: 1 },
  review: { when: ['match_uncertain', 'liveness_uncertain'] },
  client_result: 'status',
};

export const makeWorkflowHandler: Handler<typeof workflows.makeWorkflow> = async (call, deps) => {
  const { org, actor } = call.caller;
  const { name, from } = call.body;
  const model = from ? await modelFor(deps, { org, workflow_id: from }) : FIRST;
  const workflow_id = newId('workflow');
  const at = new Date(deps.clock.now());
  await deps.database.db.transaction().execute(async (trx) => {
    await beginDraft(trx, { org, workflow_id, definition: { ...model, name }, actor, at });
    await audit(trx, { ...by(call), org, action: 'workflow.begun', target: workflow_id });
  });
  return { workflow_id };
};

async function modelFor(deps: Deps, place: Place): Promise<WorkflowDefinition> {
  const found = (await baseOf(deps, place)) ?? (await findDraft(deps.database.db, place));
  return (
    found?.definition ??
    refuse('invalid_request', 'from', { fields: [{ path: 'from', message: 'is no workflow of yours' }] })
  );
}

/** PostgreSQL keeps neither in JSON: a draft with one would be a failure, and not an answer. */
function requireStorable(definition: unknown): void {
  const text = JSON.stringify(definition);
  if (/\\u0000|\\ud[89a-f]/i.test(text))
    refuse('invalid_request', 'text that no database keeps', {
      fields: [
        { path: 'definition', message: 'must not contain the character 0 or half of a surrogate pair' },
      ],
    });
}

/** Names who was faster, and when. */
export async function conflict(deps: Deps, place: Place): Promise<never> {
  const now = await findDraft(deps.database.db, place);
  if (!now)
    return refuse('draft_changed', 'the draft is gone', {
      message:
        'The draft was published or thrown away by another person since you read it. Nothing was overwritten.',
    });
  return refuse('draft_changed', `revision ${now.revision}`, {
    message:
      `${now.edited_by} saved this draft at ${now.edited_at.toISOString()}, after you read it. Nothing ` +
      'was overwritten.',
  });
}

const same = (a: unknown, b: unknown): boolean => stable(a) === stable(b);
/** Objects in the order of their names: the database keeps no order. */
const stable = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    each && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

export const saveDraftHandler: Handler<typeof workflows.saveDraft> = async (call, deps) => {
  const { org, actor } = call.caller;
  const place = { org, workflow_id: call.params.workflow_id };
  const { revision, definition } = call.body;
  requireStorable(definition);
  const { db } = deps.database;
  if ((await workflowRows(db, org, place.workflow_id)).length === 0) refuse('not_found', 'no such workflow');
  const save = { ...place, definition, actor, at: new Date(deps.clock.now()) };
  const saved =
    (await (revision === 0 ? begun(db, save, by(call)) : replaceDraft(db, save, revision))) ??
    (await repeated(deps, save, revision)) ??
    (await conflict(deps, place));
  return draftView(deps, org, saved);
};

/** Only the first save of a draft is noted: every further one would bury the log. */
const begun = (db: Kysely<Schema>, save: Save, who: By): Promise<DraftRow | null> =>
  db.transaction().execute(async (trx) => {
    const draft = await beginDraft(trx, save);
    const { org, workflow_id: target } = save;
    if (draft)
      await audit(trx, {
        ...who,
        org,
        action: 'workflow.draft_begun',
        target,
        detail: { revision: draft.revision },
      });
    return draft;
  });

/** The same save again, whose answer was lost. */
async function repeated(
  { database }: Deps,
  { actor, definition, ...place }: Parameters<typeof beginDraft>[1],
  revision: number,
): Promise<DraftRow | null> {
  const now = await findDraft(database.db, place);
  const mine = now && now.revision > revision && now.actor === actor && same(now.definition, definition);
  return mine ? now : null;
}

export const discardDraftHandler: Handler<typeof workflows.discardDraft> = async (call, deps) => {
  const { org } = call.caller;
  const { workflow_id } = call.params;
  const place = { org, workflow_id };
  const revision = Number(call.query.revision);
  const found = await deps.database.db.transaction().execute(async (trx) => {
    const taken = await takeDraft(trx, place, revision);
    if (taken)
      await audit(trx, {
        ...by(call),
        org,
        action: 'workflow.draft_discarded',
        target: workflow_id,
        detail: { revision },
      });
    return taken;
  });
  if (!found) {
    const known = await workflowRows(deps.database.db, org, workflow_id);
    return known.length === 0 ? refuse('not_found', 'no such workflow') : conflict(deps, place);
  }
  return { workflow_id, gone: (await workflowRows(deps.database.db, org, workflow_id)).length === 0 };
};
