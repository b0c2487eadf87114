import type { Browser, Page } from 'playwright-core';
import { PHONE } from '../../../../e2e/browser.ts';
import { on, person, press, stopped, type Visit } from '../person.ts';
import type { FaceStage } from '../stage.ts';
import type { Tabs } from './tabs.ts';

/** Makes the rear camera busy for the next request only. */
const makeBusyOnce = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    const busy = async (): Promise<MediaStream> => {
      mediaDevices.getUserMedia = ask;
      throw new DOMException('', 'NotReadableError');
    };
    mediaDevices.getUserMedia = busy;
  });

/** Optical pairing: the moving code, and the phone that asks, that reads, and whose camera is busy. */
export const tourPairing = async (
  browser: Browser,
  tabs: Tabs,
  stage: FaceStage,
  visit: Visit,
): Promise<void> => {
  const workflow_id = await stage.workflow({
    liveness: { mode: 'passive' },
    handoff: { policy: 'force', confirm: 'none', optical: true },
    ui: { integrator: 'Harbour Bank', purpose: 'Opening an account' },
  });
  const { url } = await stage.portal(workflow_id, `test_face_approved_${Math.random()}`);
  const desktop = await tabs.desktop();
  const [answer] = await Promise.all([
    desktop.waitForResponse((response) => response.url().endsWith('/short-code')),
    desktop.goto(url),
  ]);
  const phone = await person(browser, PHONE);
  await phone.clock.install();
  await phone.goto((await answer.json()).data.url);
  await press(phone, 'main');
  await on(phone, 'pairing');
  await desktop.locator('.moving .qr').waitFor();
  // The page waits no longer than a minute.
  await stopped(phone, async () => {
    await visit('phone-pairing', phone);
    await visit('handoff-moving-code', desktop);
  });
  await makeBusyOnce(phone);
  await press(phone, 'main');
  await phone.getByRole('alert').waitFor();
  await stopped(phone, () => visit('phone-pairing-blind', phone));
  await press(phone, 'second');
  await phone.locator('.finder').waitFor();
  await stopped(phone, () => visit('phone-pairing-reading', phone));
  await press(phone, 'second');
  await on(phone, 'consent');
  await phone.context().close();
};
