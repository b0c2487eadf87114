import { expect, test } from 'vitest';
import { PHONE } from '../../../e2e/browser.ts';
import { violations } from '../testing/inspect.ts';
import { DESKTOP, on, press } from '../testing/person.ts';
import {
  capture,
  handOff,
  newCheck,
  openStory,
  person,
  readNumber,
  toCamera,
  toPrimer,
  typeNumber,
  uniquely,
} from '../testing/story.ts';

// In `npm test`: `../src/flow/flow.test.ts`.

const story = openStory();
const LIMIT = { timeout: 150_000 };

const begin = async (customer = 'events', options = DESKTOP) => {
  const at = await person(story.browser, options);
  const url = await newCheck(story.stage, uniquely(customer));
  await at.page.goto(url);
  await on(at.page, 'consent');
  return { ...at, url };
};

test.concurrent('completes the check on a device whose clock is a day off', LIMIT, async () => {
  const { browser, stage } = story;
  const { page } = await person(browser, PHONE);
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 26 * 3_600_000;
  });
  await page.goto(await newCheck(stage, uniquely('test_face_approved')));
  await capture(page);
  await page.reload();
  await on(page, 'result');
});

test.concurrent(
  'completes the check on a device whose clock is set while the page is open',
  LIMIT,
  async () => {
    const { page } = await begin();
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - 26 * 3_600_000;
    });
    await press(page, 'main');
    await on(page, 'primer');
  },
);

test.concurrent('turns the camera off in the background, and continues with one tap', LIMIT, async () => {
  const { page } = await begin();
  await toCamera(page);
  const hide = (hidden: boolean) =>
    page.evaluate((is) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => is });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await on(page, 'error');
  expect(await page.locator('video').count()).toBe(0);
  await hide(false);
  await press(page, 'main');
  await on(page, 'ready');
});

test.concurrent(
  'asks the service again as soon as the desktop wakes from a freeze during which the phone continued',
  LIMIT,
  async () => {
    const { desktop, phone } = await handOff(story, uniquely('events'));
    const number = await readNumber(desktop.page);
    // The pending poll never receives an answer, as after sleep.
    await desktop.page.route('**/session/status*', () => {});
    await desktop.page.evaluate(() => document.dispatchEvent(new Event('resume')));
    await typeNumber(phone.page, number);
    await on(phone.page, 'consent');
    expect(await desktop.page.locator('.big-number').count()).toBe(1);
    await desktop.page.unroute('**/session/status*');
    await desktop.page.evaluate(() => document.dispatchEvent(new Event('resume')));
    await desktop.page.locator('.confirmed').waitFor();
  },
);

test.concurrent('starts again from the service’s state after the back-forward cache', LIMIT, async () => {
  const { page, context, url } = await begin();
  await toPrimer(page);
  const other = await context.newPage();
  await other.goto(url);
  await on(other, 'consent');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await other.locator('.leave').click();
  await on(other, 'leave');
  await press(other, 'second');
  await on(other, 'ended');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await on(page, 'ended');
});

test.concurrent('keeps its place when the phone is turned', LIMIT, async () => {
  const { page } = await begin('events', PHONE);
  const turn = () => page.setViewportSize({ width: 844, height: 390 });
  await turn();
  await on(page, 'consent');
  await toCamera(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await on(page, 'ready');
});

test('counts a consent that was in flight when “do you want to stop?” opened', LIMIT, async () => {
  const { page } = await begin();
  let answer!: () => void;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/consent', async (route) => {
    await held;
    await route.continue();
  });
  await press(page, 'main');
  await page.locator('.leave').click();
  await on(page, 'leave');
  const arrived = page.waitForResponse((response) => response.url().endsWith('/consent'));
  answer();
  await arrived;
  await press(page, 'main');
  await on(page, 'primer');
});

test.concurrent('repeats a “stop” that the network lost after a reload', LIMIT, async () => {
  const { page, context, url } = await begin();
  await page.route('**/session/cancel', (route) => route.abort());
  await page.locator('.leave').click();
  await on(page, 'leave');
  await press(page, 'second');
  await on(page, 'ended');
  const other = await context.newPage();
  await other.goto(url);
  await on(other, 'consent');
  await page.unroute('**/session/cancel');
  await page.reload();
  await on(page, 'ended');
  await on(other, 'ended');
});

test.concurrent('shows a message when a script or a language does not load', LIMIT, async () => {
  const { browser, stage } = story;
  const url = await newCheck(stage, uniquely('events'));
  const without = await person(browser, DESKTOP);
  await without.page.route('**/assets/*.js', (route) => route.abort());
  await without.page.goto(url);
  await without.page.locator('.late').waitFor({ timeout: 30_000 });
  expect(await without.page.locator('.late').innerText()).toContain('Please reload it');
  expect(await violations(without.page)).toEqual([]);

  const { page } = await begin();
  await page.route('**/assets/fr*.js', (route) => route.abort());
  await page.locator('header select').selectOption('fr');
  await press(page, 'main');
  await on(page, 'primer');
  expect(await page.locator('h1').innerText()).toBe('Get ready for the camera');
});
