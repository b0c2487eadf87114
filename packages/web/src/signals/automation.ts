import { isNative, isProxied, member } from './native-look.ts';
import type { Found, FreshRealm, Scene } from './scene.ts';

/** Names that only automation tools use; a page's own names must not match. */
const TOOLS =
  /^(\$?cdc_|\$chrome_asyncScriptInfo|__\$webdriver|__(web|fx)?driver_|__webdriverFunc|__(last)?Watir|__selenium|_Selenium_IDE|_selenium$|calledSelenium|__nightmare|__phantomas|_phantom$|callPhantom|__pwInitScripts|__playwright|__puppeteer|domAutomation|ChromeDriverw|[a-z]{3}_[a-zA-Z0-9]{22}_(Array|Promise|Symbol|JSON|Object|Proxy)$)/;

interface Hints {
  brands?: { brand: string }[];
  mobile?: boolean;
}
type Agent = Navigator & { userAgentData?: Hints };

const toolGlobals = (): string[] =>
  [...Object.getOwnPropertyNames(window), ...Object.getOwnPropertyNames(document)]
    .concat(
      document.documentElement.getAttributeNames().filter((name) => /^(webdriver|selenium)$/.test(name)),
    )
    .filter((name) => TOOLS.test(name) || /^(webdriver|selenium)$/.test(name))
    .map((name) => name.slice(0, 64))
    .slice(0, 20);

/**
 * A program that listens to the console by protocol reads the keys of every logged object. This prints
 * nothing.
 */
const consoleRead = (): boolean => {
  let read = false;
  const bait = Object.setPrototypeOf(
    {},
    new Proxy(
      {},
      {
        ownKeys: () => {
          read = true;
          return [];
        },
      },
    ),
  );
  (console.groupEnd as (bait: object) => void)(bait);
  return read;
};

/** In a frame the two may differ in an honest browser. */
const permissionsDisagree = async (): Promise<boolean | undefined> => {
  if (!window.Notification || !navigator.permissions || window !== window.top) return undefined;
  const { state } = await navigator.permissions.query({ name: 'notifications' });
  return Notification.permission === 'denied' && state === 'prompt';
};

const webdriverPatched = (fresh: FreshRealm | null): boolean | undefined => {
  const [getter, kind] = member(Navigator.prototype, 'webdriver');
  if (Object.hasOwn(navigator, 'webdriver') || (getter && kind !== 'get')) return true;
  return getter && isNative(fresh ?? window, getter, 'webdriver', kind) === false;
};

/** Signs that a program drives this browser. None of them identifies a person. */
export const automation = async ({ fresh }: Scene): Promise<Found> => {
  const { userAgentData: hints, userAgent, languages, plugins } = navigator as Agent;
  const text = fresh?.Function.prototype.toString;
  return {
    automation: {
      globals: toolGlobals(),
      headless_name: /headless/i.test([userAgent, ...(hints?.brands ?? []).map(({ brand }) => brand)].join()),
      // Chromium had `webdriver` long before it had brands.
      webdriver_missing: hints && !('webdriver' in navigator),
      webdriver_patched: webdriverPatched(fresh),
      permissions_disagree: await permissionsDisagree().catch(() => undefined),
      console_read: consoleRead(),
      no_languages: languages && languages.length === 0,
      no_plugins: hints && !hints.mobile ? plugins.length === 0 : undefined,
      no_window: document.hasFocus() && outerWidth === 0 && outerHeight === 0,
      to_string_patched:
        fresh && text ? isProxied(text) || isNative(fresh, text, 'toString', 'value') === false : undefined,
    },
  };
};
