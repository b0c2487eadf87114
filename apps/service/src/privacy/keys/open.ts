import type { Database } from '../../database/connect.ts';
import type { S3Account } from '../../s3/account.ts';
import { S3Client } from '../../s3/client.ts';
import { openFileStore } from './file-store.ts';
import { claimKeyStore, readKeyStoreId } from './owner.ts';
import { type KeyPlace, placeName } from './place.ts';
import { openS3Store } from './s3-store.ts';
import { type KeyStore, KeyStoreRefused } from './store.ts';

/** The part of the configuration that says where keys lie. */
export interface KeyStoreSettings {
  key_store: KeyPlace;
  /** For a place in S3. */
  s3: S3Account | null;
}

const openAt = ({ key_store, s3 }: KeyStoreSettings, make: boolean): Promise<KeyStore> =>
  key_store.kind === 'file'
    ? openFileStore(key_store.folder, { make })
    : openS3Store(new S3Client(s3!, key_store), placeName(key_store), { make });

/**
 * The key store of this database. Makes one for a database that has none, and refuses any other store: a
 * second host with a folder of its own, a folder that was not restored with the database, or the store of
 * another database.
 */
export async function openKeyStore(
  { pool }: Pick<Database, 'pool'>,
  settings: KeyStoreSettings,
): Promise<KeyStore> {
  const expected = await readKeyStoreId(pool);
  const store = await openAt(settings, expected === null).catch((error) => {
    if (!(error instanceof KeyStoreRefused) || expected === null) throw error;
    throw new KeyStoreRefused(`${error.message} ${belongs(expected)}`, { cause: error });
  });
  if (expected === null && (await hasKeys(store)) && (await readKeyStoreId(pool)) !== store.id)
    throw new KeyStoreRefused(
      `The key store ${store.place} has keys of another database: this one is new. Name a new place with ` +
        'STANDPOINT_KEY_STORE, or restore the database that the keys belong to.',
    );
  const owner = await claimKeyStore(pool, store.id);
  if (owner !== store.id)
    throw new KeyStoreRefused(`The key store ${store.place} is not that of this database. ${belongs(owner)}`);
  return store;
}

const belongs = (store_id: string): string =>
  `The keys of this database lie in the store ${store_id}: all nodes need one STANDPOINT_KEY_STORE that they ` +
  'share, and a database comes back together with its store.';

async function hasKeys(store: KeyStore): Promise<boolean> {
  for await (const _ of store.list()) return true;
  return false;
}
