import type { Kysely } from 'kysely';
import { newestVersion, type Version, type VersionedNoun } from '../accounts/versions.ts';
import type { Schema } from '../database/schema.ts';
import { Failure } from './command.ts';

const PLURAL = { workflow: 'workflows', policy: 'policies' } as const;

/** The newest version of an id when it is a draft; otherwise fails with the reason why there is no draft. */
export async function newestDraft<D>(
  db: Kysely<Schema>,
  noun: VersionedNoun,
  org: string,
  id: string,
): Promise<Version<D>> {
  const newest = await newestVersion<D>(db, noun, org, id);
  const nouns = PLURAL[noun];
  if (!newest) throw new Failure(`There is no ${noun} ${id}.`, `See them: npx standpoint ${nouns} list`);
  if (newest.status !== 'draft')
    throw new Failure(
      `${id} has no draft: version ${newest.version} is ${newest.status}.`,
      `Make one: npx standpoint ${nouns} create --file FILE --id ${id}`,
    );
  return newest;
}
