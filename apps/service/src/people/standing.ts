import type { Role } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { refuse } from '../refuse.ts';

type Db = Kysely<Schema>;

/** The role of a person in an organization now; null for no member. */
export async function roleOf(db: Db, org: string, user_id: string): Promise<Role | null> {
  const row = await db
    .selectFrom('member')
    .select('role')
    .where('org', '=', org)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.role ?? null;
}

/** Only an owner makes, changes or removes an owner; managers do it with all others. */
export const mayManage = (manager: Role | null, ...others: (Role | null)[]): boolean =>
  manager === 'owner' || (manager === 'admin' && !others.includes('owner'));

/**
 * Whether a person may reset another. The link lets its holder act as that person everywhere, so the
 * right is needed in each organization that they belong to.
 */
export async function mayReset(db: Db, by: string, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ role: Role; mine: Role | null }>`
    SELECT m.role, mine.role AS mine
      FROM member m LEFT JOIN member mine ON mine.org = m.org AND mine.user_id = ${by}
     WHERE m.user_id = ${user_id}`.execute(db);
  return rows.length > 0 && rows.every(({ role, mine }) => mayManage(mine, role));
}

/** A link is worth what its maker is worth when it is used: one who was removed or demoted gave nothing. */
export async function requireMaker(
  db: Db,
  link: {
    purpose: string;
    org: string;
    role: Role | null;
    user_id: string | null;
    created_by_user: string | null;
  },
): Promise<void> {
  const { created_by_user: by, org, role, user_id } = link;
  // The operator, by a command.
  if (by === null) return;
  const good =
    link.purpose === 'reset' ? await mayReset(db, by, user_id!) : mayManage(await roleOf(db, org, by), role);
  if (!good)
    refuse('token_expired', 'its maker may not do this any more', {
      message: 'The person who made this link may not do so any more. Ask for a new one.',
    });
}

/** Links that wait and that a change of a member makes void: those for a reset of them, and those that they made. */
export async function voidLinks(db: Db, org: string, user_id: string): Promise<void> {
  await sql`
    DELETE FROM person_link
     WHERE used_at IS NULL AND (user_id = ${user_id} OR (created_by_user = ${user_id} AND org = ${org}))`.execute(
    db,
  );
}
