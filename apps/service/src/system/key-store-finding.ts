import type { Deps } from '../deps.ts';
import { newKeyIds } from '../privacy/keys/key-id.ts';
import type { KeyStore } from '../privacy/keys/store.ts';
import type { Finding } from './finding.ts';

/** To count more would take longer than an operator waits. */
const COUNTED = 100_000;

async function countKeys(store: KeyStore): Promise<string> {
  let count = 0;
  for await (const _ of store.list()) if (++count > COUNTED) return `more than ${COUNTED} keys`;
  return `${count} keys`;
}

/** Stores a key, reads it and destroys it: what the first call of a new person, and its erasure, will need. */
async function tryOut(store: KeyStore, now: number): Promise<string | null> {
  const [key_id] = newKeyIds(1, now) as [string];
  const wrapped = Buffer.from('a probe of doctor');
  await store.put([{ key_id, wrapped }]);
  const read = await store.get(key_id);
  await store.destroy(key_id);
  if (!read?.equals(wrapped)) return 'a key that was just stored is not there';
  return (await store.get(key_id)) === null ? null : 'a key that was just destroyed is still there';
}

/**
 * The store that the start opened belongs to this database, and only its owner can enter its folder.
 * `counting`: to list all keys costs an object store many calls, which the operator's command may ask for, and a
 * member's page may not.
 */
export async function keyStoreFinding(
  { data_keys, clock }: Pick<Deps, 'data_keys' | 'clock'>,
  { counting }: { counting: boolean },
): Promise<Finding> {
  const { store } = data_keys;
  const name = 'key store';
  try {
    const wrong = await tryOut(store, clock.now());
    if (wrong) return { name, ok: false, says: `${store.place}: ${wrong}` };
    const keys = counting ? `, ${await countKeys(store)}` : '';
    return {
      name,
      ok: true,
      says: `${store.place}${keys}; keep it with the database, and its copies apart`,
    };
  } catch (error) {
    return { name, ok: false, says: (error as Error).message };
  }
}
