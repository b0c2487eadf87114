import type { Browser, Page } from 'playwright-core';
import { visitor } from '../browser.ts';
import { eachRoute, loaded, outsideRoutes, type Route, routesIn, settled } from '../dashboard/every-route.ts';
import type { FullStage } from '../dashboard/full-stage.ts';
import { type Look, PHONE, WINDOW, wear } from '../dashboard/looks.ts';

type DashboardVisit = (screen: string, page: Page, look: Look) => Promise<void>;

/** Those that an operator works in all day are also seen from right to left. */
const FROM_RIGHT = ['home', 'review', 'verifications-one', 'policies-one'];
const THEMES: readonly Look[] = ['light ltr', 'dark ltr'];

/** Every page of the dashboard, in a window and on a phone, in both themes. */
export async function tourDashboard(
  browser: Browser,
  stage: FullStage,
  visit: DashboardVisit,
): Promise<void> {
  const addresses = await addressesOf(browser, stage);
  for (const viewport of [WINDOW, PHONE]) {
    const person = await visitor(browser, { viewport, locale: 'en-US', timezoneId: 'America/New_York' });
    const page = await person.context.newPage();
    const show = async (screen: string, address: string, prepare?: (page: Page) => Promise<void>) => {
      await page.goto(address);
      await settled(page);
      await prepare?.(page);
      const right = viewport === WINDOW && FROM_RIGHT.includes(screen);
      for (const look of [...THEMES, ...(right ? (['light rtl'] as const) : [])]) {
        await wear(page, look);
        await visit(screen, page, look);
      }
    };
    for (const path of outsideRoutes()) await show(path.slice(1), stage.at(path));
    await stage.admit(person);
    for (const [screen, address] of addresses) await show(screen, address, PREPARED[screen]);
    await show('review-case', stage.at(`/${stage.full.org}/sandbox/review`), openCase);
    await show('palette', stage.at(`/${stage.full.org}/sandbox/home`), openPalette);
    for (const path of ['home', 'review', 'verifications', 'policies'])
      await show(`${path}-empty`, stage.at(`/${stage.empty.org}/production/${path}`));
    await person.close();
  }
}

/** Of every page and of one record of each kind. */
async function addressesOf(browser: Browser, stage: FullStage): Promise<[string, string][]> {
  const person = await visitor(browser, { viewport: WINDOW });
  await stage.admit(person);
  const page = await person.context.newPage();
  const found: [string, string][] = [];
  await eachRoute(
    page,
    stage.at(`/${stage.full.org}`),
    routesIn('sandbox'),
    async ({ address, ...route }) => {
      found.push([nameOf(route), address]);
    },
  );
  await page.goto(stage.at(`/${stage.full.org}/sandbox/verifications?reason=border_uncertain`));
  await settled(page);
  const border = await page.locator('[data-row-link]').first().getAttribute('href');
  await person.close();
  return found.map(([screen, address]) => {
    if (screen === 'home') return [screen, `${address}?range=30d`];
    return [screen, screen === 'verifications-one' && border ? new URL(border, address).href : address];
  });
}

/** `verifications-one`, `settings-team`. */
const nameOf = ({ path, kind }: Route): string => {
  const [, where, noun] = path.split('/');
  return kind === 'settings' ? `${where}-${noun}` : `${noun}${kind === 'record' ? '-one' : ''}`;
};

/** A case with a map, if there is one. */
const openCase = async (page: Page): Promise<void> => {
  const rows = page.locator('[data-case-row]');
  const place = rows.filter({ hasText: 'Network and device are in different' });
  await ((await place.count()) > 0 ? place : rows).first().click();
  await page.locator('article').waitFor();
  await loaded(page);
};

const backTest = async (page: Page): Promise<void> => {
  const run = page.getByRole('button', { name: 'Run a back-test' });
  // Once is enough: the next look finds what the first one ran.
  if ((await run.count()) > 0) await run.click();
  await page
    .getByText(/^(None|[0-9,]+) would flip/)
    .first()
    .waitFor();
  await loaded(page);
};

/** What is done on a page before its picture is taken. */
const PREPARED: Record<string, (page: Page) => Promise<void>> = { 'policies-one': backTest };

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('re');
  await page.waitForTimeout(400);
};
