import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PolicyDefinition, SCOPES, type WorkflowDefinition } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { createKey } from './accounts/api-keys.ts';
import { audit } from './accounts/audit.ts';
import { createOrganization } from './accounts/organizations.ts';
import { draftVersion, publishVersion } from './accounts/publication.ts';
import type { Config } from './config.ts';
import { writePrivate } from './data-folder/private-file.ts';
import type { Schema } from './database/schema.ts';

/**
 * The sandbox credentials of the demo. `DATA_DIR/demo.json` (0600) keeps them, so that every start can print
 * them. They give access to nothing real.
 */
export interface Demo {
  org: string;
  workflow_id: string;
  policy_id: string;
  api_key: { id: string; key: string };
  results_key: { id: string; key: string };
  /** This start made it. */
  fresh?: boolean;
  /** The policy that the shop at /demo names. Without it, the policy for deposits or the default decides. */
  shop_policy_id?: string;
}

const EXAMPLE = new URL('../../../workflow.example.json', import.meta.url);
const ACTOR = 'system';

/** Allows any place and runs every check, so that a newcomer passes at their own desk. */
const DEMO_POLICY: PolicyDefinition = {
  name: 'Default',
  transaction_types: [],
  depth: 'full',
  min_assurance: 'consistent',
  retry: { on: true, hops: 3 },
};

/**
 * Makes an organization to try the service with when there is none yet. Otherwise reads the credentials of
 * the first run; null when that ran elsewhere or they are gone. It runs in one transaction, one process at a
 * time, so that there is never half a demo.
 */
export async function firstRun(db: Kysely<Schema>, config: Config): Promise<Demo | null> {
  const file = join(config.data_dir, 'demo.json');
  const made = await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('standpoint first run'))`.execute(trx);
    const some = await trx.selectFrom('organization').select('org').limit(1).executeTakeFirst();
    if (some) return null;
    const demo = await makeDemo(trx, config);
    // Written before the commit: an organization whose keys were lost would be of no use.
    writePrivate(file, demo);
    return demo;
  });
  return made ? { ...made, fresh: true } : stillGood(db, readDemo(file));
}

async function makeDemo(db: Kysely<Schema>, config: Config): Promise<Demo> {
  const { org } = await createOrganization(db, 'Demo');
  await audit(db, { org, actor: ACTOR, action: 'organization.created', target: org });
  const publish = async (noun: 'workflow' | 'policy', definition: { name: string }) => {
    const { id } = (await draftVersion(db, noun, { org, actor: ACTOR }, definition))!;
    await publishVersion(db, noun, { org, id, actor: ACTOR });
    return id;
  };
  const key = async (kind: 'api' | 'results', name: string) => {
    const made = await createKey(db, { org, env: 'sandbox', kind, name, scopes: [...SCOPES] });
    await audit(db, {
      org,
      env: 'sandbox',
      actor: ACTOR,
      action: 'key.created',
      target: made.id,
      detail: { kind },
    });
    return made;
  };
  return {
    org,
    workflow_id: await publish('workflow', demoWorkflow(config)),
    policy_id: await publish('policy', DEMO_POLICY),
    api_key: await key('api', 'Demo'),
    results_key: await key('results', 'Demo shop'),
  };
}

/** The example workflow, changed so that only this service's own pages may frame it and show the decision. */
function demoWorkflow({ base_url, sandbox_base_url }: Config): WorkflowDefinition {
  const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowDefinition;
  const { logo: _logo, ...ui } = example.ui ?? {};
  return {
    ...example,
    name: 'Demo',
    origins: [...new Set([base_url, sandbox_base_url].map((url) => new URL(url).origin))],
    redirect_urls: [],
    ui: { ...ui, integrator: 'Demo Shop' },
  };
}

function readDemo(file: string): Demo | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo;
  } catch {
    return null;
  }
}

/** False when the file is about another database or a revoked key. */
async function stillGood(db: Kysely<Schema>, demo: Demo | null): Promise<Demo | null> {
  if (!demo) return null;
  const live = await db
    .selectFrom('api_key')
    .select('key_id')
    .where('org', '=', demo.org)
    .where('key_id', '=', demo.api_key.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return live ? demo : null;
}
