import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG } from '../../testing/counts.ts';
import { accessibilityFaults } from '../axe.ts';
import { type Visitor, visitor } from '../browser.ts';
import { sharedBrowser } from '../shared-browser.ts';
import { eachDialog } from './dialogs.ts';
import { eachRoute, follow, outsideRoutes, type Route, routesIn, settled } from './every-route.ts';
import { type FullStage, openFullStage } from './full-stage.ts';
import { layoutFaults } from './layout-faults.ts';
import { LOOKS, type Look, PHONE, WINDOW, wear, ZOOMED } from './looks.ts';

/** `npm run test:sweep`: every look, every state, every dialog. It takes longer than a change can wait. */
const WHOLE = process.env.SWEEP === 'whole';

/**
 * Every page of the dashboard, with records and without: axe of every grade in both themes and both directions, and
 * nothing cut off or out of reach on a phone and at 200 % zoom. `npm test` looks at each page in one of the four
 * looks, the next page in another; `test:sweep` looks at all of them, and at what a page is while it loads, when it
 * cannot load, and with each of its dialogs open.
 */
let stage: FullStage;
let browser: Browser;
let person: Visitor;
let page: Page;

const looksOf = (nth: number): readonly Look[] => (WHOLE ? LOOKS : [LOOKS[nth % LOOKS.length]!]);

beforeAll(async () => {
  [stage, browser] = await Promise.all([
    openFullStage({ verifications: WHOLE ? 400 : 40, sessions: WHOLE ? 20 : 4 }),
    sharedBrowser({ drawing: 'plain' }),
  ]);
  person = await visitor(browser, { viewport: WINDOW, locale: 'en-US' });
  await stage.admit(person);
  page = await person.context.newPage();
}, 300_000);
afterAll(async () => {
  await person?.close();
  await browser?.close();
  await stage?.close();
});

/** A part that measures its place takes its new width a moment after the window has, on a busy machine a longer one. */
async function lastingFaults(): Promise<string[]> {
  let found = await layoutFaults(page);
  for (let looks = 0; looks < 10 && found.length > 0; looks++) {
    await page.waitForTimeout(200);
    found = await layoutFaults(page);
  }
  return found;
}

/** Everything wrong with what the page shows now. */
async function faults(nth: number): Promise<string[]> {
  const found: string[] = [];
  for (const look of looksOf(nth)) {
    await wear(page, look);
    for (const fault of await accessibilityFaults(page)) found.push(`${look}: ${fault}`);
    // Only the direction moves anything, and the last look of each is measured.
    if (WHOLE && look.startsWith('light')) continue;
    for (const size of [PHONE, ZOOMED]) {
      await page.setViewportSize(size);
      for (const fault of await lastingFaults()) found.push(`${look}, ${size.width} px: ${fault}`);
      if (!WHOLE) continue;
      for (const fault of await accessibilityFaults(page)) found.push(`${look}, ${size.width} px: ${fault}`);
    }
    await page.setViewportSize(WINDOW);
  }
  await wear(page, LOOKS[0]);
  return found;
}

/** Opens each route and returns what is wrong, by route. */
async function sweep(org: string, routes: readonly Route[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await eachRoute(page, stage.at(`/${org}`), routes, async ({ path, nth }) => {
    const wrong = await faults(nth);
    if (wrong.length > 0) found[path] = wrong;
  });
  return found;
}

test('every page with records is accessible in every look, and fits a phone and 200 % zoom', async () => {
  const routes = routesIn('sandbox');
  expect(routes.length).toBeGreaterThan(20);
  expect(await sweep(stage.full.org, routes)).toEqual({});
}, 1_200_000);

test('every page that has nothing yet is, too', async () => {
  const listed = routesIn('production').filter(({ kind }) => kind !== 'record');
  const routes = WHOLE
    ? listed
    : listed.filter(({ path }) => /\/(home|review|sessions|policies)$/.test(path));
  expect(await sweep(stage.empty.org, routes)).toEqual({});
}, 600_000);

/** Whether text stays where it is when a mark before it, inside such an element, turns what follows. */
const keepsOrder = (tag: string) =>
  page.evaluate((name) => {
    const line = document.createElement('p');
    const [first, second] = [document.createElement(name), document.createElement('i')];
    [first.textContent, second.textContent] = ['a\u202eb', 'after'];
    line.append(first, second, 'last');
    document.querySelector('main')!.append(line);
    const last = document.createRange();
    last.selectNodeContents(line.lastChild!);
    const kept = last.getBoundingClientRect().left > second.getBoundingClientRect().left;
    line.remove();
    return kept;
  }, tag);

test('a record in the dark is paper when it is printed, and a mark in a name turns nothing after it', async () => {
  // A page that prints one part alone: its sheet stays in the document.
  await page.goto(stage.at(`/${stage.full.org}/settings/account`));
  await settled(page);
  await follow(page, stage.at(`/${stage.full.org}/sandbox/verifications`));
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('heading', { name: 'Evidence' }).waitFor();
  await wear(page, 'dark ltr');
  // The control: an element without the rule.
  expect([await keepsOrder('a'), await keepsOrder('span'), await keepsOrder('u')]).toEqual([
    true,
    true,
    false,
  ]);
  await page.emulateMedia({ media: 'print' });
  const colours = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await colours()).toBe('rgb(255, 255, 255)');
  expect(await page.locator('nav:visible, textarea:visible').count()).toBe(0);
  await page.getByText('No notes.').waitFor();
  expect(await page.locator('button:visible:not([aria-expanded])').count()).toBe(0);
  await page.getByRole('heading', { name: 'Evidence' }).waitFor();
  await page.emulateMedia({ media: 'screen' });
  await page.getByText('No notes.').waitFor({ state: 'hidden' });
  expect(await colours()).not.toBe('rgb(255, 255, 255)');
  await wear(page, LOOKS[0]);
});

