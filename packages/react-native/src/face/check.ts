import type { FaceTrack } from '../../../web/src/face/events.ts';
import { type FacePage, messageIn } from './page.ts';
import { broken, destroy, leave, listenTo, mayLoad, newCheck, type Parts, start } from './running.ts';

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

/** The flow of one face check. It ends exactly once; `track.result` rejects only with a `StandpointError`. */
export const openFaceCheck = (parts: Parts): FaceCheck => {
  const check = newCheck(parts);
  const receive = listenTo(check);
  return {
    track: check.track,
    page: () => check.page,
    subscribe: (listener) => {
      check.listeners.add(listener);
      return () => check.listeners.delete(listener);
    },
    start: () => start(check),
    attach: (run) => {
      check.run = run;
    },
    receive: (event) => {
      const message = check.page && messageIn(check.page, event);
      if (message) receive(message);
    },
    mayLoad: (url, open) => mayLoad(check, url, open),
    broken: (what, detail) => broken(check, what, detail),
    leave: () => leave(check),
    destroy: () => destroy(check),
  };
};

export type { FaceOptions } from './running.ts';
