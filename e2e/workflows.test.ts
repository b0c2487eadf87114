import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtFrontEnd, FACE_APP, FACE_PREVIEW } from '../apps/service/src/frontends.ts';
import { faceApp } from '../apps/service/src/pages/face-app.ts';
import { facePreview } from '../apps/service/src/pages/face-preview.ts';
import { signIn } from '../apps/service/src/pages/sign-in.ts';
import { person } from '../apps/service/testing/face/face.ts';
import { type Browser as SignedIn, signedIn } from '../apps/service/testing/people.ts';
import { verified } from '../apps/service/testing/reviews.ts';
import { openTestService, type TestOrganization, type TestService } from '../apps/service/testing/service.ts';
import { LONG } from '../testing/counts.ts';
import { accessibilityFaults } from './axe.ts';
import { GRANTED, PHONE, type Visitor, visitor } from './browser.ts';
import { builtDashboard } from './dashboard/built.ts';
import { readQr } from './qr.ts';
import { sharedBrowser } from './shared-browser.ts';

const whole = test.runIf(LONG);

/** Workflows and customers in the dashboard: from a setting to what a person sees. */
let service: TestService;
let browser: Browser;
let org: TestOrganization;
const visitors: Visitor[] = [];

beforeAll(async () => {
  const quiet = { info() {}, warn() {}, error() {} } as never;
  [service, browser] = await Promise.all([
    openTestService({
      listen: 'ports',
      unlimited: true,
      plugins: async (config) => [
        signIn,
        await builtDashboard(config),
        facePreview(await builtFrontEnd(FACE_PREVIEW, config, quiet)),
        faceApp(await builtFrontEnd(FACE_APP, config, quiet)),
      ],
    }),
    sharedBrowser({ drawing: 'plain' }),
  ]);
  org = await service.organization('Harbour Bank');
});
afterAll(async () => {
  for (const each of visitors) await each.close();
  await browser?.close();
  await service?.close();
});

/** A page of the dashboard, for a person who is signed in. */
async function pageOf(
  { cookie }: SignedIn,
  path: string,
  viewport = { width: 1440, height: 900 },
): Promise<Page> {
  const one = await visitor(browser, { viewport });
  visitors.push(one);
  const { context } = one;
  const { base_url } = service.config;
  const [name = '', ...value] = cookie.split(';')[0]!.split('=');
  await context.addCookies([{ name, value: value.join('='), url: base_url }]);
  const page = await context.newPage();
  await page.goto(`${base_url}/dashboard/${org.org}/${path}`);
  return page;
}

const saved = (page: Page) => page.getByText(/^Draft saved by/).waitFor();
const preview = (page: Page) => page.frameLocator('iframe');

