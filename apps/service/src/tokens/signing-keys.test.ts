import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { mutant } from '../../testing/mutant.ts';
import { openEnvelope } from '../privacy/envelope.ts';
import { openKeyRing, rotateKeys, thumbprint } from './signing-keys.ts';

let database: FreshDatabase;
/** Names of the keys that were left out, in the order in which the log told of them. */
let left_out: string[] = [];
const log = { error: ({ kid }: { kid: string }) => void left_out.push(kid) };
const subkey = openEnvelope(Buffer.alloc(32, 7)).subkey('signing-keys');

beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => {
  left_out = [];
});
afterAll(() => database.drop());

it('a node that has not seen a rotation yet accepts signatures of the new key', async () => {
  const { pool } = database;
  await openKeyRing(pool, subkey, log);
  await pool.query(`UPDATE signing_key SET active_at = now() - interval '89 days 12 hours'`);
  await rotateKeys(pool, subkey);
  const deaf = await openKeyRing(pool, subkey, log);
  const before = deaf.of('production').active.kid;
  await pool.query(
    `UPDATE signing_key SET active_at = active_at - interval '1 day', created_at = created_at - interval '25 hours'`,
  );
  await rotateKeys(pool, subkey);
  const { active, payload } = (await openKeyRing(pool, subkey, log)).of('production');
  expect(active.kid).not.toBe(before);
  expect(deaf.of('production').verifying.has(active.kid)).toBe(true);
  expect(deaf.of('production').opening.has(payload.kid)).toBe(true);
  expect(deaf.of('sandbox').verifying.has(active.kid)).toBe(false);
});

it('a key withdrawn in an emergency is refused by every node that has read the keys since', async () => {
  const { pool } = database;
  const ring = await openKeyRing(pool, subkey, log);
  const stolen = ring.of('production').active.kid;
  await rotateKeys(pool, subkey, { emergency: true });
  await ring.refresh();
  expect(ring.of('production').verifying.has(stolen)).toBe(false);
  expect(ring.of('production').active.kid).not.toBe(stolen);
});

/** A database whose first reading after `hold()` answers only when `letGo()` is called. */
function slowDatabase() {
  const { pool } = database;
  const { promise, resolve } = Promise.withResolvers<void>();
  let held = false;
  const query = async (...asked: Parameters<typeof pool.query>) => {
    const waits = held;
    held = false;
    const answer = await pool.query(...asked);
    if (waits) await promise;
    return answer;
  };
  const hold = () => {
    held = true;
  };
  return {
    db: new Proxy(pool, { get: (of, key) => (key === 'query' ? query : Reflect.get(of, key)) }),
    hold,
    letGo: resolve,
  };
}

it('a slow reading does not bring back a key that was withdrawn while it ran', async () => {
  const { db, hold, letGo } = slowDatabase();
  const ring = await openKeyRing(db, subkey, log);
  const stolen = ring.of('production').active.kid;
  hold();
  const slow = ring.refresh();
  // Time for its query, whose answer is held back.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await rotateKeys(database.pool, subkey, { emergency: true });
  const later = ring.refresh();
  // Time for the later reading to end first.
  await new Promise((resolve) => setTimeout(resolve, 100));
  letGo();
  await Promise.all([slow, later]);
  expect(ring.of('production').verifying.has(stolen)).toBe(false);
});

/** A key of an attacker who can write to the database, under the name of ours. */
function foreign(kid?: string): JsonWebKey & { kid: string } {
  const jwk = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) as JsonWebKey;
  return { ...jwk, kid: kid ?? thumbprint(jwk), use: 'sig', alg: 'EdDSA' };
}
const SWAP = `UPDATE signing_key SET public_jwk = $2 WHERE kid = $1`;

it('accepts and publishes no public key that was swapped in the database', async () => {
  const { pool } = database;
  const { active } = (await openKeyRing(pool, subkey, log)).of('production');
  const swapped = foreign(active.kid);
  await pool.query(SWAP, [active.kid, swapped]);
  const { verifying, jwks } = (await openKeyRing(pool, subkey, log)).of('production');
  const derived = createPublicKey(active.private_key).export({ format: 'jwk' });
  expect(verifying.get(active.kid)!.public_jwk.x).toBe(derived.x);
  expect(jwks.keys.map(({ x }) => x)).not.toContain(swapped.x);
  expect(jwks.keys.map(({ x }) => x)).toContain(derived.x);
});

