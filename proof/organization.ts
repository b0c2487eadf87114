import { LIMITS, type Scope } from '@standpoint/contract';
import { createKey } from '../apps/service/src/accounts/api-keys.ts';
import { changeSettings, createOrganization } from '../apps/service/src/accounts/organizations.ts';
import { draft, publish } from '../apps/service/src/accounts/versions.ts';
import type { Database } from '../apps/service/src/database/connect.ts';

export interface ProofOrganization {
  org: string;
  workflow_id: string;
  api_key: string;
  results_key: string;
}

const WORKFLOW = {
  name: 'Proof',
  attempts: 3,
  consent: { version: '1', required: true },
  handoff: { policy: 'offer' as const, confirm: 'none' as const },
};

/** Creates a production organization with every rate limit off. */
export async function newOrganization(
  { db }: Pick<Database, 'db'>,
  scopes: Scope[] = ['results:read'],
): Promise<ProofOrganization> {
  const { org } = await createOrganization(db, 'Proof');
  await changeSettings(db, org, { limits: Object.fromEntries(Object.keys(LIMITS).map((name) => [name, 0])) });
  const made = (await draft(db, 'workflow', org, WORKFLOW))!;
  await publish(db, 'workflow', org, made.id);
  const env = 'production';
  const api = await createKey(db, { org, env, kind: 'api', name: 'proof' });
  const results = await createKey(db, { org, env, kind: 'results', name: 'proof', scopes });
  return { org, workflow_id: made.id, api_key: api.key, results_key: results.key };
}
