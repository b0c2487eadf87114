import type { PolicyDefinition } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { refuse } from '../../refuse.ts';
import { noPolicy } from './drafts.ts';

type Db = Kysely<Schema>;

/** A version as it is stored, published or not; undefined when there is none. */
export const policyVersion = (db: Db, org: string, policy_id: string, version: number) =>
  db
    .selectFrom('policy')
    .select(['definition', 'published_at'])
    .where('org', '=', org)
    .where('policy_id', '=', policy_id)
    .where('version', '=', version)
    .executeTakeFirst();

/** A version that decided once. It never changes. */
export async function publishedOnce(db: Db, org: string, policy_id: string, version: number) {
  const old = await policyVersion(db, org, policy_id, version);
  if (!old) return noPolicy(policy_id);
  if (!old.published_at)
    refuse('invalid_request', 'never published', {
      fields: [
        {
          path: 'version',
          message: `Version ${version} was never published. Publish it as a draft instead.`,
        },
      ],
    });
  return old;
}

/** What is judged of it. */
export const versionContent = ({ definition }: { definition: PolicyDefinition }, version: number) => ({
  definition,
  revision: 0,
  stored: { version },
  judged: null,
});