it('mutation control: accepts and publishes a swapped key when the stored one is believed', async () => {
  type Module = { openKeyRing: typeof openKeyRing };
  const careless = await mutant<Module>('tokens/signing-keys.ts', [
    'const public_jwk = publicHalf(private_key, row.use);',
    'const { public_jwk } = row as unknown as { public_jwk: JsonWebKey };',
  ]);
  const { pool } = database;
  const { kid } = (await openKeyRing(pool, subkey, log)).of('production').active;
  const swapped = foreign(kid);
  await pool.query(SWAP, [kid, swapped]);
  const { verifying, jwks } = (await careless.openKeyRing(pool, subkey, log)).of('production');
  expect(verifying.get(kid)!.public_jwk.x).toBe(swapped.x);
  expect(jwks.keys.map(({ x }) => x)).toContain(swapped.x);
});

it('leaves out a key that was moved to another environment', async () => {
  const { pool } = database;
  const { kid } = (await openKeyRing(pool, subkey, log)).of('sandbox').active;
  await pool.query(`UPDATE signing_key SET env = 'production', state = 'next' WHERE kid = $1`, [kid]);
  const { verifying, jwks } = (await openKeyRing(pool, subkey, log)).of('production');
  expect(verifying.has(kid)).toBe(false);
  expect(jwks.keys.map((key) => key.kid)).not.toContain(kid);
  expect(left_out).toEqual([kid]);
  // The key that was missed meanwhile was made anew.
  await pool.query(`DELETE FROM signing_key WHERE env = 'sandbox' AND use = 'sig'`);
  await pool.query(`UPDATE signing_key SET env = 'sandbox', state = 'active' WHERE kid = $1`, [kid]);
});

it('opens no ring when an active key does not open', async () => {
  const { pool } = database;
  const { kid } = (await openKeyRing(pool, subkey, log)).of('sandbox').active;
  await pool.query(`UPDATE signing_key SET kid = 'another' WHERE kid = $1`, [kid]);
  await expect(openKeyRing(pool, subkey, log)).rejects.toThrow(
    /The active signing key another .*does not open/,
  );
  await pool.query(`UPDATE signing_key SET kid = $1 WHERE kid = 'another'`, [kid]);
  await openKeyRing(pool, subkey, log);
});

it('mutation control: takes a sandbox key for one of production when its seal names none', async () => {
  type Module = { openKeyRing: typeof openKeyRing };
  const careless = await mutant<Module>('tokens/signing-keys.ts', [
    '`signing_key|${half}|${env}|${use}|${kid}`',
    '`signing_key|${half}|${use}|${kid}|${env.length * 0}`',
  ]);
  const own = await freshDatabase();
  const { kid } = (await careless.openKeyRing(own.pool, subkey, log)).of('sandbox').active;
  await own.pool.query(`UPDATE signing_key SET env = 'production', state = 'next' WHERE kid = $1`, [kid]);
  expect((await careless.openKeyRing(own.pool, subkey, log)).of('production').verifying.has(kid)).toBe(true);
  await own.drop();
});

const INSERT_RETIRED = `
  INSERT INTO signing_key (kid, env, use, state, public_jwk, retiring_at, retired_at)
  VALUES ($1, 'production', 'sig', 'retired', $2, now() - interval '25 hours', now())`;

