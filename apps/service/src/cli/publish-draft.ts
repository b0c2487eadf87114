import type { Kysely } from 'kysely';
import { publishVersion } from '../accounts/publication.ts';
import { newestVersion, type Version, type VersionedNoun } from '../accounts/versions.ts';
import type { Schema } from '../database/schema.ts';
import { Failure } from './command.ts';

const PLURAL = { workflow: 'workflows', policy: 'policies' } as const;

/** The newest version of an id when it is a draft; otherwise fails with the reason why there is no draft. */
async function newestDraft<D>(
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

/** Publishes the newest draft of an id; refuses while it has problems, which it lists. */
export async function publishNewestDraft<D>(
  db: Kysely<Schema>,
  noun: VersionedNoun,
  { org, id }: { org: string; id: string },
  problemsOf: (definition: D) => NonNullable<Failure['fields']>,
): Promise<{ id: string; version: number; status: string }> {
  const draft = await newestDraft<D>(db, noun, org, id);
  const problems = problemsOf(draft.definition);
  if (problems.length > 0)
    throw new Failure(`${id} version ${draft.version} cannot be published:`, undefined, problems);
  const published = await publishVersion(db, noun, { org, id, version: draft.version, actor: 'cli' });
  const { version, status } = published!;
  return { id, version, status };
}
