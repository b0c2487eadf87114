import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MovableClock } from '../apps/service/testing/face/face.ts';
import { LONG } from '../testing/counts.ts';
import { accessibilityFaults } from './axe.ts';
import { GRANTED, PHONE, type Visitor, visitor } from './browser.ts';
import {
  agree,
  capture,
  dialogOf,
  openOnPhone,
  readNumber,
  showCode,
  typeNumber,
  waitForHeading,
} from './face-page.ts';
import { sharedBrowser } from './shared-browser.ts';
import { openShopPage } from './shop-page.ts';
import { openStage, type Stage } from './stage.ts';

const whole = test.runIf(LONG);

const clock = new MovableClock();
let stage: Stage;
let browser: Browser;
const people: Visitor[] = [];

beforeAll(async () => {
  [stage, browser] = await Promise.all([
    openStage({ replace: clock.replacement, face: true }),
    sharedBrowser(),
  ]);
});
afterEach(async () => {
  await Promise.all(people.map(({ close }) => close()));
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const newVisitor = async (options = GRANTED, camera?: 'bare'): Promise<Visitor> => {
  const person = await visitor(browser, options, camera);
  people.push(person);
  return person;
};

/** The demo's workflow tells the page only that the check is over. Only the backend learns the result. */
const DONE = 'Thank you, you’re done';

/** Opens the shop's face check in its dialog, as a sandbox customer. */
const openCheck = async (outcome: string, camera?: 'bare') => {
  const person = await newVisitor(GRANTED, camera);
  // The shop's part is the same whether the page looks or captures by the clock, as in `npm test`.
  if (camera === 'bare' || !LONG) await person.context.route(/\.bin$/, (route) => route.abort());
  const { page } = await openShopPage(person, stage.shop);
  await page.locator('#face-outcome').selectOption(outcome);
  const session = page.waitForResponse((response) => response.url().endsWith('/facecheck/session'));
  await page.getByRole('button', { name: 'Verify it’s you' }).click();
  const { data } = await (await session).json();
  const verdict = async () => {
    const title = page.locator('#face-result .verdict:not(.wait) .title');
    await title.waitFor({ timeout: 20_000 });
    return (await title.innerText()).replace(/^[✓✕…?]\s*/, '').trim();
  };
  return { page, face: dialogOf(page), session_id: data.session.session_id as string, verdict };
};

const read = async (session_id: string) =>
  (await stage.ask(`/facecheck/session/${session_id}`, { key: stage.demo.results_key.key })).data;

test('shows the verdict in the shop after consent, camera and capture on this computer', async () => {
  const { face, verdict, session_id } = await openCheck('test_face_approved');
  await agree(face);
  expect(await capture(face)).toBe(DONE);
  await face.getByRole('button', { name: /^Back to / }).click();
  expect(await verdict()).toBe('It’s you');
  expect(await read(session_id)).toMatchObject({
    status: 'completed',
    decision: 'approved',
    livemode: false,
  });
}, 120_000);

// `apps/service/interface/forms.test.ts` sends the same pictures twice over HTTP, in seconds.
whole(
  'approves one check after another with the bare fake camera of an automated test',
  async () => {
    for (let i = 0; i < 2; i++) {
      const { face, session_id } = await openCheck('test_face_approved', 'bare');
      await agree(face);
      expect(await capture(face)).toBe(DONE);
      expect(await read(session_id)).toMatchObject({ decision: 'approved', decision_source: 'simulated' });
      await people.pop()!.close();
    }
  },
  240_000,
);

whole(
  'finishes on the desktop when the phone takes over by QR code, number and capture',
  async () => {
    const { face, verdict, session_id } = await openCheck('test_face_approved');
    await agree(face);
    const url = await showCode(face);
    expect(url).toMatch(new RegExp(`^${stage.config.face_base_url}/h#[0-9A-HJKMNP-TV-Z-]{16,}$`));
    const owner = await newVisitor({ ...GRANTED, ...PHONE });
    // A phone that cannot run the models: its capture goes by the clock.
    await owner.context.route(/\.bin$/, (route) => route.abort());
    const phone = await openOnPhone(owner, url);
    expect(await accessibilityFaults(phone)).toEqual([]);
    await typeNumber(phone, await readNumber(face));
    await waitForHeading(face, 'Keep going on your phone');
    expect(await capture(phone)).toBe(DONE);
    await waitForHeading(face, DONE);
    await face.getByRole('button', { name: /^Back to / }).click();
    expect(await verdict()).toBe('It’s you');
    const found = await read(session_id);
    expect(found).toMatchObject({ status: 'completed', decision: 'approved' });
    expect(found.attempts).toMatchObject([{ device: 'phone' }]);
    // The code worked only once.
    const used = await stage.ask(`/facecheck/short-code?code=${url.split('#')[1]}`);
    expect(used).toMatchObject({ status: 410, code: 'short_code_used' });
  },
  120_000,
);

whole('disconnects the phone and continues on the desktop when the number is wrong', async () => {
  const { face } = await openCheck('test_face_approved');
  await agree(face);
  const phone = await openOnPhone(await newVisitor({ ...GRANTED, ...PHONE }), await showCode(face));
  const number = Number(await readNumber(face));
  await typeNumber(phone, String((number + 1) % 100).padStart(2, '0'));
  await waitForHeading(phone, 'That number wasn’t right');
  await waitForHeading(face, 'The phone wasn’t connected');
  await face.getByRole('button', { name: 'Use this device’s camera' }).click();
  await waitForHeading(face, 'Get ready for the camera');
});

whole('records no decision when the person leaves before the end', async () => {
  const { page, face, verdict } = await openCheck('real');
  await waitForHeading(face, 'Let’s make sure it’s you');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await face.getByRole('button', { name: 'Stop', exact: true }).click();
  expect(await verdict()).toMatch(/You left before the end|Canceled/);
});

whole('says so in the dialog and in the shop when the check ran out of time', async () => {
  const { page, face, verdict } = await openCheck('test_face_expired');
  await waitForHeading(face, 'This check has expired');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await verdict()).toBe('The time is over');
});

whole(
  'accepts a portal token for 30 minutes by the service’s clock and then refuses it',
  async () => {
    const body = { workflow_id: stage.demo.workflow_id, customer: { customer_id: 'late' } };
    const mint = async () =>
      (await stage.ask('/facecheck/session/portal', { key: stage.demo.api_key.key, body })).data;
    const { context } = await newVisitor();
    const page = await context.newPage();
    await page.goto((await mint()).url);
    await waitForHeading(page, 'Let’s make sure it’s you');
    // The token left the address bar at once.
    expect(page.url()).not.toContain('#');
    // The clock leaps while the page only waits. The page's own clock stays behind, so a proof checked after
    // the leap would be too old.
    await page.waitForTimeout(2_000);
    clock.pass(30 * 60 + 10);
    // The page learns of it by its own polling, or from the person's next action.
    const click = page.getByRole('button', { name: 'I agree' }).click({ timeout: 3_000 });
    await Promise.all([
      waitForHeading(page, /^(Time is up|This check has expired)$/, 40_000),
      click.catch(() => {}),
    ]);

    const { token } = await mint();
    const status = () => stage.ask('/facecheck/session/status', { key: token });
    clock.pass(29 * 60 + 50);
    expect(await status()).toMatchObject({ status: 404, code: 'session_not_found' });
    clock.pass(20);
    expect(await status()).toMatchObject({ status: 401, code: 'token_expired' });
  },
  60_000,
);

test('no story violated a policy or called a third party', () => {
  expect(people.flatMap(({ log }) => log.violations)).toEqual([]);
  expect(people.flatMap(({ log }) => log.thirdParties())).toEqual([]);
});
