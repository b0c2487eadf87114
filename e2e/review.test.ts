import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG } from '../testing/counts.ts';
import { accessibilityFaults } from './axe.ts';
import { type Visitor, visitor } from './browser.ts';
import { borderCase, type Desk, faceCase, openDesk } from './review-desk.ts';
import { SOON } from './review-page.ts';
import { sharedBrowser } from './shared-browser.ts';

const whole = test.runIf(LONG);

/** The people who decide: by keyboard alone, two windows on one case, an undo after a reload, at phone width. */
let desk: Desk;
let browser: Browser;
/** Ana's window, which both stories of `npm test` use: each further one loads the whole dashboard. */
let anas: Page;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [desk, browser] = await Promise.all([openDesk(), sharedBrowser({ drawing: 'plain' })]);
  await borderCase(desk, 'cus_border');
  await desk.newCase('cus_one');
  if (LONG) await furtherCases();
  anas = await openAs('ana');
}, 180_000);
async function furtherCases(): Promise<void> {
  await faceCase(desk, 'cus_known');
  await faceCase(desk, 'cus_alike', 'cus_known');
  for (const customer of ['cus_two', 'cus_three', 'cus_four']) await desk.newCase(customer);
}
afterAll(async () => {
  for (const each of visitors) await each.close();
  await browser?.close();
  await desk?.service.close();
});

async function openAs(who: keyof Desk['people'], query = '', width = 1440): Promise<Page> {
  const size = { viewport: { width, height: width < 500 ? 844 : 900 } };
  const each = await visitor(browser, size);
  visitors.push(each);
  const page = await desk.open(each, desk.people[who], query);
  await page.locator('[data-case-row]').first().waitFor();
  return page;
}
const titleOf = (page: Page) => page.locator('article header h2');
const customerOf = (page: Page) => page.locator('article header b.mono').innerText();
const mine = (page: Page) => page.locator('header:visible').getByText('Yours,').filter({ visible: true });
const theirs = (page: Page) =>
  page.locator('article header').getByText('holds this').filter({ visible: true });
const rowOf = (page: Page, customer: string) => page.locator('[data-case-row]', { hasText: customer });
const stateOf = async (customer: string) => {
  const hash = desk.service.hash(desk.org.org, customer);
  const { rows } = await desk.service.database.pool.query(
    `SELECT r.state, r.outcome, r.hold_id FROM review r JOIN verification v ON v.verification_id = r.id
      WHERE v.customer_hash = $1`,
    [hash],
  );
  return rows[0] as { state: string; outcome: string | null; hold_id: string | null };
};

test('a case is decided by keyboard alone, and taken back after a reload', async () => {
  const page = anas;
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText('too close', { exact: false }).first().waitFor();
  expect(await customerOf(page)).toBe('cus_border');
  await page.getByRole('img', { name: /Map: the device/ }).waitFor();
  await mine(page).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  // The first press asks for the reason; the letters of the field are its own then.
  await page.keyboard.press('a');
  await page.getByText('Choose why you approve').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Approved cus_border, next case opened').waitFor();
  await expect.poll(() => customerOf(page), SOON).not.toBe('cus_border');
  await expect.poll(() => rowOf(page, 'cus_border').count(), SOON).toBe(0);
  expect(await stateOf('cus_border')).toMatchObject({ state: 'open', outcome: null });
  // The service holds it, not the page.
  await page.reload();
  await page.getByText('Approved cus_border').waitFor();
  await page.keyboard.press('u');
  await expect.poll(async () => (await stateOf('cus_border')).hold_id, SOON).toBeNull();
  await expect.poll(() => customerOf(page), SOON).toBe('cus_border');
  await rowOf(page, 'cus_border').waitFor();
});

test('of two people at one case, the second is told who was first, and keeps the note', async () => {
  const [one, two] = [anas, await openAs('owner', '?reason=attestation_missing')];
  await rowOf(one, 'cus_one').click();
  await mine(one).waitFor();
  await rowOf(two, 'cus_one').click();
  await theirs(two).waitFor();
  expect(await two.getByRole('button', { name: /^Approve/ }).isDisabled()).toBe(true);
  await two.getByRole('button', { name: 'Take over' }).click();
  await mine(two).waitFor();
  await two.getByLabel('Note for the record').fill('seen at the counter');
  await two.getByLabel('Reason', { exact: true }).selectOption({ label: 'Cannot be explained' });
  // The first window hears of it, and can decide no more.
  await theirs(one).waitFor();
  // A decision by another way while the window is still open.
  const { rows } = await desk.service.database.pool.query(
    `UPDATE review SET claimed_by = NULL, claimed_until = NULL WHERE claimed_by = $1 RETURNING review_id`,
    [desk.people.owner.user_id],
  );
  const path = `/dashboard/api/${desk.org.org}/production/reviews/${rows[0].review_id}/decide`;
  await desk.people.bob.call({ path, body: { outcome: 'approve', reason: 'Known place of this customer' } });
  await two.getByText('Bob Reed approved this first. Your note is kept.').waitFor();
  expect(await two.getByLabel('Note for the record').inputValue()).toBe('seen at the counter');
  expect(await two.getByRole('button', { name: /^Decline/ }).isDisabled()).toBe(true);
  expect(await accessibilityFaults(two)).toEqual([]);
  await desk.finish();
  expect(await stateOf('cus_one')).toMatchObject({ state: 'decided', outcome: 'approve' });
});

