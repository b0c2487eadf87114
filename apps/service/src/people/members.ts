import type { team } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { SECOND_FACTOR } from './session.ts';

interface Row extends Omit<team.Member, 'since' | 'last_seen_at'> {
  since: Date;
  last_seen_at: Date | null;
}

/** The members of an organization in the order of their names, or one of them. */
export async function membersOf(
  db: Kysely<Schema>,
  org: string,
  user_id: string | null = null,
): Promise<team.Member[]> {
  const { rows } = await sql<Row>`
    SELECT p.id AS user_id, p.name, p.email, m.role, m.since, ${SECOND_FACTOR} AS second_factor,
           (SELECT max(s.updated_at) FROM person_session s WHERE s.user_id = p.id) AS last_seen_at
      FROM member m JOIN person p ON p.id = m.user_id
     WHERE m.org = ${org} AND (${user_id}::text IS NULL OR p.id = ${user_id})
     ORDER BY p.name, p.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    since: row.since.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }));
}
