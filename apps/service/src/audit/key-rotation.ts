import type { Kysely } from 'kysely';
import { audit } from '../accounts/audit.ts';
import { listOrganizations } from '../accounts/organizations.ts';
import type { Schema } from '../database/schema.ts';
import type { KeyChange } from '../tokens/signing-keys.ts';

/** An entry in the log of every organization: the signing keys are those of all. */
export async function noteRotation(
  db: Kysely<Schema>,
  actor: string,
  { emergency, changed }: { emergency: boolean; changed: KeyChange[] },
): Promise<void> {
  const action = 'signing_keys.rotated';
  for (const { org } of await listOrganizations(db))
    await audit(db, { org, actor, action, detail: { emergency, changed } });
}
