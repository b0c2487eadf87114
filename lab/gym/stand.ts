import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../e2e/browser.ts';
import { openSite, type Site } from '../../e2e/site.ts';

/** A real browser, and an integrator's website with the SDK. */
export interface Stand {
  browser: Browser;
  site: Site;
  close(): Promise<void>;
}

export async function openStand(): Promise<Stand> {
  const [browser, site] = [await launchBrowser(), await openSite()];
  return {
    browser,
    site,
    async close() {
      await browser.close();
      await site.close();
    },
  };
}
