import { afterAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from './database.ts';

const opened: FreshDatabase[] = [];
afterAll(() => Promise.all(opened.map((database) => database.drop())));

test('gives each caller a migrated database of its own, even many at once', async () => {
  opened.push(...(await Promise.all(Array.from({ length: 4 }, () => freshDatabase()))));
  const names = await Promise.all(
    opened.map(async ({ pool }) => {
      const { rows } = await pool.query('SELECT current_database() AS name FROM schema_migration');
      return rows[0].name;
    }),
  );
  expect(new Set(names).size).toBe(4);
});
