import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PHONE } from '../../../e2e/browser.ts';
import { DESKTOP, gate, judgingSlowly, on, person, press, stopped, type Visit } from './person.ts';
import type { FaceStage } from './stage.ts';
import { tourPairing } from './tour-pairing.ts';

export { DESKTOP, on, press, type Visit } from './person.ts';

const INTEGRATOR = { integrator: 'Harbour Bank', purpose: 'Opening an account' };
const unique = (outcome: string): string => `${outcome}_${Math.random()}`;

const toReady = async (page: Page): Promise<void> => {
  await on(page, 'consent');
  await press(page, 'main');
  await on(page, 'primer');
  await press(page, 'main');
  await on(page, 'ready');
};

/**
 * Holds every answer of a path until the gate opens. The request goes on at once: an attempt lives 90 s, and
 * a look takes its time.
 */
const hold = async (page: Page, path: string) => {
  const { open, opened } = gate();
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await opened;
    await route.fulfill({ response }).catch(() => {});
  });
  return async () => {
    open();
    await page.unroute(path);
  };
};

/** On one device: consent → camera → a try that is too dark → another one → approved. */
const oneDevice = async (
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
  const { url } = await stage.portal(workflow_id, unique('test_face_retry_then_approved'));
  const page = await person(browser, device);
  await page.clock.install();
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const held = new Promise((resolve) => Object.assign(window, { allow: resolve }));
    navigator.mediaDevices.getUserMedia = (wishes) => held.then(() => ask(wishes));
  });
  const begin = await hold(page, '**/facecheck/session');
  await page.goto(url);
  await on(page, 'loading');
  await visit('loading', page);
  await begin();
  await on(page, 'consent');
  await visit('consent', page);
  await page.locator('footer .quiet').click();
  await on(page, 'leave');
  await visit('leave', page);
  await press(page, 'main');
  await on(page, 'consent');
  await press(page, 'main');
  await on(page, 'primer');
  await visit('primer', page);
  await page.locator('summary').click();
  await visit('primer-options', page);
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
  const send = await hold(page, '**/submit');
  await press(page, 'main');
  await page.locator('.count').waitFor();
  await stopped(page, () => visit('countdown', page));
  await page.locator('.count').waitFor({ state: 'detached' });
  await stopped(page, () => visit('capture', page));
  await on(page, 'uploading', 60_000);
  await visit('uploading', page);
  await send();
  await on(page, 'retry');
  await visit('retry', page);
  await press(page, 'main');
  await on(page, 'ready');
  await stage.forgetPictures();
  const decide = await judgingSlowly(page);
  await press(page, 'main');
  await on(page, 'processing', 90_000);
  await visit('processing', page);
  await decide();
  await on(page, 'result');
  await visit('result-approved', page);
  await page.context().close();
};

/** The other results, in a workflow that shows them. */
const results = async (browser: Browser, stage: FaceStage, visit: Visit): Promise<void> => {
  const outcomes = [
    ['test_face_declined_match', 'result-declined'],
    ['test_face_review', 'result-review'],
  ] as const;
  for (const [outcome, name] of outcomes) {
    const workflow_id = await stage.workflow({
      liveness: { mode: 'passive' },
      client_result: 'decision',
      enroll: { on_pass: true },
      ui: { ...INTEGRATOR, support_url: 'https://www.example.com/help' },
    });
    const page = await person(browser, PHONE);
    await page.goto((await stage.portal(workflow_id, unique(outcome))).url);
    await toReady(page);
    await press(page, 'main');
    await on(page, 'result', 90_000);
    await visit(name, page);
    await page.context().close();
  }
};

