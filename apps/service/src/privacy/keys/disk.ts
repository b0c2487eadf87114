import { constants, type Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What the store of keys asks of a file system. Nothing is believed to be on the disk before it was synced. */

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The result, or `otherwise` when there is no such file. */
export async function orWhenMissing<T, O>(work: Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return otherwise;
    throw error;
  }
}

export const readIfThere = (path: string): Promise<Buffer | null> => orWhenMissing(readFile(path), null);

export const entriesOf = (folder: string): Promise<Dirent[]> =>
  orWhenMissing(readdir(folder, { withFileTypes: true }), []);

/** Makes names in the folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder that only its owner can enter, with those above it, and its name durable. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(path));
}

/** The same for one folder. The folder above it must exist: where a disk is not mounted, there is none. */
export async function makeFolderIn(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  await syncFolder(dirname(path));
}

/** Creates a file that must not exist yet; null when there is no such folder. */
export const createFile = (path: string): Promise<FileHandle | null> =>
  orWhenMissing(open(path, 'wx', 0o600), null);

/** Ends a new file with these bytes. They are durable then; the file's name is after `syncFolder`. */
export async function fillFile(file: FileHandle, bytes: Buffer): Promise<void> {
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Opens a file to overwrite parts of it. Each write is on the disk when it resolves. O_SYNC also keeps an NFS
 * client from writing back the whole page: its older copy would revive a key that another node destroyed.
 */
export const openToOverwrite = (path: string): Promise<FileHandle | null> =>
  orWhenMissing(open(path, constants.O_RDWR | constants.O_SYNC), null);

/** Removes the name of a file, for good. It may be gone already. */
export async function removeForGood(path: string): Promise<void> {
  await orWhenMissing(unlink(path), undefined);
  await orWhenMissing(syncFolder(dirname(path)), undefined);
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EACCES: 'this user has no permission',
  EPERM: 'the system does not permit it',
  EROFS: 'it is read-only',
  ENOTDIR: 'a part of the path is a file and not a folder',
  EMFILE: 'this process has too many open files',
  EIO: 'the disk reports an error',
};

/** The cause of a failure in words; null for an error that does not come from the file system. */
export function reasonOf(error: unknown): string | null {
  const code = codeOf(error);
  return code === undefined ? null : (REASONS[code] ?? `${code}`);
}
