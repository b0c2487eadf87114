import type { PolicyDefinition, policies } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import { draftVersion, publishVersion } from '../../accounts/publication.ts';
import type { Schema } from '../../database/schema.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { noPolicy, requireRevision, type Working, workingDraft } from './drafts.ts';
import { by, lockPolicy } from './edit.ts';
import { evidenceOf, requireBacktest } from './enough.ts';
import { type Judged, judged } from './judged.ts';
import { publishedOnce, versionContent } from './published-once.ts';

type Db = Kysely<Schema>;

function requireSound({ problems: fields }: Judged): void {
  if (fields.length > 0) refuse('invalid_request', 'the draft has problems', { fields });
}

/** A version of the command line may have come in between; a save has another revision. */
function requireSame(judged: Working, { stored }: Working): void {
  if (stored?.version === judged.stored?.version) return;
  refuse('draft_changed', 'another version', {
    message: 'Another draft was stored meanwhile. Nothing was changed.',
  });
}

/** Stores a definition as the next version of the policy and publishes it, under its own id. */
async function publishAs(
  trx: Db,
  who: { org: string; id: string; actor: string; request_id?: string | null; ip?: string | null },
  definition: PolicyDefinition,
  detail: Record<string, unknown>,
): Promise<number> {
  const made = await draftVersion(trx, 'policy', { ...who, first: true }, definition);
  const published = await publishVersion(trx, 'policy', { ...who, version: made!.version, detail });
  return published!.version;
}

export const publishPolicyHandler: Handler<typeof policies.publishPolicy> = async (call, deps) => {
  const { org } = call.caller;
  const { policy_id } = call.params;
  const { revision, backtest_id, published } = call.body;
  const { db } = deps.database;
  const before = (await workingDraft(db, org, policy_id)) ?? noPolicy(policy_id);
  await requireRevision(db, before, revision);
  // Outside of the transaction, in which others wait.
  const known = await judged(deps, org, policy_id, before);
  const version = await db.transaction().execute(async (trx) => {
    await lockPolicy(trx, org, policy_id);
    const working = (await workingDraft(trx, org, policy_id, true)) ?? noPolicy(policy_id);
    await requireRevision(trx, working, revision);
    await requirePublished(trx, org, policy_id, published);
    const { definition, stored } = working;
    if (stored && stored.status !== 'draft')
      refuse('draft_changed', 'nothing to publish', {
        message: 'There is no draft to publish: nothing was changed since the last version.',
      });
    requireSame(before, working);
    requireSound(known);
    const detail = await requireBacktest(trx, { org, policy_id, backtest_id }, known.digest);
    const who = { org, id: policy_id, ...by(call) };
    if (stored) {
      const made = await publishVersion(trx, 'policy', {
        ...who,
        version: stored.version,
        detail,
      });
      return made!.version;
    }
    await trx.deleteFrom('policy_draft').where('org', '=', org).where('policy_id', '=', policy_id).execute();
    return publishAs(trx, who, definition, detail);
  });
  // This node decides by it in its next call; the others hear of it in a moment.
  deps.policies.clear();
  return { policy_id, version };
};

/** Two people who look at different versions must not archive or replace each other's. */
async function requirePublished(
  trx: Db,
  org: string,
  policy_id: string,
  expected: number | null,
): Promise<void> {
  const row = await trx
    .selectFrom('policy')
    .select(['version', 'published_at'])
    .where('org', '=', org)
    .where('policy_id', '=', policy_id)
    .where('status', '=', 'published')
    .forUpdate()
    .executeTakeFirst();
  if ((row?.version ?? null) === expected) return;
  refuse('draft_changed', `published is ${row?.version}`, {
    message: row
      ? `Version ${row.version} was published at ${row.published_at!.toISOString()}, after you opened ` +
        'this page. Nothing was changed.'
      : 'No version of this policy is published any more. Nothing was changed.',
  });
}

export const rollBackHandler: Handler<typeof policies.rollBackPolicy> = async (call, deps) => {
  const { org } = call.caller;
  const { policy_id } = call.params;
  const { version: back_to, published, backtest_id } = call.body;
  const { db } = deps.database;
  // A published version never changes, so it is read and judged before others have to wait.
  const old = await publishedOnce(db, org, policy_id, back_to);
  const known = await judged(deps, org, policy_id, versionContent(old, back_to));
  // The way out of a mistake waits for no back-test; whether a sufficient one was seen stands in the audit log.
  const evidence = backtest_id
    ? await evidenceOf(db, { org, policy_id, backtest_id }, known.digest)
    : { tested: false };
  const detail = { rolled_back_to: back_to, ...evidence };
  const version = await db.transaction().execute(async (trx) => {
    await lockPolicy(trx, org, policy_id);
    await requirePublished(trx, org, policy_id, published);
    requireSound(known);
    return publishAs(trx, { org, id: policy_id, ...by(call) }, old.definition, detail);
  });
  deps.policies.clear();
  return { policy_id, version };
};

export const archivePolicyHandler: Handler<typeof policies.archivePolicy> = async (call, deps) => {
  const { org } = call.caller;
  const { policy_id } = call.params;
  const { version } = call.body;
  await deps.database.db.transaction().execute(async (trx) => {
    await lockPolicy(trx, org, policy_id);
    if (!(await workingDraft(trx, org, policy_id))) noPolicy(policy_id);
    await requirePublished(trx, org, policy_id, version);
    await trx
      .updateTable('policy')
      .set({ status: 'archived' })
      .where('org', '=', org)
      .where('policy_id', '=', policy_id)
      .where('status', '=', 'published')
      .execute();
    await audit(trx, { org, ...by(call), action: 'policy.archived', target: policy_id, detail: { version } });
  });
  deps.policies.clear();
  return { policy_id, version };
};
