import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { later } from '../testing/later.ts';
import { sharedBrowser } from './shared-browser.ts';
import { openSite, type Site } from './site.ts';

/** A browser and a website with the unchanged SDK, for all tests of this file. */
export function testSite(): { browser: Browser; site: Site } {
  let browser: Browser | undefined;
  let site: Site | undefined;
  beforeAll(async () => {
    [browser, site] = await Promise.all([sharedBrowser(), openSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  return { browser: later('browser', () => browser), site: later('website', () => site) };
}
