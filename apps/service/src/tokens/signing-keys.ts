import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type pg from 'pg';
import { openBytes, openJson, sealBytes, sealJson } from '../privacy/envelope.ts';

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
  /** Names of the signing keys that were withdrawn in an emergency. */
  withdrawn: ReadonlySet<string>;
}
export interface SigningKey {
  kid: string;
  private_key: KeyObject;
  public_jwk: JsonWebKey;
}
export type PayloadKey = SigningKey;

export interface KeyRing {
  of(env: Environment): KeySet;
  /** Reads the keys again, so that every node follows a rotation. The reading begins after this call. */
  refresh(): Promise<void>;
}

const ENVIRONMENTS = ['production', 'sandbox'] as const;
type Use = 'sig' | 'enc';
interface KeyRow {
  kid: string;
  env: Environment;
  use: Use;
  state: 'next' | 'active' | 'retiring' | 'retired';
  public_sealed: Buffer | null;
  /** Null once the key is retired. */
  private_sealed: Buffer | null;
  /** Retired in an emergency. */
  withdrawn: boolean;
}

/** RFC 7638 thumbprint: SHA-256 over the required members in lexicographic order. */
export function thumbprint(jwk: JsonWebKey): string {
  const members =
    jwk.kty === 'OKP'
      ? { crv: jwk.crv, kty: jwk.kty, x: jwk.x }
      : { crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

/** The public half of a key, in the form that is published. */
function publicHalf(key: KeyObject, use: Use): JsonWebKey & { kid: string } {
  const jwk = createPublicKey(key).export({ format: 'jwk' }) as JsonWebKey;
  const alg = use === 'sig' ? 'EdDSA' : 'ECDH-ES';
  return { ...jwk, kid: thumbprint(jwk), use, alg };
}

/** A key under the name that its public half gives it. */
function named(private_key: KeyObject, use: Use): SigningKey {
  const public_jwk = publicHalf(private_key, use);
  return { kid: public_jwk.kid, private_key, public_jwk };
}

/** The keys of an environment that has one of each use, and has never rotated them. */
export function setOfTwo(signing: KeyObject, sealing: KeyObject): KeySet {
  const active = named(signing, 'sig');
  const payload = named(sealing, 'enc');
  return {
    active,
    payload,
    verifying: new Map([[active.kid, active]]),
    opening: new Map([[payload.kid, payload]]),
    jwks: { keys: [active.public_jwk, payload.public_jwk] },
    withdrawn: new Set(),
  };
}

const generate = (use: Use): KeyObject =>
  (use === 'sig' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' }))
    .privateKey;

/** What each sealed half is bound to: a half that was moved to another row does not open. */
const aad = (half: 'private' | 'public', { env, use, kid }: Pick<KeyRow, 'env' | 'use' | 'kid'>) =>
  `signing_key|${half}|${env}|${use}|${kid}`;

async function insertKey(
  db: pg.Pool | pg.PoolClient,
  subkey: KeyObject,
  env: Environment,
  use: Use,
  state: 'next' | 'active',
) {
  const key = generate(use);
  const jwk = publicHalf(key, use);
  const row = { env, use, kid: jwk.kid };
  await db.query(
    `INSERT INTO signing_key (kid, env, use, state, public_jwk, public_sealed, private_sealed, active_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $4 = 'active' THEN now() END) ON CONFLICT DO NOTHING`,
    [
      jwk.kid,
      env,
      use,
      state,
      jwk,
      sealJson(subkey, jwk, aad('public', row)),
      sealBytes(subkey, key.export({ type: 'pkcs8', format: 'der' }), aad('private', row)),
    ],
  );
}

/** Makes the missing active keys. The partial unique index lets one node succeed. */
async function ensureActive(db: pg.Pool, subkey: KeyObject): Promise<void> {
  for (const env of ENVIRONMENTS) {
    for (const use of ['sig', 'enc'] as const) {
      const found = await db.query(
        `SELECT 1 FROM signing_key WHERE env = $1 AND use = $2 AND state = 'active'`,
        [env, use],
      );
      if (found.rows.length === 0) await insertKey(db, subkey, env, use, 'active');
    }
  }
}

/** Opens a key. Its public half is derived, because a writer of the database could swap a stored one. */
function openKey(row: KeyRow, subkey: KeyObject): SigningKey {
  const private_key = createPrivateKey({
    key: openBytes(subkey, row.private_sealed!, aad('private', row)),
    format: 'der',
    type: 'pkcs8',
  });
  const public_jwk = publicHalf(private_key, row.use);
  if (public_jwk.kid !== row.kid) throw new Error('its name is not its thumbprint');
  return { kid: row.kid, public_jwk, private_key };
}

/** The public half of a retired key, whose private half is deleted. Only the sealed one counts. */
const openRetired = (row: KeyRow, subkey: KeyObject): JsonWebKey =>
  openJson(subkey, row.public_sealed ?? Buffer.alloc(0), aad('public', row));

interface Log {
  error(facts: object, message: string): void;
}

const WHY = 'it was made with another root key, or its row was changed';

/**
 * Null for a row that does not open. If one such row stopped the reading of all keys, a writer of the database
 * could plant it, and no node would learn that a stolen key was withdrawn.
 */
function opened<T>(log: Log, row: KeyRow, open: () => T): T | null {
  try {
    return open();
  } catch (err) {
    const { kid, env, use, state } = row;
    log.error({ err, kid, env, use, state }, `A signing key does not open and is left out: ${WHY}.`);
    return null;
  }
}

function keySet(rows: KeyRow[], env: Environment, subkey: KeyObject, log: Log): KeySet {
  const usable = new Map<KeyRow, SigningKey>();
  const published: JsonWebKey[] = [];
  const withdrawn = new Set<string>();
  for (const row of rows) {
    if (row.state === 'retired') {
      const jwk = opened(log, row, () => openRetired(row, subkey));
      if (jwk && row.withdrawn) withdrawn.add(row.kid);
      else if (jwk) published.push(jwk);
      continue;
    }
    const key = opened(log, row, () => openKey(row, subkey));
    if (!key) continue;
    usable.set(row, key);
    published.push(key.public_jwk);
  }
  // `next` counts too: another node may have promoted it before this node noticed.
  const named = (use: Use) =>
    new Map([...usable].filter(([row]) => row.use === use).map(([, key]) => [key.kid, key]));
  const active = (use: Use): SigningKey => {
    const row = rows.find((each) => each.use === use && each.state === 'active');
    const key = row && usable.get(row);
    if (key) return key;
    throw new Error(`The active signing key ${row?.kid} (${env}, ${use}) does not open: ${WHY}.`);
  };
  return {
    // Without an active key nothing is signed, and tokens of the other keys are still checked.
    get active() {
      return active('sig');
    },
    get payload() {
      return active('enc');
    },
    verifying: named('sig'),
    opening: named('enc'),
    jwks: { keys: published },
    withdrawn,
  };
}

/** Loads the keys of both environments, and makes the first ones. Throws where an active key does not open. */
export async function openKeyRing(db: pg.Pool, subkey: KeyObject, log: Log): Promise<KeyRing> {
  await ensureActive(db, subkey);
  const sets = new Map<Environment, KeySet>();
  const seen = new Map<Environment, string>();
  const read = async () => {
    const { rows } = await db.query<KeyRow>(
      `SELECT *, state = 'retired' AND (retired_at > retiring_at) IS NOT TRUE AS withdrawn
         FROM signing_key WHERE state <> 'retired' OR use = 'sig' ORDER BY created_at, kid`,
    );
    const stale = ENVIRONMENTS.flatMap((env) => {
      const mine = rows.filter((row) => row.env === env);
      const state = mine.map((row) => `${row.kid}:${row.withdrawn ? 'withdrawn' : row.state}`).join();
      return seen.get(env) === state ? [] : [{ env, mine, state }];
    });
    // Both are set before either may throw: what was withdrawn is refused from now on in any case.
    for (const { env, mine } of stale) sets.set(env, keySet(mine, env, subkey, log));
    for (const { env, state } of stale) {
      const { active, payload } = sets.get(env)!;
      if (active && payload) seen.set(env, state);
    }
  };
  // Two readings that ran at once could end in the wrong order, and leave a key that was withdrawn.
  let last: Promise<void> = Promise.resolve();
  const refresh = () => {
    last = last.catch(() => {}).then(read);
    return last;
  };
  await refresh();
  return { of: (env) => sets.get(env)!, refresh };
}

/**
 * `active_days` is the life of a key. `published_ahead_h` is how long a new key is published before it signs.
 * `retiring_h` is how long an old key is still accepted.
 */
export const ROTATION = { active_days: 90, published_ahead_h: 24, retiring_h: 25 };

/** A key that rotation made or moved on, and its state since then. */
export interface KeyChange {
  kid: string;
  env: Environment;
  use: Use;
  state: KeyRow['state'];
}

/**
 * One step of rotation, safe on every node at any time: publishes `next` a day before it is due, promotes it
 * when it is due, and retires keys under which no valid token can be left. `emergency` promotes a new key at
 * once and retires all others. Returns what changed.
 */
export async function rotateKeys(
  db: pg.Pool,
  subkey: KeyObject,
  options: { emergency?: boolean } = {},
): Promise<KeyChange[]> {
  const client = await db.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('standpoint rotate keys'))`);
    const before = new Map((await states(client)).map(({ kid, state }) => [kid, state]));
    for (const env of ENVIRONMENTS)
      for (const use of ['sig', 'enc'] as const)
        await (options.emergency ? replaceAll : rotateDue)({ client, subkey, env, use });
    const changed = (await states(client)).filter(({ kid, state }) => before.get(kid) !== state);
    await client.query('COMMIT');
    return changed;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

const states = async (client: pg.PoolClient): Promise<KeyChange[]> =>
  (await client.query<KeyChange>('SELECT kid, env, use, state FROM signing_key ORDER BY created_at, kid'))
    .rows;

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
