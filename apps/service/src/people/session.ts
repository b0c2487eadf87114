import type { Role } from '@standpoint/contract';
import { sql } from 'kysely';
import type { OrganizationSettings } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refuse.ts';
import { LONGEST_MS } from './held-sessions.ts';

/** A person who is signed in. */
export interface SignedIn {
  user_id: string;
  name: string;
  email: string;
  session_id: string;
  session_ends: Date;
  /** Cookies that move the end of the session; empty most of the time. */
  cookies: string[];
}

/** Every name that the session's cookie has, with and without https. */
const SESSION_COOKIE = /(^|;\s*)(__Secure-)?standpoint\.session_token=/;

/** The person whose session the cookies hold; null without one that holds. `none`: there was no such cookie. */
export async function signedIn(
  { people }: Pick<Deps, 'people'>,
  cookie: string | undefined,
): Promise<SignedIn | 'none' | 'ended'> {
  // A stranger costs neither the loading of the library nor a query.
  if (!cookie || !SESSION_COOKIE.test(cookie)) return 'none';
  const auth = await people.auth();
  const { headers, response } = await auth.api
    .getSession({ headers: new Headers({ cookie }), returnHeaders: true })
    .catch((error) => {
      // The library hides a fault of the database behind a 500 of its own.
      if (error?.statusCode !== 500) throw error;
      throw new Refusal('unavailable', 'session', { cause: error });
    });
  if (!response) return 'ended';
  const { user, session } = response;
  if (Date.now() - session.createdAt.getTime() > LONGEST_MS) return 'ended';
  return {
    user_id: user.id,
    name: user.name,
    email: user.email,
    session_id: session.id,
    session_ends: session.expiresAt,
    cookies: headers.getSetCookie(),
  };
}

/** How a person proves who they are, beside a password. `none`: a password alone, with which they may do nothing. */
export type SecondFactor = 'totp' | 'passkey' | 'provider' | 'none';

/** Of the row `p` of `person`. */
export const SECOND_FACTOR = sql<SecondFactor>`
  CASE WHEN p.two_factor_enabled THEN 'totp'
       WHEN EXISTS (SELECT FROM person_passkey k WHERE k.user_id = p.id) THEN 'passkey'
       WHEN NOT EXISTS (SELECT FROM person_account a WHERE a.user_id = p.id AND a.provider_id = 'credential')
       THEN 'provider' ELSE 'none' END`;

/** The membership of a person in an organization, read anew for each call: a removal counts at once. */
export interface Membership {
  role: Role | null;
  second_factor: SecondFactor;
  /** Whether the person ever proved one. */
  ever: boolean;
  /** Whether this very session proved a second factor. */
  proven: boolean;
  org_name: string;
  settings: OrganizationSettings;
}

export async function membershipOf(
  { database }: Pick<Deps, 'database'>,
  { user_id, session_id }: Pick<SignedIn, 'user_id' | 'session_id'>,
  org: string,
): Promise<Membership | null> {
  const { rows } = await sql<Membership>`
    SELECT m.role, ${SECOND_FACTOR} AS second_factor, p.factor_proved_at IS NOT NULL AS ever,
      o.name AS org_name, o.settings,
           EXISTS (SELECT FROM person_session s
                    WHERE s.id = ${session_id} AND s.second_factor_at IS NOT NULL) AS proven
      FROM person p
      LEFT JOIN member m ON m.user_id = p.id AND m.org = ${org}
      LEFT JOIN organization o ON o.org = m.org
     WHERE p.id = ${user_id}`.execute(database.db);
  return rows[0] ?? null;
}

/** Names of members with one of the roles, for a refusal that says whom to ask. */
export async function holdersOf(
  { database }: Pick<Deps, 'database'>,
  org: string,
  roles: readonly Role[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT p.name FROM member m JOIN person p ON p.id = m.user_id
     WHERE m.org = ${org} AND m.role = ANY (${[...roles]}::text[])
     ORDER BY m.since LIMIT 3`.execute(database.db);
  return rows.map(({ name }) => name);
}
