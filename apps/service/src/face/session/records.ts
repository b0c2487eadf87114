import type { Environment } from '@standpoint/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import { FENCE_FROM, SAME_LIFE } from '../../database/fence.ts';
import type { Schema } from '../../database/schema.ts';
import type { FaceAttemptTable, FaceHandoffTable, FaceSessionTable } from '../../database/tables/face.ts';

export type SessionRow = Selectable<FaceSessionTable>;
export type HandoffRow = Selectable<FaceHandoffTable>;
export type AttemptRow = Selectable<FaceAttemptTable>;
export type Db = Kysely<Schema>;

/**
 * How a caller identifies a session: by its id, or by the portal token that created it. Never by an id that
 * the client alone states. `epoch`: of the hand-off token that named the id.
 */
export type SessionName = { org: string; env: Environment } & (
  | { session_id: string; portal_jti?: undefined; epoch?: string }
  | { portal_jti: string; session_id?: undefined; epoch?: undefined }
);
export interface SessionKey {
  org: string;
  env: Environment;
  session_id: string;
}

export interface Loaded {
  session: SessionRow;
  handoff: HandoffRow | null;
  attempt: AttemptRow | null;
}

const named = (db: Db, name: SessionName) => {
  const query = db
    .selectFrom('face_session')
    .selectAll()
    .where('org', '=', name.org)
    .where('env', '=', name.env);
  return name.session_id !== undefined
    ? query.where('session_id', '=', name.session_id)
    : query.where('portal_jti', '=', name.portal_jti!);
};

const below = (session: SessionRow) => ({
  org: session.org,
  env: session.env,
  session_id: session.session_id,
});

/**
 * True while the epoch is the present one of this very server. A node may believe an old epoch for some
 * seconds after a failover, and a restored database has forgotten that a hand-off was cancelled or denied.
 */
const inEpoch = (epoch: string) => sql<boolean>`EXISTS (
  SELECT FROM ${sql.raw(FENCE_FROM)} WHERE f.epoch = ${epoch}::uuid AND ${sql.raw(SAME_LIFE)})`;

/**
 * The session with its current hand-off and attempt. `lock` holds its row until the transaction ends, and
 * finds none for a token of another epoch.
 */
export async function load(db: Db, name: SessionName, lock = false): Promise<Loaded | null> {
  const query = named(db, name);
  const held = name.epoch === undefined ? query : query.where(inEpoch(name.epoch));
  const session = await (lock ? held.forUpdate() : query).executeTakeFirst();
  if (!session) return null;
  const handoff = session.handoff_id ? await handoffOf(db, below(session), session.handoff_id) : null;
  const attempt = session.attempt_id ? await attemptOf(db, below(session), session.attempt_id) : null;
  return { session, handoff, attempt };
}

/**
 * Every session of a customer, locked in one order until the transaction ends. Before the gallery, because a
 * session that is being decided holds its own row and then asks for the gallery.
 */
export function lockSessions(
  trx: Db,
  { org, env, customer_hash }: Pick<SessionRow, 'org' | 'env' | 'customer_hash'>,
): Promise<SessionKey[]> {
  return trx
    .selectFrom('face_session')
    .select(['org', 'env', 'session_id'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', customer_hash)
    .orderBy('session_id')
    .forUpdate()
    .execute();
}

export async function handoffOf(db: Db, key: SessionKey, handoff_id: string): Promise<HandoffRow | null> {
  const row = await db
    .selectFrom('face_handoff')
    .selectAll()
    .where('org', '=', key.org)
    .where('env', '=', key.env)
    .where('session_id', '=', key.session_id)
    .where('handoff_id', '=', handoff_id)
    .executeTakeFirst();
  return row ?? null;
}

export async function attemptOf(db: Db, key: SessionKey, attempt_id: string): Promise<AttemptRow | null> {
  const row = await db
    .selectFrom('face_attempt')
    .selectAll()
    .where('org', '=', key.org)
    .where('env', '=', key.env)
    .where('session_id', '=', key.session_id)
    .where('attempt_id', '=', attempt_id)
    .executeTakeFirst();
  return row ?? null;
}

/** Tables with rows of a session. */
type OfSession =
  | 'face_code'
  | 'face_handoff'
  | 'face_attempt'
  | 'face_evidence'
  | 'face_duplicate'
  | 'face_pending';

/** Deletes the session's rows of these tables. */
export async function deleteOfSession(db: Db, key: SessionKey, tables: readonly OfSession[]): Promise<void> {
  for (const table of tables)
    await db
      .deleteFrom(table)
      .where('org', '=', key.org)
      .where('env', '=', key.env)
      .where('session_id', '=', key.session_id)
      .execute();
}

/** Additional authenticated data of `face_session.client_sealed`. */
export const clientAad = ({ org, env, session_id }: SessionKey): string =>
  `face_session|${org}|${env}|${session_id}|client`;

/** Sessions with a timer that has run out by `now`. */
export function dueSessions(db: Db, now: Date, limit: number): Promise<SessionKey[]> {
  return db
    .selectFrom('face_session')
    .select(['org', 'env', 'session_id'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}
