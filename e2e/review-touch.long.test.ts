import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE } from './browser.ts';
import { borderCase, type Desk, faceCase, openDesk } from './review-desk.ts';
import {
  button,
  customerIs,
  decidePanel,
  guests,
  heldIs,
  rowOf,
  SOON,
  said,
  stateOf,
} from './review-page.ts';
import { sharedBrowser } from './shared-browser.ts';

// In `npm test`: `./review.test.ts`.

/** A person with a phone: list and case are two screens, and each action of the review is a tap. */
let desk: Desk;
let browser: Browser;
let visits: ReturnType<typeof guests>;
let page: Page;

beforeAll(async () => {
  [desk, browser] = await Promise.all([openDesk(), sharedBrowser({ drawing: 'plain' })]);
  await borderCase(desk, 'cus_border');
  await faceCase(desk, 'cus_face');
  for (const customer of ['cus_1', 'cus_2', 'cus_3', 'cus_4']) await desk.newCase(customer);
  visits = guests(desk, browser, PHONE);
  page = await visits.openAs('ana');
}, 180_000);
afterAll(async () => {
  await visits?.close();
  await browser?.close();
  await desk?.service.close();
});

const panel = () => decidePanel(page);
const open = async (customer: string) => {
  await rowOf(page, customer).tap();
  await customerIs(page, customer);
  await panel().waitFor();
};
const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** What can be tapped of these is large enough for a finger. */
async function fitsAFinger(where: ReturnType<Page['locator']>): Promise<void> {
  const boxes = await where.evaluateAll((all) =>
    all.map((each) => ({ ...each.getBoundingClientRect().toJSON(), name: each.textContent })),
  );
  expect(boxes.length).toBeGreaterThan(0);
  expect(boxes.filter(({ height, width }) => height < 44 || width < 44)).toEqual([]);
}

test('the list and the case are two screens', async () => {
  expect(await sideways()).toBe(0);
  expect(await page.getByRole('region', { name: 'Case', exact: true }).isVisible()).toBe(false);
  await open('cus_1');
  expect(await rowOf(page, 'cus_1').isVisible()).toBe(false);
  expect(await sideways()).toBe(0);
  await page.getByText('Case 3 of 6').waitFor();
  await fitsAFinger(page.getByRole('button', { name: 'Back to the list' }));
  await button(page, 'Back to the list').tap();
  await rowOf(page, 'cus_1').waitFor();
  await open('cus_1');
  await page.goBack();
  await rowOf(page, 'cus_1').waitFor();
});

test('a case is given back, taken, approved from the bar at the bottom, and taken back', async () => {
  await open('cus_1');
  await button(page, 'Release the claim').tap();
  await button(page, /^Claim/).tap();
  await button(page, 'Release the claim').waitFor();
  await fitsAFinger(panel().getByRole('button'));
  const bar = await panel().boundingBox();
  expect(bar!.y + bar!.height).toBeLessThanOrEqual(845);
  await panel().getByRole('button', { name: 'Approve' }).tap();
  await page.getByText('Choose why you approve').waitFor();
  await panel().getByLabel('Reason', { exact: true }).selectOption({ label: 'Honest explanation' });
  await panel().getByRole('button', { name: 'Approve' }).tap();
  await said(page, 'Approved cus_1, next case opened');
  await customerIs(page, 'cus_2');
  await button(page, /^Undo/).tap();
  await heldIs(desk, 'cus_1', false);
  await customerIs(page, 'cus_1');
  await expect.poll(() => rowOf(page, 'cus_1').count(), SOON).toBe(1);
  await panel().getByRole('button', { name: 'Approve' }).tap();
  await heldIs(desk, 'cus_1', true);
  await desk.finish();
  expect(await stateOf(desk, 'cus_1')).toMatchObject({ state: 'decided', outcome: 'approve' });
});

test('a case is left to a manager, and is found under its tab', async () => {
  await customerIs(page, 'cus_2');
  await panel().getByRole('button', { name: 'Escalate' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').selectOption({ label: 'Looks like organized fraud' });
  expect(await sideways()).toBe(0);
  await dialog.getByRole('button', { name: 'Escalate the case' }).tap();
  await said(page, 'Escalated cus_2');
  await customerIs(page, 'cus_3');
  await button(page, 'Back to the list').tap();
  await page.getByRole('link', { name: /^Escalated/ }).tap();
  await expect.poll(() => rowOf(page, 'cus_').count(), SOON).toBe(1);
  await page.getByRole('link', { name: /^Open/ }).tap();
  await rowOf(page, 'cus_4').waitFor();
});

test('frames are revealed by a tap, and blurred when the case is left', async () => {
  await open('cus_face');
  await button(page, /^Reveal the frames/).tap();
  await button(page, /^Blur the frames/).waitFor();
  await button(page, 'Back to the list').tap();
  await open('cus_face');
  await button(page, /^Reveal the frames/).waitFor();
  await button(page, 'Back to the list').tap();
});

test('cases are selected and declined with one press, and what came later is shown by a tap', async () => {
  await desk.newCase('cus_later');
  await button(page, /^1 new/).tap();
  await rowOf(page, 'cus_later').waitFor();
  for (const customer of ['cus_3', 'cus_4'])
    await page.getByRole('checkbox', { name: `Select ${customer}` }).tap();
  const bar = page.getByRole('region', { name: 'Selected cases' });
  await fitsAFinger(bar.getByRole('button'));
  await bar.getByRole('button', { name: 'Decline all' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: /cus_4/ }).waitFor();
  expect(await sideways()).toBe(0);
  await dialog.getByLabel('Reason for all of them').selectOption({ label: 'Cannot be explained' });
  await dialog.getByRole('button', { name: 'Decline 2 cases' }).tap();
  await said(page, 'Declined 2 cases');
  await heldIs(desk, 'cus_4', true);
  await desk.finish();
  expect(await stateOf(desk, 'cus_4')).toMatchObject({ state: 'decided', outcome: 'decline' });
});
