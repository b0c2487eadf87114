import type { PolicyDefinition, policies } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit, type By } from '../../accounts/audit.ts';
import type { Schema } from '../../database/schema.ts';
import type { Call, PersonCaller } from '../../deps.ts';
import { newId } from '../../ids.ts';
import type { Handler } from '../../route.ts';
import { noPolicy, requireRevision, shownDraft, type Working, workingDraft } from './drafts.ts';
import { type Judged, judge } from './judged.ts';
import { policyOf } from './read.ts';

type Db = Kysely<Schema>;

/** The person who changes something, for the audit log. */
export const by = ({
  caller: { actor },
  request_id,
  ip,
}: Pick<Call<unknown, unknown, unknown, PersonCaller>, 'caller' | 'request_id' | 'ip'>): By => ({
  actor,
  request_id,
  ip,
});

export const makePolicyHandler: Handler<typeof policies.makePolicy> = async (call, deps) => {
  const { org, user_id } = call.caller;
  const policy_id = newId('policy');
  const judged = await judge(deps, org, call.body.definition);
  await deps.database.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('policy_draft')
      .values({
        org,
        policy_id,
        revision: sql<number>`next_revision(${org}, ${policy_id})`,
        based_on: null,
        definition: JSON.stringify(call.body.definition),
        saved_by: user_id,
        judged: JSON.stringify(judged),
      })
      .execute();
    await audit(trx, { org, ...by(call), action: 'policy.draft_begun', target: policy_id });
  });
  return policyOf(deps, org, policy_id);
};

/**
 * One statement decides who was first: the row has the revision that the caller saw, or none yet. Only the first
 * save of a draft is audited; every further one would bury the log.
 */
async function store(
  trx: Db,
  { org, policy_id, user_id }: { org: string; policy_id: string; user_id: string },
  { revision, based_on }: Pick<Working, 'revision' | 'based_on'>,
  { definition, judged }: { definition: PolicyDefinition; judged: Judged },
): Promise<void> {
  await sql`
    INSERT INTO policy_draft AS d (org, policy_id, revision, based_on, definition, saved_by, judged)
    VALUES (${org}, ${policy_id}, next_revision(${org}, ${policy_id}), ${based_on},
      ${JSON.stringify(definition)}::jsonb, ${user_id},
            ${JSON.stringify(judged)}::jsonb)
    ON CONFLICT (org, policy_id) DO UPDATE
       SET revision = excluded.revision, definition = excluded.definition, saved_by = excluded.saved_by,
         saved_at = now(),
           judged = excluded.judged
     WHERE d.revision = ${revision}`.execute(trx);
}

/** Two first saves have no row to wait for; they wait here. */
export const lockPolicy = (trx: Db, org: string, policy_id: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`policy ${org} ${policy_id}`}, 0))`.execute(trx);

export const saveDraftHandler: Handler<typeof policies.savePolicyDraft> = async (call, deps) => {
  const { org, user_id } = call.caller;
  const { policy_id } = call.params;
  const { revision, definition } = call.body;
  // Before the lock, which others wait for; and not for a person who is too late anyway.
  const { db } = deps.database;
  await requireRevision(db, (await workingDraft(db, org, policy_id)) ?? noPolicy(policy_id), revision);
  const judged = await judge(deps, org, definition);
  await deps.database.db.transaction().execute(async (trx) => {
    await lockPolicy(trx, org, policy_id);
    const working = (await workingDraft(trx, org, policy_id, true)) ?? noPolicy(policy_id);
    await requireRevision(trx, working, revision);
    await store(trx, { org, policy_id, user_id }, working, { definition, judged });
    if (working.revision === 0)
      await audit(trx, {
        org,
        ...by(call),
        action: 'policy.draft_begun',
        target: policy_id,
        detail: { based_on: working.based_on },
      });
  });
  const saved = (await workingDraft(deps.database.db, org, policy_id)) ?? noPolicy(policy_id);
  return shownDraft(deps, org, policy_id, saved);
};

export const discardDraftHandler: Handler<typeof policies.discardPolicyDraft> = async (call, deps) => {
  const { org } = call.caller;
  const { policy_id } = call.params;
  await deps.database.db.transaction().execute(async (trx) => {
    await lockPolicy(trx, org, policy_id);
    const working = (await workingDraft(trx, org, policy_id, true)) ?? noPolicy(policy_id);
    await requireRevision(trx, working, call.body.revision);
    await trx.deleteFrom('policy_draft').where('org', '=', org).where('policy_id', '=', policy_id).execute();
    await audit(trx, { org, ...by(call), action: 'policy.draft_discarded', target: policy_id });
  });
  const left = await workingDraft(deps.database.db, org, policy_id);
  return { policy_id, gone: left === null };
};
