import type { FaceDecision } from '@standpoint/contract';
import type { UserAction } from '../errors.ts';

/**
 * The bridge between a page and the face app in its iframe, version 1.
 *
 * 1. The page loads `{face_base}/{workflow_id}#t=<portal token>&o=<its own origin, URI-encoded>`.
 * 2. The child posts `loading` to that origin as its script begins: a page whose frame stays silent after it
 *   has loaded was refused by `frame-ancestors`, which no browser reports. It then posts a `Hello` to exactly that
 *   origin, once the session answer has confirmed it (it is in the workflow's `origins`, or it is the face app's
 *   own origin). Without a session it does so only to name an error; a session that does not confirm the origin
 *   ends that.
 * 3. The parent checks `event.origin` and `event.source` and answers with a `Welcome` that echoes the nonce
 *   and transfers a MessagePort; the child checks `event.origin`, `event.source === parent` and the nonce.
 * 4. All other messages use the port. They are hints for the page: a backend trusts webhooks and reads only.
 *
 * A reloaded child says hello again and gets a new port. No token is ever posted to `*`.
 */
export const BRIDGE_NS = 'facecheck';
export const BRIDGE_VERSION = 1;

export interface Loading {
  ns: typeof BRIDGE_NS;
  v: typeof BRIDGE_VERSION;
  type: 'loading';
}

export interface Hello {
  ns: typeof BRIDGE_NS;
  v: typeof BRIDGE_VERSION;
  type: 'hello';
  /** New for every load, 1 to 128 characters. */
  nonce: string;
}

export interface Welcome {
  ns: typeof BRIDGE_NS;
  v: typeof BRIDGE_VERSION;
  type: 'welcome';
  nonce: string;
}

/** State of a feature for which the browser may ask the person. */
export type FeatureState = 'granted' | 'prompt' | 'denied' | 'blocked_by_policy' | 'missing' | 'unknown';

export interface Theme {
  mode?: 'light' | 'dark' | 'system';
  /** `#rrggbb` */
  accent?: string;
  /** CSS length. */
  radius?: string;
  fontFamily?: string;
  logoUrl?: string;
}

/**
 * What a page learns about an ended session. `decision` is present only with `client_result: decision` in the
 * workflow.
 */
export interface FaceResult {
  session_id: string;
  status: 'processing' | 'completed' | 'expired' | 'failed';
  livemode: boolean;
  decision?: FaceDecision;
  /** `face-result+jwt`: the backend checks it offline. */
  result_token?: string;
}

export type ChildMessage =
  | { type: 'ready' }
  /** Height of the content in CSS pixels; used by inline frames. */
  | { type: 'resize'; height: number }
  | { type: 'started'; session_id: string }
  | { type: 'consent'; state: 'shown' | 'accepted' | 'declined' }
  /** `cause`: the face app's own code, e.g. `camera_in_use`. */
  | { type: 'permission'; state: FeatureState; cause?: string }
  | {
      type: 'handoff';
      state: 'shown' | 'redeemed' | 'finished' | 'expired' | 'denied';
      code_expires_at?: string;
    }
  /** `ratio`: 0 to 1 of the whole capture. */
  | { type: 'capture'; state: 'started' | 'hint' | 'uploading'; hint?: string; ratio?: number }
  | { type: 'submitted'; session_id: string }
  /** With `hold` the dialog stays open for the closing screen until `close`; otherwise it closes at once. */
  | ({ type: 'completed'; hold?: boolean } & FaceResult)
  /** The person gave up; `step` names the screen. */
  | { type: 'canceled'; step: string }
  | { type: 'expired'; session_id?: string; livemode?: boolean }
  /**
   * `code` and `action` are a `StandpointError`'s, `cause` is the face app's own word. `fatal`: the check cannot
   * continue in the frame. Otherwise the face app shows the person what to do.
   */
  | {
      type: 'error';
      code: string;
      cause?: string;
      action?: UserAction;
      message?: string;
      fatal?: boolean;
    }
  | { type: 'token_needed'; reason: 'expiring' | 'expired' }
  | { type: 'reload_needed'; reason: 'ios_camera_denied' }
  /** The person left the closing screen. */
  | { type: 'close' };

export type ParentMessage =
  | {
      type: 'init';
      /** Version of the embedding SDK. */
      sdk: string;
      surface: 'dialog' | 'inline';
      locale?: string;
      dir?: 'ltr' | 'rtl' | 'auto';
      theme?: Theme;
      /** The page's preference. The workflow's policy takes precedence. */
      handoff?: 'auto' | 'always' | 'never';
    }
  | { type: 'token'; token: string }
  /**
   * The person pressed Esc or the close button. The face app asks for confirmation if progress would be lost,
   * then answers `canceled`.
   */
  | { type: 'cancel' }
  | { type: 'locale'; locale: string }
  | { type: 'theme'; theme: Theme };

/**
 * Fragment of the face page: `t` portal token, `o` parent origin, `r` return address, `s` state, `l` locale.
 */
export const faceFragment = (parts: { t: string; o?: string; r?: string; s?: string; l?: string }): string =>
  `${new URLSearchParams(Object.entries(parts).filter(([, value]) => value))}`;
