import { type ErrorCode, isStandpointError, type StandpointError } from '../../../web/src/errors.ts';
import type { ChildMessage, ParentMessage, Theme } from '../../../web/src/face/bridge.ts';
import { type FaceEvents, type FaceTrack, trackFace } from '../../../web/src/face/events.ts';
import { receiver } from '../../../web/src/face/messages.ts';
import type { Config } from '../config.ts';
import { randomId } from '../random-id.ts';
import { readToken } from '../token.ts';
import { signature } from '../version.ts';
import { type FacePage, facePage, messageIn, placeOf, scriptFor } from './page.ts';

export interface FaceOptions {
  /** A portal token, or a function that fetches one, called at the start and again before 30 minutes are over. */
  token: string | (() => Promise<string>);
  /** Address of the face app. Default `{baseUrl}/face`. */
  url?: string;
  locale?: string;
  dir?: 'ltr' | 'rtl' | 'auto';
  theme?: Theme;
  /** The app's preference. The workflow's policy takes precedence. */
  handoff?: 'auto' | 'always' | 'never';
  signal?: AbortSignal;
}

/** One face check, without its view. */
export interface FaceCheck {
  /** The page to show; undefined before the token is there and after the end. It changes with a new token. */
  page(): FacePage | undefined;
  /** Calls `listener` when `page()` changes. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  readonly track: FaceTrack;
  /** Fetches the token and shows the page. */
  start(): Promise<void>;
  /** The view is there (or gone, with null), and runs scripts. */
  attach(run: ((script: string) => void) | null): void;
  receive(event: { data: string; url: string }): void;
  /** Whether the WebView may open an address; `open` gets those that belong into the browser. */
  mayLoad(url: string, open: (url: string) => void): boolean;
  /** The page could not be loaded, or its process ended. */
  broken(what: 'load' | 'process', detail?: string): void;
  /** The person wants to leave. The first wish goes to the page, which may ask "are you sure?". */
  leave(): void;
  /** Ends without an event: the view is gone. */
  destroy(): void;
}

/** Time from the token to `ready`. */
const LOAD_MS = 20_000;
/** How often a page is loaded again after its process ended, as it does when memory is short. */
const RELOADS = 2;

interface Parts {
  config: Config;
  options: FaceOptions;
  /** Called once, when the view may be removed. After a completed check that is once its closing screen is left. */
  ended: () => void;
}

/** The flow of one face check. It ends exactly once; `track.result` rejects only with a `StandpointError`. */
export const openFaceCheck = ({ config, options, ended }: Parts): FaceCheck => {
  const track = trackFace(config.log);
  const listeners = new Set<() => void>();
  const base = (options.url ?? `${config.baseUrl}/face`).replace(/\/+$/, '');
  let page: FacePage | undefined;
  let run: ((script: string) => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  let gone = false;
  let reloads = 0;

  const show = (next: FacePage | undefined) => {
    page = next;
    for (const listener of [...listeners]) listener();
  };
  const post = (message: ParentMessage): boolean => {
    run?.(scriptFor(message));
    return run !== null;
  };
  const remove = () => {
    if (gone) return;
    gone = true;
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
    show(undefined);
    // After the message that ended the check has been handled.
    Promise.resolve().then(ended);
  };
  const fail = (error: StandpointError) => {
    remove();
    track.fail(error);
  };
  const abort = () => fail(config.error('aborted', { cause: options.signal?.reason }));
  const asError = (cause: unknown, code: ErrorCode, detail: string) =>
    isStandpointError(cause) ? cause : config.error(code, { detail, cause });

  /** A page that stays silent ends the check. */
  const awaitReady = (): void => {
    clearTimeout(timer);
    const late = config.error('iframe_load_failed', { detail: `no answer of ${base},` });
    timer = setTimeout(() => fail(late), LOAD_MS);
  };
  const load = async (): Promise<void> => {
    let text: unknown = options.token;
    try {
      if (typeof text === 'function') text = await text();
    } catch (cause) {
      throw asError(cause, 'token_missing', 'token() failed,');
    }
    const { workflow_id } = readToken(config, text, 'portal');
    if (gone) return;
    const nonce = randomId(config.cryptography());
    awaitReady();
    show(
      facePage({ base, token: text as string, workflow_id, locale: options.locale ?? config.locale, nonce }),
    );
  };
  const renew = async (reason: 'expiring' | 'expired'): Promise<void> => {
    track.emit('token', { state: reason });
    if (typeof options.token !== 'function') return;
    try {
      await load();
      if (!gone) track.emit('token', { state: 'renewed' });
    } catch (cause) {
      track.emit('error', asError(cause, 'token_missing', 'token() failed,'));
    }
  };
  const receive = receiver(track, {
    ready: () => {
      clearTimeout(timer);
      const { dir, theme, handoff, locale = config.locale } = options;
      post({ type: 'init', sdk: signature(config.line), surface: 'dialog', locale, theme, dir, handoff });
    },
    resize: () => {},
    removeFrame: remove,
    renewToken: (reason) => void renew(reason),
    error: config.error,
  });

  return {
    track,
    page: () => page,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => {
      if (gone || track.state !== 'idle') return;
      if (options.signal?.aborted) return abort();
      track.state = 'loading';
      options.signal?.addEventListener('abort', abort);
      try {
        await load();
      } catch (cause) {
        fail(asError(cause, 'iframe_load_failed', `${base},`));
      }
    },
    attach: (next) => {
      run = next;
    },
    receive: (event) => {
      const message: ChildMessage | undefined = page && messageIn(page, event);
      if (message) receive(message);
    },
    mayLoad: (url, open) => {
      const place = page ? placeOf(page, url) : 'nowhere';
      if (place === 'outside') open(url);
      return place === 'inside';
    },
    broken: (what, detail) => {
      if (gone || !page) return;
      if (track.ended()) return remove();
      if (what === 'process' && reloads++ < RELOADS) {
        awaitReady();
        show({ ...page, nonce: randomId(config.cryptography()) });
        return;
      }
      fail(config.error('iframe_load_failed', { detail: `${detail ?? what},` }));
    },
    leave: () => {
      if (gone) return;
      if (!asked && !track.ended() && track.state !== 'loading' && track.state !== 'idle') {
        asked = post({ type: 'cancel' });
        if (asked) return;
      }
      remove();
      track.cancel(track.step);
    },
    destroy: () => {
      gone = true;
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
      track.mute();
      track.cancel(track.step);
    },
  };
};

export type { FaceEvents };
