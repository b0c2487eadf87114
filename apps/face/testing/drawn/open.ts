import { extname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Screen } from '../../src/flow/state.ts';
import { DRAWN, stateOf } from './states.ts';

const ADDRESS = 'https://drawn.example/';
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The files of the built page by name. */
async function built(): Promise<Map<string, string | Uint8Array>> {
  const { build } = await import('vite');
  const made = await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'error',
    build: { write: false },
  });
  if (!('output' in made)) throw new Error('not one build');
  return new Map(made.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}

/** A page that draws any screen of the face page from its state: without a service, a camera or a check. */
export async function openDrawn(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const files = await built();
  const page = await browser.newPage(options);
  await page.route(`${ADDRESS}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    const body = files.get(name);
    if (body === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({
      contentType: TYPES[extname(name)] ?? 'application/octet-stream',
      body: Buffer.from(body),
    });
  });
  await page.goto(ADDRESS);
  await page.waitForFunction(() => 'draw' in window);
  return page;
}

/** The names of all views, such as `handoff qr`. */
export const VIEWS = Object.entries(DRAWN).flatMap(([screen, views]) =>
  Object.keys(views).map((view) => [screen as Screen['name'], view] as const),
);

/** Shows a view, and waits until it stands. */
export async function draw(page: Page, screen: Screen['name'], view: string): Promise<void> {
  const drawn = DRAWN[screen][view]!;
  await page.evaluate((state) => window.draw(state), stateOf(drawn));
  await page.locator(`.page.on-${screen}`).waitFor();
  if (drawn.press) await page.locator(drawn.press).first().click();
}
