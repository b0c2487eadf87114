import type { record } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Deps } from '../../deps.ts';
import type { Subject } from '../subject.ts';

/** Who an actor of the audit log is, for people: a name, or what kind of caller. */
export async function namesOf(
  db: Kysely<Schema>,
  actors: readonly string[],
): Promise<(actor: string) => string> {
  const ids = actors.filter((actor) => actor.startsWith('user:')).map((actor) => actor.slice(5));
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('person').select(['id', 'name']).where('id', 'in', ids).execute();
  const known = new Map(people.map(({ id, name }) => [`user:${id}`, name]));
  return (actor) => {
    const name = known.get(actor);
    if (name !== undefined) return name;
    if (actor.startsWith('user:')) return 'a former member';
    if (actor.startsWith('key:')) return 'your backend';
    return actor === 'cli' ? 'the operator' : actor;
  };
}

/** Who looked at the record, took its evidence out, or wrote beside it: exactly the entries of the index. */
export async function auditSteps(
  { database: { db } }: Deps,
  { org, env, record_id }: Subject,
): Promise<record.Step[]> {
  const { rows } = await sql<{ at: Date; actor: string; action: string; review_id: string | null }>`
    SELECT at, actor, action, detail ->> 'review_id' AS review_id FROM audit
     WHERE org = ${org} AND target = ${record_id} AND env = ${env}
       AND action IN ('face.frames_revealed', 'record.evidence_exported', 'record.note_added', 'record.note_removed',
                      'record.tags_set', 'face.canceled', 'face.redacted', 'face.frames_exported',
                        'face.duplicates_seen')
     ORDER BY audit_id LIMIT 200`.execute(db);
  const name = await namesOf(
    db,
    rows.map(({ actor }) => actor),
  );
  return rows.map(({ at, actor, action, review_id }) => ({
    at: at.toISOString(),
    kind: 'audit',
    name: action,
    outcome: null,
    by: name(actor),
    detail: review_id === null ? {} : { review_id },
  }));
}
