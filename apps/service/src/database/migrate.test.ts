import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { ForeignSchema, migrate } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'sp-migrations-'));
const empty = join(folder, 'empty');
mkdirSync(empty);
let directory: string;
let fresh: FreshDatabase;

beforeEach(async () => {
  directory = mkdtempSync(join(folder, 'set-'));
  write('0001-first.sql', 'CREATE TABLE first (id int); INSERT INTO first VALUES (1);');
  write('0002-second.sql', 'CREATE TABLE second (id int);');
  fresh = await freshDatabase({ migrations: empty });
});
afterEach(() => fresh.drop());
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, sql: string): void {
  writeFileSync(join(directory, name), sql);
}

async function tables(): Promise<string[]> {
  const { rows } = await fresh.pool.query(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  return rows.map((row) => row.relname);
}

test('applies each pending file once, in order', async () => {
  expect(await migrate(fresh.owner, { directory, dry_run: true })).toEqual({
    applied: [],
    pending: ['0001-first', '0002-second'],
  });
  expect(await tables()).toEqual(['schema_migration']);
  expect((await migrate(fresh.owner, { directory })).applied).toEqual(['0001-first', '0002-second']);
  expect(await migrate(fresh.owner, { directory })).toEqual({ applied: [], pending: [] });
  write('0003-third.sql', 'CREATE TABLE third (id int)');
  expect((await migrate(fresh.owner, { directory, dry_run: true })).pending).toEqual(['0003-third']);
  expect((await migrate(fresh.owner, { directory })).applied).toEqual(['0003-third']);
});

test('applies each file once when several nodes start together', async () => {
  write('0003-slow.sql', 'SELECT pg_sleep(0.2)');
  const results = await Promise.all(Array.from({ length: 4 }, () => migrate(fresh.owner, { directory })));
  expect(results.flatMap(({ applied }) => applied)).toHaveLength(3);
});

test('undoes all of a migration that fails, and keeps those before it', async () => {
  write('0003-broken.sql', 'CREATE TABLE half (id int); SELECT 1 / 0;');
  await expect(migrate(fresh.owner, { directory })).rejects.toThrow(
    'Migration 0003-broken failed: division by zero',
  );
  expect(await tables()).toEqual(['first', 'schema_migration', 'second']);
});

test('refuses a schema that is newer or was altered', async () => {
  await migrate(fresh.owner, { directory });
  write('0002-second.sql', 'CREATE TABLE second (id bigint);');
  await expect(migrate(fresh.owner, { directory })).rejects.toThrow('Migration 0002-second was applied with');
  rmSync(join(directory, '0002-second.sql'));
  const newer = migrate(fresh.owner, { directory });
  await expect(newer).rejects.toThrow(
    'The database is newer than this version: it has migration 0002-second',
  );
  await expect(newer).rejects.toBeInstanceOf(ForeignSchema);
});

test('treats a file with other line ends as the same', async () => {
  write('0002-second.sql', 'CREATE TABLE second\n(id int);\n');
  await migrate(fresh.owner, { directory });
  write('0002-second.sql', 'CREATE TABLE second\r\n(id int);\r\n');
  expect((await migrate(fresh.owner, { directory })).applied).toEqual([]);
});

test('refuses a gap, a double number and a malformed name', async () => {
  write('0004-gap.sql', '');
  await expect(migrate(fresh.owner, { directory })).rejects.toThrow('0004-gap should have the number 3');
  rmSync(join(directory, '0004-gap.sql'));
  write('0002-twice.sql', '');
  await expect(migrate(fresh.owner, { directory })).rejects.toThrow('0002-twice should have the number 3');
  rmSync(join(directory, '0002-twice.sql'));
  write('3-third.sql', '');
  await expect(migrate(fresh.owner, { directory })).rejects.toThrow('3-third.sql is not named like');
});
