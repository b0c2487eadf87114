import type { Browser, BrowserContext } from 'playwright-core';
import { type LaunchOptions, launchBrowser } from './browser.ts';

/**
 * One Chromium per camera for all test files of a worker: they follow each other, and each takes a second to
 * start.
 */
const running = new Map<string, Promise<Browser>>();

/**
 * What the worker's Chromium is to one test file: people that it brought in go with `close`, the program
 * stays.
 */
export const sharedBrowser = async (options: LaunchOptions = {}): Promise<Browser> => {
  const browser = await start(options);
  const contexts = new Set<BrowserContext>();
  const keep = (context: BrowserContext) => {
    contexts.add(context);
    context.once('close', () => contexts.delete(context));
  };
  const own: Partial<Browser> = {
    async newContext(...given) {
      const context = await browser.newContext(...given);
      keep(context);
      return context;
    },
    async newPage(...given) {
      const page = await browser.newPage(...given);
      keep(page.context());
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
  // One that fails or falls is started anew for the next file.
  browser.then((started) => started.once('disconnected', forget), forget);
  return browser;
}
