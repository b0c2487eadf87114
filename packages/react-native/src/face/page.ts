import {
  BRIDGE_NS,
  BRIDGE_VERSION,
  type ChildMessage,
  type ParentMessage,
} from '../../../web/src/face/bridge.ts';
import { originOf } from '../config.ts';

/** One load of the face app in a WebView. */
export interface FacePage {
  /** Address of the face app with the token in its fragment: it reaches neither a log nor a server. */
  uri: string;
  /** Address of the face app, without a trailing slash. */
  base: string;
  origin: string;
  /** New for every load. The page repeats it in each message, and no other frame can know it. */
  nonce: string;
}

interface Opening {
  base: string;
  token: string;
  workflow_id: string;
  locale: string | undefined;
  nonce: string;
}

/** `base` must be an http(s) address. */
export const facePage = ({ base, token, workflow_id, locale, nonce }: Opening): FacePage => ({
  // Not by `URLSearchParams`: that of React Native is not the web's.
  uri: `${base}/${encodeURIComponent(workflow_id)}#t=${encodeURIComponent(token)}${locale ? `&l=${encodeURIComponent(locale)}` : ''}`,
  base,
  origin: originOf(base)!,
  nonce,
});

/**
 * Where an address that the page wants to open belongs. Only the face app stays in the WebView, by exact origin:
 * react-native-webview compares its `originWhitelist` as a prefix, which `https://id.example.com.evil.test` passes.
 */
export const placeOf = ({ base, origin }: FacePage, url: string): 'inside' | 'outside' | 'nowhere' => {
  const found = originOf(url);
  if (found === origin) {
    const rest = url.slice(base.length);
    if (url.startsWith(base) && /^($|[/?#])/.test(rest)) return 'inside';
  }
  // Not `intent:`, `javascript:`, `file:` or another application's own scheme.
  return found || /^(mailto|tel):/i.test(url) ? 'outside' : 'nowhere';
};

/** Gives the page its nonce before its scripts run: in the main frame only, and only on the face app's origin. */
export const introduction = ({ origin, nonce }: FacePage): string =>
  `if(location.origin===${JSON.stringify(origin)})window.facecheckNonce=${JSON.stringify(nonce)};true;`;

/** The script that hands a message to the page. */
export const scriptFor = (message: ParentMessage): string =>
  `window.facecheckReceive&&window.facecheckReceive(${JSON.stringify(message)});true;`;

/** The message in what a WebView received; undefined for everything that is not from this load of the face app. */
export const messageIn = (
  { origin, nonce }: FacePage,
  { data, url }: { data: string; url: string },
): ChildMessage | undefined => {
  if (originOf(url) !== origin) return undefined;
  try {
    const message = JSON.parse(data);
    const ours = message?.ns === BRIDGE_NS && message.v === BRIDGE_VERSION && message.nonce === nonce;
    if (!ours || typeof message.type !== 'string') return undefined;
    const { ns: _, v: __, nonce: ___, ...rest } = message;
    return rest as ChildMessage;
  } catch {
    return undefined;
  }
};

/**
 * The properties of the WebView. The camera is granted to the face app's host alone; the page reaches no file, opens
 * no second window, and plays the camera's picture inline.
 */
export const webViewProps = (page: FacePage) => ({
  source: { uri: page.uri },
  originWhitelist: [page.origin],
  injectedJavaScriptBeforeContentLoaded: introduction(page),
  injectedJavaScriptBeforeContentLoadedForMainFrameOnly: true,
  mediaCapturePermissionGrantType: 'grantIfSameHostElseDeny' as const,
  mediaPlaybackRequiresUserAction: false,
  allowsInlineMediaPlayback: true,
  allowsAirPlayForMediaPlayback: false,
  javaScriptEnabled: true,
  domStorageEnabled: true,
  geolocationEnabled: false,
  allowFileAccess: false,
  allowFileAccessFromFileURLs: false,
  allowUniversalAccessFromFileURLs: false,
  mixedContentMode: 'never' as const,
  setSupportMultipleWindows: false,
  javaScriptCanOpenWindowsAutomatically: false,
  sharedCookiesEnabled: false,
  thirdPartyCookiesEnabled: false,
  saveFormDataDisabled: true,
  allowsLinkPreview: false,
  allowsBackForwardNavigationGestures: false,
  webviewDebuggingEnabled: false,
});
