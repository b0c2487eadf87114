import { isAlive, type ProcessIdentity } from '../../data-folder/process-identity.ts';
import type { Log } from '../log.ts';

const LOOK_EVERY_MS = 250;
const RETRY_MAX_MS = 5_000;

/**
 * Checks the postmaster's pid a few times a second, and calls `revive` when the process is gone. `revive`
 * returns the new postmaster (which another member may have started), or null when nothing is left to watch.
 * Never keeps this process running.
 */
export function watchPostmaster(
  postmaster: ProcessIdentity,
  log: Log,
  revive: () => Promise<ProcessIdentity | null>,
): { stop(): void } {
  let watched: ProcessIdentity | null = postmaster;
  let stopped = false;
  let retry_ms = LOOK_EVERY_MS;
  const look = async () => {
    if (watched && !isAlive(watched)) {
      log.warn({ pid: watched.pid }, 'The embedded PostgreSQL ended unexpectedly; starting it again.');
      try {
        watched = await revive();
        retry_ms = LOOK_EVERY_MS;
      } catch (error) {
        retry_ms = Math.min(retry_ms * 2, RETRY_MAX_MS);
        log.error({ err: error }, 'The embedded PostgreSQL could not be started again.');
      }
    }
    if (watched && !stopped) next();
  };
  const next = () => setTimeout(look, retry_ms).unref();
  next();
  return {
    stop() {
      stopped = true;
    },
  };
}
