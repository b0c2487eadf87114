import { applicationOf, isIosWindow } from '@standpoint/web/application';

/** Browsers in which the person reaches the camera permission in different ways. */
export const BROWSERS = [
  'chromium_desktop',
  'chrome_android',
  'samsung',
  'safari_ios',
  'other_ios',
  'safari_macos',
  'firefox',
  'other',
] as const;
export type Browser = (typeof BROWSERS)[number];

/** Whether the page runs in another application's window, where the person cannot reach the permissions. */
export const isWebView = (agent: string): boolean => applicationOf(agent) !== null || isIosWindow(agent);

/**
 * Whether Android's `intent:` addresses lead out of this application. They do in the known ones; in an
 * unknown one they may end on an error page.
 */
export const followsIntents = (agent: string): boolean =>
  /Android/.test(agent) && ![null, 'WebView'].includes(applicationOf(agent));

/**
 * Turns an `https` address into an Android intent that opens the person's own browser. `Intent.parseUri`
 * takes the last `#` as the beginning of the intent.
 */
export const intentAddress = (address: string): string =>
  `${address.replace(/^https?:/, 'intent:')}#Intent;scheme=${/^[a-z]+/.exec(address)![0]};end`;

/**
 * Pure. `touches` is `navigator.maxTouchPoints`: iPadOS claims to be a Mac, but no Mac has a touch screen.
 */
export const browserOf = (agent: string, touches: number): Browser => {
  const mac = /Macintosh/.test(agent);
  if (/iPhone|iPad|iPod/.test(agent) || (mac && touches > 1))
    return /CriOS|FxiOS|EdgiOS|OPT\/|DuckDuckGo/.test(agent) ? 'other_ios' : 'safari_ios';
  if (/Firefox\//.test(agent)) return 'firefox';
  if (/SamsungBrowser\//.test(agent)) return 'samsung';
  const chromium = /Chrom(e|ium)\//.test(agent);
  if (/Android/.test(agent)) return chromium ? 'chrome_android' : 'other';
  if (chromium) return 'chromium_desktop';
  return mac && /Safari\//.test(agent) ? 'safari_macos' : 'other';
};
