import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openTestBucket } from '../../../testing/keys/s3-server.ts';
import { idsIn, keyFolder, newKeys } from '../../../testing/keys/store.ts';
import { mutant, mutantInside } from '../../../testing/mutant.ts';
import { S3Client } from '../../s3/client.ts';
import { openEnvelope } from '../envelope.ts';
import { DataKeys } from './data-keys.ts';
import { openFileStore } from './file-store.ts';
import { rootKeyProvider } from './provider.ts';
import { openS3Store } from './s3-store.ts';

/**
 * Each defence against its attack, and the same attack with the defence switched off, which must succeed. The
 * overwriting, the look at versioning and the forgetting have theirs beside their own tests.
 */

const endings: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of endings.splice(0).reverse()) await end();
});

function place(): string {
  const { folder, remove } = keyFolder();
  endings.push(remove);
  return folder;
}

const KEYS = 'privacy/keys/';
type FileStoreModule = typeof import('./file-store.ts');
type OpenFileStore = FileStoreModule['openFileStore'];
/** Whether the attack succeeds. */
type FileAttack = (openStore: OpenFileStore) => Promise<boolean>;

const overwrites: FileAttack = async (openStore) => {
  const store = await openStore(place());
  const keys = newKeys(1);
  await store.put(keys);
  await store.put([{ ...keys[0]!, wrapped: randomBytes(63) }]).catch(() => {});
  return !(await store.get(keys[0]!.key_id))?.equals(keys[0]!.wrapped);
};

const takesAnEmptyFolderForErased: FileAttack = async (openStore) => {
  const folder = place();
  const store = await openStore(folder);
  const keys = newKeys(1);
  await store.put(keys);
  renameSync(folder, `${folder}-unmounted`);
  mkdirSync(folder, { mode: 0o700 });
  return store.get(keys[0]!.key_id).then(
    (found) => found === null,
    () => false,
  );
};

/** Counts the syncs of one put into a folder that exists. */
const putsWithoutSync: FileAttack = async (openStore) => {
  const folder = place();
  const store = await openStore(folder);
  const [first] = newKeys(1);
  await store.put([first!]);
  const handle = await open(join(folder, 'store.json'));
  await handle.close();
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockClear();
  const [second] = newKeys(1);
  const folder_name = first!.key_id.slice(23, 25);
  await store.put([{ ...second!, key_id: `${second!.key_id.slice(0, 23)}${folder_name}1` }]);
  return sync.mock.calls.length < 2;
};

const opensWhatOthersCanRead: FileAttack = async (openStore) => {
  const folder = place();
  await openStore(folder);
  chmodSync(folder, 0o755);
  return openStore(folder).then(
    () => true,
    () => false,
  );
};

const makesAnotherIdForOldKeys: FileAttack = async (openStore) => {
  const folder = place();
  await (await openStore(folder)).put(newKeys(1));
  rmSync(join(folder, 'store.json'));
  return openStore(folder).then(
    () => true,
    () => false,
  );
};

describe('a store in a folder', () => {
  test.each<[string, FileAttack, string, [string, string]]>([
    ['overwrites no key', overwrites, 'disk.ts', ["open(path, 'wx', 0o600)", "open(path, 'w', 0o600)"]],
    [
      'takes no missing disk for an erasure',
      takesAnEmptyFolderForErased,
      '',
      ['if (id !== this.id) throw', 'if (!this.id) throw'],
    ],
    ['syncs the file', putsWithoutSync, 'disk.ts', ['await file.sync();', '']],
    ['syncs the name of the file', putsWithoutSync, 'disk.ts', ['await folder.sync();', '']],
    ['opens nothing that other users can enter', opensWhatOthersCanRead, 'file-identity.ts', ['0o077', '0']],
    [
      'binds old keys to no new id',
      makesAnotherIdForOldKeys,
      'file-identity.ts',
      ['if (keys)', 'if (keys && false)'],
    ],
  ])('%s', async (_, attack, inner, change) => {
    expect(await attack(openFileStore)).toBe(false);
    const without = inner
      ? await mutantInside<FileStoreModule>(`${KEYS}file-store.ts`, `${KEYS}${inner}`, change)
      : await mutant<FileStoreModule>(`${KEYS}file-store.ts`, change);
    expect(await attack(without.openFileStore)).toBe(true);
  });
});

type Keys = Pick<DataKeys, 'take' | 'open' | 'destroy' | 'sweepOrphans' | 'prepare' | 'close' | 'store'>;
type MakeKeys = (options: ConstructorParameters<typeof DataKeys>[0]) => Keys;
type KeysAttack = (make: MakeKeys) => Promise<boolean>;

