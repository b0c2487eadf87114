import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelOf } from '../apps/dashboard/src/keyboard/match.ts';
import { borderCase, type Desk, faceCase, openDesk } from './review-desk.ts';
import {
  button,
  customerIs,
  decidePanel,
  goTo,
  guests,
  heldIs,
  inFocus,
  rowOf,
  SOON,
  said,
  stateOf,
} from './review-page.ts';
import { sharedBrowser } from './shared-browser.ts';

// In `npm test`: `./review.test.ts`.

/** A person without a mouse: each action of the review by its key, and with single letters off by Tab and Enter. */
let desk: Desk;
let browser: Browser;
let visits: ReturnType<typeof guests>;
let ana: Page;
/** As the list of keys prints them. */
const pressed = new Set<string>();

beforeAll(async () => {
  [desk, browser] = await Promise.all([openDesk(), sharedBrowser({ drawing: 'plain' })]);
  await borderCase(desk, 'cus_border');
  await desk.newCase('cus_pair', 'payout');
  await faceCase(desk, 'cus_face');
  for (const customer of ['cus_1', 'cus_2', 'cus_3', 'cus_4', 'cus_5']) await desk.newCase(customer);
  visits = guests(desk, browser, { viewport: { width: 1440, height: 900 } });
  ana = await visits.openAs('ana');
}, 180_000);
afterAll(async () => {
  await visits?.close();
  await browser?.close();
  await desk?.service.close();
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
const press = (...keys: string[]) => pressOn(ana)(...keys);
async function open(page: Page, customer: string): Promise<void> {
  await goTo(page, customer, pressOn(page));
  await pressOn(page)('o');
  await customerIs(page, customer);
  await decidePanel(page).waitFor();
}

test('moves over the cases, opens one, gives it back and takes it again', async () => {
  await press('j');
  await inFocus(ana, 'cus_border');
  await press('j');
  await inFocus(ana, 'cus_pair');
  await press('k');
  await inFocus(ana, 'cus_border');
  await press('End');
  await inFocus(ana, 'cus_5');
  await press('Home', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'o');
  await customerIs(ana, 'cus_pair');
  await button(ana, 'Release the claim').waitFor();
  await press('r');
  await button(ana, /^Claim/).waitFor();
  await press('c');
  await button(ana, 'Release the claim').waitFor();
  await press('y');
  await said(ana, 'Copied ver_');
  await press('Escape');
  await inFocus(ana, 'cus_pair');
});

test('reveals the frames, declines, takes it back and declines again', async () => {
  await open(ana, 'cus_face');
  await button(ana, /^Reveal the frames/).waitFor();
  await press('b');
  await button(ana, /^Blur the frames/).waitFor();
  await press('b');
  await button(ana, /^Reveal the frames/).waitFor();
  await press('d', 'ArrowDown', 'Enter');
  await said(ana, 'Declined cus_face, next case opened');
  await customerIs(ana, 'cus_1');
  await press('u');
  await heldIs(desk, 'cus_face', false);
  await customerIs(ana, 'cus_face');
  await decidePanel(ana).waitFor();
  // The reason that was chosen is kept.
  await press('d');
  await heldIs(desk, 'cus_face', true);
  await desk.finish();
  expect(await stateOf(desk, 'cus_face')).toMatchObject({ state: 'decided', outcome: 'decline' });
});

test('leaves a case to a manager, and finds it under its tab', async () => {
  await open(ana, 'cus_1');
  await press('e');
  await ana.getByRole('dialog').getByLabel('Reason').and(ana.locator(':focus')).waitFor();
  await press('ArrowDown', 'Tab');
  await ana.keyboard.type('my neighbour');
  await press('Enter');
  await said(ana, 'Escalated cus_1');
  await ana.getByRole('link', { name: /^Escalated/ }).focus();
  await press('Enter');
  await expect.poll(() => rowOf(ana, 'cus_').count(), SOON).toBe(1);
  await rowOf(ana, 'cus_1').waitFor();
  await ana.getByRole('link', { name: /^Open/ }).focus();
  await press('Enter');
  await rowOf(ana, 'cus_5').waitFor();
});

test('gives the first of two answers, and another person gives the second', async () => {
  await open(ana, 'cus_pair');
  await ana.locator('header').getByText('four eyes').waitFor();
  await press('a', 'ArrowDown', 'Enter');
  await heldIs(desk, 'cus_pair', true);
  await desk.finish();
  expect(await stateOf(desk, 'cus_pair')).toMatchObject({ state: 'awaiting_second', outcome: null });
  const bob = await visits.openAs('bob');
  await open(bob, 'cus_pair');
  await bob.getByText('Yours is the second answer.', { exact: false }).waitFor();
  await pressOn(bob)('a', 'ArrowDown', 'Enter');
  await heldIs(desk, 'cus_pair', true);
  await desk.finish();
  expect(await stateOf(desk, 'cus_pair')).toMatchObject({ state: 'decided', outcome: 'approve' });
});

test('selects cases, decides them with one press, and takes that back', async () => {
  await goTo(ana, 'cus_2', press);
  await press('Space', 'Shift+J', 'Shift+K', 'Escape');
  await button(ana, /^Clear/).waitFor({ state: 'detached' });
  await press('Space', 'Shift+J');
  await ana.getByText('2 selected').waitFor();
  const dialog = ana.getByRole('dialog');
  for (const [key, verb] of [
    ['Shift+A', 'Approve'],
    ['Shift+D', 'Decline'],
  ] as const) {
    await press(key);
    await dialog.getByRole('row', { name: /cus_3/ }).waitFor();
    await dialog.getByLabel('Reason for all of them').and(ana.locator(':focus')).waitFor();
    await press('ArrowDown', 'Tab', 'Enter');
    await said(ana, `${verb}d 2 cases`);
    await heldIs(desk, 'cus_3', true);
    if (verb === 'Decline') break;
    await press('u');
    await heldIs(desk, 'cus_3', false);
    await goTo(ana, 'cus_2', press);
    await press('Space', 'Shift+J');
  }
  await desk.finish();
  expect(await stateOf(desk, 'cus_3')).toMatchObject({ state: 'decided', outcome: 'decline' });
});

test('what came later is counted, waits for n, and f leads to the filters', async () => {
  const counted = ana.getByRole('link', { name: /^Review \d+ open/ });
  const shown = async () => Number(/\d+/.exec(await counted.innerText())![0]);
  const { rows } = await desk.service.database.pool.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM review
      WHERE org = $1 AND state IN ('open', 'awaiting_second') AND hold_id IS NULL`,
    [desk.org.org],
  );
  // The press before this told of each of its cases.
  await expect.poll(shown, SOON).toBe(rows[0]!.open);
  await desk.newCase('cus_later');
  await expect.poll(shown, SOON).toBe(rows[0]!.open + 1);
  await button(ana, /^1 new/).waitFor();
  expect(await rowOf(ana, 'cus_later').count()).toBe(0);
  await press('n');
  await rowOf(ana, 'cus_later').waitFor();
  const filter = async (...keys: string[]) => {
    await press('f');
    await ana.getByLabel('Filter by area').and(ana.locator(':focus')).waitFor();
    await press(...keys);
  };
  await filter('ArrowDown', 'ArrowDown', 'Escape', 'j');
  await ana.getByText('No case matches this filter').waitFor();
  await filter('Home', 'Escape');
  await rowOf(ana, 'cus_later').waitFor();
});

test('letters typed into a field are text, and each key of the list of keys was pressed in these stories', async () => {
  await open(ana, 'cus_4');
  const note = ana.getByLabel('Note for the record');
  await note.focus();
  await ana.keyboard.type('adecrbyunf?');
  expect(await note.inputValue()).toBe('adecrbyunf?');
  expect(await ana.getByRole('dialog').count()).toBe(0);
  await press('Escape', 'k', 'Space', '?');
  const dialog = ana.getByRole('dialog', { name: 'Keys of this page' });
  await dialog.getByRole('heading', { name: 'Everywhere' }).waitFor();
  const own = dialog.locator('section').filter({ hasNotText: 'Everywhere' });
  const listed = await own.locator('kbd').allInnerTexts();
  expect(listed).toEqual(expect.arrayContaining(['J', 'C', 'A', 'D', 'E', 'Space', 'N', 'F']));
  expect(listed.filter((key) => !pressed.has(key))).toEqual([]);
  await ana.keyboard.press('Escape');
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
  const bob = await visits.openAs('bob');
  await bob.goto(desk.address.replace('/production/review', '/settings/account'));
  await bob.getByRole('switch', { name: /^Single letters/ }).focus();
  const saved = bob.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await bob.keyboard.press('Space');
  await saved;
  await bob.goto(desk.address);
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
  await heldIs(desk, 'cus_later', false);
});
