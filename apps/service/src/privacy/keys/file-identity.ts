import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createFile,
  entriesOf,
  fillFile,
  makeFolder,
  orWhenMissing,
  readIfThere,
  syncFolder,
} from './disk.ts';
import { KeyStoreRefused } from './store.ts';

export const IDENTITY = 'store.json';
export const KEY_FOLDER = /^[0-9A-HJKMNP-TV-Z]{2}$/;

const idIn = (text: Buffer, path: string): string => {
  try {
    const { store_id } = JSON.parse(text.toString('utf8')) as { store_id: unknown };
    if (typeof store_id === 'string' && /^[0-9a-f-]{36}$/.test(store_id)) return store_id;
  } catch {
    // Reported below, as any other content.
  }
  throw new KeyStoreRefused(`${path} cannot be understood: restore it from your backup of the key store.`);
};

/** The id of the store in this folder; null when there is none. */
export async function readIdentity(folder: string): Promise<string | null> {
  const path = join(folder, IDENTITY);
  const text = await readIfThere(path);
  return text && idIn(text, path);
}

async function refuseOpenToOthers(folder: string): Promise<void> {
  const found = await orWhenMissing(stat(folder), null);
  if (found && (found.mode & 0o077) !== 0)
    throw new KeyStoreRefused(
      `The key store ${folder} is open to other users: run chmod 700 on it, then start again.`,
    );
}

/**
 * The id of the store in this folder, which is made on first use. The file appears with its content, so of two
 * starts at once one makes the id and both use it. Keys without an id are no store: whoever lost the file
 * could otherwise bind the keys of one database to another, and the sweep would destroy them there.
 */
export async function openIdentity(folder: string, make: boolean): Promise<string> {
  await refuseOpenToOthers(folder);
  const found = await readIdentity(folder);
  if (found) return found;
  const keys = (await entriesOf(folder)).some(({ name }) => KEY_FOLDER.test(name));
  // Another process may have made the store, and keys in it, since the first look.
  const made = await readIdentity(folder);
  if (made) return made;
  if (keys)
    throw new KeyStoreRefused(
      `The key store ${folder} has keys but no ${IDENTITY}: restore that file from your backup of the store.`,
    );
  if (!make) throw new KeyStoreRefused(`There is no key store in ${folder}.`);
  return makeIdentity(folder);
}

async function makeIdentity(folder: string): Promise<string> {
  await makeFolder(folder);
  const path = join(folder, IDENTITY);
  const draft = `${path}.${randomUUID()}`;
  const file = await createFile(draft);
  if (!file) throw new KeyStoreRefused(`The key store ${folder} disappeared while it was opened.`);
  await fillFile(file, Buffer.from(`${JSON.stringify({ store_id: randomUUID() })}\n`));
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
  return idIn(await readFile(path), path);
}
