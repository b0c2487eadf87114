import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../apps/service/src/pages/sign-in.ts';
import { type Browser as Person, signedIn } from '../apps/service/testing/people.ts';
import { verified } from '../apps/service/testing/reviews.ts';
import { openTestService, type TestOrganization, type TestService } from '../apps/service/testing/service.ts';
import { DELIVERING } from '../apps/service/testing/webhooks/delivering.ts';
import { openReceiver } from '../apps/service/testing/webhooks/receiver.ts';
import { within } from '../testing/busy.ts';
import { accessibilityFaults } from './axe.ts';
import { type Visitor, visitor } from './browser.ts';
import { builtDashboard } from './dashboard/built.ts';
import { sharedBrowser } from './shared-browser.ts';

// In `npm test`: `../apps/service/src/live/stream.test.ts`.

/** What a person sees of what happens elsewhere: new rows, exports, deliveries, the audit log and the system. */
let service: TestService;
let browser: Browser;
let organization: TestOrganization;
let owner: Person;
let person: Visitor;
let page: Page;

beforeAll(async () => {
  [service, browser] = await Promise.all([
    openTestService({
      ...DELIVERING,
      listen: 'ports',
      plugins: async (config) => [signIn, await builtDashboard(config)],
    }),
    sharedBrowser({ drawing: 'plain' }),
  ]);
  organization = await service.organization('Harbour Bank');
  owner = await signedIn(service, organization.org, 'owner');
  for (let i = 0; i < 3; i++) await verified(service, organization, i === 1 ? '=1+1' : `customer-${i}`);
  person = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  await person.context.addCookies(
    owner.cookie.split('; ').map((each) => ({
      name: each.slice(0, each.indexOf('=')),
      value: each.slice(each.indexOf('=') + 1),
      domain: 'localhost',
      path: '/dashboard',
      httpOnly: true,
      sameSite: 'Strict' as const,
    })),
  );
  page = await person.context.newPage();
});
afterAll(async () => {
  await person?.close();
  await browser?.close();
  await service?.close();
});

const go = (path: string) =>
  page.goto(`${service.deps.config.base_url}/dashboard/${organization.org}/production/${path}`);
const row = (id: string) => page.locator(`[data-row-link$="${id}"]`);

test('a new verification waits behind a pill, and n puts it on top', async () => {
  await go('verifications');
  await page.getByText('Live', { exact: true }).waitFor();
  await row(await firstId()).waitFor();
  const { verification_id } = await verified(service, organization, 'customer-new');
  const began = performance.now();
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect(performance.now() - began).toBeLessThan(within(1_000));
  expect(await row(verification_id).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('n');
  await row(verification_id).waitFor();
  expect(await page.locator('tr[data-index="0"]').innerText()).toContain('customer-new');
  expect(await page.getByRole('button', { name: '1 new' }).count()).toBe(0);
});

test('a new verification that the filter leaves out is no news', async () => {
  await go('verifications?decision=fail');
  await page.getByText('Live', { exact: true }).waitFor();
  await verified(service, organization, 'customer-else');
  await page.waitForTimeout(1_200);
  expect(await page.getByRole('button', { name: / new/ }).count()).toBe(0);
});

test('a list is taken as a file, with what a table program would run made harmless', async () => {
  await go('verifications');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('All', { exact: true }).check();
  expect(await accessibilityFaults(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export verifications' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^verifications-production-.*\.csv$/);
  const text = (await (await download.createReadStream()).toArray()).join('');
  expect(text).toContain(",'=1+1,");
  await page.getByText(/Exported \d+ rows/).waitFor();
});

test('the audit log shows that export, and its chain holds', async () => {
  await go('audit');
  await page.getByRole('button', { name: 'Export ended' }).first().click();
  await page.getByRole('dialog').getByText('export.ended').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await page.getByText('The chain holds.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('the system page says what it found, and the list of deliveries teaches while it is empty', async () => {
  await go('system');
  await page.getByRole('table', { name: 'Checks' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await go('deliveries');
  await page.getByText('No delivery yet').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(person.log.violations).toEqual([]);
});

test('the list of deliveries and a delivery’s own page follow it from waiting to delivered', async () => {
  let answering = false;
  const held: (() => void)[] = [];
  const receiver = await openReceiver((_nth, _request, response) => {
    const answer = () => response.writeHead(204).end();
    // An attempt that waited too long is repeated.
    if (answering) answer();
    else held.push(answer);
  });
  await service.call({
    method: 'POST',
    path: '/webhooks',
    token: organization.results.production,
    body: { url: receiver.url },
  });
  await go('deliveries');
  await page.getByText('No delivery yet').waitFor();
  await verified(service, organization, 'customer-told');
  await receiver.until((got) => got.length > 0);

  const waiting = page.getByRole('row').filter({ hasText: 'Waiting' }).first();
  await waiting.waitFor();
  const [filtered, record] = [await person.context.newPage(), await person.context.newPage()];
  await filtered.goto(`${page.url()}?state=pending`);
  await filtered.getByRole('row').filter({ hasText: 'Waiting' }).first().waitFor();
  await record.goto(page.url());
  await record.getByRole('row').filter({ hasText: 'Waiting' }).getByRole('link').first().click();
  await record.getByText('Waiting', { exact: true }).first().waitFor();
  answering = true;
  for (const answer of held) answer();
  await page.getByRole('row').filter({ hasText: 'Delivered' }).first().waitFor();
  // A delivered row fits this filter no longer, and says so where it stands.
  await filtered.getByRole('row').filter({ hasText: 'Delivered' }).first().waitFor();
  await record.getByText('Delivered', { exact: true }).first().waitFor();
  await Promise.all([filtered.close(), record.close()]);
  await receiver.close();
});

async function firstId(): Promise<string> {
  const { data } = await owner.call({
    path: `/dashboard/api/${organization.org}/production/verifications?limit=1`,
  });
  return data.rows[0].verification_id;
}