whole('many are decided with one press, after a list of what changes', async () => {
  const page = await openAs('bob', '?reason=attestation_missing');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+J');
  await page.getByRole('button', { name: 'Decline all' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason for all of them').selectOption({ label: 'Cannot be explained' });
  await dialog.getByRole('row', { name: /cus_two/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Decline 2 cases' }).click();
  await page.getByText('Declined 2 cases').waitFor();
  await desk.finish();
  expect([(await stateOf('cus_two')).outcome, (await stateOf('cus_three')).outcome]).toEqual([
    'decline',
    'decline',
  ]);
});

whole('two people that look alike stand beside each other, and an auditor only reads', async () => {
  const page = await openAs('auditor', '?reason=dedupe_suspected');
  await rowOf(page, 'cus_alike').click();
  await page.getByRole('row', { name: /^Name .* Same$/ }).waitFor();
  expect(await page.getByRole('button', { name: /approve/i }).isDisabled()).toBe(true);
  await page.getByText('Your role reads reviews.', { exact: false }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

whole('a case is decided at phone width, without a keyboard', async () => {
  const page = await openAs('ana', '?reason=attestation_missing', 390);
  expect(await accessibilityFaults(page)).toEqual([]);
  await rowOf(page, 'cus_four').click();
  await titleOf(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Reason', { exact: true }).selectOption({ label: 'Honest explanation' });
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved cus_four').waitFor();
  await desk.finish();
  expect(await stateOf('cus_four')).toMatchObject({ state: 'decided', outcome: 'approve' });
});

whole('the head of a decision says who has its review, for as long as they have it', async () => {
  const id = await desk.newCase('cus_claimed');
  const { ana, bob } = desk.people;
  const reviews = `/dashboard/api/${desk.org.org}/production/reviews`;
  const { rows } = await desk.service.database.pool.query('SELECT review_id FROM review WHERE id = $1', [id]);
  const change = async (who: typeof ana, what: 'claim' | 'release') =>
    expect((await who.call({ path: `${reviews}/${rows[0].review_id}/${what}`, body: {} })).status).toBe(200);
  await change(ana, 'claim');
  const page = await openAs('bob');
  await page.goto(desk.address.replace('/review', `/verifications/${id}`));
  const hers = page.getByRole('link', { name: /^Ana Ops has it until \d\d:\d\d$/ });
  await hers.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await change(ana, 'release');
  await hers.waitFor({ state: 'detached' });
  await change(bob, 'claim');
  await page.getByRole('link', { name: /^Yours until \d\d:\d\d$/ }).click();
  await page.waitForURL(/\/review\?case=/);
});

whole('a case whose explanation does not load keeps the list, the decision and the note', async () => {
  for (const customer of ['cus_unexplained', 'cus_beside']) await desk.newCase(customer);
  const page = await openAs('bob', '?reason=attestation_missing');
  // As after an update of the service: the file of that name is there no more.
  await page.route(/assets\/location-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await rowOf(page, 'cus_unexplained').click();
  await page.getByText('What explains this case did not load').waitFor();
  expect(await page.getByText('This page stopped').count()).toBe(0);
  expect(await page.locator('[data-case-row]').count()).toBeGreaterThan(1);
  await mine(page).waitFor();
  await page.getByLabel('Note for the record').fill('called the customer');
  await rowOf(page, 'cus_beside').click();
  await expect.poll(() => customerOf(page), SOON).toBe('cus_beside');
  await rowOf(page, 'cus_unexplained').click();
  await expect.poll(() => customerOf(page), SOON).toBe('cus_unexplained');
  expect(await page.getByLabel('Note for the record').inputValue()).toBe('called the customer');
  expect(await page.getByRole('button', { name: /^Approve/ }).isEnabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.unroute(/assets\/location-[^/]*\.js$/);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByRole('img', { name: /Map: the device/ }).waitFor();
});
