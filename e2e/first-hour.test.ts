import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PolicyDefinition } from '@standpoint/contract';
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standpoint } from '../apps/service/testing/command.ts';
import { totp } from '../apps/service/testing/people.ts';
import { openReceiver, type Received, type Receiver } from '../apps/service/testing/webhooks/receiver.ts';
import { within } from '../testing/busy.ts';
import { accessibilityFaults } from './axe.ts';
import { GRANTED, type Visitor, visitor } from './browser.ts';
import { readsTheBorder } from './dashboard/decision-page.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { sharedBrowser } from './shared-browser.ts';
import { openSite, type Site, verifyIn } from './site.ts';

/**
 * The first hour of an operator, with nothing replaced: a process that `standpoint start` began, its
 * owner's browser, the shop's website in another browser, and a receiver that checks signatures as every receiver
 * does.
 */
let service: ServiceProcess;
let address: string;
let browser: Browser;
let site: Site;
let receiver: Receiver;
let owner: Visitor;
let customer: Visitor;
let page: Page;
let key: string;
let secret: string;

const PASSWORD = 'a long enough password';
const CUSTOMER = 'cus_first';
/** On the Hudson, so near to the border that the data cannot tell the side. */
const AT_THE_BORDER = { latitude: 40.7127, longitude: -74.024, accuracy: 180 };
/** A browser that a program drives is no attack here, and doubt goes to a person. */
const POLICY: PolicyDefinition = {
  name: 'New Jersey only',
  transaction_types: ['wager'],
  depth: 'full',
  min_assurance: 'consistent',
  rule: { allow: ['US-NJ'], buffer_m: 50 },
  actions: { automation: 'ignore', override_suspected: 'ignore', border_uncertain: 'review' },
  retry: { on: false },
};

