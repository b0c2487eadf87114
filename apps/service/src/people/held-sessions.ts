import type { Role } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** A session that is used all the time ends too. */
export const LONGEST_MS = 7 * 86_400_000;

/** The role of each session that still holds, in each organization of its person: by `session|org`. */
export async function rolesOfSessions(
  db: Kysely<Schema>,
  sessions: readonly string[],
): Promise<Map<string, Role>> {
  const { rows } = await sql<{ id: string; org: string; role: Role }>`
    SELECT s.id, m.org, m.role FROM person_session s JOIN member m ON m.user_id = s.user_id
     WHERE s.id = ANY (${[...new Set(sessions)]}::text[]) AND s.second_factor_at IS NOT NULL
       AND s.expires_at > now() AND s.created_at > now() - make_interval(secs => ${LONGEST_MS / 1_000})`.execute(
    db,
  );
  return new Map(rows.map(({ id, org, role }) => [`${id}|${org}`, role]));
}
