import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PHONE } from '../../../../e2e/browser.ts';
import { DESKTOP, person } from '../person.ts';

/** A desktop and a phone on which one check after another is opened. Each call empties the device first. */
export interface Tabs {
  desktop(): Promise<Page>;
  phone(): Promise<Page>;
  close(): Promise<void>;
}

/** Forgets what the last check left in this tab and in its browser. */
const emptied = async (page: Page): Promise<Page> => {
  const { origin } = new URL(page.url());
  await page.unrouteAll();
  // A page of the same origin, so that the tab keeps its process and what that has compiled.
  await page.goto(`${origin}/nothing`);
  await page.evaluate(() => sessionStorage.clear());
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  return page;
};

/** A new browser for each check would start a process, and compile the app and axe, each time. */
export const openTabs = (browser: Browser): Tabs => {
  const opened = new Map<BrowserContextOptions, Page>();
  const tab = async (device: BrowserContextOptions): Promise<Page> => {
    const known = opened.get(device);
    if (known) return emptied(known);
    const page = await person(browser, device);
    opened.set(device, page);
    return page;
  };
  return {
    desktop: () => tab(DESKTOP),
    phone: () => tab(PHONE),
    close: async () => {
      await Promise.all([...opened.values()].map((page) => page.context().close()));
    },
  };
};
