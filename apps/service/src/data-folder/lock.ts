import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts';

type Holder = ProcessIdentity & { ticket: string };

const BREAKING_MAX_MS = 10_000;

/**
 * Runs `work` while this process alone holds the lock file `path`. A lock whose holder died is taken over.
 * Throws one sentence when a living process keeps the lock longer than `patience_ms`.
 */
export async function withFolderLock<T>(
  path: string,
  work: () => Promise<T>,
  patience_ms = 120_000,
): Promise<T> {
  const holder: Holder = { ...identify(process.pid), ticket: randomBytes(8).toString('hex') };
  const deadline = performance.now() + patience_ms;
  while (!take(path, holder)) {
    const current = readHolder(path);
    if (current && !isAlive(current)) breakStale(path);
    else if (performance.now() > deadline) {
      throw new Error(
        `Process ${current?.pid ?? 'unknown'} has held ${path} for too long; end it and try again.`,
      );
    } else await sleep(25);
  }
  try {
    return await work();
  } finally {
    if (readHolder(path)?.ticket === holder.ticket) rmSync(path, { force: true });
  }
}

/** A link appears with its content, so no process ever reads a half-written lock. */
function take(path: string, holder: Holder): boolean {
  const draft = `${path}.${holder.pid}.${holder.ticket}`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Two processes may find the same dead holder, and the slower one must not remove the lock that the faster
 * one has just taken. So only the process that makes the `.breaking` folder removes the lock, after a second
 * look.
 */
function breakStale(path: string): void {
  const breaking = `${path}.breaking`;
  try {
    mkdirSync(breaking);
  } catch {
    removeForgotten(breaking);
    return;
  }
  try {
    const current = readHolder(path);
    if (current && !isAlive(current)) rmSync(path, { force: true });
  } finally {
    rmdirSync(breaking);
  }
}

/**
 * The `.breaking` folder exists for microseconds; an old one was left by a process that was killed in
 * between.
 */
function removeForgotten(breaking: string): void {
  try {
    if (Date.now() - statSync(breaking).mtimeMs > BREAKING_MAX_MS) rmdirSync(breaking);
  } catch {
    // Another process removed it first.
  }
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}
