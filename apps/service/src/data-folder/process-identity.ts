import { readFileSync } from 'node:fs';

/**
 * One process, told apart from a later one that was given the same pid.
 * `start` is null where the system has no /proc; then only the pid is compared.
 */
export type ProcessIdentity = { pid: number; start: string | null };

export function identify(pid: number): ProcessIdentity {
  return { pid, start: inspect(pid)?.start ?? null };
}

/** False when the process ended, is a zombie, or when its pid now belongs to another process. */
export function isAlive({ pid, start }: ProcessIdentity): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const found = inspect(pid);
  if (found === null) return true;
  return !found.ended && (start === null || start === found.start);
}

/** The arguments that a process was started with, or null where the system does not show them. */
export function commandLine(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return null;
  }
}

function inspect(pid: number): { start: string; ended: boolean } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc_pid_stat(5): the name in brackets may contain anything, so the fields are counted from its last
    // bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { start: `${bootId()}:${fields[19]}`, ended: fields[0] === 'Z' || fields[0] === 'X' };
  } catch {
    return null;
  }
}

/** Start times count from the boot, so two boots can have equal ones. */
function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