/** On two devices: code → number → the phone's own consent and camera → both see the end. */
const twoDevices = async (browser: Browser, stage: FaceStage, visit: Visit): Promise<void> => {
  const workflow_id = await stage.workflow({
    liveness: { mode: 'passive' },
    handoff: { policy: 'force' },
    ui: INTEGRATOR,
  });
  const { url } = await stage.portal(workflow_id, unique('test_face_approved'));
  const desktop = await person(browser, DESKTOP);
  await desktop.goto(url);
  await on(desktop, 'handoff');
  await desktop.locator('.qr').waitFor();
  await visit('handoff-qr', desktop);
  await press(desktop, 'second');
  await desktop.locator('#link').waitFor();
  await visit('handoff-link', desktop);
  const link = await desktop.locator('#link').inputValue();
  const phone = await person(browser, PHONE);
  await phone.goto(link);
  await on(phone, 'landing');
  await visit('phone-landing', phone);
  await press(phone, 'main');
  await on(phone, 'phone_confirm');
  await visit('phone-confirm', phone);
  await press(phone, 'main');
  await visit('phone-confirm-missing', phone);
  await desktop.locator('.big-number').waitFor();
  await visit('handoff-number', desktop);
  const number = await desktop.locator('.big-number [aria-hidden]').innerText();
  await phone.fill('#number', number);
  await press(phone, 'main');
  await on(phone, 'consent');
  await desktop.locator('.pulse.on').waitFor();
  await visit('handoff-capturing', desktop);
  await press(phone, 'main');
  await on(phone, 'primer');
  await press(phone, 'main');
  await on(phone, 'ready');
  await press(phone, 'main');
  await on(phone, 'result', 90_000);
  await visit('phone-result', phone);
  await on(desktop, 'result');
  await visit('desktop-result', desktop);
  await Promise.all([phone.context().close(), desktop.context().close()]);
};

/** A phone that has just scanned the desktop's code. */
const scan = async (browser: Browser, desktop: Page): Promise<Page> => {
  const [answer] = await Promise.all([
    desktop.waitForResponse((response) => response.url().endsWith('/short-code')),
    press(desktop, 'second'),
  ]);
  const phone = await person(browser, PHONE);
  await phone.goto((await answer.json()).data.url);
  await press(phone, 'main');
  await on(phone, 'phone_confirm');
  return phone;
};

/** Ends without a result: refused, stopped, expired, failed, "this wasn't me"; and a wrong number. */
const ends = async (browser: Browser, stage: FaceStage, visit: Visit): Promise<void> => {
  const workflow_id = await stage.workflow({ liveness: { mode: 'passive' }, ui: INTEGRATOR });
  const open = async (customer: string) => {
    const page = await person(browser, DESKTOP);
    await page.goto((await stage.portal(workflow_id, customer)).url);
    return page;
  };
  const end = async (page: Page, name: string) => {
    await on(page, 'ended');
    await visit(name, page);
    await page.context().close();
  };
  const refused = await open('refuses');
  await on(refused, 'consent');
  await press(refused, 'second');
  await end(refused, 'ended-consent');

  const stops = await open('stops');
  await on(stops, 'consent');
  await stops.locator('footer .quiet').click();
  await press(stops, 'second');
  await end(stops, 'ended-canceled');

  await end(await open(unique('test_face_expired')), 'ended-expired');

  const failed = await person(browser, DESKTOP);
  await failed.route('**/facecheck/session', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.session = { ...body.data.session, status: 'failed', attempts_used: 3 };
    await route.fulfill({ response: answer, json: body });
  });
  await failed.goto((await stage.portal(workflow_id, 'fails')).url);
  await end(failed, 'ended-failed');

  const denied = await open('denied');
  await on(denied, 'consent');
  await press(denied, 'main');
  await on(denied, 'primer');
  const stranger = await scan(browser, denied);
  await press(stranger, 'second');
  await end(stranger, 'phone-ended-denied');
  await end(denied, 'ended-denied-on-phone');

  const mistaken = await open('mistaken');
  await on(mistaken, 'consent');
  await press(mistaken, 'main');
  await on(mistaken, 'primer');
  const phone = await scan(browser, mistaken);
  await mistaken.locator('.big-number').waitFor();
  const shown = await mistaken.locator('.big-number [aria-hidden]').innerText();
  await phone.fill('#number', shown === '11' ? '22' : '11');
  await press(phone, 'main');
  await on(phone, 'error');
  await visit('problem-handoff_wrong_number', phone);
  await mistaken.getByRole('alert').waitFor();
  await visit('handoff-aborted', mistaken);
  await Promise.all([phone.context().close(), mistaken.context().close()]);
};

/** Every screen once, except the problems (`tour-problems.ts`). */
export const tour = async (
  browser: Browser,
  stage: FaceStage,
  visit: Visit,
  devices: readonly BrowserContextOptions[] = [PHONE],
): Promise<void> => {
  for (const device of devices) await oneDevice(browser, stage, device, visit);
  await results(browser, stage, visit);
  await twoDevices(browser, stage, visit);
  await tourPairing(browser, stage, visit);
  await ends(browser, stage, visit);
};
