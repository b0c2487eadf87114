import { setTimeout as sleep } from 'node:timers/promises';
import type { openLog } from '../../log.ts';
import { EXIT } from '../command.ts';

const HARD_CAP_MS = 25_000;

/**
 * Waits for SIGTERM or SIGINT, then closes: first `stopping` is true (not ready), then requests under way are
 * finished, then the exit code is 0. After 25 s it is 1, whatever still runs. A second signal changes
 * nothing, because both the terminal and npm pass on the same Ctrl-C.
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
    finish(await closed(close, log));
  };
  const onSignal = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'Stopping: finishing the requests under way.');
    exitAtHardCap(log);
    void stop();
  };
  const forget = listenForEnd(log, onSignal);
  return {
    stopping: () => stopping,
    done,
    /** Stops listening for signals, when the start failed and there is nothing to stop. */
    forget,
    onStop(work: () => Promise<void>) {
      close = work;
      if (stopping) void stop();
    },
  };
}

/** Closes, and returns the exit code. */
async function closed(close: () => Promise<void>, log: ReturnType<typeof openLog>): Promise<number> {
  try {
    await close();
    return EXIT.ok;
  } catch (error) {
    log.error({ err: error }, 'Closing failed.');
    return EXIT.refused;
  }
}

function exitAtHardCap(log: ReturnType<typeof openLog>): void {
  setTimeout(() => {
    log.error({}, 'Some work did not end within 25 s; it is abandoned.');
    process.exit(EXIT.refused);
  }, HARD_CAP_MS).unref();
}

/** Listens for signals and for unexpected errors; the returned function stops listening. */
function listenForEnd(log: ReturnType<typeof openLog>, onSignal: (signal: string) => void): () => void {
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'Unexpected error; the process ends, because its state is unknown.');
    process.exit(EXIT.refused);
  };
  const heard = { SIGTERM: onSignal, SIGINT: onSignal, uncaughtException: die, unhandledRejection: die };
  for (const [event, listener] of Object.entries(heard)) process.on(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(heard)) process.off(event, listener);
  };
}
