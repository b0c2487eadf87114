import { afterAll, expect, test } from 'vitest';
import { changed, keyFolder, newKeys } from '../../testing/keys/store.ts';
import type { Deps } from '../deps.ts';
import { openFileStore } from '../privacy/keys/file-store.ts';
import type { KeyStore } from '../privacy/keys/store.ts';
import { keyStoreFinding } from './key-store-finding.ts';

const { folder, remove } = keyFolder();
afterAll(remove);
const findingOf = (store: KeyStore) =>
  keyStoreFinding({ data_keys: { store }, clock: { now: () => Date.now() } } as unknown as Deps, {
    counting: true,
  });

test('doctor names the place of the key store and the number of keys, and leaves none of its own', async () => {
  const store = await openFileStore(folder);
  await store.put(newKeys(5));
  for (let round = 0; round < 2; round++) {
    const { ok, says } = await findingOf(store);
    expect([ok, says]).toEqual([true, expect.stringContaining(`file:${folder}, 5 keys`)]);
  }
});

test('doctor is not content with a store that cannot be written, that loses keys, or that keeps them', async () => {
  const store = await openFileStore(folder);
  const full = async () => {
    throw new Error('the disk is full');
  };
  expect(await findingOf(changed(store, { put: full }))).toMatchObject({
    ok: false,
    says: 'the disk is full',
  });
  expect(await findingOf(changed(store, { get: async () => null }))).toMatchObject({
    ok: false,
    says: expect.stringContaining('just stored is not there'),
  });
  expect(await findingOf(changed(store, { destroy: async () => {} }))).toMatchObject({
    ok: false,
    says: expect.stringContaining('just destroyed is still there'),
  });
});
