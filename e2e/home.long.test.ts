import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standpoint } from '../apps/service/testing/command.ts';
import { PEOPLE_PLUGINS, signedIn } from '../apps/service/testing/people.ts';
import { verified } from '../apps/service/testing/reviews.ts';
import { openTestService, type TestOrganization, type TestService } from '../apps/service/testing/service.ts';
import { accessibilityFaults } from './axe.ts';
import { type Visitor, visitor } from './browser.ts';
import { builtDashboard } from './dashboard/built.ts';
import { sharedBrowser } from './shared-browser.ts';

// In `npm test`: `../apps/service/src/overview/read-home.test.ts`.

/** Home of an empty organization, and of one with records. */
let service: TestService;
let browser: Browser;
let person: Visitor;
let page: Page;
let org: string;
let bank: TestOrganization;

beforeAll(async () => {
  [service, browser] = await Promise.all([
    openTestService({
      listen: 'ports',
      unlimited: true,
      plugins: async (config) => [...PEOPLE_PLUGINS, await builtDashboard(config)],
    }),
    sharedBrowser({ drawing: 'plain' }),
  ]);
  bank = await service.organization('Harbour Bank');
  ({ org } = bank);
  const { cookie } = await signedIn(service, org, 'owner');
  person = await visitor(browser, { viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const [name, ...value] = cookie.split('=');
  const url = service.deps.config.base_url;
  await person.context.addCookies([
    { name: name!, value: value.join('='), url, httpOnly: true, sameSite: 'Strict' },
  ]);
  page = await person.context.newPage();
});
afterAll(async () => {
  await person?.close();
  await browser?.close();
  await service?.close();
});

const open = (path: string) => page.goto(`${service.deps.config.base_url}/dashboard${path}`);
const faultsInBothThemes = async (): Promise<string[]> => {
  const faults: string[] = [];
  for (const theme of ['light', 'dark']) {
    await page.evaluate(
      (each) => document.documentElement.setAttribute('data-mantine-color-scheme', each),
      theme,
    );
    // Only the colours of the second theme are new.
    faults.push(...(await accessibilityFaults(page, ...(theme === 'dark' ? ['color-contrast'] : []))));
  }
  return faults;
};

test('it is where the dashboard begins, and teaches while there is nothing', async () => {
  await open('');
  await page.getByRole('heading', { name: 'First steps in production' }).waitFor();
  expect(page.url()).toContain(`/${org}/production/home`);
  await page.getByRole('button', { name: 'Sandbox' }).click();
  await page.getByRole('heading', { name: 'First steps in the sandbox' }).waitFor();
  expect(await page.getByText('npx standpoint seed').count()).toBe(1);
  expect(await faultsInBothThemes()).toEqual([]);
});

test('it shows figures, plots, places and reasons of records, by range and policy, by keyboard', async () => {
  const { code, stderr } = await standpoint(
    ['seed', '--org', org, '--verifications', '80', '--sessions', '4', '--json'],
    {
      ...process.env,
      ...service.variables,
    },
  );
  expect([code, stderr]).toEqual([0, '']);
  await open(`/${org}/sandbox/home`);
  await page.getByRole('heading', { name: /Needs attention/ }).waitFor();
  await page.getByRole('button', { name: '24 h' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/range=30d/);
  const verifications = page.locator('dl > div', { hasText: 'Verifications' }).locator('dd').first();
  await expect.poll(() => verifications.textContent()).toMatch(/^(8|9)\d/);
  await page.locator('canvas').nth(1).waitFor();
  await page.getByRole('img', { name: /Map of the world/ }).waitFor();
  await page.getByText('Table of numbers').first().click();
  await page.getByRole('table', { name: 'Verifications that did not pass' }).waitFor();
  expect(await faultsInBothThemes()).toEqual([]);
  await page.getByRole('combobox', { name: 'Policy' }).click();
  await page.getByRole('option', { name: 'Built-in default' }).click();
  await page.waitForURL(/policy=default/);
  await page.reload();
  await page.getByText('Verifications of one policy are counted').waitFor();
});

test('its figures change by themselves when something happens, and nothing moves', async () => {
  await verified(service, bank, 'first');
  await service.deps.tally.flush(service.database.db);
  await open(`/${org}/production/home`);
  const figure = page.locator('dl > div', { hasText: 'Verifications' }).locator('dd').first();
  await expect.poll(() => figure.textContent()).toMatch(/^1/);
  await page.evaluate(() => window.scrollTo({ top: 200 }));
  const places = () =>
    page
      .locator('h2')
      .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().top)));
  await page.locator('canvas').nth(1).waitFor();
  const before = await places();
  await verified(service, bank, 'second');
  await expect.poll(() => figure.textContent(), { timeout: 15_000 }).toMatch(/^2/);
  expect(await places()).toEqual(before);
});

test('it fits a phone', async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(`/${org}/sandbox/home?range=30d`);
  await page.locator('canvas').nth(1).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityFaults(page)).toEqual([]);
});
