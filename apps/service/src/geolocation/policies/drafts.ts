import type { PolicyDefinition, policies } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Version } from '../../accounts/versions.ts';
import type { Schema, VersionStatus } from '../../database/schema.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import { type Judged, judged } from './judged.ts';

type Db = Kysely<Schema>;
export type Draft = policies.PolicyDraft;

/** Every version of one policy, newest first, without definitions. */
export const versionsOf = (db: Db, org: string, policy_id: string) =>
  db
    .selectFrom('policy')
    .select(['version', 'status', 'name', 'created_at', 'published_at'])
    .where('org', '=', org)
    .where('policy_id', '=', policy_id)
    .orderBy('version', 'desc')
    .execute();

/** What is in work: its definition, and which save of it this is. */
export interface Working {
  definition: PolicyDefinition;
  revision: number;
  based_on: number | null;
  saved_by: string | null;
  saved_at: Date | null;
  /** A draft of the command line, which is a version already. */
  stored: { version: number; status: VersionStatus } | null;
  next: number;
  /** What was found when it was saved; null for a version. */
  judged: Judged | null;
}

/**
 * The draft of a policy: what people saved here, else the newest draft of the command line, else the published
 * definition (or the newest archived one), from which the next draft begins. Null when there is no such policy.
 * With `lock`, other people who save or publish wait.
 */
export async function workingDraft(
  db: Db,
  org: string,
  policy_id: string,
  lock = false,
): Promise<Working | null> {
  const saved = db
    .selectFrom('policy_draft')
    .selectAll()
    .where('org', '=', org)
    .where('policy_id', '=', policy_id);
  const row = await (lock ? saved.forUpdate() : saved).executeTakeFirst();
  const { rows } = await sql<
    Pick<Version<PolicyDefinition>, 'version' | 'status' | 'definition'> & { last: number }
  >`
    SELECT version, status, definition, max(version) OVER () AS last FROM policy
     WHERE org = ${org} AND policy_id = ${policy_id}
     ORDER BY status = 'draft' AND version = (
       SELECT max(version) FROM policy WHERE org = ${org} AND policy_id = ${policy_id}) DESC,
       status = 'published' DESC, version DESC LIMIT 1`.execute(db);
  const newest = rows[0];
  const next = (newest?.last ?? 0) + 1;
  if (row) return { ...row, stored: null, next };
  if (!newest) return null;
  const isDraft = newest.status === 'draft';
  return {
    definition: newest.definition,
    revision: 0,
    based_on: newest.version,
    saved_by: null,
    saved_at: null,
    stored: { version: newest.version, status: newest.status },
    next: isDraft ? newest.version : next,
    judged: null,
  };
}

/** The names of people by their ids; one who left keeps none. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const saverOf = (names: Map<string, string>, user_id: string) => ({
  user_id,
  name: names.get(user_id) ?? 'a former member',
});

export async function shownDraft(
  deps: Pick<Deps, 'database' | 'places'>,
  org: string,
  policy_id: string,
  working: Working,
): Promise<Draft> {
  const { definition, revision, based_on, saved_at, saved_by, next } = working;
  const names = await namesOf(deps.database.db, saved_by ? [saved_by] : []);
  const { problems, digest } = await judged(deps, org, policy_id, working);
  return {
    version: next,
    based_on,
    revision,
    saved_at: saved_at?.toISOString() ?? null,
    saved_by: saved_by ? saverOf(names, saved_by) : null,
    definition,
    problems,
    digest,
  };
}

/** The draft that the caller has seen; 409 with who was faster, and when. */
export async function requireRevision(db: Db, working: Working, revision: number): Promise<void> {
  if (working.revision === revision) return;
  const names = await namesOf(db, working.saved_by ? [working.saved_by] : []);
  const who = working.saved_by ? saverOf(names, working.saved_by).name : 'A colleague';
  const when = working.saved_at ? ` at ${working.saved_at.toISOString()}` : '';
  refuse('draft_changed', `revision ${revision}, not ${working.revision}`, {
    message: working.saved_by
      ? `${who} saved this draft${when}, after you opened it. Yours was not stored, and theirs is unchanged.`
      : 'This draft was published or discarded after you opened it. Yours was not stored.',
  });
}

export const noPolicy = (policy_id: string): never =>
  refuse('not_found', policy_id, { message: 'There is no policy with this id here. Check the id.' });
