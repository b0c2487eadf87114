import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment, Scope } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { randomBytes } from '../chance.ts';
import type { KeyKind, Schema } from '../database/schema.ts';
import { newId } from '../ids.ts';
import { inTransaction } from './in-transaction.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/**
 * The form of a key, published for secret scanners. It is one word, so that a double click selects all of it.
 */
export const KEY_PATTERN = /^(sp|sr)_(live|test)_([0-9A-Za-z]{8})([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
export const LIVE_KEYS_MAX = 10;
export const ROTATION_OVERLAPS_S = { now: 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 } as const;
export type RotationOverlap = keyof typeof ROTATION_OVERLAPS_S;

interface ParsedKey {
  kind: KeyKind;
  env: Environment;
  lookup: string;
  secret: string;
}

/** CRC-32 of lookup id and secret, without the prefix, in base62, left-padded with 0. */
export function checksum(body: string): string {
  let rest = crc32(body);
  let out = '';
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) out = BASE62[rest % 62]! + out;
  return out;
}

/** Checks form and checksum, so that a guessed or mistyped key never causes a query. */
export function parseKey(text: string): ParsedKey | null {
  const match = KEY_PATTERN.exec(text);
  if (!match) return null;
  const [, prefix, mode, lookup, secret, sum] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (checksum(lookup + secret) !== sum) return null;
  return {
    kind: prefix === 'sp' ? 'api' : 'results',
    env: mode === 'live' ? 'production' : 'sandbox',
    lookup,
    secret,
  };
}

export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/**
 * The secret has 178 bits, so a fast hash is enough (ASVS 5.0 V6.5.2 asks for 112). Compares in constant
 * time.
 */
export const secretMatches = (secret: string, sha256: Uint8Array): boolean =>
  timingSafeEqual(hashSecret(secret), sha256);

/**
 * `n` base62 characters. Bytes from 248 up are thrown away, so that no character is more likely than another.
 */
export function randomBase62(n: number): string {
  let out = '';
  while (out.length < n)
    for (const byte of randomBytes(n)) if (byte < 248 && out.length < n) out += BASE62[byte % 62];
  return out;
}

/**
 * The look-up id of a secret: 47 bits of its HMAC under the installation's filter value. Without it, every
 * made-up key with a right checksum would cost a query.
 */
export function lookupOf(filter: Uint8Array, secret: string): string {
  let rest = createHmac('sha256', filter).update(secret).digest().readUIntBE(0, 6);
  let out = '';
  for (let i = 0; i < 8; i++, rest = Math.floor(rest / 62)) out += BASE62[rest % 62]!;
  return out;
}

/** The value that look-up ids are derived with; the migration draws it. */
export async function readFilter(db: Kysely<Schema>): Promise<Buffer> {
  const { rows } = await sql<{ value: Buffer }>`SELECT value FROM key_filter`.execute(db);
  if (!rows[0]) throw new Error('key_filter has no row');
  return rows[0].value;
}

export interface NewKey {
  org: string;
  env: Environment;
  kind: KeyKind;
  name: string;
  scopes?: Scope[];
  cidrs?: string[];
}

const prefixOf = ({ kind, env }: { kind: KeyKind; env: Environment }): string =>
  `${kind === 'api' ? 'sp' : 'sr'}_${env === 'production' ? 'live' : 'test'}_`;

/** The beginning of a key's text, which is no secret. */
export const keyStart = (key: { kind: KeyKind; env: Environment; lookup: string }): string =>
  prefixOf(key) + key.lookup;

export interface MadeKey {
  id: string;
  key: string;
}

/** Which key; in any environment when none is named. */
export interface KeyName {
  org: string;
  env?: Environment;
  key_id: string;
}

interface KeyInfo {
  id: string;
  kind: KeyKind;
  environment: Environment;
  name: string;
  last4: string;
  scopes: string[];
  cidrs: string[];
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

/** An organization has as many credentials of a kind as it may have. The message is a sentence for its people. */
export class TooMany extends Error {}

/** Makes a key. Its text is in the answer and is stored nowhere. In a transaction, two at once count each other. */
export async function createKey(db: Kysely<Schema>, key: NewKey): Promise<MadeKey> {
  await lockOrganization(db, key.org);
  const live = await db
    .selectFrom('api_key')
    .select('key_id')
    .where('org', '=', key.org)
    .where('env', '=', key.env)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
    .execute();
  if (live.length >= LIVE_KEYS_MAX)
    throw new TooMany(
      `An organization has at most ${LIVE_KEYS_MAX} live keys per environment. Revoke one first.`,
    );
  const secret = randomBase62(30);
  const lookup = lookupOf(await readFilter(db), secret);
  const body = lookup + secret;
  const id = newId('key');
  await db
    .insertInto('api_key')
    .values({
      org: key.org,
      env: key.env,
      key_id: id,
      kind: key.kind,
      name: key.name,
      lookup,
      secret_sha256: hashSecret(secret),
      last4: body.slice(-4),
      scopes: key.kind === 'results' ? (key.scopes ?? []) : [],
      cidrs: key.cidrs ?? [],
    })
    .execute();
  return { id, key: `${prefixOf(key)}${body}${checksum(body)}` };
}

export async function listKeys(db: Kysely<Schema>, org: string, env?: Environment): Promise<KeyInfo[]> {
  let query = db.selectFrom('api_key').selectAll().where('org', '=', org).orderBy('created_at');
  if (env) query = query.where('env', '=', env);
  return (await query.execute()).map((row) => ({
    id: row.key_id,
    kind: row.kind,
    environment: row.env,
    name: row.name,
    last4: row.last4,
    scopes: row.scopes,
    cidrs: row.cidrs,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }));
}

/**
 * Revokes a key; null when there is no such live key. Other nodes learn of it by a notice, or within 5 s
 * without it.
 */
export async function revokeKey(
  db: Kysely<Schema>,
  { org, env, key_id }: KeyName,
): Promise<{ env: Environment } | null> {
  const row = await db
    .updateTable('api_key')
    .set({ revoked_at: new Date() })
    .where('org', '=', org)
    .$if(env !== undefined, (query) => query.where('env', '=', env!))
    .where('key_id', '=', key_id)
    .where('revoked_at', 'is', null)
    .returning('env')
    .executeTakeFirst();
  return row ?? null;
}

/** Makes a successor with the same rights; the old key stops working after `overlap`. Null without a live key. */
export const rotateKey = (
  db: Kysely<Schema>,
  name: KeyName,
  overlap: RotationOverlap,
): Promise<(MadeKey & { env: Environment }) | null> =>
  inTransaction(db, async (trx) => {
    const { org, key_id } = name;
    const old = await lockKey(trx, name);
    // A second rotation never lengthens the life of a key that is already ending, and never revives a dead one.
    const dies = old?.expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
    if (!old || dies <= Date.now()) return null;
    const seconds = ROTATION_OVERLAPS_S[overlap];
    const dated =
      seconds === 0
        ? { revoked_at: new Date() }
        : { expires_at: new Date(Math.min(dies, Date.now() + seconds * 1000)) };
    await trx.updateTable('api_key').set(dated).where('org', '=', org).where('key_id', '=', key_id).execute();
    const { env, kind, name: called, scopes, cidrs } = old;
    return {
      env,
      ...(await createKey(trx, { org, env, kind, name: called, scopes: scopes as Scope[], cidrs })),
    };
  });

/** The row of a key that is not revoked. Two rotations at once wait for each other. */
const lockKey = (db: Kysely<Schema>, { org, env, key_id }: KeyName) =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('org', '=', org)
    .$if(env !== undefined, (query) => query.where('env', '=', env!))
    .where('key_id', '=', key_id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Taken before the keys of an organization are counted and one is added, and held until the transaction ends. */
export const lockOrganization = (db: Kysely<Schema>, org: string) =>
  db.selectFrom('organization').select('org').where('org', '=', org).forNoKeyUpdate().execute();
