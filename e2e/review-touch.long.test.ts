import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from './browser.ts';
import { borderCase, faceCase } from './review-desk.ts';
import { button, customerIs, decidePanel, heldIs, rowOf, SOON, said, stateOf } from './review-page.ts';
import { reviewStory } from './review-story.ts';

// In `npm test`: `./review.test.ts`.

/** A person with a phone: list and case are two screens, and each action of the review is a tap. */
const story = reviewStory(PHONE, async (desk) => {
  await borderCase(desk, 'cus_border');
  await faceCase(desk, 'cus_face');
  for (const customer of ['cus_1', 'cus_2', 'cus_3', 'cus_4']) await desk.newCase(customer);
});

const panel = () => decidePanel(story.page);
const open = async (customer: string) => {
  await rowOf(story.page, customer).tap();
  await customerIs(story.page, customer);
  await panel().waitFor();
};
const sideways = () => story.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
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
  expect(await story.page.getByRole('region', { name: 'Case', exact: true }).isVisible()).toBe(false);
  await open('cus_1');
  expect(await rowOf(story.page, 'cus_1').isVisible()).toBe(false);
  expect(await sideways()).toBe(0);
  await story.page.getByText('Case 3 of 6').waitFor();
  await fitsAFinger(story.page.getByRole('button', { name: 'Back to the list' }));
  await button(story.page, 'Back to the list').tap();
  await rowOf(story.page, 'cus_1').waitFor();
  await open('cus_1');
  await story.page.goBack();
  await rowOf(story.page, 'cus_1').waitFor();
});

test('a case is given back, taken, approved from the bar at the bottom, and taken back', async () => {
  await open('cus_1');
  await button(story.page, 'Release the claim').tap();
  await button(story.page, /^Claim/).tap();
  await button(story.page, 'Release the claim').waitFor();
  await fitsAFinger(panel().getByRole('button'));
  const bar = await panel().boundingBox();
  expect(bar!.y + bar!.height).toBeLessThanOrEqual(845);
  await panel().getByRole('button', { name: 'Approve' }).tap();
  await story.page.getByText('Choose why you approve').waitFor();
  await panel().getByLabel('Reason', { exact: true }).selectOption({ label: 'Honest explanation' });
  await panel().getByRole('button', { name: 'Approve' }).tap();
  await said(story.page, 'Approved cus_1, next case opened');
  await customerIs(story.page, 'cus_2');
  await button(story.page, /^Undo/).tap();
  await heldIs(story.desk, 'cus_1', false);
  await customerIs(story.page, 'cus_1');
  await expect.poll(() => rowOf(story.page, 'cus_1').count(), SOON).toBe(1);
  await panel().getByRole('button', { name: 'Approve' }).tap();
  await heldIs(story.desk, 'cus_1', true);
  await story.desk.finish();
  expect(await stateOf(story.desk, 'cus_1')).toMatchObject({ state: 'decided', outcome: 'approve' });
});

test('a case is left to a manager, and is found under its tab', async () => {
  await customerIs(story.page, 'cus_2');
  await panel().getByRole('button', { name: 'Escalate' }).tap();
  const dialog = story.page.getByRole('dialog');
  await dialog.getByLabel('Reason').selectOption({ label: 'Looks like organized fraud' });
  expect(await sideways()).toBe(0);
  await dialog.getByRole('button', { name: 'Escalate the case' }).tap();
  await said(story.page, 'Escalated cus_2');
  await customerIs(story.page, 'cus_3');
  await button(story.page, 'Back to the list').tap();
  await story.page.getByRole('link', { name: /^Escalated/ }).tap();
  await expect.poll(() => rowOf(story.page, 'cus_').count(), SOON).toBe(1);
  await story.page.getByRole('link', { name: /^Open/ }).tap();
  await rowOf(story.page, 'cus_4').waitFor();
});

test('frames are revealed by a tap, and blurred when the case is left', async () => {
  await open('cus_face');
  await button(story.page, /^Reveal the frames/).tap();
  await button(story.page, /^Blur the frames/).waitFor();
  await button(story.page, 'Back to the list').tap();
  await open('cus_face');
  await button(story.page, /^Reveal the frames/).waitFor();
  await button(story.page, 'Back to the list').tap();
});

test('cases are selected and declined with one press, and what came later is shown by a tap', async () => {
  await story.desk.newCase('cus_later');
  await button(story.page, /^1 new/).tap();
  await rowOf(story.page, 'cus_later').waitFor();
  for (const customer of ['cus_3', 'cus_4'])
    await story.page.getByRole('checkbox', { name: `Select ${customer}` }).tap();
  const bar = story.page.getByRole('region', { name: 'Selected cases' });
  await fitsAFinger(bar.getByRole('button'));
  await bar.getByRole('button', { name: 'Decline all' }).tap();
  const dialog = story.page.getByRole('dialog');
  await dialog.getByRole('row', { name: /cus_4/ }).waitFor();
  expect(await sideways()).toBe(0);
  await dialog.getByLabel('Reason for all of them').selectOption({ label: 'Cannot be explained' });
  await dialog.getByRole('button', { name: 'Decline 2 cases' }).tap();
  await said(story.page, 'Declined 2 cases');
  await heldIs(story.desk, 'cus_4', true);
  await story.desk.finish();
  expect(await stateOf(story.desk, 'cus_4')).toMatchObject({ state: 'decided', outcome: 'decline' });
});