it('publishes a retired key as it was sealed, and leaves out one that was not', async () => {
  const { pool } = database;
  await openKeyRing(pool, subkey, log);
  const { rows } = await pool.query<{ kid: string; x: string }>(
    `UPDATE signing_key SET state = 'retiring', retiring_at = now() - interval '26 hours'
      WHERE env = 'production' AND use = 'sig' AND state = 'active' RETURNING kid, public_jwk->>'x' AS x`,
  );
  await rotateKeys(pool, subkey);
  const { kid } = rows[0]!;
  const ours = (await openKeyRing(pool, subkey, log))
    .of('production')
    .jwks.keys.find((key) => key.kid === kid)!;
  await pool.query(SWAP, [kid, foreign(kid)]);
  const again = (await openKeyRing(pool, subkey, log))
    .of('production')
    .jwks.keys.find((key) => key.kid === kid);
  expect(again).toEqual(ours);
  const planted = foreign();
  await pool.query(INSERT_RETIRED, [planted.kid, planted]);
  const published = (await openKeyRing(pool, subkey, log)).of('production').jwks.keys;
  expect(published).toContainEqual(ours);
  expect(published.map((key) => key.kid)).not.toContain(planted.kid);
  expect(left_out).toEqual([planted.kid]);
  type Module = { openKeyRing: typeof openKeyRing };
  const careless = await mutant<Module>('tokens/signing-keys.ts', [
    `openJson(subkey, row.public_sealed ?? Buffer.alloc(0), aad('public', row))`,
    '(row as unknown as { public_jwk: JsonWebKey }).public_jwk',
  ]);
  const { jwks } = (await careless.openKeyRing(pool, subkey, log)).of('production');
  expect(jwks.keys).toContainEqual(planted);
  await pool.query('DELETE FROM signing_key WHERE kid = $1', [planted.kid]);
});

/** A row that opens nothing, planted before the keys are withdrawn; `ring` is that of a running node. */
async function withdrawBeside(plant: (own: FreshDatabase) => Promise<unknown>, open = openKeyRing) {
  const own = await freshDatabase();
  const ring = await open(own.pool, subkey, log);
  const stolen = ring.of('production').active.kid;
  await plant(own);
  await rotateKeys(own.pool, subkey, { emergency: true });
  return { own, ring, stolen };
}

const plantRetired = ({ pool }: FreshDatabase) => pool.query(INSERT_RETIRED, ['junk', { kty: 'OKP' }]);
const plantNext = ({ pool }: FreshDatabase) =>
  pool.query(
    `INSERT INTO signing_key (kid, env, use, state, public_jwk) VALUES ('junk', 'production', 'sig', 'next', '{}')`,
  );

it.each([
  ['retired', plantRetired],
  ['next', plantNext],
])('withdraws a key beside a planted row (%s), and starts again', async (_, plant) => {
  const { own, ring, stolen } = await withdrawBeside(plant);
  // The row is planted again, because a withdrawal retires what was planted before.
  await own.pool.query(`DELETE FROM signing_key WHERE kid = 'junk'`);
  await plant(own);
  await ring.refresh();
  for (const each of [ring, await openKeyRing(own.pool, subkey, log)]) {
    const { verifying, withdrawn, active } = each.of('production');
    expect(verifying.has(stolen)).toBe(false);
    expect(withdrawn.has(stolen)).toBe(true);
    expect(active.kid).not.toBe(stolen);
  }
  expect(left_out).toContain('junk');
  await own.drop();
});

it('withdraws a key when the new active key does not open either, and signs nothing', async () => {
  const { own, ring, stolen } = await withdrawBeside(async () => {});
  const fresh = `env = 'production' AND use = 'sig' AND state = 'active'`;
  await own.pool.query(`UPDATE signing_key SET private_sealed = '' WHERE ${fresh}`);
  await expect(ring.refresh()).rejects.toThrow(/does not open/);
  expect(ring.of('production').verifying.has(stolen)).toBe(false);
  expect(() => ring.of('production').active).toThrow(/does not open/);
  expect(ring.of('sandbox').active.kid).toEqual(expect.any(String));
  await own.drop();
});

it('mutation control: accepts a stolen key for ever when one planted row stops the reading', async () => {
  type Module = { openKeyRing: typeof openKeyRing };
  const careless = await mutant<Module>('tokens/signing-keys.ts', ['    return null;\n', '    throw err;\n']);
  const { own, ring, stolen } = await withdrawBeside(plantNext, careless.openKeyRing);
  await own.pool.query(`DELETE FROM signing_key WHERE kid = 'junk'`);
  await plantNext(own);
  await expect(ring.refresh()).rejects.toThrow();
  expect(ring.of('production').verifying.has(stolen)).toBe(true);
  await expect(careless.openKeyRing(own.pool, subkey, log)).rejects.toThrow();
  await own.drop();
});
