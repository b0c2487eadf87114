import { BRIDGE_NS, BRIDGE_VERSION, type ChildMessage, type ParentMessage } from '@standpoint/web/bridge';
import type { Bridge } from './bridge.ts';

interface Postbox {
  postMessage(text: string): void;
}

/**
 * The objects that applications put into the page of a WebView, and the one function that they may call.
 */
export interface NativeHost {
  /** react-native-webview, `onMessage`. */
  ReactNativeWebView?: Postbox;
  /** WKWebView, `WKUserContentController.add(_:name: "facecheck")`. */
  webkit?: { messageHandlers?: { facecheck?: Postbox } };
  /**
   * Android, `WebViewCompat.addWebMessageListener(…, "facecheck", …)` or `addJavascriptInterface(…,
   * "facecheck")`.
   */
  facecheck?: Postbox;
  facecheckReceive?: (message: unknown) => void;
  /**
   * Set by an application in the main frame before the page's scripts run. Each message repeats it, so that the
   * application can tell this load of this page from a frame inside it, which may reach the same postbox.
   */
  facecheckNonce?: unknown;
}

/** Tokens are not accepted here: an application that has another token loads another address. */
const HEARD: readonly ParentMessage['type'][] = ['init', 'locale', 'theme', 'cancel'];

/** The page cannot know which application shows it, so the decision is left to the backend to read. */
const withoutDecision = (message: ChildMessage): ChildMessage => {
  if (message.type !== 'completed') return message;
  const { decision: _, result_token: __, ...rest } = message;
  return rest;
};

const parsed = (message: unknown): { type?: unknown } | null => {
  try {
    return typeof message === 'string' ? JSON.parse(message) : (message as object);
  } catch {
    return null;
  }
};

/**
 * Carries the iframe bridge's messages to an application around a top-level page, each as one JSON text
 * with `ns` and `v`. Null without an application. The application answers through
 * `window.facecheckReceive(message)`, with an object or its JSON.
 */
export const openNativeBridge = (
  host: NativeHost,
  onMessage: (message: ParentMessage) => void,
): Bridge | null => {
  const box = (): Postbox | undefined =>
    host.ReactNativeWebView ?? host.webkit?.messageHandlers?.facecheck ?? host.facecheck;
  if (typeof box()?.postMessage !== 'function') return null;
  host.facecheckReceive = (message) => {
    const known = parsed(message);
    if (HEARD.includes(known?.type as ParentMessage['type'])) onMessage(known as ParentMessage);
  };
  const { facecheckNonce: nonce } = host;
  const known = typeof nonce === 'string' && nonce.length <= 128 ? { nonce } : {};
  return {
    post: (message) =>
      box()?.postMessage(
        JSON.stringify({ ns: BRIDGE_NS, v: BRIDGE_VERSION, ...known, ...withoutDecision(message) }),
      ),
    close: () => {
      host.facecheckReceive = undefined;
    },
  };
};
