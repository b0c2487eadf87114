import { dirname, join } from 'node:path';
import { randomBytes } from '../../chance.ts';
import { Unavailable } from '../../database/unavailable.ts';
import { fileLedger } from '../ledger/in-files.ts';
import type { LedgerPlace } from '../ledger/ledger.ts';
import {
  createFile,
  entriesOf,
  fillFile,
  makeFolderIn,
  openToOverwrite,
  readIfThere,
  reasonOf,
  removeForGood,
  syncFolder,
} from './disk.ts';
import { forEach } from './each.ts';
import { KEY_FOLDER, openIdentity, readIdentity } from './file-identity.ts';
import { isKeyId, isPackId, keyIdOf, madeAt, packOf, placeOf } from './key-id.ts';
import { encodePack, livePlaces, overwriting, readPlace } from './pack.ts';
import { type KeyStore, KeyStoreRefused, type StoredKey } from './store.ts';

/** Files at once. Node.js has four threads for them, which the rest of the service needs too. */
const READERS = 16;
const WRITERS = 2;

/**
 * Keys in a folder: `FOLDER/<last two characters of the pack's id>/<pack>`, modes 0700 and 0600. The last
 * characters are random, so the 1,024 folders fill evenly.
 */
export async function openFileStore(folder: string, { make = true } = {}): Promise<KeyStore> {
  const place = `file:${folder}`;
  try {
    return new FileStore(folder, place, await openIdentity(folder, make));
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    throw new KeyStoreRefused(`The key store ${place} cannot be opened: ${reason}.`, { cause: error });
  }
}

class FileStore implements KeyStore {
  readonly id: string;
  readonly place: string;
  readonly ledger: LedgerPlace;
  readonly #folder: string;

  constructor(folder: string, place: string, id: string) {
    this.#folder = folder;
    this.place = place;
    this.id = id;
    this.ledger = fileLedger(folder);
  }

  /** A pack is written once and whole; later its keys are only destroyed. */
  async put(keys: readonly StoredKey[]): Promise<void> {
    const packs = Map.groupBy(keys, ({ key_id }) => this.#pathOf(key_id));
    const made: string[] = [];
    try {
      await forEach(packs, WRITERS, ([path, all]) => this.#write(path, all, made));
      await forEach(new Set([...packs.keys()].map(dirname)), WRITERS, syncFolder);
    } catch (error) {
      for (const path of made) await destroyPack(path).catch(() => {});
      throw this.#explained(error, 'written');
    }
  }

  async get(key_id: string): Promise<Buffer | null> {
    return (await this.getMany([key_id])).get(key_id) ?? null;
  }

  async getMany(key_ids: readonly string[]): Promise<Map<string, Buffer>> {
    const found = new Map<string, Buffer>();
    try {
      const packs = Map.groupBy(key_ids, (key_id) => this.#pathOf(key_id));
      let missing = false;
      await forEach(packs, READERS, async ([path, ids]) => {
        const pack = await readIfThere(path);
        missing ||= pack === null;
        for (const key_id of pack ? ids : []) {
          const wrapped = readPlace(pack!, placeOf(key_id));
          if (wrapped) found.set(key_id, wrapped);
        }
      });
      if (missing) await this.#stillThere();
    } catch (error) {
      throw this.#explained(error, 'read');
    }
    return found;
  }

  async destroy(...key_ids: string[]): Promise<void> {
    try {
      const packs = Map.groupBy(key_ids, (key_id) => this.#pathOf(key_id));
      let missing = false;
      await forEach(packs, WRITERS, async ([path, ids]) => {
        missing = !(await destroyPlaces(path, ids.map(placeOf))) || missing;
      });
      if (missing) await this.#stillThere();
    } catch (error) {
      throw this.#explained(error, 'written');
    }
  }

  async *list() {
    for (const { name: folder } of await entriesOf(this.#folder)) {
      if (!KEY_FOLDER.test(folder)) continue;
      for (const { name: pack } of await entriesOf(join(this.#folder, folder))) {
        // A pack without keys was removed meanwhile, or its writer was killed before the first one.
        const bytes = isPackId(pack) ? await readIfThere(join(this.#folder, folder, pack)) : null;
        for (const place of bytes ? livePlaces(bytes) : []) {
          const key_id = keyIdOf(pack, place);
          yield { key_id, made_at: madeAt(key_id) };
        }
      }
    }
  }

  #pathOf(key_id: string): string {
    // Any other text could lead out of the folder.
    if (!isKeyId(key_id)) throw new Error('this is not the id of a data key');
    const pack = packOf(key_id);
    return join(this.#folder, pack.slice(-2), pack);
  }

  async #write(path: string, keys: readonly StoredKey[], made: string[]): Promise<void> {
    let file = await createFile(path);
    if (!file) {
      await this.#stillThere();
      await makeFolderIn(dirname(path));
      file = await createFile(path);
    }
    if (!file) throw new Unavailable(`The key store ${this.place} disappeared.`);
    made.push(path);
    await fillFile(file, encodePack(new Map(keys.map(({ key_id, wrapped }) => [placeOf(key_id), wrapped]))));
  }

  /**
   * Where a disk is not mounted, its folder is empty: every person would look erased, and new keys would lie
   * on the wrong disk. So a file that is missing counts only while the store itself is there.
   */
  async #stillThere(): Promise<void> {
    const id = await readIdentity(this.#folder);
    if (id !== this.id) throw new Unavailable(`The key store ${this.place} is not there any more.`);
  }

  #explained(error: unknown, what: 'read' | 'written'): unknown {
    const reason = error instanceof Unavailable ? null : reasonOf(error);
    if (!reason) return error;
    return new Unavailable(`The key store ${this.place} cannot be ${what}: ${reason}.`, { cause: error });
  }
}

/**
 * Overwrites the places with noise, and removes the file after its last key. False when there was no file.
 * Two processes that destroy the last two keys at once both look after they wrote, so one of them removes it.
 */
async function destroyPlaces(path: string, places: readonly number[]): Promise<boolean> {
  const file = await openToOverwrite(path);
  if (!file) return false;
  let empty: boolean;
  try {
    const before = await file.readFile();
    for (const place of places) {
      const write = overwriting(before, place);
      if (write) await file.write(write.noise, 0, write.noise.length, write.at);
    }
    const after = Buffer.alloc(before.length);
    await file.read(after, 0, after.length, 0);
    empty = livePlaces(after).length === 0;
  } finally {
    await file.close();
  }
  if (empty) await removeForGood(path);
  return true;
}

/** Destroys a pack that was only begun: whatever is in it. */
async function destroyPack(path: string): Promise<void> {
  const file = await openToOverwrite(path);
  if (!file) return;
  try {
    const { size } = await file.stat();
    await file.write(randomBytes(size), 0, size, 0);
  } finally {
    await file.close();
    await removeForGood(path);
  }
}
