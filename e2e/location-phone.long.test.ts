import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violations } from '../apps/face/testing/inspect.ts';
import { FIRST, LOOKS, wear } from '../apps/face/testing/look.ts';
import { loseAnswer } from '../apps/face/testing/network.ts';
import { LONG } from '../testing/counts.ts';
import { accessibilityFaults } from './axe.ts';
import { DENIED, GRANTED, PHONE, type Visitor, visitor } from './browser.ts';
import { openOnPhone, typeNumber, waitForHeading } from './face-page.ts';
import { readQr } from './qr.ts';
import { sharedBrowser } from './shared-browser.ts';
import { openShopPage } from './shop-page.ts';
import { openStage, type Stage } from './stage.ts';

// In `npm test`: `../apps/service/interface/location-phone.test.ts`.

let stage: Stage;
let browser: Browser;
const people: Visitor[] = [];

beforeAll(async () => {
  [stage, browser] = await Promise.all([openStage({ face: true }), sharedBrowser()]);
});
afterEach(async () => {
  await Promise.all(people.map(({ close }) => close()));
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const newVisitor = async (options = GRANTED): Promise<Visitor> => {
  const person = await visitor(browser, options);
  people.push(person);
  return person;
};

let turn = 0;
/** Both themes and both directions: in `npm test` two of the four looks, and at the next screen the others. */
const faultsInLooks = async (phone: Page): Promise<string[]> => {
  const found: string[] = [];
  const nth = turn++ % 2;
  for (const look of LONG ? LOOKS : LOOKS.filter((_, i) => i % 2 === nth)) {
    await wear(phone, look);
    found.push(...(await violations(phone)));
  }
  await wear(phone, FIRST);
  return found;
};

/** The shop on a computer that does not share its location, with the code for the phone on the screen. */
const askForPhone = async () => {
  const shop = await openShopPage(await newVisitor(DENIED), stage.shop);
  expect(await shop.deposit()).toBe('We could not tell where you are');
  const card = shop.page.locator('#deposit-result');
  await card.getByRole('button', { name: 'Use my phone instead' }).click();
  const code = card.getByRole('img', { name: /QR code/ });
  await code.waitFor();
  return { shop, card, url: await readQr(code) };
};

test('completes the deposit with the phone’s position when the computer has none', async () => {
  const { shop, card, url } = await askForPhone();
  expect(url).toMatch(new RegExp(`^${stage.config.face_base_url}/h#[0-9A-HJKMNP-TV-Z]{16}$`));
  expect(await accessibilityFaults(shop.page)).toEqual([]);

  const phone = await openOnPhone(await newVisitor({ ...GRANTED, ...PHONE }), url);
  expect(await faultsInLooks(phone)).toEqual([]);
  await phone.getByText('Chrome on Linux').waitFor();
  const number = card.locator('.number');
  await number.waitFor();
  await typeNumber(phone, await number.innerText());
  await waitForHeading(phone, 'Share your location');
  expect(await faultsInLooks(phone)).toEqual([]);
  await card.getByText('Continue on your phone').waitFor();
  await phone.getByRole('button', { name: 'Share my location' }).click();
  await waitForHeading(phone, 'Thank you, you’re done');
  expect(await faultsInLooks(phone)).toEqual([]);

  await card.locator('.verdict.good').waitFor({ timeout: 20_000 });
  expect(await card.locator('.title').innerText()).toContain('$50.00 deposited');
  const learned = await shop.learned();
  expect(learned).toMatchObject({ Place: 'US-NY', Decision: 'pass' });
  const { data } = await stage.ask(`/geolocation/verifications/${learned.Verification}`, {
    key: stage.demo.results_key.key,
  });
  expect(data).toMatchObject({ decision: 'pass', assurance: ['consistent', 'handoff'], hop: 1 });
}, 90_000);

test('shares nothing and stops the shop when the phone answers “this wasn’t me”', async () => {
  const { card, url } = await askForPhone();
  const phone = await openOnPhone(await newVisitor({ ...GRANTED, ...PHONE }), url);
  await phone.getByRole('button', { name: 'This wasn’t me' }).click();
  await waitForHeading(phone, 'You were right to stop');
  expect(await faultsInLooks(phone)).toEqual([]);
  await card.locator('.verdict:not(.wait)').waitFor({ timeout: 20_000 });
  expect(await card.locator('.title').innerText()).not.toContain('deposited');
}, 60_000);

test('explains what to do and allows another try when the phone denies the location', async () => {
  const { card, url } = await askForPhone();
  const person = await newVisitor({ ...DENIED, ...PHONE });
  const phone = await openOnPhone(person, url);
  const number = card.locator('.number');
  await number.waitFor();
  await typeNumber(phone, await number.innerText());
  await phone.getByRole('button', { name: 'Share my location' }).click();
  await waitForHeading(phone, 'That wasn’t quite enough');
  expect(await faultsInLooks(phone)).toEqual([]);
  await person.context.grantPermissions(['geolocation']);
  await person.context.setGeolocation({ latitude: 40.7128, longitude: -74.006, accuracy: 25 });
  await phone.getByRole('button', { name: 'Try again' }).click();
  await waitForHeading(phone, 'Thank you, you’re done');
  await card.locator('.verdict.good').waitFor({ timeout: 20_000 });
}, 90_000);

/** The face app's other calls are covered in `apps/face/stories/lost-answers.test.ts`. */
test('completes on the phone when answers are lost', async () => {
  const path = (verb: string) => ({ method: 'POST', path: `/geolocation/handoff/${verb}` });
  const { card, url } = await askForPhone();
  const phone = await openOnPhone(await newVisitor({ ...GRANTED, ...PHONE }), url);
  const lost = [await loseAnswer(phone, path('confirm')), await loseAnswer(phone, path('verify'))];
  const number = card.locator('.number');
  await number.waitFor();
  await typeNumber(phone, await number.innerText());
  await phone.getByRole('button', { name: 'Share my location' }).click();
  await waitForHeading(phone, 'Thank you, you’re done');
  await card.locator('.verdict.good').waitFor({ timeout: 20_000 });
  await Promise.all(lost.map(({ reached }) => reached));

  const other = await askForPhone();
  const refusing = await openOnPhone(await newVisitor({ ...GRANTED, ...PHONE }), other.url);
  const denial = await loseAnswer(refusing, path('deny'));
  await refusing.getByRole('button', { name: 'This wasn’t me' }).click();
  await denial.reached;
  await other.card.locator('.verdict:not(.wait)').waitFor({ timeout: 20_000 });
}, 120_000);

test('no story violated a policy or called a third party', () => {
  expect(people.flatMap(({ log }) => log.violations)).toEqual([]);
  expect(people.flatMap(({ log }) => log.thirdParties())).toEqual([]);
});
