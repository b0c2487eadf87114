import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '../ids.ts';
import type { FramePlace, FrameStore, SessionPlace } from './store.ts';

const PLAIN = /^[A-Za-z0-9_]{1,64}$/;

/** Stores frames in one folder per attempt below `<data_dir>/frames`; folders 0700, files 0600. */
export function fileFrames(data_dir: string): FrameStore {
  const root = join(data_dir, 'frames');
  // Names are our own ids; any other name could lead out of the folder.
  const within = (...names: string[]) => {
    for (const name of names) if (!PLAIN.test(name)) throw new Error('the name is not an id');
    return join(root, ...names);
  };
  const sessionFolder = ({ org, env, session_id }: SessionPlace) => within(org, env, session_id);
  const attemptFolder = ({ org, env, session_id, attempt_id }: FramePlace) =>
    within(org, env, session_id, attempt_id);
  return {
    async save(place, frames) {
      const folder = attemptFolder(place);
      const draft = `${folder}.${newId('request')}`;
      try {
        await mkdir(draft, { recursive: true, mode: 0o700 });
        for (const [index, bytes] of frames.entries())
          await writeDurably(join(draft, fileName(index)), bytes);
        await syncFolder(draft);
        await rm(folder, { recursive: true, force: true });
        await rename(draft, folder);
        await syncFolder(dirname(folder));
      } catch (error) {
        await rm(draft, { recursive: true, force: true });
        throw error;
      }
    },
    async read(place, index) {
      try {
        return await readFile(join(attemptFolder(place), fileName(index)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    removeAttempt: (place) => rm(attemptFolder(place), { recursive: true, force: true }),
    removeSession: (place) => rm(sessionFolder(place), { recursive: true, force: true }),
  };
}

const fileName = (index: number) => `${String(index).padStart(2, '0')}.sealed`;

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
