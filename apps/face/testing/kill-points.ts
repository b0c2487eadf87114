import type { BrowserContext, Page } from 'playwright-core';
import { hold, type Which } from './network.ts';
import { on, press, started } from './person.ts';
import { CAPTURE_MS, readNumber, scan, showCode, toCamera, toPrimer, typeNumber } from './story.ts';

/** `refresh`: the same tab is reloaded. `kill`: the tab is gone, and its link is opened in a new one. */
export type Kind = 'refresh' | 'kill';
export interface Walk {
  page: Page;
  context: BrowserContext;
  /** The address that was opened in the beginning. */
  url: string;
  /** The other device. */
  other: Page;
}
export interface Point {
  name: string;
  /** Brings the page to the point. */
  come(walk: Walk): Promise<void>;
  /** The screen that the person sees afterwards: one for both kinds, or one for each. */
  after: string | Record<Kind, string>;
}

/** A request that is in flight when the page goes away. */
const during = async (
  walk: Walk,
  which: Which,
  heard: boolean,
  act: () => Promise<unknown>,
): Promise<void> => {
  const held = await hold(walk.page, which, heard);
  await act();
  await Promise.race([held.reached, failure(walk.page, which)]);
};

/** A page that fails on the way never sends the request: then the wait ends with what the page says. */
const failure = async (page: Page, { path }: Which): Promise<never> => {
  const failed = page.locator('.page.on-error, .page.on-ended');
  const said = await failed.waitFor({ timeout: CAPTURE_MS }).then(
    () => page.locator('main').innerText(),
    () => page.locator('.page').getAttribute('class', { timeout: 1_000 }),
  );
  throw new Error(`${path} was not sent: ${said}`);
};
const POST = (path: string): Which => ({ method: 'POST', path });
const capturing = async ({ page }: Walk): Promise<void> => {
  await toCamera(page);
  await started(page);
  await on(page, 'capture');
};
const asking = async ({ page }: Walk): Promise<void> => {
  await toPrimer(page);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
  });
  await press(page, 'main');
  await on(page, 'opening');
};
/** Only this tab knew that the person had agreed, so without the tab the page asks again. */
const HERE = { refresh: 'primer', kill: 'consent' };

export const ON_DESKTOP: readonly Point[] = [
  {
    name: 'loading',
    come: (walk) => during(walk, POST('/facecheck/session'), true, () => walk.page.goto(walk.url)),
    after: 'consent',
  },
  { name: 'consent', come: ({ page }) => on(page, 'consent'), after: 'consent' },
  {
    name: 'consent on its way',
    come: (walk) => during(walk, POST('/consent'), true, () => press(walk.page, 'main')),
    after: 'consent',
  },
  { name: 'primer', come: ({ page }) => toPrimer(page), after: HERE },
  {
    name: 'code shown',
    come: async ({ page }) => {
      await toPrimer(page);
      await showCode(page);
    },
    after: { refresh: 'handoff', kill: 'consent' },
  },
  {
    name: 'number shown',
    come: async ({ page, other }) => {
      const handoff = page.locator('.page.on-handoff');
      // Its buttons may come a moment after the page.
      if (await handoff.isVisible()) await handoff.locator('.actions .quiet').click();
      await toPrimer(page);
      await scan(other, await showCode(page));
      await readNumber(page);
    },
    after: 'handoff',
  },
  {
    name: 'phone at work',
    come: async ({ page, other }) => {
      await typeNumber(other, await readNumber(page));
      await on(other, 'consent');
      await page.locator('.confirmed').waitFor();
    },
    after: 'handoff',
  },
  {
    name: 'permission asked',
    come: async (walk) => {
      await press(walk.page, 'second');
      await on(walk.other, 'error');
      await asking(walk);
    },
    after: HERE,
  },
  { name: 'camera on', come: ({ page }) => toCamera(page), after: HERE },
  { name: 'capturing', come: capturing, after: HERE },
  {
    name: 'uploading',
    come: (walk) => during(walk, POST('/submit'), false, () => capturing(walk)),
    after: HERE,
  },
  {
    name: 'uploaded, not told',
    come: (walk) => during(walk, POST('/submit'), true, () => capturing(walk)),
    after: 'result',
  },
  { name: 'result', come: ({ page }) => on(page, 'result'), after: 'result' },
];

export const ON_PHONE: readonly Point[] = [
  {
    name: 'landing',
    come: async ({ page, url }) => {
      await page.goto(url);
      await on(page, 'landing');
    },
    after: 'landing',
  },
  {
    name: 'redeeming',
    come: (walk) =>
      during(walk, { method: 'GET', path: '/short-code' }, true, () => press(walk.page, 'main')),
    after: 'landing',
  },
  {
    name: 'number asked for',
    come: async ({ page }) => {
      await press(page, 'main');
      await on(page, 'phone_confirm');
    },
    after: 'phone_confirm',
  },
  {
    name: 'number on its way',
    come: (walk) =>
      during(walk, POST('/handoff/confirm'), true, async () =>
        typeNumber(walk.page, await readNumber(walk.other)),
      ),
    after: 'consent',
  },
  { name: 'consent', come: ({ page }) => on(page, 'consent'), after: 'consent' },
  {
    name: 'consent on its way',
    come: (walk) => during(walk, POST('/consent'), true, () => press(walk.page, 'main')),
    after: 'consent',
  },
  { name: 'primer', come: ({ page }) => toPrimer(page), after: 'primer' },
  { name: 'permission asked', come: asking, after: 'primer' },
  { name: 'camera on', come: ({ page }) => toCamera(page), after: 'primer' },
  { name: 'capturing', come: capturing, after: 'primer' },
  {
    name: 'uploading',
    come: (walk) => during(walk, POST('/submit'), false, () => capturing(walk)),
    after: 'primer',
  },
  {
    name: 'uploaded, not told',
    come: (walk) => during(walk, POST('/submit'), true, () => capturing(walk)),
    after: 'result',
  },
  { name: 'result', come: ({ page }) => on(page, 'result'), after: 'result' },
];
