import type { StandpointError } from '../../web/src/errors.ts';
import type { CallOptions, Config } from './config.ts';

/** What ends a call before its answer: the caller's abort, or the time limit. */
export interface Stop {
  /** For `fetch` and providers. */
  signal: AbortSignal;
  /** Throws the reason once the call has ended. Work that goes on afterwards must not send anything. */
  check(): void;
}

const DEFAULT_MS = 120_000;

/**
 * Runs a call, which settles exactly once and at the latest at its time limit, whatever `run` still waits for. The
 * reason is kept here, because the AbortSignal of React Native has none.
 */
export const withStop = async <T>(
  config: Config,
  { signal, timeoutMs = DEFAULT_MS }: CallOptions,
  run: (stop: Stop) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  let reason: StandpointError | undefined;
  let refuse!: (error: StandpointError) => void;
  const stopped = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  const halt = (error: StandpointError) => {
    reason ??= error;
    controller.abort();
    refuse(reason);
  };
  const abort = () => halt(config.error('aborted', { cause: signal?.reason }));
  const timer = setTimeout(() => halt(config.error('timeout')), timeoutMs);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  const check = () => {
    if (reason) throw reason;
  };
  try {
    const work = run({ signal: controller.signal, check });
    return await Promise.race([work, stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    stopped.catch(() => {});
    halt(config.error('aborted'));
  }
};

/** Waits, and returns early when the call ends. */
export const pause = (milliseconds: number, { signal }: Pick<Stop, 'signal'>): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

/** The value of `work`, or undefined when it takes longer. Work that comes late is ignored. */
export const within = <T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> => {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, milliseconds));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
