import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type pg from 'pg';
import { openBytes, sealBytes } from '../privacy/envelope.ts';

/** Signing keys (Ed25519, `use: sig`) and payload keys (P-256, `use: enc`) of one environment. */
export interface KeySet {
  /** The key that signs new tokens. */
  active: SigningKey;
  payload: PayloadKey;
  /** Keys whose signatures are accepted (next, active and retiring). */
  verifying: Map<string, SigningKey>;
  /** Keys whose payloads can be opened. */
  opening: Map<string, PayloadKey>;
  /**
   * The content of the JWKS: every public key in use, and those that were retired by rotation, because
   * erasure receipts are checked for years.
   */
  jwks: { keys: JsonWebKey[] };
}
export interface SigningKey {
  kid: string;
  private_key: KeyObject;
  public_jwk: JsonWebKey;
}
export type PayloadKey = SigningKey;

export interface KeyRing {
  of(env: Environment): KeySet;
  /** Reads the keys again, so that every node follows a rotation. */
  refresh(): Promise<void>;
}

type Use = 'sig' | 'enc';
interface KeyRow {
  kid: string;
  env: Environment;
  use: Use;
  state: 'next' | 'active' | 'retiring' | 'retired';
  public_jwk: JsonWebKey;
  private_sealed: Buffer;
}

