import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { changed, idsIn, keyFolder } from '../../../testing/keys/store.ts';
import { mutant, mutantInside } from '../../../testing/mutant.ts';
import { openBytes, openEnvelope, sealBytes, WRAPPING } from '../envelope.ts';
import { DataKeys } from './data-keys.ts';
import { deriveFor } from './derive.ts';
import { openFileStore } from './file-store.ts';
import { packOf } from './key-id.ts';
import { keyContext, rootKeyProvider, unwrapWithRootKey } from './provider.ts';
import type { KeyStore } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const envelope = openEnvelope(randomBytes(32));
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

type Options = ConstructorParameters<typeof DataKeys>[0];

/** Keys on a new store, with a clock that a test sets. */
async function openKeys(options: Partial<Options> = {}, make = (all: Options) => new DataKeys(all)) {
  const { folder, remove } = keyFolder();
  endings.push(remove);
  const store = options.store ?? (await openFileStore(folder));
  const clock = { now: 1_800_000_000_000, monotonic: 0 };
  const log = { warn: vi.fn() };
  const all = {
    store,
    provider: rootKeyProvider(envelope),
    now: () => clock.now,
    monotonic: () => clock.monotonic,
    log,
    ...options,
  };
  const keys = make(all);
  endings.push(() => keys.close());
  return { keys, store, clock, log, node: () => make(all) };
}