test('a workflow is edited, previewed and published, while a running check keeps its version', async () => {
  const owner = await signedIn(service, org.org, 'owner');
  const running = await person(service, org, { customer: { customer_id: 'old' } });
  expect((await running.open()).data.workflow).toMatchObject({ version: 1, purpose: null });
  const page = await pageOf(owner, 'production/workflows');
  await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor();
  await page.getByRole('link', { name: 'Test' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Test' }).click();
  await page.getByRole('button', { name: 'Look and words' }).click();
  await page.getByLabel('What for', { exact: true }).fill('Open your account');
  await saved(page);
  await preview(page).getByText('Open your account', { exact: true }).waitFor();
  const purposes = page.getByRole('group', { name: 'What for, in other languages' });
  await purposes.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await purposes.getByRole('button', { name: 'Add a text' }).click();
  await purposes.getByRole('textbox', { name: 'German' }).fill('Konto eröffnen');
  await saved(page);
  expect(await accessibilityFaults(page)).toEqual([]);

  // A setting that could never work is said beside its field, and keeps the draft from being published.
  await page.getByLabel('Accent', { exact: true }).fill('#ffff00');
  await page.getByText('Accent has a contrast of').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByText('It cannot be published yet').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByLabel('Accent', { exact: true }).fill('#1f5fae');
  await expect.poll(() => page.getByText('Accent has a contrast of').count()).toBe(0);

  await page.getByRole('combobox', { name: 'Language of the preview' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await preview(page).getByText('Konto eröffnen', { exact: true }).waitFor();
  // Its buttons lead on, as they do for a person; there is nothing behind them.
  await preview(page).getByRole('button', { name: 'Ich stimme zu' }).click();
  await preview(page).locator('.page.on-primer').waitFor();
  await page.getByRole('button', { name: 'What changes' }).click();
  await page.getByText('“Open your account”').waitFor();
  await page.getByText('“Konto eröffnen”').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish 3 changes' }).click();
  await page.getByText('Version 2 is published').waitFor();
  await page.getByText('Published, v2').waitFor();

  expect((await running.open()).data.workflow).toMatchObject({ version: 1, purpose: null });
  expect((await running.consent()).status).toBe(200);
  const young = await person(service, org, { customer: { customer_id: 'young' } });
  expect((await young.open()).data.workflow).toMatchObject({
    version: 2,
    purpose: 'Open your account',
    purposes: { de: 'Konto eröffnen' },
  });

  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Come back to v1' }).click();
  await page.getByRole('dialog').getByText('What for', { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish it again' }).click();
  await page.getByText('Published, v3').waitFor();
});

whole('two people who write the same draft: one is told who was faster, and loses nothing', async () => {
  const [ana, bob] = [
    await signedIn(service, org.org, 'owner'),
    await signedIn(service, org.org, 'developer'),
  ];
  const path = `production/workflows/${org.workflow_id}?part=name`;
  const [one, two] = [await pageOf(ana, path), await pageOf(bob, path)];
  const name = (page: Page) => page.getByLabel('Name of the workflow');
  await name(one).waitFor();
  await name(two).waitFor();
  await name(one).fill('From Ana');
  await saved(one);
  await name(two).fill('From Bob');
  await two.getByText('What you typed is still here').waitFor();
  expect(await name(two).inputValue()).toBe('From Bob');
  expect(await accessibilityFaults(two)).toEqual([]);
  await two.getByRole('button', { name: 'Save mine over theirs' }).click();
  await saved(two);
  await one.reload();
  await expect.poll(() => name(one).inputValue()).toBe('From Bob');
  await one.getByRole('button', { name: 'Throw the draft away' }).click();
  await one.getByRole('button', { name: 'Throw it away' }).click();
  await one.getByText('The draft is gone').waitFor();
});

whole('a link made by hand opens the face page for that customer, by its code too', async () => {
  const reviewer = await signedIn(service, org.org, 'reviewer');
  const page = await pageOf(reviewer, 'sandbox/customers/test_face_approved_7');
  await page.getByRole('button', { name: 'Make a verification link' }).click();
  await page.getByRole('combobox', { name: 'Workflow' }).click();
  await page.getByRole('option').first().click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.locator('[data-link]').innerText();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await readQr(page.getByRole('img', { name: 'The link as a code to scan' }))).toBe(link);
  const holder = await visitor(browser, { ...GRANTED, ...PHONE });
  visitors.push(holder);
  const phone = await holder.context.newPage();
  await phone.goto(link);
  await phone.locator('.page.on-consent').waitFor();
  await page.getByText('the check has begun').waitFor();
  await page.getByRole('link', { name: 'Open the session' }).click();
  await page.getByRole('main').getByRole('link', { name: 'test_face_approved_7' }).waitFor();
  await page.getByText('There is none yet').waitFor();
});

whole('a customer is held, erased by typing the id, and the receipt is a file', async () => {
  const owner = await signedIn(service, org.org, 'owner');
  await verified(service, org, 'cus_1');
  const page = await pageOf(owner, 'production/customers/cus_1');
  await page.getByText('1 verification').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Place a legal hold' }).click();
  await page.getByLabel('Reason').fill('File 4711');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Place the hold' }).click();
  await page.getByText('Reason: File 4711').waitFor();
  await page.getByRole('button', { name: 'Remove the hold' }).click();
  await page.getByLabel('Type cus_1 to go on').fill('cus_1');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the hold' }).click();
  await expect.poll(() => page.getByText('Legal hold since').count()).toBe(0);

  await page.getByRole('button', { name: 'Export the data' }).click();
  const exported = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export the data' }).click();
  expect((await exported).suggestedFilename()).toBe('customer-cus_1.ndjson');
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Erase the customer' }).click();
  const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase the customer' });
  expect(await erase.isDisabled()).toBe(true);
  await page.getByLabel('Type cus_1 to go on').fill('cus_1');
  await erase.click();
  const receipt = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the receipt' }).click();
  expect((await receipt).suggestedFilename()).toBe('erasure-cus_1.json');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText(/^Erased/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

whole('no part of the page is wider than a phone, also with a problem in each place', async () => {
  const owner = await signedIn(service, org.org, 'owner');
  const path = `/dashboard/api/${org.org}/workflows`;
  const { workflow_id } = (await owner.call({ path, body: { name: 'Narrow' } })).data;
  const definition = { name: '', attempts: 99, redirect_urls: ['x'], ui: { theme: { accent: '#12' } } };
  await owner.call({
    method: 'PUT',
    path: `${path}/${workflow_id}/draft`,
    body: { revision: 1, definition },
  });
  const page = await pageOf(owner, `production/workflows/${workflow_id}`, { width: 390, height: 844 });
  for (const part of ['Look and words', 'Addresses', 'What changes', 'JSON', 'Use it']) {
    await page.getByRole('button', { name: part }).click();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([part, wider]).toEqual([part, 0]);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await page.getByText('Nothing can be shown until').waitFor();
});

test('no page of these broke its policy', () => {
  expect(visitors.flatMap(({ log }) => log.violations)).toEqual([]);
});
