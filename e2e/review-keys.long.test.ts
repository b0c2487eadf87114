import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { labelOf } from '../apps/dashboard/src/keyboard/match.ts';
import { borderCase, faceCase } from './review-desk.ts';
import {
  button,
  customerIs,
  decidePanel,
  goTo,
  heldIs,
  inFocus,
  rowOf,
  SOON,
  said,
  stateOf,
} from './review-page.ts';
import { reviewStory } from './review-story.ts';

// In `npm test`: `./review.test.ts`.

/** A person without a mouse: each action of the review by its key, and with single letters off by Tab and Enter. */
/** As the list of keys prints them. */
const pressed = new Set<string>();

const story = reviewStory({ viewport: { width: 1440, height: 900 } }, async (desk) => {
  await borderCase(desk, 'cus_border');
  await desk.newCase('cus_pair', 'payout');
  await faceCase(desk, 'cus_face');
  for (const customer of ['cus_1', 'cus_2', 'cus_3', 'cus_4', 'cus_5']) await desk.newCase(customer);
});

const pressOn =
  (page: Page) =>
  async (...keys: string[]) => {
    for (const key of keys) {
      pressed.add(
        labelOf(key === 'Space' ? ' ' : key.replace(/\+(.)$/, (_, letter) => `+${letter.toLowerCase()}`)),
      );
      await page.keyboard.press(key);
    }
  };
const press = (...keys: string[]) => pressOn(story.page)(...keys);
async function open(page: Page, customer: string): Promise<void> {
  await goTo(page, customer, pressOn(page));
  await pressOn(page)('o');
  await customerIs(page, customer);
  await decidePanel(page).waitFor();
}

test('moves over the cases, opens one, gives it back and takes it again', async () => {
  await press('j');
  await inFocus(story.page, 'cus_border');
  await press('j');
  await inFocus(story.page, 'cus_pair');
  await press('k');
  await inFocus(story.page, 'cus_border');
  await press('End');
  await inFocus(story.page, 'cus_5');
  await press('Home', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'o');
  await customerIs(story.page, 'cus_pair');
  await button(story.page, 'Release the claim').waitFor();
  await press('r');
  await button(story.page, /^Claim/).waitFor();
  await press('c');
  await button(story.page, 'Release the claim').waitFor();
  await press('y');
  await said(story.page, 'Copied ver_');
  await press('Escape');
  await inFocus(story.page, 'cus_pair');
});

test('reveals the frames, declines, takes it back and declines again', async () => {
  await open(story.page, 'cus_face');
  await button(story.page, /^Reveal the frames/).waitFor();
  await press('b');
  await button(story.page, /^Blur the frames/).waitFor();
  await press('b');
  await button(story.page, /^Reveal the frames/).waitFor();
  await press('d', 'ArrowDown', 'Enter');
  await said(story.page, 'Declined cus_face, next case opened');
  await customerIs(story.page, 'cus_1');
  await press('u');
  await heldIs(story.desk, 'cus_face', false);
  await customerIs(story.page, 'cus_face');
  await decidePanel(story.page).waitFor();
  // The reason that was chosen is kept.
  await press('d');
  await heldIs(story.desk, 'cus_face', true);
  await story.desk.finish();
  expect(await stateOf(story.desk, 'cus_face')).toMatchObject({ state: 'decided', outcome: 'decline' });
});

test('leaves a case to a manager, and finds it under its tab', async () => {
  await open(story.page, 'cus_1');
  await press('e');
  await story.page.getByRole('dialog').getByLabel('Reason').and(story.page.locator(':focus')).waitFor();
  await press('ArrowDown', 'Tab');
  await story.page.keyboard.type('my neighbour');
  await press('Enter');
  await said(story.page, 'Escalated cus_1');
  await story.page.getByRole('link', { name: /^Escalated/ }).focus();
  await press('Enter');
  await expect.poll(() => rowOf(story.page, 'cus_').count(), SOON).toBe(1);
  await rowOf(story.page, 'cus_1').waitFor();
  await story.page.getByRole('link', { name: /^Open/ }).focus();
  await press('Enter');
  await rowOf(story.page, 'cus_5').waitFor();
});

test('gives the first of two answers, and another person gives the second', async () => {
  await open(story.page, 'cus_pair');
  await story.page.locator('header').getByText('four eyes').waitFor();
  await press('a', 'ArrowDown', 'Enter');
  await heldIs(story.desk, 'cus_pair', true);
  await story.desk.finish();
  expect(await stateOf(story.desk, 'cus_pair')).toMatchObject({ state: 'awaiting_second', outcome: null });
  const bob = await story.visits.openAs('bob');
  await open(bob, 'cus_pair');
  await bob.getByText('Yours is the second answer.', { exact: false }).waitFor();
  await pressOn(bob)('a', 'ArrowDown', 'Enter');
  await heldIs(story.desk, 'cus_pair', true);
  await story.desk.finish();
  expect(await stateOf(story.desk, 'cus_pair')).toMatchObject({ state: 'decided', outcome: 'approve' });
});

