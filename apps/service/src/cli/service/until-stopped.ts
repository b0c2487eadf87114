import type { openLog } from '../../log.ts';
import { EXIT } from '../command.ts';

type Log = ReturnType<typeof openLog>;

/** Everything that a signal ends. */
interface Stoppable {
  /** `by_hand`: the signal was SIGINT. When `hurry` aborts, nothing is waited for any more. */
  close(by_hand: boolean, hurry: AbortSignal): Promise<void>;
  /** What is ending now, for the log. */
  ending(): string | null;
}

/** The process, as far as it is needed here. */
type Host = Pick<NodeJS.Process, 'on' | 'off' | 'exit'>;

const HARD_CAP_MS = 25_000;
/** The terminal and npm pass on the same Ctrl-C, so the service hears one twice. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Waits for SIGTERM or SIGINT, then closes; the exit code is then 0. A second signal hurries. After 25 s the
 * process ends with 1, whatever still runs, and the log names it.
 */
export function untilStopped(log: Log, host: Host = process) {
  let stopped: { signal: string; at: number } | undefined;
  let service: Stoppable | undefined;
  let finish: (code: number) => void;
  const hurry = new AbortController();
  const done = new Promise<number>((resolve) => {
    finish = resolve;
  });
  const stop = async () => {
    if (!service || !stopped) return;
    finish(await closed(service, stopped.signal === 'SIGINT', hurry.signal, log));
  };
  const onSignal = (signal: string) => {
    if (stopped) {
      if (performance.now() - stopped.at > SAME_SIGNAL_MS) hurry.abort();
      return;
    }
    stopped = { signal, at: performance.now() };
    log.info({ signal }, 'Stopping: finishing the requests under way.');
    exitAtHardCap(log, host, () => (service ? service.ending() : 'the start'));
    void stop();
  };
  const forget = listenForEnd(log, host, onSignal);
  return {
    done,
    /** Stops listening for signals, when the start failed and there is nothing to stop. */
    forget,
    onStop(running: Stoppable) {
      service = running;
      void stop();
    },
  };
}

/** Closes, and returns the exit code. */
async function closed(service: Stoppable, by_hand: boolean, hurry: AbortSignal, log: Log): Promise<number> {
  try {
    await service.close(by_hand, hurry);
    return EXIT.ok;
  } catch (error) {
    log.error({ err: error }, 'Closing failed.');
    return EXIT.refused;
  }
}

function exitAtHardCap(log: Log, host: Host, ending: () => string | null): void {
  setTimeout(() => {
    log.error({ ending: ending() }, `Some work did not end within 25 s and is abandoned: ${ending()}.`);
    host.exit(EXIT.refused);
  }, HARD_CAP_MS).unref();
}

/** Listens for signals and for unexpected errors; the returned function stops listening. */
function listenForEnd(log: Log, host: Host, onSignal: (signal: string) => void): () => void {
  // Nothing is finished first: an error that no code expected may have left anything half done, and a process
  // that is gone answers no readiness check. The database rolls back, and leases run out.
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'Unexpected error; the process ends, because its state is unknown.');
    host.exit(EXIT.refused);
  };
  const heard = { SIGTERM: onSignal, SIGINT: onSignal, uncaughtException: die, unhandledRejection: die };
  for (const [event, listener] of Object.entries(heard)) host.on(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(heard)) host.off(event, listener);
  };
}
