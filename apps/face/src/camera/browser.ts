import { applicationOf, isIosWindow } from '@standpoint/web/application';

/** Browsers whose way to the camera's permission differs. */
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

/** A window of another application, known or not, in which a person has no way to the permissions. */
export const isWebView = (agent: string): boolean => applicationOf(agent) !== null || isIosWindow(agent);

/**
 * Whether Android's `intent:` addresses leave this application: known for these, an error page in an unknown
 * one.
 */
export const followsIntents = (agent: string): boolean =>
  /Android/.test(agent) && ![null, 'WebView'].includes(applicationOf(agent));

/**
 * An `https` address as Android's way to the person's own browser (`Intent.parseUri`: the last `#` begins the
 * intent).
 */
export const intentAddress = (address: string): string =>
  `${address.replace(/^https?:/, 'intent:')}#Intent;scheme=${/^[a-z]+/.exec(address)![0]};end`;

/** Pure. iPadOS says that it is a Mac, but no Mac has a touch screen: hence `touches`, the most at once. */
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
