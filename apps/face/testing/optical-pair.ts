import type { FaceSession } from '@standpoint/contract';
import type { BrowserContextOptions } from 'playwright-core';
import { PHONE } from '../../../e2e/browser.ts';
import { DESKTOP, on, press } from './person.ts';
import { rearCamera } from './rear-camera.ts';
import {
  type Person,
  person,
  QUICK,
  readNumber,
  type Story,
  showCode,
  toPrimer,
  typeNumber,
  uniquely,
} from './story.ts';

export interface Pair {
  desktop: Person;
  phone: Person;
  /** The backend's view of the pairing. */
  proximity(): Promise<FaceSession['handoffs'][number]['proximity']>;
  close(): Promise<void>;
}

/** With reduced motion only the code moves. */
const STILL: BrowserContextOptions = {
  ...DESKTOP,
  viewport: { width: 900, height: 800 },
  reducedMotion: 'reduce',
};

/**
 * Two devices whose hand-off is confirmed, so that the phone asks for its rear camera, which sees the
 * desktop `delay_ms` late.
 */
export const connect = async (
  { browser, stage }: Story,
  delay_ms = 0,
  confirm: 'number' | 'none' = 'number',
): Promise<Pair> => {
  const [desktop, phone] = await Promise.all([person(browser, STILL), person(browser, PHONE)]);
  const look = await rearCamera(phone.page, delay_ms);
  const workflow_id = await stage.workflow({ ...QUICK, handoff: { optical: true, confirm } });
  const { url } = await stage.portal(workflow_id, uniquely('test_face_approved'));
  const [begun] = await Promise.all([
    desktop.page.waitForResponse((answer) => answer.url().endsWith('/facecheck/session')),
    desktop.page.goto(url),
  ]);
  const { session_id } = (await begun.json()).data.session;
  await toPrimer(desktop.page);
  await phone.page.goto(await showCode(desktop.page));
  await on(phone.page, 'landing');
  await press(phone.page, 'main');
  if (confirm === 'number') {
    await on(phone.page, 'phone_confirm');
    await typeNumber(phone.page, await readNumber(desktop.page));
  }
  await on(phone.page, 'pairing');
  await desktop.page.locator('.moving .qr').waitFor();
  await look(desktop.page);
  return {
    desktop,
    phone,
    proximity: async () => (await stage.session(workflow_id, session_id)).handoffs[0]!.proximity,
    close: async () => {
      await Promise.all([desktop.context.close(), phone.context.close()]);
    },
  };
};
