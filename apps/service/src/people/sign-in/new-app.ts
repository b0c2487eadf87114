import { type Kysely, sql } from 'kysely';
import { randomBytes } from '../../chance.ts';
import type { Schema } from '../../database/schema.ts';
import { crockford } from '../../ids.ts';
import { refuse } from '../../refuse.ts';

type Db = Kysely<Schema>;

/** The key of an authenticator app with its backup codes; both are encrypted by better-auth. */
interface AppKey {
  secret: string;
  backup_codes: string;
}

/**
 * better-auth replaces the key of an authenticator app as soon as a new one is asked for: a person who gave up half-way
 * could never sign in again. So the present key stays in force, and the new one waits here until its app has shown a
 * right code.
 */
const WAITS = sql`interval '15 minutes'`;
const waitingFor = (session_id: string): string => `new app ${session_id}`;

const present = (db: Db, user_id: string): Promise<AppKey | undefined> =>
  db
    .selectFrom('person_two_factor')
    .select(['secret', 'backup_codes'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();

const putInForce = async (db: Db, user_id: string, key: AppKey): Promise<void> => {
  await db
    .updateTable('person_two_factor')
    .set({ secret: key.secret, backup_codes: key.backup_codes })
    .where('user_id', '=', user_id)
    .execute();
};

/** How long one call may take. Longer, and its node is gone. */
const LEASE = sql`interval '20 seconds'`;

/**
 * Of two calls at once, one would take the key that the other has just made for the present one, and leave
 * the person with that. A row is the lock, because the work asks the library, which takes a connection of
 * its own: a lock that held one meanwhile could use up all of them.
 */
async function alone<T>(db: Db, user_id: string, work: () => Promise<T>): Promise<T> {
  const id = `app of ${user_id}`;
  const mine = crockford(randomBytes(20));
  const { rows } = await sql`
    INSERT INTO person_challenge AS c (id, identifier, value, expires_at)
    VALUES (${id}, ${id}, ${mine}, now() + ${LEASE})
    ON CONFLICT (id) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
      WHERE c.expires_at < now()
    RETURNING 1`.execute(db);
  if (rows.length === 0)
    refuse('rate_limited', 'another call about the same app', {
      message:
        'Your authenticator app is being changed by another call. Nothing was changed by this one; try again.',
      retry_after_s: 1,
    });
  try {
    return await work();
  } finally {
    await db.deleteFrom('person_challenge').where('id', '=', id).where('value', '=', mine).execute();
  }
}

interface Who {
  user_id: string;
  session_id: string;
}

/** Runs what makes a new key; afterwards the old one is in force again, and the new one waits for its proof. */
export const keepPresentApp = <T extends { ok: boolean }>(
  db: Db,
  who: Who,
  make: () => Promise<T>,
): Promise<T> => alone(db, who.user_id, () => makeBeside(db, who, make));

async function makeBeside<T extends { ok: boolean }>(
  db: Db,
  { user_id, session_id }: Who,
  make: () => Promise<T>,
): Promise<T> {
  const before = await present(db, user_id);
  const made = await make();
  if (!before || !made.ok) return made;
  await db.transaction().execute(async (trx) => {
    const next = await present(trx, user_id);
    await putInForce(trx, user_id, before);
    const identifier = waitingFor(session_id);
    await trx.deleteFrom('person_challenge').where('identifier', '=', identifier).execute();
    await trx
      .insertInto('person_challenge')
      .values({
        id: crockford(randomBytes(20)),
        identifier,
        value: JSON.stringify(next),
        expires_at: sql`now() + ${WAITS}`,
      })
      .execute();
  });
  return made;
}

/** Checks a code: of the new app where one waits in this session, else of the present one. */
export const proveNewApp = <T extends { ok: boolean }>(
  db: Db,
  who: Who,
  check: () => Promise<T>,
): Promise<T> => alone(db, who.user_id, () => proveWaiting(db, who, check));

async function proveWaiting<T extends { ok: boolean }>(
  db: Db,
  { user_id, session_id }: Who,
  check: () => Promise<T>,
): Promise<T> {
  const taken = await takeWaiting(db, { user_id, session_id });
  if (!taken) return check();
  let proved = false;
  try {
    const checked = await check();
    proved = checked.ok;
    return checked;
  } finally {
    if (!proved) await putBack(db, { user_id, session_id }, taken);
  }
}

interface Taken {
  before: AppKey;
  /** The new key, as it waits. */
  waiting: string;
}

/** Puts the key that waits in force; null where none waits. */
const takeWaiting = (db: Db, { user_id, session_id }: Who): Promise<Taken | null> =>
  db.transaction().execute(async (trx) => {
    const waiting = await trx
      .deleteFrom('person_challenge')
      .where('identifier', '=', waitingFor(session_id))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('value')
      .executeTakeFirst();
    const before = waiting && (await present(trx, user_id));
    if (!waiting || !before) return null;
    await putInForce(trx, user_id, JSON.parse(waiting.value) as AppKey);
    return { before, waiting: waiting.value };
  });

const putBack = (db: Db, { user_id, session_id }: Who, { before, waiting }: Taken): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await putInForce(trx, user_id, before);
    await trx
      .insertInto('person_challenge')
      .values({
        id: crockford(randomBytes(20)),
        identifier: waitingFor(session_id),
        value: waiting,
        expires_at: sql`now() + ${WAITS}`,
      })
      .execute();
  });
