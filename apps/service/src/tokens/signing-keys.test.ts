import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { openEnvelope } from '../privacy/envelope.ts';
import { openKeyRing, rotateKeys } from './signing-keys.ts';

let database: FreshDatabase;
const subkey = openEnvelope(Buffer.alloc(32, 7)).subkey('signing-keys');

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('a node that has not seen a rotation yet accepts signatures of the new key', async () => {
  const { pool } = database;
  await openKeyRing(pool, subkey);
  await pool.query(`UPDATE signing_key SET active_at = now() - interval '89 days 12 hours'`);
  await rotateKeys(pool, subkey);
  const deaf = await openKeyRing(pool, subkey);
  const before = deaf.of('production').active.kid;
  await pool.query(
    `UPDATE signing_key SET active_at = active_at - interval '1 day', created_at = created_at - interval '25 hours'`,
  );
  await rotateKeys(pool, subkey);
  const { active, payload } = (await openKeyRing(pool, subkey)).of('production');
  expect(active.kid).not.toBe(before);
  expect(deaf.of('production').verifying.has(active.kid)).toBe(true);
  expect(deaf.of('production').opening.has(payload.kid)).toBe(true);
  expect(deaf.of('sandbox').verifying.has(active.kid)).toBe(false);
});

it('a key withdrawn in an emergency is refused by every node that has read the keys since', async () => {
  const { pool } = database;
  const ring = await openKeyRing(pool, subkey);
  const stolen = ring.of('production').active.kid;
  await rotateKeys(pool, subkey, { emergency: true });
  await ring.refresh();
  expect(ring.of('production').verifying.has(stolen)).toBe(false);
  expect(ring.of('production').active.kid).not.toBe(stolen);
});