test('selects cases, decides them with one press, and takes that back', async () => {
  await goTo(story.page, 'cus_2', press);
  await press('Space', 'Shift+J', 'Shift+K', 'Escape');
  await button(story.page, /^Clear/).waitFor({ state: 'detached' });
  await press('Space', 'Shift+J');
  await story.page.getByText('2 selected').waitFor();
  const dialog = story.page.getByRole('dialog');
  for (const [key, verb] of [
    ['Shift+A', 'Approve'],
    ['Shift+D', 'Decline'],
  ] as const) {
    await press(key);
    await dialog.getByRole('row', { name: /cus_3/ }).waitFor();
    await dialog.getByLabel('Reason for all of them').and(story.page.locator(':focus')).waitFor();
    await press('ArrowDown', 'Tab', 'Enter');
    await said(story.page, `${verb}d 2 cases`);
    await heldIs(story.desk, 'cus_3', true);
    if (verb === 'Decline') break;
    await press('u');
    await heldIs(story.desk, 'cus_3', false);
    await goTo(story.page, 'cus_2', press);
    await press('Space', 'Shift+J');
  }
  await story.desk.finish();
  expect(await stateOf(story.desk, 'cus_3')).toMatchObject({ state: 'decided', outcome: 'decline' });
});

test('what came later is counted, waits for n, and f leads to the filters', async () => {
  const counted = story.page.getByRole('link', { name: /^Review \d+ open/ });
  const shown = async () => Number(/\d+/.exec(await counted.innerText())![0]);
  const { rows } = await story.desk.service.database.pool.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM review
      WHERE org = $1 AND state IN ('open', 'awaiting_second') AND hold_id IS NULL`,
    [story.desk.org.org],
  );
  // The press before this told of each of its cases.
  await expect.poll(shown, SOON).toBe(rows[0]!.open);
  await story.desk.newCase('cus_later');
  await expect.poll(shown, SOON).toBe(rows[0]!.open + 1);
  await button(story.page, /^1 new/).waitFor();
  expect(await rowOf(story.page, 'cus_later').count()).toBe(0);
  await press('n');
  await rowOf(story.page, 'cus_later').waitFor();
  const filter = async (...keys: string[]) => {
    await press('f');
    await story.page.getByLabel('Filter by area').and(story.page.locator(':focus')).waitFor();
    await press(...keys);
  };
  await filter('ArrowDown', 'ArrowDown', 'Escape', 'j');
  await story.page.getByText('No case matches this filter').waitFor();
  await filter('Home', 'Escape');
  await rowOf(story.page, 'cus_later').waitFor();
});

test('letters typed into a field are text, and each key of the list of keys was pressed in these stories', async () => {
  await open(story.page, 'cus_4');
  const note = story.page.getByLabel('Note for the record');
  await note.focus();
  await story.page.keyboard.type('adecrbyunf?');
  expect(await note.inputValue()).toBe('adecrbyunf?');
  expect(await story.page.getByRole('dialog').count()).toBe(0);
  await press('Escape', 'k', 'Space', '?');
  const dialog = story.page.getByRole('dialog', { name: 'Keys of this page' });
  await dialog.getByRole('heading', { name: 'Everywhere' }).waitFor();
  const own = dialog.locator('section').filter({ hasNotText: 'Everywhere' });
  const listed = await own.locator('kbd').allInnerTexts();
  expect(listed).toEqual(expect.arrayContaining(['J', 'C', 'A', 'D', 'E', 'Space', 'N', 'F']));
  expect(listed.filter((key) => !pressed.has(key))).toEqual([]);
  await story.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await press('Escape');
});

/** To what Tab reaches from here. */
async function tabTo(page: Page, wanted: ReturnType<Page['locator']>): Promise<void> {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluateAll((all) => all.includes(document.activeElement as HTMLElement))) return;
  }
  throw new Error('Tab does not reach it');
}

test('with single letters off in the account, all of it is reached by Tab and Enter', async () => {
  const bob = await story.visits.openAs('bob');
  await bob.goto(story.desk.address.replace('/production/review', '/settings/account'));
  await bob.getByRole('switch', { name: /^Single letters/ }).focus();
  const saved = bob.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await bob.keyboard.press('Space');
  await saved;
  await bob.goto(story.desk.address);
  await rowOf(bob, 'cus_border').waitFor();
  await bob.keyboard.press('j');
  expect(await bob.locator('[data-case-row]:focus').count()).toBe(0);
  await tabTo(bob, bob.locator('[data-case-row]').first());
  for (const key of ['Space', 'ArrowDown', 'Space', 'End', 'Enter']) await bob.keyboard.press(key);
  await bob.getByText('2 selected').waitFor();
  await customerIs(bob, 'cus_later');
  await decidePanel(bob).waitFor();
  for (const key of ['a', 'e', 'Shift+D']) await bob.keyboard.press(key);
  expect(await bob.getByText('Choose why you approve').count()).toBe(0);
  expect(await bob.getByRole('dialog').count()).toBe(0);
  await tabTo(bob, button(bob, 'Release the claim'));
  await bob.keyboard.press('Enter');
  await button(bob, /^Claim/).waitFor();
  await tabTo(bob, button(bob, /^Approve/));
  await bob.keyboard.press('Enter');
  await bob.getByText('Choose why you approve').waitFor();
  for (const key of ['ArrowDown', 'Enter']) await bob.keyboard.press(key);
  // For eight seconds, and a busy machine takes more for the way there by Tab.
  await button(bob, /^Undo/).focus();
  await bob.keyboard.press('Enter');
  await heldIs(story.desk, 'cus_later', false);
});
