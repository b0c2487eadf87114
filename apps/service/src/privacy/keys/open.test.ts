import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/database.ts';
import { keyFolder, newKeys } from '../../../testing/keys/store.ts';
import { openKeyStore } from './open.ts';
import { readKeyPlace } from './place.ts';

let database: FreshDatabase;
const removals: (() => void)[] = [];
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => database.owner.query('DELETE FROM key_store'));
afterAll(async () => {
  await database.drop();
  for (const remove of removals) remove();
});

function newFolder() {
  const { folder, remove } = keyFolder();
  removals.push(remove);
  return folder;
}
const open = (folder: string) => openKeyStore(database, { key_store: { kind: 'file', folder }, s3: null });

describe('a database', () => {
  test('belongs to the store of its first start, also when several nodes start at once', async () => {
    const folder = newFolder();
    const nodes = await Promise.all([open(folder), open(folder), open(folder)]);
    await nodes[0]!.put(newKeys(3));
    expect(new Set([...nodes, await open(folder)].map(({ id }) => id)).size).toBe(1);
  });

  test('refuses a second host whose store is a folder of its own, and makes none there', async () => {
    const { id } = await open(newFolder());
    const elsewhere = newFolder();
    const refused = open(elsewhere);
    await expect(refused).rejects.toThrow(`There is no key store in ${elsewhere}.`);
    await expect(refused).rejects.toThrow(`lie in the store ${id}: all nodes need one STANDPOINT_KEY_STORE`);
  });

  test('refuses the store of another database', async () => {
    const [ours, theirs] = [newFolder(), newFolder()];
    await open(theirs);
    await database.owner.query('DELETE FROM key_store');
    await open(ours);
    await expect(open(theirs)).rejects.toThrow('is not that of this database');
    expect((await open(ours)).place).toBe(`file:${ours}`);
  });

  test('that is new refuses a store with keys: its sweep would destroy them', async () => {
    const folder = newFolder();
    const store = await open(folder);
    await store.put(newKeys(1));
    await database.owner.query('DELETE FROM key_store');
    await expect(open(folder)).rejects.toThrow('has keys of another database');
    expect((await database.pool.query('SELECT 1 FROM key_store')).rows).toEqual([]);
  });

  test('refuses to go on without the store that it belongs to', async () => {
    const folder = newFolder();
    await open(folder);
    rmSync(folder, { recursive: true });
    await expect(open(folder)).rejects.toThrow(`There is no key store in ${folder}.`);
  });
});

describe('STANDPOINT_KEY_STORE', () => {
  test.each([
    ['file:', { kind: 'file', folder: '/data/data-keys' }],
    ['file:/mnt/keys', { kind: 'file', folder: '/mnt/keys' }],
    ['file:///mnt/keys', { kind: 'file', folder: '/mnt/keys' }],
    ['s3://bucket/keys', { kind: 's3', bucket: 'bucket', prefix: 'keys/' }],
    ['s3://bucket', { kind: 's3', bucket: 'bucket', prefix: '' }],
    ['file:keys', null],
    ['file:/', null],
    ['/mnt/keys', null],
    ['s3:bucket', null],
    ['https://bucket/keys', null],
  ])('%s', (text, place) => {
    expect(readKeyPlace(text, '/data')).toEqual(place);
  });
});