beforeAll(async () => {
  [service, browser, site, receiver] = await Promise.all([
    startServiceProcess({ STANDPOINT_EGRESS_ALLOW: '127.0.0.0/8' }),
    sharedBrowser({ drawing: 'plain' }),
    openSite(),
    openReceiver(204),
  ]);
  address = (await service.ready).base_url;
  owner = await visitor(browser, { viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  customer = await visitor(browser, { ...GRANTED, geolocation: AT_THE_BORDER });
  page = await owner.context.newPage();
});
afterAll(async () => {
  await owner?.close();
  await customer?.close();
  await browser?.close();
  await Promise.all([site, receiver].map((open) => open?.close()));
  await service?.stop();
});

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const goTo = (name: string) => page.getByRole('link', { name, exact: true }).first().click();

/** The link that the start printed; the owner is asked for a password and for a code of their app. */
async function becomeOwner(): Promise<void> {
  await page.goto((await service.ready).setup_url!);
  await page.getByLabel('Your name').fill('Ana Ops');
  await page.getByLabel('E-mail').fill('ana@harbour.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Organization').fill('Harbour Bank');
  await press('Become the owner');
  await press('Use an authenticator app');
  const secret = await page.locator('[data-totp-secret]').getAttribute('data-totp-secret');
  await page.getByLabel('Code that the app shows').fill(totp(`otpauth://totp/x?secret=${secret}`));
  await page.keyboard.press('Enter');
  await printsCodesAlone();
  await page.getByLabel('I have stored them').check();
  await press('Go on');
}

/** On paper, the backup codes stand alone. */
async function printsCodesAlone(): Promise<void> {
  const codes = page.getByRole('list', { name: 'Backup codes' });
  await codes.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await codes.locator('li').count()).toBeGreaterThan(5);
  await codes.locator('li').last().waitFor();
  expect(await page.locator('button:visible, h1:visible, label:visible').count()).toBe(0);
  await page.emulateMedia({ media: null });
}

/** Under Settings → Developer. Returns the key, which is shown once. */
async function makeKey(): Promise<string> {
  await page.getByRole('link', { name: 'Make an API key' }).click();
  await press('New API key');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Wager service');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  return takeSecret();
}

async function takeSecret(): Promise<string> {
  const dialog = page.getByRole('dialog');
  const secret = await dialog.locator('[data-secret]').innerText();
  await dialog.getByLabel('I have stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret.trim();
}

/** Adds the receiver under Webhooks. Returns the secret of its signatures. */
async function addReceiver(): Promise<string> {
  await goTo('Webhooks');
  await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click();
  return takeSecret();
}

async function publishPolicy(): Promise<void> {
  const file = join(service.data_dir, 'first-hour-policy.json');
  await writeFile(file, JSON.stringify(POLICY));
  const command = ['policies', 'create', '--file', file, '--publish', '--json'];
  const { code, stderr } = await standpoint(command, service.env);
  expect(code, stderr).toBe(0);
}

/** As the shop's backend does. */
async function mintToken(): Promise<string> {
  const response = await fetch(`${address}/geolocation/preflight`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customer_id: CUSTOMER, transaction_type: 'wager' }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  expect(response.status).toBe(200);
  return data.token;
}

test('the printed link makes an owner with an authenticator app', async () => {
  await Promise.all([becomeOwner(), publishPolicy()]);
});

test('the owner makes a key under Settings → Developer, and tells the service of the receiver', async () => {
  key = await makeKey();
  expect(key).toMatch(/^sp_live_/);
  secret = await addReceiver();
});

test('with that key the shop’s page verifies, and the row is there within a second, with map and reasons', async () => {
  await goTo('Verifications');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText('No verifications yet').waitFor();
  const shop = await site.visit(customer, address);
  const answer = await verifyIn(shop, await mintToken());
  const answered = performance.now();
  expect(answer).toMatchObject({ ok: true, decision: 'review', livemode: true });
  await page.getByRole('link', { name: CUSTOMER }).waitFor();
  expect(performance.now() - answered).toBeLessThan(within(1_000));

  await page.getByRole('link', { name: CUSTOMER }).click();
  await page.getByRole('heading', { level: 1, name: 'Review: too close to a border to tell' }).waitFor();
  await page.getByRole('img', { name: /^Map/ }).first().waitFor();
  await page.getByRole('heading', { name: 'Reasons' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('the decision opens the check that decided, shows the border on a map, and can be made again', async () => {
  await readsTheBorder(page);
  await press('Decide again');
  await page.getByText('the signature holds').waitFor();
});

test('a person approves the case, before a slow network has brought the claim', async () => {
  await page.route('**/claim', async (route) => {
    await sleep(1_500);
    await route.continue();
  });
  // With how many wait.
  await page.getByRole('link', { name: /^Review( \d+ open|$)/ }).click();
  await page.locator('[data-case-row]', { hasText: CUSTOMER }).click();
  await page.locator('header:visible').getByText('Yours,').filter({ visible: true }).waitFor();
  await page.getByLabel('Reason', { exact: true }).selectOption({ label: 'Stands on the allowed side' });
  await press(/^Approve/);
  await page.getByText(`Approved ${CUSTOMER}`).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('the receiver is told, by events whose signature the standard’s own library accepts', async () => {
  // The service holds a decision for some seconds, in which it can be taken back.
  const types = () => receiver.got.map(({ body }) => JSON.parse(body).type as string);
  await expect
    .poll(types, { timeout: 30_000 })
    .toEqual(
      expect.arrayContaining([
        'geolocation.verification.completed',
        'geolocation.verification.review_required',
        'geolocation.verification.reviewed',
      ]),
    );
  const standard = new Webhook(secret);
  const check = (body: string, { headers }: Received) =>
    standard.verify(body, headers as Record<string, string>);
  for (const each of receiver.got) expect(check(each.body, each)).toEqual(JSON.parse(each.body));
  const [first] = receiver.got;
  expect(() => check(`${first!.body} `, first!)).toThrow();

  await goTo('Deliveries');
  const told = page.getByRole('row', { name: 'A verification was reviewed' }).first();
  await told.getByText('Delivered').waitFor();
  await told.getByRole('link').click();
  await page.getByText(receiver.url).first().waitFor();
  await page.getByText('"outcome": "approve"').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const { violations } = owner.log;
  // A machine too busy to open a connection within five seconds answers 503, and the page asks again.
  const complaints = owner.log.complaints.filter((each) => !each.includes('status of 503'));
  expect([violations, complaints], service.said()).toEqual([[], []]);
  expect([...owner.log.thirdParties(), ...customer.log.thirdParties()]).toEqual([]);
});
