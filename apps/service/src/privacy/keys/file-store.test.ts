import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { keyFolders } from '../../../testing/keys/folders.ts';
import { idsIn, newKeys } from '../../../testing/keys/store.ts';
import { mutant } from '../../../testing/mutant.ts';
import { openFileStore } from './file-store.ts';
import { packOf } from './key-id.ts';

const { place, removals } = keyFolders();
afterEach(() => {
  vi.restoreAllMocks();
});

const fileOf = (folder: string, key_id: string) => join(folder, packOf(key_id).slice(-2), packOf(key_id));
const everyFile = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

/** The prototype of open files, so that a test can watch or break their methods. */
async function fileMethods(folder: string) {
  const file = await open(join(folder, 'store.json'));
  await file.close();
  return Object.getPrototypeOf(file) as { sync(): Promise<void>; writeFile(bytes: Buffer): Promise<void> };
}

describe('a store of keys in a folder', () => {
  test('finds each key that it stored, also after it was opened again', async () => {
    const folder = place();
    const store = await openFileStore(folder);
    const keys = [...newKeys(31), ...newKeys(1), ...newKeys(7)];
    await store.put(keys);
    const again = await openFileStore(folder);
    expect([again.id, again.place]).toEqual([store.id, `file:${folder}`]);
    for (const { key_id, wrapped } of keys) expect((await again.get(key_id))?.equals(wrapped)).toBe(true);
    const found = await again.getMany([...keys.map(({ key_id }) => key_id), newKeys(1)[0]!.key_id]);
    expect(found.size).toBe(keys.length);
    expect(await idsIn(again)).toEqual(keys.map(({ key_id }) => key_id).sort());
  });

  test('lists keys with the time at which they were made', async () => {
    const store = await openFileStore(place());
    await store.put(newKeys(2, 1_700_000_000_123));
    for await (const { made_at } of store.list()) expect(made_at.getTime()).toBe(1_700_000_000_123);
  });

  test('lets only its owner read', async () => {
    const folder = place();
    const store = await openFileStore(folder);
    const keys = newKeys(3);
    await store.put(keys);
    const file = fileOf(folder, keys[0]!.key_id);
    expect([folder, join(file, '..')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    expect([file, join(folder, 'store.json')].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
    chmodSync(folder, 0o750);
    await expect(openFileStore(folder)).rejects.toThrow('open to other users: run chmod 700');
  });

  test('has synced the file and its folder when put resolves, once each for a whole pack', async () => {
    const folder = place();
    const store = await openFileStore(folder);
    const first = newKeys(1);
    await store.put(first);
    const sync = vi.spyOn(await fileMethods(folder), 'sync');
    // In the folder of `first`, which exists.
    const ids = newKeys(31).map(({ key_id, wrapped }) => ({
      key_id: key_id.slice(0, 23) + packOf(first[0]!.key_id).slice(-2) + key_id.at(-1),
      wrapped,
    }));
    await store.put(ids);
    expect(sync).toHaveBeenCalledTimes(2);
  });

  test('never overwrites a key, and keeps none of a put that failed', async () => {
    const folder = place();
    const store = await openFileStore(folder);
    const [old] = newKeys(1);
    await store.put([old!]);
    const fresh = newKeys(4);
    await expect(store.put([...fresh, { ...old!, wrapped: Buffer.alloc(63) }])).rejects.toThrow('EEXIST');
    expect((await store.get(old!.key_id))?.equals(old!.wrapped)).toBe(true);
    expect(await idsIn(store)).toEqual([old!.key_id]);
    expect(everyFile(folder).length).toBe(2);
  });

  test('takes no text for an id that could lead out of its folder', async () => {
    const store = await openFileStore(place());
    const { key_id } = newKeys(1)[0]!;
    for (const id of [
      '',
      '../../store.json',
      `${key_id}0`,
      `${key_id.slice(0, -1)}0`,
      key_id.toLowerCase(),
    ]) {
      await expect(store.get(id)).rejects.toThrow('not the id of a data key');
      await expect(store.destroy(id)).rejects.toThrow('not the id of a data key');
      await expect(store.put([{ key_id: id, wrapped: Buffer.alloc(1) }])).rejects.toThrow('not the id');
    }
  });

  test('holds blobs of a key service, which are larger', async () => {
    const store = await openFileStore(place());
    const keys = newKeys(31).map(({ key_id }, index) => ({
      key_id,
      wrapped: Buffer.alloc(200 + index, index),
    }));
    await store.put(keys);
    await store.destroy(keys[3]!.key_id);
    for (const [index, { key_id, wrapped }] of keys.entries())
      expect(await store.get(key_id)).toEqual(index === 3 ? null : wrapped);
  });
});

/** Whether the key can be read in a file that was opened before the key was destroyed. */
async function staysReadable(openStore: typeof openFileStore, count: number): Promise<boolean> {
  const folder = place();
  const store = await openStore(folder);
  const keys = newKeys(count);
  await store.put(keys);
  const { key_id, wrapped } = keys[0]!;
  const file = openSync(fileOf(folder, key_id), 'r');
  removals.push(() => closeSync(file));
  await store.destroy(key_id);
  expect(await store.get(key_id)).toBeNull();
  const bytes = Buffer.alloc(fstatSync(file).size);
  readSync(file, bytes, 0, bytes.length, 0);
  // A quarter of the key is enough to find it.
  return bytes.includes(wrapped.subarray(16, 32));
}

describe('a destroyed key', () => {
  test.each([1, 31])('leaves no bytes in the file that it lay in, of a pack of %d', async (count) => {
    expect(await staysReadable(openFileStore, count)).toBe(false);
  });

  test('would leave them without the overwriting', async () => {
    const without = await mutant<typeof import('./file-store.ts')>('privacy/keys/file-store.ts', [
      'if (write) await file.write(write.noise, 0, write.noise.length, write.at);',
      'if (write) await file.write(Buffer.of(0), 0, 1, write.at);',
    ]);
    expect(await staysReadable(without.openFileStore, 1)).toBe(true);
  });

  test('leaves the other keys of its pack, and the last one takes the file with it', async () => {
    const folder = place();
    const store = await openFileStore(folder);
    const keys = newKeys(5);
    await store.put(keys);
    for (const [index, { key_id }] of keys.entries()) {
      await store.destroy(key_id);
      await store.destroy(key_id);
      const left = keys.slice(index + 1).map((key) => key.key_id);
      expect([...(await store.getMany(keys.map((key) => key.key_id))).keys()].sort()).toEqual(left);
      expect(await idsIn(store)).toEqual(left);
    }
    expect(everyFile(folder).map(({ name }) => name)).toEqual(['store.json']);
  });

  test('may be destroyed by many calls at once', async () => {
    const folder = place();
    const [one, two] = [await openFileStore(folder), await openFileStore(folder)];
    const keys = newKeys(31);
    await one.put(keys);
    const both = [...keys, ...keys].map(({ key_id }, index) => (index % 2 ? one : two).destroy(key_id));
    await Promise.all(both);
    expect([await idsIn(one), everyFile(folder).length]).toEqual([[], 1]);
  });
});

describe('a store that cannot be used', () => {
  test('is refused when it has keys but lost its id', async () => {
    const folder = place();
    await (await openFileStore(folder)).put(newKeys(1));
    rmSync(join(folder, 'store.json'));
    await expect(openFileStore(folder)).rejects.toThrow('has keys but no store.json');
    expect(existsSync(join(folder, 'store.json'))).toBe(false);
    writeFileSync(join(folder, 'store.json'), '{}', { mode: 0o600 });
    await expect(openFileStore(folder)).rejects.toThrow('cannot be understood');
  });

  test('is not made where one must exist', async () => {
    const folder = place();
    await expect(openFileStore(folder, { make: false })).rejects.toThrow(
      `There is no key store in ${folder}`,
    );
    expect(existsSync(folder)).toBe(false);
  });

  test('is named with one reason when its folder cannot be made', async () => {
    const folder = place();
    writeFileSync(folder, '');
    chmodSync(folder, 0o600);
    await expect(openFileStore(folder)).rejects.toThrow(
      /^The key store file:.* cannot be opened: a part of the/,
    );
  });

  test('says so when the disk is full, and keeps no half of a key', async () => {
    const folder = place();
    const store = await openFileStore(folder);
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    vi.spyOn(await fileMethods(folder), 'writeFile').mockRejectedValueOnce(full);
    await expect(store.put(newKeys(3))).rejects.toThrow(
      expect.objectContaining({
        name: 'Unavailable',
        message: `The key store file:${folder} cannot be written: the disk is full.`,
      }),
    );
    expect(everyFile(folder).map(({ name }) => name)).toEqual(['store.json']);
  });

  test.skipIf(process.getuid?.() === 0)('says so when its folder is read-only', async () => {
    const folder = place();
    const store = await openFileStore(folder);
    chmodSync(folder, 0o500);
    removals.push(() => chmodSync(folder, 0o700));
    await expect(store.put(newKeys(1))).rejects.toThrow('this user has no permission');
  });

  test('throws when its disk is not mounted: no person must look erased, and no key lie elsewhere', async () => {
    const folder = place();
    const store = await openFileStore(folder);
    const keys = newKeys(1);
    await store.put(keys);
    renameSync(folder, `${folder}-unmounted`);
    mkdirSync(folder, { mode: 0o700 });
    const { key_id } = keys[0]!;
    for (const call of [() => store.get(key_id), () => store.destroy(key_id), () => store.put(newKeys(1))])
      await expect(call()).rejects.toThrow(expect.objectContaining({ name: 'Unavailable' }));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('has no key in a file that a killed writer had only begun', async () => {
    const folder = place();
    const store = await openFileStore(folder);
    const [begun, zeros] = [newKeys(1)[0]!.key_id, newKeys(1)[0]!.key_id];
    for (const [key_id, bytes] of [
      [begun, 0],
      [zeros, 256],
    ] as const) {
      const file = fileOf(folder, key_id);
      mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
      writeFileSync(file, Buffer.alloc(bytes), { mode: 0o600 });
      expect(await store.get(key_id)).toBeNull();
    }
    expect(await idsIn(store)).toEqual([]);
    await store.destroy(begun, zeros);
    expect(everyFile(folder).map(({ name }) => name)).toEqual(['store.json']);
  });
});
