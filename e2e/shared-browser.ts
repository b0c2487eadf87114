import type { Browser, BrowserContext } from 'playwright-core';
import { type LaunchOptions, launchBrowser } from './browser.ts';
import { still } from './still.ts';

/**
 * One Chromium per camera for all test files of a worker. The files run one after the other, and each start
 * takes a second.
 */
const running = new Map<string, Promise<Browser>>();

/**
 * The worker's Chromium as one test file sees it. `close` closes the contexts of this file, and the browser
 * stays open. Movements are not drawn.
 */
export const sharedBrowser = async (options: LaunchOptions = {}): Promise<Browser> => {
  const browser = await start(options);
  const contexts = new Set<BrowserContext>();
  const keep = (context: BrowserContext) => {
    contexts.add(context);
    context.once('close', () => contexts.delete(context));
    return still(context);
  };
  const own: Partial<Browser> = {
    async newContext(...given) {
      const context = await browser.newContext(...given);
      await keep(context);
      return context;
    },
    async newPage(...given) {
      const page = await browser.newPage(...given);
      await keep(page.context());
      return page;
    },
    contexts: () => [...contexts],
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
  return new Proxy(browser, {
    get(target, name) {
      const value = Reflect.get(name in own ? own : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

function start(options: LaunchOptions): Promise<Browser> {
  const key = options.camera ?? '';
  const known = running.get(key);
  if (known) return known;
  const browser = launchBrowser({ drawing: 'plain', ...options });
  running.set(key, browser);
  const forget = () => running.delete(key);
  // A browser that failed or crashed is started again for the next file.
  browser.then((started) => started.once('disconnected', forget), forget);
  return browser;
}
