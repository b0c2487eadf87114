import type { Role } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { randomBytes } from '../chance.ts';
import type { Schema } from '../database/schema.ts';
import { crockford, newId } from '../ids.ts';
import type { People } from './people.ts';
import { plainEmail } from './plain-email.ts';

type Db = Kysely<Schema>;

export const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('person')
    .select(['id', 'name', 'email'])
    .where('email', '=', plainEmail(email))
    .executeTakeFirst();

/** A password as better-auth stores it: scrypt with a salt of its own. */
const hashed = async (people: People, password: string): Promise<string> =>
  (await (await people.auth()).$context).password.hash(password);

/** Makes the account of a person, with a password. */
export async function createPerson(
  db: Db,
  people: People,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<string> {
  const id = newId('user');
  const hash = await hashed(people, password);
  await db
    .insertInto('person')
    .values({ id, name, email: plainEmail(email), email_verified: true })
    .execute();
  await keepPassword(db, id, hash);
  return id;
}

const keepPassword = (db: Db, user_id: string, password: string) =>
  db
    .insertInto('person_account')
    .values({
      id: crockford(randomBytes(20)),
      user_id,
      provider_id: 'credential',
      account_id: user_id,
      password,
    })
    .execute();

/**
 * A new password for a person who lost theirs, or their second factor: sessions end, and authenticator and passkeys
 * go, because they may be in another's hands.
 */
export async function resetPerson(db: Db, people: People, user_id: string, password: string): Promise<void> {
  const hash = await hashed(people, password);
  for (const table of ['person_session', 'person_two_factor', 'person_passkey'] as const)
    await db.deleteFrom(table).where('user_id', '=', user_id).execute();
  // Sign-ins under way, and devices that were to be trusted.
  await db.deleteFrom('person_challenge').where('value', '=', user_id).execute();
  // The old password, and the link to an account at the identity provider: its next sign-in makes a new one.
  await db.deleteFrom('person_account').where('user_id', '=', user_id).execute();
  await keepPassword(db, user_id, hash);
  await db
    .updateTable('person')
    .set({ two_factor_enabled: false, factor_proved_at: null })
    .where('id', '=', user_id)
    .execute();
}

/** Adds a person to an organization. False for a member, who keeps the role that they have. */
export async function join(db: Db, org: string, user_id: string, role: Role): Promise<boolean> {
  const joined = await db
    .insertInto('member')
    .values({ org, user_id, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('org')
    .executeTakeFirst();
  return joined !== undefined;
}

/** Whether the organization has an owner: then, no set-up link makes another. */
export async function hasOwner(db: Db, org: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM member WHERE org = ${org} AND role = 'owner' LIMIT 1`.execute(db);
  return rows.length > 0;
}
