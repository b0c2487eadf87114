import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, identify, isAlive, type ProcessIdentity } from '../../data-folder/process-identity.ts';
import type { Account } from './account.ts';
import { type Binaries, makeFolder, program, serverEnvironment, serverFolder } from './binaries.ts';
import { SCRAM_ITERATIONS } from './settings.ts';

/** Everything needed to run one cluster: its folder, the programs, and the account (null: ourselves). */
export type Cluster = { folder: string; binaries: Binaries; account: Account | null };

const STARTED_WITHIN_MS = 300_000;
const STOPPED_WITHIN_MS = 60_000;
const LOG_MAX_BYTES = 8 * 1024 * 1024;
const OPEN = new Set(['ready', 'standby']);
/** Above every possible pid. */
const NOBODYS_PID = 2_147_483_646;

/**
 * Makes a new cluster. It gets its name only when it is complete, so an interrupted attempt leaves nothing.
 */
export function initialise({ folder, binaries, account }: Cluster, user: string, password: string): void {
  const draft = `${folder}.new`;
  const password_file = `${folder}.pw`;
  rmSync(draft, { recursive: true, force: true });
  makeFolder(draft, 0o700);
  try {
    writeFileSync(password_file, password, { mode: 0o600 });
    if (account) for (const path of [draft, password_file]) chownSync(path, account.uid, account.gid);
    const flags = ['-D', draft, '-U', user, `--pwfile=${password_file}`, '--auth=scram-sha-256'];
    flags.push('--data-checksums', '--locale=C', '--encoding=UTF8', '--no-instructions');
    flags.push(`--set=scram_iterations=${SCRAM_ITERATIONS}`);
    const result = spawnSync(program(binaries, 'initdb'), flags, { ...as(account), encoding: 'utf8' });
    if (result.status !== 0) {
      throw new Error(`initdb failed: ${lastLine(result.stderr) || result.error?.message}`);
    }
    renameSync(draft, folder);
  } finally {
    rmSync(password_file, { force: true });
  }
}

/** The living postmaster of a cluster, read from its `postmaster.pid`, or null. */
export function runningPostmaster(
  folder: string,
): (ProcessIdentity & { status: string; port: number; socket: string }) | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const postmaster = identify(Number(lines[0]));
    if (!isAlive(postmaster) || commandLine(postmaster.pid)?.includes(folder) === false) return null;
    return { ...postmaster, port: Number(lines[3]), socket: lines[4] ?? '', status: lines[7]?.trim() ?? '' };
  } catch {
    return null;
  }
}

/** Waits for a server that another process is starting. False when that server ended instead. */
export async function becomesReady(folder: string): Promise<boolean> {
  const deadline = performance.now() + STARTED_WITHIN_MS;
  for (let found = runningPostmaster(folder); found; found = runningPostmaster(folder)) {
    if (OPEN.has(found.status)) return true;
    if (performance.now() > deadline) throw new Error(`The database in ${folder} is not ready to be used.`);
    await sleep(20);
  }
  return false;
}

/**
 * Starts the server, detached from this process, and waits until it accepts connections. On failure, throws
 * with the last line of its log.
 */
export async function startPostmaster(
  cluster: Cluster,
  settings: Record<string, string>,
): Promise<ProcessIdentity> {
  const deadline = performance.now() + STARTED_WITHIN_MS;
  const log_path = join(dirname(cluster.folder), 'postgres.log');
  for (;;) {
    forgetReusedPid(cluster.folder);
    const child = launch(cluster, settings, log_path);
    if (await ready(child, cluster.folder, deadline)) return identify(child.pid!);
    const reason = lastLine(readFileSync(log_path, 'utf8'));
    // After kill -9 of the postmaster, its last children need a moment to end. Starting beside them would
    // corrupt the data.
    const leftovers = reason.includes('pre-existing shared memory block');
    if (!leftovers || performance.now() > deadline) {
      throw new Error(`The embedded PostgreSQL did not start: ${reason || 'see'} (${log_path})`);
    }
    await sleep(50);
  }
}

/** Stops the server: open transactions are rolled back, everything committed is kept. */
export async function stopPostmaster({ folder, binaries, account }: Cluster): Promise<void> {
  const postmaster = runningPostmaster(folder);
  if (!postmaster) return;
  if (process.platform === 'win32') {
    spawnSync(program(binaries, 'pg_ctl'), ['stop', '-D', folder, '-m', 'fast'], as(account));
    return;
  }
  const begun = performance.now();
  process.kill(postmaster.pid, 'SIGINT');
  for (let hurried = false; isAlive(postmaster); await sleep(10)) {
    if (hurried || performance.now() - begun < STOPPED_WITHIN_MS) continue;
    // An immediate shutdown is safe, because the next start replays the log.
    hurried = true;
    process.kill(postmaster.pid, 'SIGQUIT');
  }
}

function launch({ folder, binaries, account }: Cluster, settings: Record<string, string>, log_path: string) {
  if ((statSync(log_path, { throwIfNoEntry: false })?.size ?? 0) > LOG_MAX_BYTES) {
    renameSync(log_path, `${log_path}.1`);
  }
  const log = openSync(log_path, 'a', 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    const child = spawn(program(binaries, 'postgres'), ['-D', folder, ...flags], {
      ...as(account),
      // The server gets a session of its own, so that it outlives a kill of this process and a Ctrl-C in its
      // terminal.
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

async function ready(child: ChildProcess, folder: string, deadline: number): Promise<boolean> {
  let failed = false;
  child.once('error', () => {
    failed = true;
  });
  while (!failed && child.exitCode === null && child.signalCode === null) {
    const postmaster = runningPostmaster(folder);
    if (postmaster?.pid === child.pid && OPEN.has(postmaster?.status ?? '')) return true;
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return false;
}

/**
 * After a crash, the pid in `postmaster.pid` may belong to another program (common where containers start),
 * and PostgreSQL would refuse to start. This replaces the pid with an impossible one and keeps the file,
 * because the file also names the shared memory by which PostgreSQL notices that old children still run.
 */
function forgetReusedPid(folder: string): void {
  const path = join(folder, 'postmaster.pid');
  if (!existsSync(path) || runningPostmaster(folder)) return;
  const [pid, ...rest] = readFileSync(path, 'utf8').split('\n');
  if (pid) writeFileSync(path, [String(NOBODYS_PID), ...rest].join('\n'));
  else rmSync(path);
}

function as(account: Account | null) {
  return {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: serverFolder,
    env: serverEnvironment,
  };
}

function lastLine(text: string | null): string {
  const lines = (text ?? '').trimEnd().split('\n');
  return (lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '').trim();
}

/**
 * Makes a new, empty folder for the unix socket that only the account (and root) can enter. Files that a
 * killed server left there are removed: its lock file names a pid that may be another program's now. Call it
 * only when the server does not run.
 */
export function makeSocketFolder(path: string, account: Account | null): void {
  rmSync(path, { recursive: true, force: true });
  makeFolder(path, 0o700);
  if (account) chownSync(path, account.uid, account.gid);
}
