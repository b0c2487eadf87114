import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PHONE } from '../../../e2e/browser.ts';
import type { FaceStage } from './stage.ts';

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const CAMERA: BrowserContextOptions = { permissions: ['camera'] };

/** One look of the app: theme, language, and the devices that the persons hold. */
export interface Look {
  colorScheme: 'light' | 'dark';
  locale: string;
}

export type Visit = (screen: string, page: Page) => Promise<void>;

/** Waits until a screen is there. */
export const on = async (page: Page, screen: string, timeout = 30_000): Promise<void> => {
  try {
    await page.locator(`.page.on-${screen}`).waitFor({ timeout });
  } catch (cause) {
    const there = await page.locator('.page').getAttribute('class', { timeout: 1_000 });
    throw new Error(`${screen} did not come: ${there} ${await page.locator('main').innerText()}`, { cause });
  }
};
export const press = (page: Page, kind: 'main' | 'second' | 'quiet', at = 0): Promise<void> =>
  page.locator(`main .${kind}`).nth(at).click();

/** A gate that a test opens. */
const gate = () => {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

const person = async (browser: Browser, options: BrowserContextOptions, look: Look): Promise<Page> => {
  const context = await browser.newContext({ ...CAMERA, ...options, ...look });
  context.setDefaultTimeout(20_000);
  return context.newPage();
};

/** On one device: consent → camera → a try that is too dark → another one → approved. */
const oneDevice = async (
  browser: Browser,
  stage: FaceStage,
  look: Look,
  device: BrowserContextOptions,
  visit: Visit,
) => {
  const workflow_id = await stage.workflow({
    liveness: { mode: 'passive' },
    client_result: 'decision',
    ui: { purpose: 'Opening an account' },
  });
  const { url } = await stage.portal(workflow_id, `test_face_retry_then_approved_${Math.random()}`);
  const page = await person(browser, device, look);
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const held = new Promise((resolve) => Object.assign(window, { allow: resolve }));
    navigator.mediaDevices.getUserMedia = (wishes) => held.then(() => ask(wishes));
  });
  const begun = gate();
  await page.route('**/facecheck/session', async (route) => {
    await begun.opened;
    await route.continue();
  });
  await page.goto(url);
  await on(page, 'loading');
  await visit('loading', page);
  begun.open();
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
  await press(page, 'main');
  await on(page, 'opening');
  await visit('opening', page);
  await page.evaluate(() => (window as unknown as { allow(): void }).allow());
  await on(page, 'ready');
  await visit('ready', page);
  const sending = gate();
  await page.route('**/submit', async (route) => {
    await sending.opened;
    await route.continue();
  });
  await press(page, 'main');
  await page.locator('.count').waitFor();
  await visit('countdown', page);
  await page.locator('.count').waitFor({ state: 'detached' });
  await visit('capture', page);
  await on(page, 'uploading');
  await visit('uploading', page);
  sending.open();
  await on(page, 'retry');
  await visit('retry', page);
  await page.unroute('**/submit');
  await press(page, 'main');
  await on(page, 'ready');
  await stage.forgetPictures();
  await press(page, 'main');
  await on(page, 'result');
  await visit('result-approved', page);
  await page.context().close();
};

/** On two devices: code → number → the phone's own consent and camera → both see the end. */
const twoDevices = async (browser: Browser, stage: FaceStage, look: Look, visit: Visit) => {
  const workflow_id = await stage.workflow({
    liveness: { mode: 'passive' },
    handoff: { policy: 'force' },
    ui: { integrator: 'Harbour Bank', purpose: 'Opening an account' },
  });
  const { url } = await stage.portal(workflow_id, `test_face_approved_${Math.random()}`);
  const desktop = await person(browser, DESKTOP, look);
  await desktop.goto(url);
  await on(desktop, 'handoff');
  await desktop.locator('.qr').waitFor();
  await visit('handoff-qr', desktop);
  await press(desktop, 'second');
  await desktop.locator('#link').waitFor();
  await visit('handoff-link', desktop);
  const link = await desktop.locator('#link').inputValue();
  const phone = await person(browser, PHONE, look);
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
  await on(phone, 'result');
  await visit('phone-result', phone);
  await on(desktop, 'result');
  await visit('desktop-result', desktop);
  await Promise.all([phone.context().close(), desktop.context().close()]);
};

/** Ends and problems: refused consent, "this wasn't me", wrong number, blocked camera, lost network, broken link. */
const wrongTurns = async (browser: Browser, stage: FaceStage, look: Look, visit: Visit) => {
  const workflow_id = await stage.workflow({ liveness: { mode: 'passive' } });
  const open = async (customer: string) => {
    const page = await person(browser, DESKTOP, look);
    await page.goto((await stage.portal(workflow_id, customer)).url);
    return page;
  };
  const refused = await open('refuses');
  await on(refused, 'consent');
  await press(refused, 'second');
  await on(refused, 'ended');
  await visit('ended-consent', refused);
  await refused.context().close();

  const expired = await open(`test_face_expired_${Math.random()}`);
  await on(expired, 'ended');
  await visit('ended-expired', expired);
  await expired.context().close();

  const blocked = await open('blocked');
  await blocked.addInitScript(() => {});
  await on(blocked, 'consent');
  await press(blocked, 'main');
  await on(blocked, 'primer');
  await blocked.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotReadableError'));
  });
  await press(blocked, 'main');
  await on(blocked, 'error');
  await visit('error-camera', blocked);
  await blocked.locator('main .second').click();
  await on(blocked, 'handoff');
  const code = blocked.locator('.qr');
  await code.waitFor();
  const [answer] = await Promise.all([
    blocked.waitForResponse((response) => response.url().endsWith('/short-code')),
    press(blocked, 'second'),
  ]);
  const phone = await person(browser, PHONE, look);
  await phone.goto((await answer.json()).data.url);
  await press(phone, 'main');
  await on(phone, 'phone_confirm');
  await blocked.locator('.big-number').waitFor();
  const shown = await blocked.locator('.big-number [aria-hidden]').innerText();
  await phone.fill('#number', shown === '11' ? '22' : '11');
  await press(phone, 'main');
  await on(phone, 'error');
  await visit('error-number', phone);
  await blocked.getByRole('alert').waitFor();
  await visit('handoff-aborted', blocked);
  await Promise.all([phone.context().close(), blocked.context().close()]);

  const broken = await person(browser, PHONE, look);
  await broken.goto(`${stage.origin}/face/${workflow_id}#t=broken`);
  await on(broken, 'error');
  await visit('error-link', broken);
  await broken.context().close();
};

/** Every screen once, in one look. */
export const tour = async (
  browser: Browser,
  stage: FaceStage,
  look: Look,
  visit: Visit,
  devices: readonly BrowserContextOptions[] = [PHONE],
): Promise<void> => {
  for (const device of devices) await oneDevice(browser, stage, look, device, visit);
  await twoDevices(browser, stage, look, visit);
  await wrongTurns(browser, stage, look, visit);
};
