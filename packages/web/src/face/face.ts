import type { Config } from '../config.ts';
import { onCspBlock } from '../csp.ts';
import { fail, isStandpointError, type StandpointError } from '../errors.ts';
import { readToken } from '../location/token.ts';
import { SDK_VERSION } from '../version.ts';
import { faceFragment, type Theme } from './bridge.ts';
import { type FaceOutcome, type FaceState, type FaceTrack, type Subscribe, trackFace } from './events.ts';
import { type FrameDialog, openDialog } from './frame-dialog.ts';
import { type FrameLink, linkFrame } from './frame-link.ts';
import { receiver } from './messages.ts';

export interface FaceOptions {
  /**
   * A portal token, or a function that fetches one: called at the start and again before the 30 minutes end.
   */
  token: string | (() => Promise<string>);
  /** Address of the face app. Default `{baseUrl}/face`. */
  url?: string;
  /** Where `mount()` puts the frame when it is called without an argument. */
  container?: Element | string;
  locale?: string;
  dir?: 'ltr' | 'rtl' | 'auto';
  /** Names the dialog and the frame for screen readers. Default "Face verification". */
  title?: string;
  /** Name of the dialog's close button. Default "Close". */
  closeLabel?: string;
  theme?: Theme;
  /** The workflow's policy outranks it. */
  handoff?: 'auto' | 'always' | 'never';
  signal?: AbortSignal;
}

export interface FaceHandle {
  /** Opens the modal dialog; call it in a user gesture. A second call does nothing. */
  open(): void;
  /** Shows the face app inside an element of the page; its height follows the content. */
  mount(container?: Element | string): void;
  /** The address for a redirect or a WebView. It holds the token: hand it to nobody else. */
  url(options?: { returnUrl?: string; state?: string }): Promise<string>;
  /** Takes the face app away; unless it has ended, the outcome is `cancel`. */
  close(): void;
  /** `close()` without further events. */
  destroy(): void;
  setLocale(locale: string): void;
  setTheme(theme: Theme): void;
  readonly on: Subscribe;
  /** Rejects only with `StandpointError`. */
  readonly result: Promise<FaceOutcome>;
  readonly state: FaceState;
}

/** From loading to `ready`. */
const LOAD_MS = 20_000;

type Surface = (frame: HTMLIFrameElement, leave: () => void) => FrameDialog | undefined;

const fetchToken = async (config: Config, options: FaceOptions) => {
  let text: unknown = options.token;
  try {
    if (typeof text === 'function') text = await text();
  } catch (cause) {
    throw config.error('token_missing', { detail: 'token() failed,', cause });
  }
  return { text: text as string, claims: readToken(config, text, 'portal') };
};

/** The iframe while it is there, and everything that goes with it. */
const makeScreen = (config: Config, options: FaceOptions, track: FaceTrack) => {
  let { locale = config.locale, theme } = options;
  let frame: HTMLIFrameElement | undefined;
  let dialog: FrameDialog | undefined;
  let link: FrameLink | undefined;
  let unwatch: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let asked = false;

  const { error } = config;
  const asError = (cause: unknown) =>
    isStandpointError(cause) ? cause : error('iframe_load_failed', { cause });
  const takeAway = () => {
    clearTimeout(timer);
    unwatch?.();
    link?.close();
    dialog?.close();
    frame?.remove();
    dialog = link = frame = unwatch = undefined;
    options.signal?.removeEventListener('abort', abort);
  };
  const broken = (cause: StandpointError) => {
    takeAway();
    track.fail(cause);
  };
  const abort = () => broken(error('aborted', { cause: options.signal?.reason }));
  const close = () => {
    takeAway();
    track.cancel(track.step);
  };
  // The first wish to leave goes to the face app, which may ask "are you sure"; the second one is final.
  const leave = () => {
    if (!asked && !track.ended() && track.state !== 'loading') asked = !!link?.post({ type: 'cancel' });
    else close();
  };

  const base = () => (options.url ?? `${config.baseUrl}/face`).replace(/\/+$/, '');
  const address = async (more: { o?: string; r?: string; s?: string }) => {
    const { text, claims } = await fetchToken(config, options);
    const fragment = faceFragment({ t: text, ...more, ...(locale && { l: locale }) });
    return `${base()}/${encodeURIComponent(claims.workflow_id)}#${fragment}`;
  };
  const renewToken = async (reason: 'expiring' | 'expired') => {
    track.emit('token', { state: reason });
    if (typeof options.token !== 'function') return;
    try {
      const { text } = await fetchToken(config, options);
      if (link?.post({ type: 'token', token: text })) track.emit('token', { state: 'renewed' });
    } catch (cause) {
      track.emit('error', asError(cause));
    }
  };

  const receive = receiver(track, {
    ready: () => {
      clearTimeout(timer);
      if (dialog) frame?.focus();
    },
    resize: (height) => {
      if (frame && !dialog) frame.style.height = `${height}px`;
    },
    takeAway,
    renewToken: (reason) => void renewToken(reason),
    error,
  });

  const sayInit = () =>
    link?.post({
      type: 'init',
      sdk: `web/${SDK_VERSION}`,
      surface: dialog ? 'dialog' : 'inline',
      locale,
      theme,
      dir: options.dir,
      handoff: options.handoff,
    });

  const show = (place: Surface): void => {
    if (typeof document === 'undefined') fail('ssr_unavailable');
    if (track.state !== 'idle') return;
    if (options.signal?.aborted) abort();
    if (track.ended()) return;
    track.state = 'loading';
    const { origin } = new URL(base(), location.href);
    const made = document.createElement('iframe');
    made.title = options.title ?? 'Face verification';
    made.allow = 'camera; fullscreen; autoplay';
    made.style.cssText = 'display:block;width:100%;height:100%;border:0';
    frame = made;
    options.signal?.addEventListener('abort', abort);
    unwatch = onCspBlock(origin, () => broken(error('csp_blocked')));
    link = linkFrame(made, origin, sayInit, receive);
    timer = setTimeout(() => broken(error('iframe_load_failed')), LOAD_MS);
    // At once, while the token is still on its way: a click must show something.
    dialog = place(made, leave);
    address({ o: location.origin }).then(
      (src) => {
        made.src = src;
      },
      (cause) => broken(asError(cause)),
    );
  };

  return {
    show,
    close,
    address,
    setLocale: (next: string) => {
      locale = next;
      link?.post({ type: 'locale', locale: next });
    },
    setTheme: (next: Theme) => {
      theme = next;
      link?.post({ type: 'theme', theme: next });
    },
  };
};

/** The face app in a dialog, in an element or as an address. Its word is a hint: trust webhooks and reads. */
export const runFace = (config: Config, options: FaceOptions): FaceHandle => {
  const track = trackFace(config.log);
  const screen = makeScreen(config, options, track);
  return {
    open: () => screen.show((frame, leave) => openDialog(frame, options.closeLabel ?? 'Close', leave)),
    mount: (container = options.container) => {
      const element = typeof container === 'string' ? document.querySelector(container) : container;
      if (!element) fail('config_invalid', { detail: 'mount() found no element,' });
      screen.show((frame) => {
        frame.style.height = '640px';
        element!.append(frame);
        return undefined;
      });
    },
    url: ({ returnUrl, state } = {}) => screen.address({ r: returnUrl, s: state }),
    close: screen.close,
    destroy: () => {
      track.mute();
      screen.close();
    },
    setLocale: screen.setLocale,
    setTheme: screen.setTheme,
    on: track.on,
    result: track.result,
    get state() {
      return track.state;
    },
  };
};
