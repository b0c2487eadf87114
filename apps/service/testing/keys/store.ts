import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKeyIds } from '../../src/privacy/keys/key-id.ts';
import type { KeyStore, StoredKey } from '../../src/privacy/keys/store.ts';

/** A folder for a store of keys, which does not exist yet, and its removal. */
export function keyFolder(): { folder: string; remove(): void } {
  const above = mkdtempSync(join(tmpdir(), 'standpoint-keys-'));
  return { folder: join(above, 'data-keys'), remove: () => rmSync(above, { recursive: true, force: true }) };
}

/** New keys of one pack with random bytes in place of wrapped keys. */
export const newKeys = (count: number, now = Date.now()): StoredKey[] =>
  newKeyIds(count, now).map((key_id) => ({ key_id, wrapped: randomBytes(63) }));

/** The ids of all keys, in order. */
export async function idsIn(store: KeyStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const { key_id } of store.list()) ids.push(key_id);
  return ids.sort();
}

/** The same store with some of its calls replaced. */
export const changed = (store: KeyStore, changes: Partial<KeyStore>): KeyStore =>
  new Proxy(store, {
    get(target, name: keyof KeyStore) {
      const own = changes[name] ?? target[name];
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