async function openKeys(make: MakeKeys, stock?: number) {
  const clock = { now: 1_800_000_000_000, monotonic: 0 };
  const options = {
    store: await openFileStore(place()),
    provider: rootKeyProvider(openEnvelope(randomBytes(32))),
    now: () => clock.now,
    monotonic: () => clock.monotonic,
    log: { warn() {} },
    ...(stock !== undefined && { stock }),
  };
  const node = () => {
    const keys = make(options);
    endings.push(() => keys.close());
    return keys;
  };
  return { keys: node(), node, clock };
}

const opensAMinuteAfterItsErasure: KeysAttack = async (make) => {
  const { keys, node, clock } = await openKeys(make);
  const { key_id } = await keys.take();
  const other = node();
  await other.open(key_id);
  await keys.destroy(key_id);
  clock.monotonic += 55_000;
  return (await other.open(key_id)) !== null;
};

/** The sweep of another node has destroyed the spare key by then. */
const handsOutASweptKey: KeysAttack = async (make) => {
  const { keys, clock } = await openKeys(make);
  await keys.prepare();
  clock.now += 25 * 3_600_000;
  await keys.sweepOrphans(async () => new Set());
  const { key_id } = await keys.take();
  return (await keys.store.get(key_id)) === null;
};

const sweepsForAnOlderCopy: KeysAttack = async (make) => {
  const { keys, clock } = await openKeys(make);
  for (let i = 0; i < 1_001; i++) await keys.take();
  await keys.prepare();
  clock.now += 25 * 3_600_000;
  await keys.sweepOrphans(async () => new Set()).catch(() => {});
  return (await idsIn(keys.store)).length === 0;
};

describe('data keys', () => {
  test.each<[string, KeysAttack, string, [string, string]]>([
    [
      'are forgotten within a minute',
      opensAMinuteAfterItsErasure,
      'cache.ts',
      ['const LIFE_MS = 50_000', 'const LIFE_MS = 5e9'],
    ],
    [
      'are not handed out when a sweep may have met them',
      handsOutASweptKey,
      'stock.ts',
      ['SPARE_LIFE_MS = 6 *', 'SPARE_LIFE_MS = 6e6 *'],
    ],
    [
      'are not swept for an older copy of the database',
      sweepsForAnOlderCopy,
      'sweep.ts',
      ['unknown > seen / 2', 'unknown > seen'],
    ],
  ])('%s', async (_, attack, inner, change) => {
    expect(await attack((options) => new DataKeys(options))).toBe(false);
    const without = await mutantInside<typeof import('./data-keys.ts')>(
      `${KEYS}data-keys.ts`,
      `${KEYS}${inner}`,
      change,
    );
    expect(await attack((options) => new without.DataKeys(options))).toBe(true);
  });
});

type OpenS3Store = typeof openS3Store;
type Bucket = Awaited<ReturnType<typeof openTestBucket>>;
type S3Attack = (openStore: (bucket: Bucket) => ReturnType<OpenS3Store>, bucket: Bucket) => Promise<boolean>;

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

describe('a store in S3', () => {
  test.each<[string, S3Attack, [string, string]]>([
    [
      'destroys no key into a version that stays',
      async (openStore, bucket) => {
        const store = await openStore(bucket);
        const keys = newKeys(1);
        await store.put(keys);
        bucket.versions = true;
        return succeeds(store.destroy(keys[0]!.key_id));
      },
      ["if (headers.has('x-amz-delete-marker') ||", "if (headers.has('never') && "],
    ],
    [
      'uses no server that overwrites',
      async (openStore, bucket) => {
        bucket.ignores_conditions = true;
        return succeeds(openStore(bucket));
      },
      ['await client.call(probe);', '{ ...(await client.call(probe)), status: 412 };'],
    ],
    [
      'takes no bucket that is gone for an erasure',
      async (openStore, bucket) => {
        const store = await openStore(bucket);
        bucket.fault = () => ({ status: 404, code: 'NoSuchBucket' });
        return succeeds(store.get(newKeys(1)[0]!.key_id));
      },
      ["answer.status === 404 && answer.code === 'NoSuchKey'", 'answer.status === 404'],
    ],
  ])('%s', async (_, attack, change) => {
    const without = await mutant<typeof import('./s3-store.ts')>(`${KEYS}s3-store.ts`, change);
    for (const [openStore, expected] of [
      [openS3Store, false],
      [without.openS3Store, true],
    ] as const) {
      const bucket = await openTestBucket();
      endings.push(() => bucket.close());
      const opening = ({ account }: Bucket) =>
        openStore(new S3Client(account, { bucket: 'the-bucket', prefix: '' }), 's3://the-bucket');
      expect(await attack(opening, bucket)).toBe(expected);
    }
  });
});
