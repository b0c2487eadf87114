import type { Config } from '../config.ts';
import { fail } from '../errors.ts';
import type { Theme } from './bridge.ts';
import { type FaceOutcome, type FaceState, type Subscribe, trackFace } from './events.ts';
import { openDialog } from './frame-dialog.ts';
import { closeScreen, type FaceOptions, faceAddress, type Screen, showFrame } from './screen.ts';

export interface FaceHandle {
  /** Opens the modal dialog. Call it in a user gesture. A second call does nothing. */
  open(): void;
  /** Shows the face app inside an element of the page; its height follows the content. */
  mount(container?: Element | string): void;
  /** The address for a redirect or a WebView. It contains the token: keep it secret. */
  url(options?: { returnUrl?: string; state?: string }): Promise<string>;
  /** Removes the face app; unless the check has ended, the outcome is `cancel`. */
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

/**
 * The face app in a dialog, in an element or as an address. Its messages are hints: trust webhooks and reads.
 */
export const runFace = (config: Config, options: FaceOptions): FaceHandle => {
  const track = trackFace(config.log);
  const { locale = config.locale, theme } = options;
  const screen: Screen = { config, options, track, locale, theme, end: new AbortController() };
  const close = () => closeScreen(screen);
  return {
    open: () => showFrame(screen, (frame, leave) => openDialog(frame, options.closeLabel ?? 'Close', leave)),
    mount: (container = options.container) => {
      const element = typeof container === 'string' ? document.querySelector(container) : container;
      if (!element) fail('config_invalid', { detail: 'no such element,' });
      showFrame(screen, (frame) => {
        frame.style.height = '640px';
        element!.append(frame);
        return undefined;
      });
    },
    url: ({ returnUrl, state } = {}) => faceAddress(screen, { r: returnUrl, s: state }),
    close,
    destroy: () => {
      track.mute();
      close();
    },
    setLocale: (locale) => {
      screen.locale = locale;
      screen.link?.post({ type: 'locale', locale });
    },
    setTheme: (theme) => {
      screen.theme = theme;
      screen.link?.post({ type: 'theme', theme });
    },
    on: track.on,
    result: track.result,
    get state() {
      return track.state;
    },
  };
};