/** A store of which a test can watch, delay or break the calls. */
function watched(store: KeyStore): KeyStore {
  const put = vi.fn((keys: Parameters<KeyStore['put']>[0]) => store.put(keys));
  const get = vi.fn((key_id: string) => store.get(key_id));
  // Not bound, so that a test finds the same functions again.
  return new Proxy(store, {
    get(target, name: keyof KeyStore) {
      if (name === 'put') return put;
      if (name === 'get') return get;
      const own = target[name];
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

async function openWatched(options: Partial<Options> = {}) {
  const { folder, remove } = keyFolder();
  endings.push(remove);
  const store = watched(await openFileStore(folder));
  return { ...(await openKeys({ ...options, store })), store };
}

const sealedBy = (key: Parameters<typeof sealBytes>[0]) => sealBytes(key, 'a position', 'of a row');

describe('data keys', () => {
  test('open what another node sealed, each with its own key', async () => {
    const { keys, node } = await openKeys();
    const [one, two] = [await keys.take(), await keys.take()];
    const sealed = sealedBy(one.key);
    const other = node();
    endings.push(() => other.close());
    expect(openBytes((await other.open(one.key_id))!, sealed, 'of a row').toString()).toBe('a position');
    expect(() => openBytes(two.key, sealed, 'of a row')).toThrow();
    const many = await other.openMany([one.key_id, two.key_id]);
    expect(openBytes(many.get(one.key_id)!, sealed, 'of a row').toString()).toBe('a position');
    expect([...many.keys()]).toEqual([one.key_id, two.key_id]);
  });

  test('refuse a stored key that was changed, or put in the place of another', async () => {
    const { keys, store } = await openKeys({ stock: 2 });
    const [one, two] = [await keys.take(), await keys.take()];
    const blob = (await store.get(one.key_id))!;
    const provider = rootKeyProvider(envelope);
    await expect(provider.unwrap(blob, keyContext(two.key_id))).rejects.toThrow();
    for (let i = 0; i < blob.length; i++) {
      const changed = Buffer.from(blob);
      changed[i]! ^= 1;
      await expect(provider.unwrap(changed, keyContext(one.key_id))).rejects.toThrow();
    }
    const opened = unwrapWithRootKey(envelope.subkey(WRAPPING), blob, keyContext(one.key_id));
    expect(opened.equals(one.key)).toBe(true);
    const lying = changed(store, { get: async () => blob });
    const { keys: fooled } = await openKeys({ store: lying });
    await expect(fooled.open(two.key_id)).rejects.toThrow(`the data key ${two.key_id} in ${store.place}`);
    expect((await fooled.open(one.key_id))?.equals(one.key)).toBe(true);
  });

  test('seal for one person only: with the key id of another, a row opens nothing', async () => {
    const { keys } = await openKeys();
    const { key } = await keys.take();
    const sealed = sealedBy(deriveFor(key, 'org|production|anna'));
    expect(openBytes(deriveFor(key, 'org|production|anna'), sealed, 'of a row').toString()).toBe(
      'a position',
    );
    for (const other of ['org|production|bert', 'org|sandbox|anna', 'gro|production|anna', ''])
      expect(() => openBytes(deriveFor(key, other), sealed, 'of a row')).toThrow();
    expect(() => openBytes(key, sealed, 'of a row')).toThrow();
    // Control: one key for all contexts would open it.
    const { deriveFor: careless } = await mutant<typeof import('./derive.ts')>('privacy/keys/derive.ts', [
      '\\0${context}',
      '',
    ]);
    const loose = sealedBy(careless(key, 'org|production|anna'));
    expect(openBytes(careless(key, 'org|production|bert'), loose, 'of a row').toString()).toBe('a position');
  });
});

describe('the stock of spare keys', () => {
  test('serves many calls at once with few writes, and no key twice', async () => {
    const { keys, store } = await openWatched();
    const taken = await Promise.all(Array.from({ length: 200 }, () => keys.take()));
    expect(new Set(taken.map(({ key_id }) => key_id)).size).toBe(200);
    expect(vi.mocked(store.put).mock.calls.length).toBeLessThan(15);
    expect((await store.getMany(taken.map(({ key_id }) => key_id))).size).toBe(200);
  });

  test('is there before the first call, which then waits for no write', async () => {
    const { keys, store } = await openWatched();
    await keys.prepare();
    vi.mocked(store.put).mockImplementation(() => new Promise(() => {}));
    const taken = await Promise.all(Array.from({ length: 30 }, () => keys.take()));
    expect((await store.getMany(taken.map(({ key_id }) => key_id))).size).toBe(30);
  });

  test('is destroyed at a clean stop, except what was taken', async () => {
    const { keys, store } = await openKeys();
    const { key_id } = await keys.take();
    await keys.close();
    expect(await idsIn(store)).toEqual([key_id]);
    await expect(keys.take()).rejects.toThrow('closed');
  });

  test('hands out no key that is older than six hours, and destroys it', async () => {
    const { keys, store, clock } = await openKeys();
    await keys.prepare();
    const old = new Set((await idsIn(store)).map(packOf));
    clock.now += 6 * HOUR_MS + 1;
    const { key_id } = await keys.take();
    expect(old.has(packOf(key_id))).toBe(false);
    const left = async () => (await idsIn(store)).filter((id) => old.has(packOf(id)));
    await expect.poll(left).toEqual([]);
  });

  test('fails every waiting call while the store cannot be written, and serves the next one', async () => {
    const { keys, store, log } = await openWatched();
    vi.mocked(store.put).mockRejectedValueOnce(new Error('the disk is full'));
    const failed = await Promise.allSettled([keys.take(), keys.take()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(log.warn).toHaveBeenCalledTimes(1);
    await keys.take();
  });
});

describe('an opened key', () => {
  test('is read once for many calls, and again after less than 60 seconds', async () => {
    const { keys, node, store, clock } = await openWatched();
    const { key_id } = await keys.take();
    const other = node();
    endings.push(() => other.close());
    await Promise.all(Array.from({ length: 20 }, () => other.open(key_id)));
    clock.monotonic += 49_000;
    await other.open(key_id);
    expect(store.get).toHaveBeenCalledTimes(1);
    clock.monotonic += 1_000;
    await other.open(key_id);
    expect(store.get).toHaveBeenCalledTimes(2);
  });

  test('is gone at once where it is destroyed, and within 60 seconds on other nodes', async () => {
    const { keys, node, clock } = await openKeys();
    const { key_id } = await keys.take();
    const [told, untold] = [node(), node()];
    for (const each of [told, untold]) {
      endings.push(() => each.close());
      await each.open(key_id);
    }
    await keys.destroy(key_id);
    expect(await keys.open(key_id)).toBeNull();
    told.forget(key_id);
    expect([await told.open(key_id), (await told.openMany([key_id])).size]).toEqual([null, 0]);
    clock.monotonic += 55_000;
    expect([await untold.open(key_id), (await untold.openMany([key_id])).size]).toEqual([null, 0]);
  });

  /** Whether a node remembers a key that was destroyed while the node was reading it. */
  async function remembersDestroyed(make?: (all: Options) => DataKeys): Promise<boolean> {
    const { folder, remove } = keyFolder();
    endings.push(remove);
    const store = watched(await openFileStore(folder));
    const { keys, node } = await openKeys({ store }, make);
    const { key_id } = await keys.take();
    const other = node();
    endings.push(() => other.close());
    const blob = await store.get(key_id);
    const slow = Promise.withResolvers<Buffer | null>();
    vi.mocked(store.get).mockReturnValueOnce(slow.promise);
    const reading = other.open(key_id);
    await other.destroy(key_id);
    slow.resolve(blob);
    await reading;
    return (await other.open(key_id)) !== null;
  }

  test('is not remembered when it is destroyed while it is read', async () => {
    expect(await remembersDestroyed()).toBe(false);
    const without = await mutantInside<typeof import('./data-keys.ts')>(
      'privacy/keys/data-keys.ts',
      'privacy/keys/cache.ts',
      ['if (key && this.#reading.get(key_id) === opened)', 'if (key)'],
    );
    expect(await remembersDestroyed((all) => new without.DataKeys(all) as unknown as DataKeys)).toBe(true);
  });

  test('does not push out others when there are thousands', async () => {
    const { keys, store, clock } = await openWatched();
    const all = await Promise.all(Array.from({ length: 100 }, () => keys.take()));
    clock.monotonic += 60_000;
    await keys.open(all[0]!.key_id);
    expect((await keys.openMany(all.map(({ key_id }) => key_id))).size).toBe(100);
    await keys.open(all[0]!.key_id);
    expect(store.get).toHaveBeenCalledTimes(1);
  });
});

describe('the sweep', () => {
  const sweepWith = async (known: string[], { keys }: { keys: DataKeys }) =>
    keys.sweepOrphans(async (ids) => new Set(ids.filter((id) => known.includes(id))));

  test('destroys keys that no person has after a day, and those of a killed process', async () => {
    const opened = await openKeys({ stock: 4 });
    const [used, lost] = [await opened.keys.take(), await opened.keys.take()];
    await opened.keys.prepare();
    opened.clock.now += DAY_MS - 1;
    expect(await sweepWith([used.key_id], opened)).toEqual({ seen: 0, destroyed: 0 });
    opened.clock.now += 2;
    const before = (await idsIn(opened.store)).length;
    expect(await sweepWith([used.key_id], opened)).toEqual({ seen: before, destroyed: before - 1 });
    expect(await idsIn(opened.store)).toEqual([used.key_id]);
    expect(await opened.store.get(lost.key_id)).toBeNull();
    await expect(opened.keys.sweepOrphans(async () => new Set(), { older_than_ms: HOUR_MS })).rejects.toThrow(
      'about to be used',
    );
  });

  test('spares a key that got its person while the sweep ran', async () => {
    const { keys, store, clock } = await openKeys({ stock: 4 });
    const { key_id } = await keys.take();
    await keys.prepare();
    clock.now += 2 * DAY_MS;
    const answers = [new Set<string>(), new Set([key_id])];
    await keys.sweepOrphans(async () => answers.shift()!);
    expect(await idsIn(store)).toEqual([key_id]);
  });

  test('destroys nothing when most keys are unknown: the database may be an older copy', async () => {
    const { keys, store, clock } = await openKeys();
    const taken: string[] = [];
    while (taken.length < 1_200) taken.push((await keys.take()).key_id);
    await keys.prepare();
    clock.now += 2 * DAY_MS;
    const there = (await idsIn(store)).length;
    await expect(sweepWith(taken.slice(0, 100), { keys })).rejects.toThrow('an older copy');
    expect((await idsIn(store)).length).toBe(there);
    const swept = await sweepWith(taken.slice(0, 1_000), { keys });
    expect([swept.destroyed, (await store.getMany(taken)).size]).toEqual([there - 1_000, 1_000]);
  });
});
