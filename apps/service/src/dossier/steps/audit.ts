import type { record } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Deps } from '../../deps.ts';
import type { Subject } from '../subject.ts';

const idsOf = (kind: 'user' | 'key', actors: readonly string[]): string[] =>
  actors.filter((actor) => actor.startsWith(`${kind}:`)).map((actor) => actor.slice(kind.length + 1));

const peopleOf = async (db: Kysely<Schema>, ids: readonly string[]) =>
  ids.length === 0 ? [] : db.selectFrom('person').select(['id', 'name']).where('id', 'in', ids).execute();

const keysOf = async (db: Kysely<Schema>, org: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('api_key')
        .select(['key_id', 'env', 'name'])
        .where('org', '=', org)
        .where('key_id', 'in', ids)
        .execute();

interface Entry {
  at: Date;
  actor: string;
  action: string;
  outcome: string;
  review_id: string | null;
}

/** Who an actor of the audit log is, for people: a name, or what kind of caller. */
export async function namesOf(
  db: Kysely<Schema>,
  org: string,
  actors: readonly string[],
): Promise<(actor: string) => string> {
  const people = await peopleOf(db, idsOf('user', actors));
  const keys = await keysOf(db, org, idsOf('key', actors));
  const known = new Map([
    ...people.map(({ id, name }): [string, string] => [`user:${id}`, name]),
    ...keys.map(({ key_id, env, name }): [string, string] => [`key:${key_id}`, `the ${env} key “${name}”`]),
  ]);
  return (actor) => {
    const name = known.get(actor);
    if (name !== undefined) return name;
    if (actor.startsWith('user:')) return 'a former member';
    if (actor.startsWith('key:')) return 'your backend';
    return actor === 'cli' ? 'the operator' : actor;
  };
}

/**
 * Who looked at the record, took its evidence out, wrote beside it, or simulated it: exactly the entries of the
 * index.
 */
export const auditEntries = ({
  org,
  env,
  record_id,
}: Pick<Subject, 'org' | 'env' | 'record_id'>) => sql<Entry>`
    SELECT at, actor, action, outcome, detail ->> 'review_id' AS review_id FROM audit
     WHERE org = ${org} AND target = ${record_id} AND env = ${env}
       AND action IN ('face.frames_revealed', 'record.evidence_exported', 'record.note_added', 'record.note_removed',
                      'record.tags_set', 'face.canceled', 'face.redacted', 'face.frames_exported',
                      'face.duplicates_seen', 'session.simulated', 'verification.simulated')
     ORDER BY audit_id LIMIT 200`;

export async function auditSteps({ database: { db } }: Deps, subject: Subject): Promise<record.Step[]> {
  const { rows } = await auditEntries(subject).execute(db);
  const name = await namesOf(
    db,
    subject.org,
    rows.map(({ actor }) => actor),
  );
  return rows.map(({ at, actor, action, outcome, review_id }) => ({
    at: at.toISOString(),
    kind: 'audit',
    name: action,
    // `ok` says no more than that there is an entry.
    outcome: outcome === 'ok' ? null : outcome,
    by: name(actor),
    detail: review_id === null ? {} : { review_id },
  }));
}
