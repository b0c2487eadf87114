import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { refuse } from '../../refuse.ts';
import { SECOND_FACTOR, type SecondFactor } from '../session.ts';

type Db = Kysely<Schema>;

/** Routes whose success proves a second factor. */
const PROVES: ReadonlySet<string> = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
  '/passkey/verify-registration',
]);
export const proves = (path: string): boolean => PROVES.has(path);

const TOKEN = /(?:^|;\s*)(?:__Secure-)?standpoint\.session_token=([^;]+)/;
const CHALLENGE = /(?:^|;\s*)(?:__Secure-)?standpoint\.two_factor=([^;]+)/;

const STATE = /(?:^|;\s*)(?:__Secure-)?standpoint\.state=([^;]+)/;

/** Null also for a cookie that no browser has from us. */
function unsigned(value: string | undefined): string | null {
  try {
    return value ? decodeURIComponent(value).split('.')[0]! : null;
  } catch {
    return null;
  }
}

/** The state of the sign-in that this browser began at the identity provider, without its signature. */
export const stateIn = (cookie: string | undefined): string | null => unsigned(STATE.exec(cookie ?? '')?.[1]);

/** The token of a session's cookie, without its signature. */
export const tokenIn = (cookie: string | undefined): string | null => unsigned(TOKEN.exec(cookie ?? '')?.[1]);

/** The person whose second factor is asked for; null where none is. */
export async function challenged(db: Db, cookie: string | undefined): Promise<string | null> {
  const identifier = unsigned(CHALLENGE.exec(cookie ?? '')?.[1]);
  if (!identifier) return null;
  const row = await db
    .selectFrom('person_challenge')
    .select('value')
    .where('identifier', '=', identifier)
    .executeTakeFirst();
  return row?.value ?? null;
}

/**
 * The session proved a second factor. `first`: the person had none, so their other sessions end: one that a
 * password alone had opened must not become worth more.
 */
export async function proven(db: Db, token: string, { first }: { first: boolean }): Promise<void> {
  const session = await db
    .updateTable('person_session')
    .set({ second_factor_at: sql`now()` })
    .where('token', '=', token)
    .returning('user_id')
    .executeTakeFirst();
  if (!session) return;
  await db
    .updateTable('person')
    .set({ factor_proved_at: sql`now()` })
    .where('id', '=', session.user_id)
    .execute();
  if (!first) return;
  await db
    .deleteFrom('person_session')
    .where('user_id', '=', session.user_id)
    .where('token', '<>', token)
    .execute();
}

/** The second factor that a person has, whether they ever proved one, and whether this session did. */
export interface Factor {
  has: SecondFactor;
  ever: boolean;
  proven: boolean;
}

/** A person with no second factor of their own. */
export const hasNone = ({ has }: Pick<Factor, 'has'>): boolean => has === 'none' || has === 'provider';

/**
 * Whether the session may change how the person signs in. One without a second factor sets up the very first only:
 * a person who always proved theirs at the identity provider has none here, and a thief who gets in there without it
 * would otherwise bring one of their own.
 */
export const maySetUp = ({ has, ever, proven: proved }: Factor): boolean =>
  proved || (hasNone({ has }) && !ever);

export const SET_UP_REFUSED =
  'A second factor was proved for this account before, so this session sets up no other. Sign in at your identity ' +
  'provider with a second step, or ask an owner or an admin for a reset link.';

/** A person with a password who took their last factor away, in a session that had proved it, begins anew. */
export const forgetFactors = async (db: Db, user_id: string): Promise<void> => {
  await sql`
    UPDATE person p SET factor_proved_at = NULL WHERE p.id = ${user_id} AND ${SECOND_FACTOR} = 'none'`.execute(
    db,
  );
};

/** What a sign-in began with is still there: a reset, or a first sign-in at the identity provider, ends it. */
async function stillStands(db: Db, path: string, user_id: string, credential: unknown): Promise<boolean> {
  const { rows } = path.startsWith('/passkey/')
    ? await sql`
        SELECT FROM person_passkey WHERE user_id = ${user_id} AND credential_id = ${String(credential)}`.execute(
        db,
      )
    : await sql`
        SELECT FROM person_account WHERE user_id = ${user_id} AND provider_id = 'credential'`.execute(db);
  return rows.length > 0;
}

/** Of this session. */
export async function factorOf(db: Db, user_id: string, session_id: string | null): Promise<Factor> {
  const { rows } = await sql<Factor>`
    SELECT ${SECOND_FACTOR} AS has, p.factor_proved_at IS NOT NULL AS ever,
           EXISTS (SELECT FROM person_session s
                    WHERE s.id = ${session_id} AND s.second_factor_at IS NOT NULL) AS proven
      FROM person p WHERE p.id = ${user_id}`.execute(db);
  return rows[0] ?? { has: 'none', ever: false, proven: false };
}

/** Ends a session that must not be. */
export const endSession = async (db: Db, token: string): Promise<void> => {
  await db.deleteFrom('person_session').where('token', '=', token).execute();
};

/** Routes that begin a session with a password or a passkey. `asked`: after the password, a code was asked for. */
export const beginsAnew = (path: string, asked: string | null): boolean =>
  path === '/sign-in/email' ||
  path === '/passkey/verify-authentication' ||
  (path.startsWith('/two-factor/verify-') && asked !== null);

/** A password or passkey that ended while it was checked has opened a session that nothing else would end. */
export async function requireStanding(
  db: Db,
  path: string,
  { made, user_id, body }: { made: string; user_id: string; body: Record<string, unknown> },
): Promise<void> {
  const { id } = (body.response ?? {}) as { id?: unknown };
  if (await stillStands(db, path, user_id, id)) return;
  await endSession(db, made);
  refuse('token_invalid', 'it ended meanwhile', {
    message: 'This way to sign in has just ended. Begin again.',
  });
}
