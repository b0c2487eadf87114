import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const SOURCE = new URL('../../apps/dashboard/src/app/', import.meta.url);

interface Listed {
  path: string;
  title: string;
  record?: unknown;
}
interface Lists {
  PAGES: readonly Listed[];
  SETTINGS_PAGES: readonly Listed[];
}

// By a computed name: the dashboard has a type check of its own, with another library for its markup.
const { PAGES, SETTINGS_PAGES } = (await import(new URL('pages.ts', SOURCE).href)) as Lists;

export interface Route {
  /** Below `/dashboard/{org}`; of a record, `{id}` stands for one that some page links to. */
  path: string;
  title: string;
  kind: 'page' | 'record' | 'settings';
}

/** Every page that a signed-in person can open, from the dashboard's own lists: a new one cannot be forgotten. */
export const routesIn = (env: 'production' | 'sandbox'): Route[] => [
  ...PAGES.map(({ path, title }): Route => ({ path: `/${env}/${path}`, title, kind: 'page' })),
  ...SETTINGS_PAGES.map(({ path, title }): Route => ({ path: `/settings/${path}`, title, kind: 'settings' })),
  ...PAGES.filter(({ record }) => record).map(
    ({ path, title }): Route => ({ path: `/${env}/${path}/{id}`, title: `One of ${title}`, kind: 'record' }),
  ),
];

/** Pages for those who are not signed in, from the router. */
export const outsideRoutes = (): string[] => {
  const router = readFileSync(new URL('router.tsx', SOURCE), 'utf8');
  return [...router.matchAll(/\boutside\('(\/[^']+)'/g)].map(([, path]) => path!);
};

/** The page of this address has everything it waits for. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await loaded(page);
}

/** Nothing of what is shown is on its way. */
export async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('[aria-label^="Loading"], [aria-busy="true"], [data-loading="true"]'),
    undefined,
    { polling: 50 },
  );
  await page.waitForFunction(() => !/Loading the page/.test(document.body.innerText));
  // Opening animations of what came last.
  await page.waitForTimeout(100);
}

const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href));

/**
 * Goes to a page as a link of the dashboard does. A reload would load and compile the whole program, and axe with it,
 * for each page.
 */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.previous = '';
    history.pushState(null, '', to);
  }, address);
  await page.locator('h1:not([data-previous])').first().waitFor();
  await loaded(page);
}

interface Opened extends Route {
  address: string;
  nth: number;
}

/**
 * Opens each route below `base`; of the records of a list, the first that a page before it links to. Only
 * a page that does not show the dashboard yet is loaded.
 */
export async function eachRoute(
  page: Page,
  base: string,
  routes: readonly Route[],
  visit: (opened: Opened) => Promise<void>,
): Promise<void> {
  const links: string[] = [];
  for (const [nth, route] of routes.entries()) {
    const beginning = base + route.path.replace('{id}', '');
    const isRecord = (each: string) => each.startsWith(beginning) && each.length > beginning.length;
    const address = route.kind === 'record' ? links.find(isRecord) : beginning;
    if (!address) throw new Error(`No page links to ${route.title}`);
    if (page.url() === 'about:blank') await page.goto(address).then(() => settled(page));
    else await follow(page, address);
    links.push(...(await linksOf(page)));
    await visit({ ...route, address, nth });
  }
}
