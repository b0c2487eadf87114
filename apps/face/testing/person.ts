import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** The parts of a workflow that the pages of a tour show. */
export const INTEGRATOR = { integrator: 'Harbour Bank', purpose: 'Opening an account' };
/** A sandbox customer with this outcome who is new to the service. */
export const unique = (outcome: string): string => `${outcome}_${Math.random()}`;

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const CAMERA: BrowserContextOptions = { permissions: ['camera'] };

/** A stop of a tour. `moving`: the screen continues by itself, so its clock is stopped for the visit. */
export type Visit = (screen: string, page: Page) => Promise<void>;

/** A wait that fails says which screen the page shows instead. */
export const named = async (page: Page, wanted: string, wait: () => Promise<void>): Promise<void> => {
  try {
    await wait();
  } catch (cause) {
    const there = await page
      .locator('.page')
      .getAttribute('class', { timeout: 5_000 })
      .then(async (screen) => `${screen} ${await page.locator('main').innerText()}`)
      .catch(() => 'the page does not answer');
    throw new Error(`${wanted} did not appear: ${there}`, { cause });
  }
};

/** Waits until a screen is shown. */
export const on = (page: Page, screen: string, timeout = 60_000): Promise<void> =>
  named(page, screen, () => page.locator(`.page.on-${screen}`).waitFor({ timeout }));
/** The main action of a screen, or its second one, which is a button or a quiet link. */
export const press = (page: Page, kind: 'main' | 'second', at = 0): Promise<void> =>
  page
    .locator(kind === 'main' ? 'main .main' : 'main .actions :is(.second, .quiet)')
    .nth(at)
    .click();

/** From the camera's first picture to the capture, which starts by itself where the page sees a face in its place. */
export const started = async (page: Page): Promise<void> => {
  const running = page.locator('.page:is(.on-capture, .on-uploading, .on-processing, .on-result)').waitFor();
  const pressed = page.locator('.page.on-ready main .main').click();
  await Promise.any([running, pressed]);
  for (const left of [running, pressed]) left.catch(() => {});
};

/** A gate that a test opens. */
export const gate = () => {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

/** A person with a browser of their own who grants the camera. */
export const person = async (browser: Browser, options: BrowserContextOptions): Promise<Page> => {
  const context = await browser.newContext({ ...CAMERA, locale: 'en', ...options, deviceScaleFactor: 1 });
  context.setDefaultTimeout(60_000);
  return context.newPage();
};

/**
 * From its next camera on, this device cannot run the models, so its captures go by the clock. A capture that
 * looks for a face in vain takes about three times the processor.
 */
export const withoutLooking = (page: Page): Promise<unknown> =>
  page.context().route(/\.bin$/, (route) => route.abort());

/** A person whose device cannot run the models. */
export const unseeing = async (browser: Browser, options: BrowserContextOptions): Promise<Page> => {
  const page = await person(browser, options);
  await withoutLooking(page);
  return page;
};

/** A pattern of its own: when a tour stops holding the submit path, it removes every route of that text. */
const SUBMIT = /\/submit$/;

/**
 * The sandbox decides at once, but a real service takes time: the page receives nothing until the returned
 * function is called.
 */
export const judgingSlowly = async (page: Page): Promise<() => Promise<void>> => {
  const { open, opened } = gate();
  await page.route(SUBMIT, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data.session = { ...json.data.session, status: 'processing' };
    await route.fulfill({ response, json });
  });
  await page.route('**/facecheck/session/status*', async (route) => {
    await opened;
    await route.continue().catch(() => {});
  });
  return async () => {
    open();
    await page.unroute('**/facecheck/session/status*');
    await page.unroute(SUBMIT);
  };
};

/** How far the page's clock may be ahead of its answer, in ms. */
const AHEAD = [80, 250, 1_000];

/**
 * Stops the page's clock (`clock.install`) for the look. The drawing stays, and pending work is still done.
 */
export const stopped = async (page: Page, look: () => Promise<void>): Promise<void> => {
  for (const ahead of AHEAD) {
    const now = await page.evaluate(() => Date.now());
    const late = await page.clock.pauseAt(now + ahead).then(
      () => null,
      (error: Error) => error,
    );
    if (!late) break;
    if (ahead === AHEAD.at(-1)) throw late;
  }
  await look();
  await page.clock.resume();
};
