import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PHONE } from '../../../../e2e/browser.ts';
import { INTEGRATOR, on, press, type Visit } from '../person.ts';
import type { FaceStage } from '../stage.ts';
import { tourCapture } from './capture.ts';
import { tourEnds } from './ends.ts';
import { tourPairing } from './pairing.ts';
import { openTabs, type Tabs } from './tabs.ts';

export { DESKTOP, on, press, type Visit } from '../person.ts';

const toPrimer = async (page: Page): Promise<void> => {
  await on(page, 'consent');
  await press(page, 'main');
  await on(page, 'primer');
};

/** The whole consent text, over the consent. */
const visitDetails = async (page: Page, visit: Visit): Promise<void> => {
  await on(page, 'consent');
  await page.locator('.details').click();
  await visit('consent-details', page);
  await page.locator('dialog.sheet .main').click();
};

/** From a result to the end without consent. */
const visitWithdrawal = async (page: Page, visit: Visit): Promise<void> => {
  await page.locator('.withdraw').click();
  await on(page, 'withdraw');
  await visit('withdraw', page);
  await press(page, 'main');
  await on(page, 'ended');
  await visit('ended-consent-withdrawn', page);
};

/**
 * The other results, in a workflow that shows them. The backend ends these checks, because the walk has already seen
 * a capture.
 */
const results = async (tabs: Tabs, stage: FaceStage, visit: Visit): Promise<void> => {
  const outcomes = ['declined', 'review'] as const;
  for (const outcome of outcomes) {
    const workflow_id = await stage.workflow({
      liveness: { mode: 'passive' },
      client_result: 'decision',
      enroll: { on_pass: true },
      ui: { ...INTEGRATOR, support_url: 'https://www.example.com/help' },
    });
    const page = await tabs.phone();
    await page.goto((await stage.portal(workflow_id, outcome)).url);
    if (outcome === 'review') await visitDetails(page, visit);
    await toPrimer(page);
    await stage.end(workflow_id, outcome, outcome);
    await on(page, 'result');
    await visit(`result-${outcome}`, page);
    if (outcome === 'review') await visitWithdrawal(page, visit);
  }
};

/** From the link to the phone's own consent. */
const visitHandoff = async (desktop: Page, phone: Page, visit: Visit): Promise<void> => {
  await phone.goto(await desktop.locator('#link').inputValue());
  await on(phone, 'landing');
  await visit('phone-landing', phone);
  await press(phone, 'main');
  await on(phone, 'phone_confirm');
  await visit('phone-confirm', phone);
  await press(phone, 'main');
  await visit('phone-confirm-missing', phone);
  await desktop.locator('.big-number').waitFor();
  await visit('handoff-number', desktop);
  await phone.fill('#number', await desktop.locator('.big-number [aria-hidden]').innerText());
  await press(phone, 'main');
  await on(phone, 'consent');
  await desktop.locator('.pulse.on').waitFor();
  await visit('handoff-capturing', desktop);
};

/** On two devices: code → number → the phone's own consent → both see the end. */
const twoDevices = async (tabs: Tabs, stage: FaceStage, visit: Visit): Promise<void> => {
  const workflow_id = await stage.workflow({
    liveness: { mode: 'passive' },
    handoff: { policy: 'force' },
    ui: INTEGRATOR,
  });
  const { url } = await stage.portal(workflow_id, 'two-devices');
  const desktop = await tabs.desktop();
  await desktop.goto(url);
  await on(desktop, 'handoff');
  await desktop.locator('.qr').waitFor();
  await visit('handoff-qr', desktop);
  await press(desktop, 'second');
  await desktop.locator('#link').waitFor();
  await visit('handoff-link', desktop);
  const phone = await tabs.phone();
  await visitHandoff(desktop, phone, visit);
  await toPrimer(phone);
  await stage.end(workflow_id, 'two-devices', 'approved');
  await on(phone, 'result');
  await visit('phone-result', phone);
  await on(desktop, 'result');
  await visit('desktop-result', desktop);
};

/** Every screen once, except the problems (`problems.ts`). */
export const tour = async (
  browser: Browser,
  stage: FaceStage,
  visit: Visit,
  devices: readonly BrowserContextOptions[] = [PHONE],
): Promise<void> => {
  for (const device of devices) await tourCapture(browser, stage, device, visit);
  const tabs = openTabs(browser);
  await results(tabs, stage, visit);
  await twoDevices(tabs, stage, visit);
  await tourPairing(browser, tabs, stage, visit);
  await tourEnds(tabs, stage, visit);
  await tabs.close();
};
