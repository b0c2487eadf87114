import type { Config } from '../config.ts';
import { onCspBlock } from '../csp.ts';
import { fail, isStandpointError } from '../errors.ts';
import { readToken, refuseToken } from '../location/token.ts';
import { SDK_VERSION } from '../version.ts';
import { faceFragment, type Theme } from './bridge.ts';
import type { FaceTrack } from './events.ts';
import type { FrameDialog } from './frame-dialog.ts';
import { type FrameLink, linkFrame } from './frame-link.ts';
import { receiver } from './messages.ts';

export interface FaceOptions {
  /**
   * A portal token, or a function that fetches one, called at the start and again before 30 minutes are over.
   */
  token: string | (() => Promise<string>);
  /** Address of the face app. Default `{baseUrl}/face`. */
  url?: string;
  /** Where `mount()` puts the frame when it is called without an argument. */
  container?: Element | string;
  locale?: string;
  dir?: 'ltr' | 'rtl' | 'auto';
  /** Name of the dialog and the frame for screen readers. Default "Face verification". */
  title?: string;
  /** Name of the dialog's close button. Default "Close". */
  closeLabel?: string;
  theme?: Theme;
  /** The page's preference. The workflow's policy takes precedence. */
  handoff?: 'auto' | 'always' | 'never';
  signal?: AbortSignal;
}

/** Time from loading to `ready`. */
const LOAD_MS = 20_000;

/** A frame that is silent for this long after it has loaded does not show the face app. */
const SILENT_MS = 1_000;

/** The directive that may forbid the frame. */
const FRAME = 'frame-src';

/** Puts the frame into the page. */
type Place = (frame: HTMLIFrameElement, leave: () => void) => FrameDialog | undefined;

export interface Screen {
  config: Config;
  options: FaceOptions;
  track: FaceTrack;
  locale: string | undefined;
  theme: Theme | undefined;
  link?: FrameLink;
  /** Its end removes the frame and everything that belongs to it. */
  end: AbortController;
  /** The face app was told that the person wants to leave. */
  asked?: boolean;
}

const fetchToken = async ({ config, options }: Screen) => {
  let text: unknown = options.token;
  try {
    if (typeof text === 'function') text = await text();
  } catch (cause) {
    throw config.error('token_missing', { detail: 'token() failed,', cause });
  }
  const claims = readToken(config, text, 'portal') ?? (await refuseToken(config, text, 'portal'));
  return { text: text as string, claims };
};

const faceBase = ({ config, options }: Screen): string =>
  (options.url ?? `${config.baseUrl}/face`).replace(/\/+$/, '');

export const faceAddress = async (
  screen: Screen,
  more: { o?: string; r?: string; s?: string },
): Promise<string> => {
  const { text, claims } = await fetchToken(screen);
  const fragment = faceFragment({ t: text, ...more, ...(screen.locale && { l: screen.locale }) });
  return `${faceBase(screen)}/${encodeURIComponent(claims.workflow_id)}#${fragment}`;
};

const asError = ({ config }: Screen, cause: unknown) =>
  isStandpointError(cause) ? cause : config.error('iframe_load_failed', { cause });

const failScreen = (screen: Screen, cause: unknown): void => {
  screen.end.abort();
  screen.track.fail(asError(screen, cause));
};

/** Ends with the reason why the frame does not show the face app. The explanation is loaded when it is needed. */
const explain = (screen: Screen): void => {
  const base = faceBase(screen);
  import('../explain.ts')
    .then((words) => words.explainFrame(screen.config, base, !!screen.link?.alive, onCspBlock))
    .catch((cause) => cause)
    .then((error) => screen.track.state === 'loading' && failScreen(screen, error));
};

export const closeScreen = (screen: Screen): void => {
  screen.end.abort();
  screen.track.cancel(screen.track.step);
};

/** The first wish to leave goes to the face app, which may ask "are you sure?"; the second one is final. */
const leaveScreen = (screen: Screen): void => {
  const { track } = screen;
  if (!screen.asked && !track.ended() && track.state !== 'loading') {
    screen.asked = !!screen.link?.post({ type: 'cancel' });
  } else closeScreen(screen);
};

const renewToken = async (screen: Screen, reason: 'expiring' | 'expired'): Promise<void> => {
  const { track, options } = screen;
  track.emit('token', { state: reason });
  if (typeof options.token !== 'function') return;
  try {
    const { text } = await fetchToken(screen);
    if (screen.link?.post({ type: 'token', token: text })) track.emit('token', { state: 'renewed' });
  } catch (cause) {
    track.emit('error', asError(screen, cause));
  }
};

const makeFrame = (title = 'Face verification'): HTMLIFrameElement => {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.allow = 'camera; fullscreen; autoplay';
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
  return frame;
};

export const showFrame = (screen: Screen, place: Place): void => {
  if (typeof document === 'undefined') fail('ssr_unavailable');
  const { track, config, options, end } = screen;
  const { signal } = options;
  if (track.state !== 'idle') return;
  const abort = () => failScreen(screen, config.error('aborted', { cause: signal?.reason }));
  if (signal?.aborted) {
    abort();
    return;
  }
  track.state = 'loading';
  const child = new URL(faceBase(screen), location.href).origin;
  const frame = makeFrame(options.title);
  let dialog: FrameDialog | undefined;
  const sendInit = () =>
    link.post({
      type: 'init',
      sdk: `web/${SDK_VERSION}`,
      surface: dialog ? 'dialog' : 'inline',
      locale: screen.locale,
      theme: screen.theme,
      dir: options.dir,
      handoff: options.handoff,
    });
  const receive = receiver(track, {
    ready: () => {
      clearTimeout(timer);
      if (dialog) frame.focus();
    },
    resize: (height) => {
      if (!dialog) frame.style.height = `${height}px`;
    },
    removeFrame: () => end.abort(),
    renewToken: (reason) => void renewToken(screen, reason),
    error: config.error,
  });
  signal?.addEventListener('abort', abort, end);
  const timer = setTimeout(explain, LOAD_MS, screen);
  let silence: typeof timer;
  const link = linkFrame(frame, child, end.signal, sendInit, receive);
  screen.link = link;
  // The frame is shown at once, before the token arrives, because a click must have a visible effect.
  dialog = place(frame, () => leaveScreen(screen));
  end.signal.onabort = () => {
    clearTimeout(timer);
    clearTimeout(silence);
    dialog?.close();
    frame.remove();
  };
  faceAddress(screen, { o: origin })
    .then((src) => {
      // A frame that `frame-ancestors` refused looks like one that has loaded.
      frame.onload = () => {
        silence = setTimeout(() => link.alive || explain(screen), SILENT_MS);
      };
      frame.src = src;
      // A frame that has spoken is not blocked, whatever else of its origin the page's policy blocks.
      onCspBlock(FRAME, frame.src, end.signal, () => {
        if (!link.alive) failScreen(screen, config.error('csp_blocked', { detail: FRAME }));
      });
    })
    .catch((cause) => failScreen(screen, cause));
};
