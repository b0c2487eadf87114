import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { BUNDLED_DATA } from './artefact.ts';

/**
 * The files of geographic data:
 *
 *   DATA_DIR/geo/current.json       names the snapshot in use, and the one before
 *   DATA_DIR/geo/snapshots/<name>/  manifest.json, NOTICE.md and the artefacts of one update; it never changes
 *
 * `current.json` is replaced by one rename, after everything it names is safe on disk. A reader, even after a
 * crash, finds the old data whole or the new data whole.
 */
interface Pointer {
  format: 1;
  current: string;
  /** The snapshot that `--rollback` returns to; null when there is none. */
  previous: string | null;
}

/** Name of the data that come with the service. */
export const BUNDLED = 'bundled';

const NAME = /^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{12}$/;

export const geoFolder = (data_dir: string) => join(data_dir, 'geo');
export const pointerFile = (data_dir: string) => join(geoFolder(data_dir), 'current.json');
const snapshotsFolder = (data_dir: string) => join(geoFolder(data_dir), 'snapshots');
export const snapshotFolder = (data_dir: string, name: string) =>
  name === BUNDLED ? BUNDLED_DATA : join(snapshotsFolder(data_dir), name);

/** `20261121T143000Z-0123456789ab`: the time of the update, and the start of its manifest's digest. */
export const snapshotName = (now_ms: number, digest: string) =>
  `${new Date(now_ms).toISOString().replace(/[-:]|\.\d+/g, '')}-${digest.slice(0, 12)}`;

/**
 * Reads the pointer; without a file, the data of the service are in use. Throws when the file holds content
 * that this version did not write.
 */
export function readPointer(data_dir: string): Pointer {
  let text: string;
  try {
    text = readFileSync(pointerFile(data_dir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { format: 1, current: BUNDLED, previous: null };
  }
  const known = (name: unknown) => name === BUNDLED || (typeof name === 'string' && NAME.test(name));
  const pointer = parsePointer(text);
  // The names become paths, so only a snapshot's name is accepted.
  if (
    pointer?.format !== 1 ||
    !known(pointer.current) ||
    !(pointer.previous === null || known(pointer.previous))
  )
    throw new Error(
      `${pointerFile(data_dir)} is damaged: delete it to use the data that come with the service.`,
    );
  return pointer;
}

function parsePointer(text: string): Pointer | null {
  try {
    return JSON.parse(text) as Pointer;
  } catch {
    return null;
  }
}

/** The snapshot in use: the one installed last, or the bundled one. */
export function currentSnapshot(data_dir: string): { name: string; folder: string } {
  const { current } = readPointer(data_dir);
  return { name: current, folder: snapshotFolder(data_dir, current) };
}

export type InstallStep = 'synced' | 'moved' | 'pointer written' | 'pointer renamed';

/**
 * Puts the data in `built` (a folder on the same file system) into use. `at` is called after every step;
 * tests end the process there.
 */
export function install(
  data_dir: string,
  built: string,
  name: string,
  at: (step: InstallStep) => void = () => {},
): Pointer {
  for (const file of readdirSync(built)) syncPath(join(built, file));
  syncPath(built);
  at('synced');
  mkdirSync(snapshotsFolder(data_dir), { recursive: true, mode: 0o755 });
  renameSync(built, snapshotFolder(data_dir, name));
  syncPath(snapshotsFolder(data_dir));
  at('moved');
  const { current } = readPointer(data_dir);
  const pointer = point(data_dir, { format: 1, current: name, previous: current }, at);
  prune(data_dir, pointer);
  return pointer;
}

/** Returns to the data used before; a second call goes forward again. Null when there are none. */
export function rollBack(data_dir: string): Pointer | null {
  const { current, previous } = readPointer(data_dir);
  if (previous === null || !existsSync(join(snapshotFolder(data_dir, previous), 'manifest.json')))
    return null;
  return point(data_dir, { format: 1, current: previous, previous: current });
}

function point(data_dir: string, pointer: Pointer, at: (step: InstallStep) => void = () => {}): Pointer {
  const file = pointerFile(data_dir);
  const fresh = `${file}.new`;
  const handle = openSync(fresh, 'w', 0o644);
  writeSync(handle, `${JSON.stringify(pointer, null, 2)}\n`);
  fsyncSync(handle);
  closeSync(handle);
  at('pointer written');
  renameSync(fresh, file);
  syncPath(geoFolder(data_dir));
  at('pointer renamed');
  return pointer;
}

/**
 * Keeps the snapshot in use and the one before. A service that is just opening an older one reads the pointer
 * again.
 */
export function prune(data_dir: string, { current, previous }: Pointer = readPointer(data_dir)): void {
  if (!existsSync(snapshotsFolder(data_dir))) return;
  for (const name of readdirSync(snapshotsFolder(data_dir)))
    if (name !== current && name !== previous)
      rmSync(join(snapshotsFolder(data_dir), name), { recursive: true, force: true });
}

/** Flushes to disk: a rename is safe only when the content that it names has reached the disk. */
function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    // Some file systems cannot flush a folder.
    if (!['EISDIR', 'EINVAL', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    closeSync(handle);
  }
}
