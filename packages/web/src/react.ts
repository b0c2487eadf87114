import { createElement, type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { isStandpointError, type StandpointError } from './errors.ts';
import type { FaceResult } from './face/bridge.ts';
import type { FaceEvents, FaceOutcome } from './face/events.ts';
import type { FaceHandle } from './face/face.ts';
import type { FaceOptions } from './face/screen.ts';
import { face, type StandpointClient, verify } from './index.ts';
import type { VerifyOptions, VerifyResult } from './location/verify.ts';

/** `@standpoint/web/react`: React 18 and newer. Nothing here runs on a server but an empty element. */

interface WithClient<M extends 'face' | 'verify'> {
  /** Default: the service of `configure()`. */
  client?: Pick<StandpointClient, M>;
}

export interface FaceListeners {
  onComplete?: (result: FaceResult) => void;
  /** The person gave up; `step` names where. */
  onCancel?: (step: string) => void;
  /** The check could not run. */
  onError?: (error: StandpointError) => void;
  /** Every event, also errors that the person can put right. */
  onEvent?: (name: keyof FaceEvents, value: FaceEvents[keyof FaceEvents]) => void;
}

export type UseFaceCheckOptions = Omit<FaceOptions, 'container' | 'signal'> &
  FaceListeners &
  WithClient<'face'>;
export type FaceCheckProps = UseFaceCheckOptions & { id?: string; className?: string };

/** The newest props, for what happens after a render. */
const useNewest = <T>(value: T) => {
  const newest = useRef(value);
  newest.current = value;
  return newest;
};

const start = (read: () => UseFaceCheckOptions): FaceHandle => {
  const { client, token, onComplete: _, onCancel: __, onError: ___, onEvent: ____, ...options } = read();
  const handle = (client?.face ?? face)({
    ...options,
    // A function of the newest render: what it closes over may be older than the next token.
    token: typeof token === 'function' ? () => (read().token as () => Promise<string>)() : token,
  });
  handle.on('*', (name, value) => {
    const { onComplete, onCancel, onEvent } = read();
    onEvent?.(name, value);
    if (name === 'complete') onComplete?.(value as FaceResult);
    if (name === 'cancel') onCancel?.((value as FaceEvents['cancel']).step);
  });
  handle.result.catch((error) => read().onError?.(error));
  return handle;
};

/** Tells a running check what the page has changed. */
const useChanges = (
  handle: { readonly current: FaceHandle | undefined },
  { locale, theme }: UseFaceCheckOptions,
) => {
  useEffect(() => {
    if (locale) handle.current?.setLocale(locale);
  }, [handle, locale]);
  const look = theme && JSON.stringify(theme);
  useEffect(() => {
    if (look) handle.current?.setTheme(JSON.parse(look));
  }, [handle, look]);
};

/**
 * The face check inside the page. It starts when it is mounted and ends when it is removed; another `client`, `url`
 * or `token` text starts it again.
 */
export const FaceCheck = (props: FaceCheckProps): ReactElement => {
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<FaceHandle | undefined>(undefined);
  const newest = useNewest(props);
  const { client, url, token } = props;
  const text = typeof token === 'string' ? token : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: these three start another check
  useEffect(() => {
    // StrictMode mounts, unmounts and mounts again at once. A task later only the last of them is left, so the
    // check starts once and asks for one token.
    const timer = setTimeout(() => {
      try {
        handle.current = start(() => newest.current);
        handle.current.mount(place.current!);
      } catch (error) {
        // Such as a missing configure(). Thrown from a timer, it would reach no code of the page.
        newest.current.onError?.(error as StandpointError);
      }
    });
    return () => {
      clearTimeout(timer);
      handle.current?.destroy();
      handle.current = undefined;
    };
  }, [client, url, text, newest]);
  useChanges(handle, props);
  return createElement('div', { ref: place, id: props.id, className: props.className });
};

export interface UseFaceCheck {
  /** Opens the dialog. Call it in a user gesture. While one is open it does nothing. */
  open(): void;
  close(): void;
  status: 'idle' | 'running' | 'done' | 'error';
  /** With `done`. */
  outcome: FaceOutcome | undefined;
  /** With `error`. */
  error: StandpointError | undefined;
}

type Call<T> =
  | { status: 'idle' | 'running' }
  | { status: 'done'; value: T }
  | { status: 'error'; error: StandpointError };

/** The state of the newest of several calls. After the component is gone, nothing is set. */
const useCall = <T>() => {
  const [call, setCall] = useState<Call<T>>({ status: 'idle' });
  const newest = useRef<Promise<T> | undefined>(undefined);
  const follow = useCallback((running: Promise<T>): void => {
    newest.current = running;
    const set = (next: Call<T>) => {
      if (newest.current === running) setCall(next);
    };
    set({ status: 'running' });
    running.then(
      (value) => set({ status: 'done', value }),
      (error) => set({ status: 'error', error }),
    );
  }, []);
  useEffect(
    () => () => {
      newest.current = undefined;
    },
    [],
  );
  return [call, follow] as const;
};

/** The face check in a dialog: `open()` it from a click. */
export const useFaceCheck = (options: UseFaceCheckOptions): UseFaceCheck => {
  const newest = useNewest(options);
  const handle = useRef<FaceHandle | undefined>(undefined);
  const [call, follow] = useCall<FaceOutcome>();
  useEffect(
    () => () => {
      handle.current?.destroy();
      handle.current = undefined;
    },
    [],
  );
  useChanges(handle, options);
  const open = useCallback(() => {
    if (handle.current && !/^(complete|cancelled|failed)$/.test(handle.current.state)) return;
    try {
      handle.current = start(() => newest.current);
    } catch (error) {
      // Such as a missing configure(): the state of this hook, and not an exception in a click.
      newest.current.onError?.(error as StandpointError);
      return follow(Promise.reject(error));
    }
    follow(handle.current.result);
    handle.current.open();
  }, [newest, follow]);
  const close = useCallback(() => handle.current?.close(), []);
  return {
    open,
    close,
    status: call.status,
    outcome: call.status === 'done' ? call.value : undefined,
    error: call.status === 'error' ? call.error : undefined,
  };
};

export interface UseVerify {
  /** As `client.verify()`; its outcome is also the state of this hook. Ends when the component is removed. */
  verify(jwt: string, options?: VerifyOptions): Promise<VerifyResult>;
  status: 'idle' | 'running' | 'done' | 'error';
  /** With `done`. */
  result: VerifyResult | undefined;
  /** With `error`. */
  error: StandpointError | undefined;
}

/** One location check of a component. Default client: the service of `configure()`. */
export const useVerify = (client?: WithClient<'verify'>['client']): UseVerify => {
  const [call, follow] = useCall<VerifyResult>();
  const [newest, gone] = [useNewest(client), useRef<AbortController | undefined>(undefined)];
  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current?.abort();
  }, [gone]);
  const run = useCallback(
    (jwt: string, options: VerifyOptions = {}): Promise<VerifyResult> => {
      const { signal } = gone.current ?? new AbortController();
      const own = new AbortController();
      const stop = () => own.abort(options.signal?.aborted ? options.signal.reason : signal.reason);
      for (const each of [signal, options.signal]) {
        if (each?.aborted) stop();
        each?.addEventListener('abort', stop, own);
      }
      const running = (newest.current?.verify ?? verify)(jwt, { ...options, signal: own.signal });
      follow(running);
      const end = () => own.abort();
      running.then(end, end);
      return running;
    },
    [newest, gone, follow],
  );
  return {
    verify: run,
    status: call.status,
    result: call.status === 'done' ? call.value : undefined,
    error: call.status === 'error' ? call.error : undefined,
  };
};

export { isStandpointError };
