import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  gate,
  INTEGRATOR,
  judgingSlowly,
  on,
  person,
  press,
  stopped,
  unique,
  type Visit,
} from '../person.ts';
import type { FaceStage } from '../stage.ts';

/** Holds every answer of a path until the gate opens. */
const holdAnswers = async (page: Page, path: string) => {
  const { open, opened } = gate();
  await page.route(path, async (route) => {
    await opened;
    await route.fallback().catch(() => {});
  });
  return async () => {
    open();
    await page.unroute(path);
  };
};

/** Makes the camera prompt stay open until the page's `allow()` is called. */
const holdCamera = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const held = new Promise((resolve) => Object.assign(window, { allow: resolve }));
    navigator.mediaDevices.getUserMedia = (wishes) => held.then(() => ask(wishes));
  });

/** From the address to the primer, past the question whether to stop. */
const visitConsent = async (page: Page, url: string, visit: Visit): Promise<void> => {
  const begin = await holdAnswers(page, '**/facecheck/session');
  await page.goto(url);
  await on(page, 'loading');
  await visit('loading', page);
  await begin();
  await on(page, 'consent');
  await visit('consent', page);
  await page.locator('.leave').click();
  await on(page, 'leave');
  await visit('leave', page);
  await press(page, 'main');
  await on(page, 'consent');
  await press(page, 'main');
  await on(page, 'primer');
};

/** From the primer to the camera with its first hint. */
const visitCamera = async (page: Page, visit: Visit): Promise<void> => {
  await visit('primer', page);
  await page.locator('.another').click();
  await visit('primer-options', page);
  await page.locator('dialog.sheet .main').click();
  await press(page, 'main');
  await on(page, 'opening');
  await visit('opening', page);
  await page.evaluate(() => (window as unknown as { allow(): void }).allow());
  await on(page, 'ready');
  // The test pattern is no face, and the page says so once it can see.
  await page
    .locator('.hint:not(:empty)')
    .waitFor({ timeout: 10_000 })
    .catch(() => {});
  await visit('ready', page);
};

/** From the start of the capture to the answer that the person should try again. */
const visitCapture = async (page: Page, visit: Visit): Promise<void> => {
  const decide = await judgingSlowly(page);
  const send = await holdAnswers(page, '**/submit');
  await press(page, 'main');
  await page.locator('.count').waitFor();
  await stopped(page, () => visit('countdown', page));
  await page.locator('.count').waitFor({ state: 'detached' });
  await stopped(page, () => visit('capture', page));
  await on(page, 'uploading', 60_000);
  await visit('uploading', page);
  await send();
  await on(page, 'processing');
  await visit('processing', page);
  await decide();
  await on(page, 'retry');
  await visit('retry', page);
};

/** On one device: consent → camera → a try that is too dark → approved. */
export const tourCapture = async (
  browser: Browser,
  stage: FaceStage,
  device: BrowserContextOptions,
  visit: Visit,
): Promise<void> => {
  const workflow_id = await stage.workflow({
    liveness: { mode: 'passive' },
    client_result: 'decision',
    retention: { frames_days: 30 },
    ui: INTEGRATOR,
  });
  const customer_id = unique('test_face_retry_then_approved');
  const { url } = await stage.portal(workflow_id, customer_id);
  const page = await person(browser, device);
  await page.clock.install();
  await holdCamera(page);
  await visitConsent(page, url, visit);
  await visitCamera(page, visit);
  await visitCapture(page, visit);
  await stage.end(workflow_id, customer_id, 'approved');
  await on(page, 'result');
  await visit('result-approved', page);
  await page.context().close();
};