/** A page of each kind stands for all in `npm test`. */
const some = WHOLE
  ? routesIn('sandbox').filter(({ kind }) => kind !== 'record')
  : routesIn('sandbox').filter(({ path }) => /\/(verifications|developer)$/.test(path));
const OWN = /\/dashboard\/api\/(?!me$|auth\/|[^/]+\/[^/]+\/live)/;

test.runIf(LONG || WHOLE)(
  'every page is, while it loads and when nothing can be read',
  async () => {
    const refusal = {
      status_code: 500,
      message: 'The service has an internal problem.',
      data: {
        error: {
          code: 'internal',
          message: 'The service has an internal problem.',
          retryable: false,
          request_id: 'req_1',
        },
      },
    };
    const found: Record<string, string[]> = {};
    for (const [nth, { path, kind }] of some.entries()) {
      const address = stage.at(`/${stage.full.org}${path}`);
      await page.route(OWN, () => undefined);
      await page.goto(address);
      const waits = await page
        .locator('[aria-label^="Loading"]')
        .first()
        .waitFor({ timeout: kind === 'settings' ? 3_000 : 15_000 })
        .then(
          () => true,
          () => false,
        );
      // What has all it needs does not load: an account's page has the person already.
      if (waits) await page.waitForTimeout(300);
      const wrong = waits || kind === 'settings' ? await faults(nth) : ['nothing says that it loads'];
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.route(OWN, (route) => route.fulfill({ status: 500, json: refusal }));
      await page.goto(address);
      await settled(page);
      wrong.push(...(await faults(nth + 1)));
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (wrong.length > 0) found[path] = wrong;
    }
    expect(found).toEqual({});
  },
  900_000,
);

test.runIf(WHOLE)(
  'and so is every dialog that a button of a page opens',
  async () => {
    const found: Record<string, string[]> = {};
    let seen = 0;
    // The first route must not show what the page before it failed to read.
    await page.goto('about:blank');
    await eachRoute(page, stage.at(`/${stage.full.org}`), routesIn('sandbox'), ({ path, address }) =>
      eachDialog(page, address, async (name) => {
        seen++;
        const wrong = await faults(0);
        if (wrong.length > 0) found[`${path}: ${name}`] = wrong;
      }),
    );
    expect(seen).toBeGreaterThan(10);
    expect(found).toEqual({});
  },
  1_800_000,
);

test('and every page for those who are not signed in', async () => {
  await person.context.clearCookies();
  const found: Record<string, string[]> = {};
  for (const [nth, path] of outsideRoutes().entries()) {
    await page.goto(stage.at(path));
    await settled(page);
    const wrong = await faults(nth);
    if (wrong.length > 0) found[path] = wrong;
  }
  expect(found).toEqual({});
  expect(outsideRoutes().length).toBeGreaterThan(3);
});

test('faults that are put into a page are found', async () => {
  await page.evaluate(() => {
    const add = (html: string, style: string) => {
      const element = document.createElement('div');
      element.innerHTML = html;
      element.style.cssText = style;
      document.body.append(element);
    };
    add('<button>Behind</button>', 'position: relative; z-index: -1');
    add('Words that are much too long', 'width: 40px; overflow: hidden; white-space: nowrap');
    add('Wide', 'width: 2000px');
    add('<h6>A heading out of order</h6>', '');
  });
  const wrong = await faults(0);
  const some = [
    'cannot be pressed: button "Behind"',
    'cut off: div "Words',
    'the page scrolls sideways',
    'heading-order',
  ];
  for (const fault of some) expect(wrong.join('\n')).toContain(fault);
});

test('no page broke its policy', () => {
  expect(person.log.violations).toEqual([]);
});
