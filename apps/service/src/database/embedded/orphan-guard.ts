import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serverFolder } from './binaries.ts';

const STOP_ORPHAN = fileURLToPath(new URL('./stop-orphan.ts', import.meta.url));

/** A service that a supervisor starts again at once finds its server still running. */
const GRACE_S = 5;

/**
 * Leaves no server behind after kill -9 of this process. A shell of about a megabyte holds the other end of a
 * pipe, and the kernel closes the pipe with this process, however it ends. The shell then starts the program
 * that stops a server without members. On systems without a shell, the next start finds the server.
 */
export function guardAgainstOrphan(data_dir: string): { dismiss(): void } {
  if (process.platform === 'win32') return { dismiss() {} };
  const script = `read -r bye || { sleep ${GRACE_S}; exec "$0" "$@"; }`;
  const shell = spawn('/bin/sh', ['-c', script, process.execPath, STOP_ORPHAN, data_dir], {
    cwd: serverFolder,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    // A session of its own: a Ctrl-C in the terminal, or the end of the terminal, must not end the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a guard the service works as well.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return { dismiss: () => shell.stdin.end('bye\n') };
}
