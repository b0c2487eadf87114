import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, silent } from '../../testing/database.ts';
import { maintenance } from './maintain.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

test('vacuums and switches the WAL file as the owner, outside a transaction', async () => {
  expect(await fresh.maintain(['VACUUM customer', 'SELECT pg_switch_wal()'])).toBe(true);
});

test('is false, and logs each statement once, when a statement fails', async () => {
  const logged: unknown[] = [];
  const log = { ...silent, warn: (facts: object) => void logged.push(facts) };
  const maintain = maintenance(fresh.owner, log);
  for (let i = 0; i < 3; i++) expect(await maintain(['VACUUM nothing_of_this_name'])).toBe(false);
  expect(logged).toHaveLength(1);
});
