import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
// Unlike the other browser, this one does not grant the camera by itself.
import { launch as launchAsking } from '../../../packages/web/src/testing/chromium.ts';
import { DESKTOP, on, press } from '../testing/person.ts';
import {
  CAMERA,
  handOff,
  newCheck,
  openStory,
  QUICK,
  readNumber,
  toBlockedCamera,
  toCamera,
  typeNumber,
  uniquely,
} from '../testing/story.ts';

// In `npm test`: `../src/flow/flow.test.ts`.

const story = openStory();

const openWith = async (page: Page, definition: Parameters<typeof newCheck>[2], customer: string) => {
  const url = await newCheck(story.stage, customer, definition);
  await page.goto(url);
  return url;
};

test.concurrent('has its own text for a denied camera, which leads to the phone', {
  timeout: 120_000,
}, async () => {
  const asking = await launchAsking();
  const context = await asking.newContext(DESKTOP);
  const page = await context.newPage();
  await openWith(page, QUICK, 'denied');
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    permission: { name: 'camera' },
    setting: 'denied',
    origin: story.stage.origin,
    browserContextId: targetInfo.browserContextId,
  });
  await toBlockedCamera(page);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await press(page, 'second');
  await on(page, 'handoff');
  await asking.close();
});

test.concurrent('stops with every camera off, and shows the same end in a second tab of the browser', {
  timeout: 120_000,
}, async () => {
  const context = await story.browser.newContext({ ...DESKTOP, ...CAMERA });
  const page = await context.newPage();
  const url = await openWith(page, QUICK, 'stops');
  await toCamera(page);
  const other = await context.newPage();
  await other.goto(url);
  await on(other, 'consent');
  await page.bringToFront();
  await page.locator('.leave').click();
  await on(page, 'leave');
  expect(await page.locator('video').count()).toBe(0);
  await press(page, 'second');
  await on(page, 'ended');
  await on(other, 'ended');
  await context.close();
});

test.concurrent('ends the check while the phone has it, even if the first request is lost', {
  timeout: 120_000,
}, async () => {
  const { desktop, phone } = await handOff(story, uniquely('stops'));
  await typeNumber(phone.page, await readNumber(desktop.page));
  await on(phone.page, 'consent');
  await desktop.page.locator('.confirmed').waitFor();
  // No request arrives, and the tab is reloaded: the page repeats it from what the tab remembers.
  await desktop.page.route('**/session/cancel', (route) => route.abort());
  await desktop.page.locator('.leave').click();
  await on(desktop.page, 'leave');
  await press(desktop.page, 'second');
  await on(desktop.page, 'ended');
  await desktop.page.unroute('**/session/cancel');
  await desktop.page.reload();
  await on(phone.page, 'ended');
  await on(desktop.page, 'ended');
});
