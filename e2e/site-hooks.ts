import type { Evidence } from '@standpoint/contract';
import type { Browser, Page } from 'playwright-core';
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

/** The evidence that the SDK gathers in a page that has loaded it. */
export async function collected(page: Page): Promise<Evidence> {
  const { payload } = await page.evaluate(() =>
    window.sdk
      .createClient({ baseUrl: location.origin })
      .collect(undefined, { position: { timeoutMs: 1_500 } }),
  );
  return JSON.parse(Buffer.from(payload.slice('plain.'.length), 'base64url').toString());
}
