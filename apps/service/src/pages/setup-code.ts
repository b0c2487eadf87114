import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crockford, randomBytes } from '../ids.ts';

export const SETUP_LIFE_MS = 30 * 60_000;
/** Ending of the name of a used code's file. */
const USED = '.used';

const folderOf = (data_dir: string) => join(data_dir, 'setup');
const nameOf = (code: string) => createHash('sha256').update(`standpoint setup ${code}`).digest('hex');

/**
 * Makes a one-time code of 160 bits. Only its hash is stored, as the name of a file, so that the processes on
 * one data directory share it.
 */
export function issueSetupCode(data_dir: string, now = Date.now()): string {
  const folder = folderOf(data_dir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (!isLive(join(folder, name), now)) rmSync(join(folder, name), { force: true });
  const code = crockford(randomBytes(20));
  writeFileSync(join(folder, nameOf(code)), '', { mode: 0o600, flag: 'wx' });
  return code;
}

/** `ended`: the code was used, or is too old. `unknown`: this folder never had it, or has forgotten it. */
export type SetupAnswer = 'redeemed' | 'ended' | 'unknown';

/**
 * `redeemed` for exactly one caller: the one that renames the file. A used code keeps its file until it would
 * have expired, so that its owner learns what happened to it.
 */
export function redeemSetupCode(data_dir: string, code: string, now = Date.now()): SetupAnswer {
  const file = join(folderOf(data_dir), nameOf(code));
  const live = isLive(file, now);
  try {
    renameSync(file, `${file}${USED}`);
  } catch {
    return existsSync(`${file}${USED}`) ? 'ended' : 'unknown';
  }
  return live ? 'redeemed' : 'ended';
}

function isLive(file: string, now: number): boolean {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && now - made < SETUP_LIFE_MS;
}
