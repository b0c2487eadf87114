import { type Environment, type LimitOverrides, SCOPES } from '@standpoint/contract';
import { createKey } from '../src/accounts/api-keys.ts';
import { changeSettings, createOrganization } from '../src/accounts/organizations.ts';
import { draft, publish } from '../src/accounts/versions.ts';
import type { Database } from '../src/database/connect.ts';

export interface TestOrganization {
  org: string;
  workflow_id: string;
  /** Keys by environment. */
  api: Record<Environment, string>;
  results: Record<Environment, string>;
}

export const TEST_WORKFLOW = {
  name: 'Test',
  attempts: 3,
  consent: { version: '1', required: true },
  handoff: { policy: 'offer' as const, confirm: 'number' as const },
};

/** Makes an organization with every kind of key and a published workflow. */
export async function newOrganization(
  { db }: Database,
  name: string,
  limits?: LimitOverrides,
): Promise<TestOrganization> {
  const { org } = await createOrganization(db, name);
  if (limits) await changeSettings(db, org, { limits });
  const made = (await draft(db, 'workflow', org, TEST_WORKFLOW))!;
  await publish(db, 'workflow', org, made.id);
  const key = async (env: Environment, kind: 'api' | 'results') =>
    (await createKey(db, { org, env, kind, name: 'test', scopes: [...SCOPES] })).key;
  return {
    org,
    workflow_id: made.id,
    api: { production: await key('production', 'api'), sandbox: await key('sandbox', 'api') },
    results: { production: await key('production', 'results'), sandbox: await key('sandbox', 'results') },
  };
}
