import { setTimeout as sleep } from 'node:timers/promises';
import type { openLog } from '../../log.ts';
import { EXIT } from '../command.ts';

const HARD_CAP_MS = 25_000;

/**
 * Waits for SIGTERM or SIGINT, then closes: not ready first, requests under way to their end, then exit code
 * 0. After 25 s it is 1 whatever still runs. A second signal changes nothing: both the terminal and npm pass
 * on the same Ctrl-C.
 */
export function untilStopped(log: ReturnType<typeof openLog>) {
  let stopping = false;
  let close: (() => Promise<void>) | undefined;
  let finish: (code: number) => void;
  const done = new Promise<number>((resolve) => {
    finish = resolve;
  });
  const stop = async () => {
    if (!close) return;
    await sleep(0);
    try {
      await close();
      finish(EXIT.ok);
    } catch (error) {
      log.error({ err: error }, 'Closing failed.');
      finish(EXIT.refused);
    }
  };
  const onSignal = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'Stopping: finishing what is under way.');
    setTimeout(() => {
      log.error({}, 'Something did not end within 25 s; leaving it.');
      process.exit(EXIT.refused);
    }, HARD_CAP_MS).unref();
    void stop();
  };
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'Unexpected; a process in an unknown state must not go on.');
    process.exit(EXIT.refused);
  };
  const heard = { SIGTERM: onSignal, SIGINT: onSignal, uncaughtException: die, unhandledRejection: die };
  for (const [event, listener] of Object.entries(heard)) process.on(event, listener);
  return {
    stopping: () => stopping,
    done,
    /** There is nothing to stop: what did not start leaves the process as it found it. */
    forget() {
      for (const [event, listener] of Object.entries(heard)) process.off(event, listener);
    },
    onStop(work: () => Promise<void>) {
      close = work;
      if (stopping) void stop();
    },
  };
}