/** RFC 7638 thumbprint: SHA-256 over the required members in lexicographic order. */
export function thumbprint(jwk: JsonWebKey): string {
  const members =
    jwk.kty === 'OKP'
      ? { crv: jwk.crv, kty: jwk.kty, x: jwk.x }
      : { crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

function generate(use: Use): { kid: string; public_jwk: JsonWebKey; private_der: Buffer } {
  const pair =
    use === 'sig' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = pair.publicKey.export({ format: 'jwk' }) as JsonWebKey;
  const kid = thumbprint(jwk);
  const alg = use === 'sig' ? 'EdDSA' : 'ECDH-ES';
  return {
    kid,
    public_jwk: { ...jwk, kid, use, alg },
    private_der: pair.privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

const aad = (kid: string, use: Use) => `signing_key|${kid}|${use}`;

async function insertKey(
  db: pg.Pool | pg.PoolClient,
  subkey: KeyObject,
  env: Environment,
  use: Use,
  state: 'next' | 'active',
) {
  const key = generate(use);
  await db.query(
    `INSERT INTO signing_key (kid, env, use, state, public_jwk, private_sealed, active_at)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $4 = 'active' THEN now() END) ON CONFLICT DO NOTHING`,
    [key.kid, env, use, state, key.public_jwk, sealBytes(subkey, key.private_der, aad(key.kid, use))],
  );
}

/** Makes the missing active keys. The partial unique index lets one node succeed. */
async function ensureActive(db: pg.Pool, subkey: KeyObject): Promise<void> {
  for (const env of ['production', 'sandbox'] as const) {
    for (const use of ['sig', 'enc'] as const) {
      const found = await db.query(
        `SELECT 1 FROM signing_key WHERE env = $1 AND use = $2 AND state = 'active'`,
        [env, use],
      );
      if (found.rows.length === 0) await insertKey(db, subkey, env, use, 'active');
    }
  }
}

function keySet(rows: KeyRow[], subkey: KeyObject): KeySet {
  const open = (row: KeyRow): SigningKey => ({
    kid: row.kid,
    public_jwk: row.public_jwk,
    private_key: createPrivateKey({
      key: openBytes(subkey, row.private_sealed, aad(row.kid, row.use)),
      format: 'der',
      type: 'pkcs8',
    }),
  });
  // `next` counts too: another node may have promoted it before this node noticed.
  const usable = (use: Use) => rows.filter((row) => row.use === use && row.state !== 'retired').map(open);
  const active = (use: Use) => open(rows.find((row) => row.use === use && row.state === 'active')!);
  return {
    active: active('sig'),
    payload: active('enc'),
    verifying: new Map(usable('sig').map((key) => [key.kid, key])),
    opening: new Map(usable('enc').map((key) => [key.kid, key])),
    jwks: { keys: rows.map((row) => row.public_jwk) },
  };
}

/** Loads the keys of both environments, and makes the first ones. */
export async function openKeyRing(db: pg.Pool, subkey: KeyObject): Promise<KeyRing> {
  await ensureActive(db, subkey);
  const sets = new Map<Environment, KeySet>();
  const seen = new Map<Environment, string>();
  const refresh = async () => {
    const { rows } = await db.query<KeyRow>(
      `SELECT * FROM signing_key
        WHERE state <> 'retired' OR (use = 'sig' AND retired_at > retiring_at) ORDER BY created_at, kid`,
    );
    for (const env of ['production', 'sandbox'] as const) {
      const mine = rows.filter((row) => row.env === env);
      const state = mine.map((row) => `${row.kid}:${row.state}`).join();
      if (seen.get(env) === state) continue;
      sets.set(env, keySet(mine, subkey));
      seen.set(env, state);
    }
  };
  await refresh();
  return { of: (env) => sets.get(env)!, refresh };
}

/**
 * `active_days` is the life of a key. `published_ahead_h` is how long a new key is published before it signs.
 * `retiring_h` is how long an old key is still accepted.
 */
const ROTATION = { active_days: 90, published_ahead_h: 24, retiring_h: 25 };

/**
 * One step of rotation, safe on every node at any time: publishes `next` a day before it is due, promotes it
 * when it is due, and retires keys under which no valid token can be left. `emergency` promotes a new key at
 * once and retires all others.
 */
export async function rotateKeys(
  db: pg.Pool,
  subkey: KeyObject,
  options: { emergency?: boolean } = {},
): Promise<void> {
  const client = await db.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('standpoint rotate keys'))`);
    for (const env of ['production', 'sandbox'] as const)
      for (const use of ['sig', 'enc'] as const)
        await (options.emergency ? replaceAll : rotateDue)({ client, subkey, env, use });
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/**
 * An attacker who could read one key could also read the others: all of them end now, and none is published
 * any more.
 */
async function replaceAll({ client, subkey, env, use }: Rotation): Promise<void> {
  await client.query(
    `UPDATE signing_key SET state = 'retired', retiring_at = now(), retired_at = now(), private_sealed = NULL
      WHERE env = $1 AND use = $2 AND (state <> 'retired' OR retired_at > retiring_at)`,
    [env, use],
  );
  await insertKey(client, subkey, env, use, 'active');
}

/** The keys of one use in one environment, in a transaction that holds the rotation's lock. */
interface Rotation {
  client: pg.PoolClient;
  subkey: KeyObject;
  env: Environment;
  use: Use;
}

interface KeyAge {
  kid: string;
  state: string;
  age_days: number;
  published_h: number;
  retiring_h: number;
}

async function rotateDue({ client, subkey, env, use }: Rotation): Promise<void> {
  const { rows } = await client.query<KeyAge>(
    `SELECT kid, state, extract(epoch FROM now() - active_at) / 86400 AS age_days,
            extract(epoch FROM now() - created_at) / 3600 AS published_h,
            extract(epoch FROM now() - retiring_at) / 3600 AS retiring_h
       FROM signing_key WHERE env = $1 AND use = $2 AND state <> 'retired'`,
    [env, use],
  );
  const active = rows.find((row) => row.state === 'active');
  const next = rows.find((row) => row.state === 'next');
  // A key that was made just now is never promoted in the same step: it must be published first.
  if (active && !next && active.age_days > ROTATION.active_days - ROTATION.published_ahead_h / 24)
    await insertKey(client, subkey, env, use, 'next');
  if (active && next) await promoteDue(client, active, next);
  for (const row of rows)
    if (row.state === 'retiring' && row.retiring_h > ROTATION.retiring_h) await retire(client, row.kid);
}

async function promoteDue(client: pg.PoolClient, active: KeyAge, next: KeyAge): Promise<void> {
  if (active.age_days <= ROTATION.active_days || next.published_h < ROTATION.published_ahead_h) return;
  await client.query(`UPDATE signing_key SET state = 'retiring', retiring_at = now() WHERE kid = $1`, [
    active.kid,
  ]);
  await client.query(`UPDATE signing_key SET state = 'active', active_at = now() WHERE kid = $1`, [next.kid]);
}

const retire = (client: pg.PoolClient, kid: string) =>
  client.query(
    `UPDATE signing_key SET state = 'retired', retired_at = now(), private_sealed = NULL WHERE kid = $1`,
    [kid],
  );
