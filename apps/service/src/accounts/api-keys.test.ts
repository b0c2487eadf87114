import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { createKey, listKeys, rotateKey } from './api-keys.ts';
import { createOrganization } from './organizations.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('gives a key no longer life when it is rotated again, and revives none', async () => {
  const { db, pool } = database;
  const { org } = await createOrganization(db, 'Example');
  const { id } = await createKey(db, { org, env: 'production', kind: 'api', name: 'one' });
  const dies = async () => Date.parse((await listKeys(db, org)).find((key) => key.id === id)!.expires_at!);
  expect(await rotateKey(db, { org, key_id: id }, '1h')).not.toBeNull();
  const first = await dies();
  expect(await rotateKey(db, { org, key_id: id }, '7d')).not.toBeNull();
  expect(await dies()).toBe(first);
  await pool.query(`UPDATE api_key SET expires_at = now() - interval '1 s' WHERE key_id = $1`, [id]);
  const dead = await dies();
  expect(await rotateKey(db, { org, key_id: id }, '24h')).toBeNull();
  expect(await dies()).toBe(dead);
});
