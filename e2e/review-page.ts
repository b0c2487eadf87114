import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Visitor, visitor } from './browser.ts';
import type { Desk } from './review-desk.ts';

/** Of a state that is on its way: a machine that does other work takes its time. */
export const SOON = { timeout: 20_000 };

/** The review as people see it: its rows, its open case, and what the service knows of it. */
export const rowOf = (page: Page, customer: string) => page.locator('[data-case-row]', { hasText: customer });
export const said = (page: Page, text: string) =>
  page.getByLabel('Messages').getByText(text).last().waitFor();
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true });
export const decidePanel = (page: Page) => page.getByRole('region', { name: 'Decide' });
/** The open case is about this customer. */
export const customerIs = (page: Page, customer: string) =>
  expect.poll(() => page.locator('article header b.mono').innerText(), SOON).toBe(customer);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
export const inFocus = (page: Page, text: string) => expect.poll(() => focused(page), SOON).toContain(text);

/** Visitors of one story, each with the review open. */
export function guests(desk: Desk, browser: Browser, size: Parameters<typeof visitor>[1]) {
  const visitors: Visitor[] = [];
  return {
    async openAs(who: keyof Desk['people'], query = ''): Promise<Page> {
      const each = await visitor(browser, size);
      visitors.push(each);
      const page = await desk.open(each, desk.people[who], query);
      await page.locator('[data-case-row]').first().waitFor();
      return page;
    },
    close: () => Promise.all(visitors.splice(0).map((each) => each.close())),
  };
}

/** The row of the customer has the focus, reached from the first one down. */
export async function goTo(page: Page, customer: string, press: (...keys: string[]) => Promise<void>) {
  await rowOf(page, customer).waitFor();
  await press('j', 'Home');
  for (let i = 0; i < 12; i++) {
    if ((await focused(page)).includes(customer)) return;
    await press('j');
  }
  throw new Error(`${customer} is not in the list`);
}

/** The review of a customer as it is stored. */
export async function stateOf(desk: Desk, customer: string) {
  const { rows } = await desk.service.database.pool.query(
    `SELECT r.state, r.outcome, r.hold_id IS NOT NULL AS held FROM review r
       LEFT JOIN verification v ON v.verification_id = r.id LEFT JOIN face_session s ON s.session_id = r.id
      WHERE coalesce(v.customer_hash, s.customer_hash) = $1`,
    [desk.service.hash(desk.org.org, customer)],
  );
  return rows[0] as { state: string; outcome: string | null; held: boolean };
}

export const heldIs = (desk: Desk, customer: string, held: boolean) =>
  expect.poll(async () => (await stateOf(desk, customer)).held, SOON).toBe(held);
