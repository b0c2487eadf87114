import type { Page } from 'playwright-core';
import { INTEGRATOR, on, press, unique, type Visit } from '../person.ts';
import type { FaceStage } from '../stage.ts';
import type { Tabs } from './tabs.ts';

/** A phone that has just scanned the desktop's code. */
const scan = async (tabs: Tabs, desktop: Page): Promise<Page> => {
  const [answer] = await Promise.all([
    desktop.waitForResponse((response) => response.url().endsWith('/short-code')),
    press(desktop, 'second'),
  ]);
  const phone = await tabs.phone();
  await phone.goto((await answer.json()).data.url);
  await press(phone, 'main');
  await on(phone, 'phone_confirm');
  return phone;
};

type Open = (customer: string) => Promise<Page>;

const visitEnd = async (page: Page, name: string, visit: Visit): Promise<void> => {
  await on(page, 'ended');
  await visit(name, page);
};

/** Ends on one device: refused, stopped, expired and failed. */
const endsAlone = async (tabs: Tabs, stage: FaceStage, workflow_id: string, visit: Visit, open: Open) => {
  const refused = await open('refuses');
  await on(refused, 'consent');
  await press(refused, 'second');
  await visitEnd(refused, 'ended-consent', visit);

  const stops = await open('stops');
  await on(stops, 'consent');
  await stops.locator('.leave').click();
  await press(stops, 'second');
  await visitEnd(stops, 'ended-canceled', visit);

  await visitEnd(await open(unique('test_face_expired')), 'ended-expired', visit);

  const failed = await tabs.desktop();
  await failed.route('**/facecheck/session', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.session = { ...body.data.session, status: 'failed', attempts_used: 3 };
    await route.fulfill({ response: answer, json: body });
  });
  await failed.goto((await stage.portal(workflow_id, 'fails')).url);
  await visitEnd(failed, 'ended-failed', visit);
};

/** Ends on two devices: "this wasn't me", and a wrong number. */
const endsTogether = async (tabs: Tabs, visit: Visit, open: Open): Promise<void> => {
  const atPrimer = async (customer: string): Promise<Page> => {
    const page = await open(customer);
    await on(page, 'consent');
    await press(page, 'main');
    await on(page, 'primer');
    return page;
  };
  const denied = await atPrimer('denied');
  const stranger = await scan(tabs, denied);
  await press(stranger, 'second');
  await visitEnd(stranger, 'phone-ended-denied', visit);
  await visitEnd(denied, 'ended-denied-on-phone', visit);

  const mistaken = await atPrimer('mistaken');
  const phone = await scan(tabs, mistaken);
  await mistaken.locator('.big-number').waitFor();
  const shown = await mistaken.locator('.big-number [aria-hidden]').innerText();
  await phone.fill('#number', shown === '11' ? '22' : '11');
  await press(phone, 'main');
  await on(phone, 'error');
  await visit('problem-handoff_wrong_number', phone);
  await mistaken.getByRole('alert').waitFor();
  await visit('handoff-aborted', mistaken);
};

/** Ends without a result, on one device and on two. */
export const tourEnds = async (tabs: Tabs, stage: FaceStage, visit: Visit): Promise<void> => {
  const workflow_id = await stage.workflow({ liveness: { mode: 'passive' }, ui: INTEGRATOR });
  const open: Open = async (customer) => {
    const page = await tabs.desktop();
    await page.goto((await stage.portal(workflow_id, customer)).url);
    return page;
  };
  await endsAlone(tabs, stage, workflow_id, visit, open);
  await endsTogether(tabs, visit, open);
};
