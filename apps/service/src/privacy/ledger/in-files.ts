import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../../database/unavailable.ts';
import {
  createFile,
  entriesOf,
  fillFile,
  makeFolderIn,
  readIfThere,
  reasonOf,
  removeForGood,
  syncFolder,
} from '../keys/disk.ts';
import type { LedgerPlace } from './ledger.ts';

/** Entries in `FOLDER/erasures`, one file each: nodes that share the folder never write into the same one. */
export function fileLedger(folder: string): LedgerPlace {
  const root = join(folder, 'erasures');
  const pathOf = (name: string) => join(root, name);

  /** A file appears whole, or not at all: half an entry would stop every start. */
  async function write(name: string, text: string): Promise<void> {
    const draft = pathOf(`${name}.${randomUUID()}`);
    let file = await createFile(draft);
    if (!file) {
      await makeFolderIn(root);
      file = await createFile(draft);
    }
    if (!file) throw new Error('the folder of erasures cannot be made');
    try {
      await fillFile(file, Buffer.from(`${text}\n`));
      await rename(draft, pathOf(name));
    } catch (error) {
      await removeForGood(draft).catch(() => {});
      throw error;
    }
    await syncFolder(root);
  }

  return {
    async note(name, text) {
      try {
        if (!(await readIfThere(pathOf(name)))) await write(name, text);
      } catch (error) {
        const reason = reasonOf(error);
        if (!reason) throw error;
        throw new Unavailable(`The ledger in ${root} cannot be written: ${reason}.`, { cause: error });
      }
    },
    async read(name) {
      return (await readIfThere(pathOf(name)))?.toString('utf8') ?? null;
    },
    async *names() {
      for (const { name } of await entriesOf(root)) yield name;
    },
  };
}
