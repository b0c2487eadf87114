import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '../apps/service/src/pages/all.ts';
import { createPerson, join } from '../apps/service/src/people/accounts.ts';
import { setUpLink } from '../apps/service/src/people/set-up-link.ts';
import { totp } from '../apps/service/testing/people.ts';
import { openTestService, type TestService } from '../apps/service/testing/service.ts';
import {
  type IdentityProvider,
  identityProvider,
} from '../apps/service/testing/sign-in/identity-provider.ts';
import { accessibilityFaults } from './axe.ts';
import { type Visitor, visitor } from './browser.ts';
import { builtDashboard } from './dashboard/built.ts';
import { sharedBrowser } from './shared-browser.ts';

// In `npm test`: `./first-hour.test.ts`.

/** From the set-up link to a key that mints: the first minutes of an operator. */
let service: TestService;
let provider: IdentityProvider;
let browser: Browser;
let person: Visitor;
let page: Page;
const PASSWORD = 'a long enough password';
let used: string;
let secret: string | null;
let home: string;

beforeAll(async () => {
  provider = await identityProvider();
  [service, browser] = await Promise.all([
    openTestService({
      listen: 'ports',
      env: provider.env,
      plugins: async (config) => [pages(), await builtDashboard(config)],
    }),
    sharedBrowser({ drawing: 'plain' }),
  ]);
  person = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  page = await person.context.newPage();
});
afterAll(async () => {
  await person?.close();
  await browser?.close();
  await service?.close();
  await provider?.close();
});

test('the set-up link makes an owner with an authenticator app, whose key mints a token', async () => {
  const { org } = await service.organization();
  home = org;
  const { base_url } = service.deps.config;
  const link = await setUpLink(service.database.db, { base_url, org, now: new Date() });
  used = link!.url;
  await page.goto(used);
  await page.getByLabel('Your name').fill('Ana Ops');
  // The code is out of the address bar, and a reload finds it again.
  expect(page.url()).toBe(`${base_url}/dashboard/setup`);
  await page.reload();
  await page.getByLabel('Your name').fill('Ana Ops');
  await page.getByLabel('E-mail').fill('ana@harbour.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Organization').fill('Harbour Bank');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  secret = await page.locator('[data-totp-secret]').getAttribute('data-totp-secret');
  await page.getByLabel('Code that the app shows').fill(totp(`otpauth://totp/x?secret=${secret}`));
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByLabel('Backup codes').waitFor();
  expect(await page.getByLabel('Backup codes').locator('li').count()).toBe(10);
  await page.getByLabel('I have stored them').check();
  await page.getByRole('button', { name: 'Go on' }).click();

  await page.getByRole('link', { name: 'Make an API key' }).click();
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Wallet service');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const key = await dialog.locator('[data-secret]').innerText();
  await dialog.getByLabel('I have stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Wallet service').waitFor();
  expect(await page.content()).not.toContain(key);
  expect(await accessibilityFaults(page)).toEqual([]);

  const minted = await service.call({
    path: '/geolocation/preflight',
    token: key,
    body: { customer_id: 'cus_1', transaction_type: 'deposit' },
  });
  expect([minted.status, key.slice(0, 8)]).toEqual([200, 'sp_live_']);
});

test('an empty sandbox is filled by a button, with progress that a reload still shows', async () => {
  await page.goto(`${service.deps.config.base_url}/dashboard/${home}/sandbox/home`);
  await page.getByRole('button', { name: 'Fill the sandbox' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Play in allowed states').waitFor();
  const fill = dialog.getByRole('button', { name: 'Fill the sandbox' });
  expect(await fill.isDisabled()).toBe(true);
  await dialog.getByLabel('They may decide in production too').check();
  expect(await accessibilityFaults(page)).toEqual([]);
  await fill.click();
  await page.getByText('Filling the sandbox with made-up people').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await page
    .getByText(/Filling the sandbox with|Made-up people are there/)
    .first()
    .waitFor();
  await page.getByText('Made-up people are there').waitFor({ timeout: 240_000 });
  expect(await accessibilityFaults(page)).toEqual([]);
}, 300_000);

test('a person checks their own device: refused with advice, decided with a map, simulated otherwise', async () => {
  const { base_url } = service.deps.config;
  await person.context.grantPermissions([], { origin: base_url });
  await page.goto(`${base_url}/dashboard/${home}/sandbox/verifications#check-this-device`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Check this device' }).click();
  await dialog.getByText('Open the settings of this site').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await person.context.grantPermissions(['geolocation'], { origin: base_url });
  await person.context.setGeolocation({ latitude: 40.7357, longitude: -74.1724, accuracy: 20 });
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await dialog
    .getByLabel(/^Map: the device/)
    .first()
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('link', { name: 'Open the decision' }).click();
  await page.waitForURL(/\/verifications\/ver_/);
  await page.getByRole('combobox', { name: 'Another outcome' }).click();
  await page.getByRole('option', { name: 'Fails: behind a VPN.' }).click();
  await page.getByRole('button', { name: 'Make this outcome', exact: true }).click();
  await page.getByRole('link', { name: 'open the new record' }).click();
  await page.getByRole('heading', { level: 1, name: 'Fail: address of a VPN' }).waitFor();
  await page.getByRole('button', { name: 'Make this outcome again' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('the set-up link is used up, and the next sign-in takes the password and a code', async () => {
  const other = await visitor(browser, { viewport: { width: 390, height: 800 } });
  const phone = await other.context.newPage();
  await phone.goto(used);
  await phone.getByText('was used or has expired').waitFor();
  await phone.goto(`${service.deps.config.base_url}/dashboard`);
  await phone.getByLabel('E-mail').fill('ana@harbour.example');
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
  expect(await accessibilityFaults(phone)).toEqual([]);
  await phone.keyboard.press('Enter');
  await phone
    .getByLabel(/code/i)
    .first()
    .fill(totp(`otpauth://totp/x?secret=${secret}`));
  await phone.keyboard.press('Enter');
  await phone.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(await accessibilityFaults(phone)).toEqual([]);
  expect(other.log.violations).toEqual([]);
  await other.close();
});

const signOut = async (phone: Page) => {
  await phone.getByRole('button', { name: 'Open the navigation' }).click();
  await phone.getByRole('button', { name: 'Bo analyst' }).click();
  await phone.getByRole('menuitem', { name: 'Sign out' }).click();
};

test('a member signs in at the provider, makes a passkey as second factor, and signs in with it alone', async () => {
  const email = 'bo@harbour.example';
  const { org } = await service.organization();
  const { db } = service.database;
  const bo = await createPerson(db, service.deps.people, { name: 'Bo', email, password: PASSWORD });
  await join(db, org, bo, 'analyst');
  provider.says = { claims: { sub: 'bo', email, email_verified: true, name: 'Bo' } };
  const other = await visitor(browser, { viewport: { width: 390, height: 800 } });
  const phone = await other.context.newPage();
  await phone.goto(`${service.deps.config.base_url}/dashboard`);
  await phone.getByRole('button', { name: 'Sign in with Harbour ID' }).click();
  await phone.getByText('Your password and all other sessions have ended.').waitFor();
  expect(await accessibilityFaults(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'Go on' }).click();
  await phone.getByRole('button', { name: 'Use an authenticator app' }).waitFor();
  expect(await accessibilityFaults(phone)).toEqual([]);
  expect(phone.url()).toContain('/dashboard');
  const authenticator = await phone.context().newCDPSession(phone);
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await phone.getByRole('button', { name: 'Make a passkey on this device' }).click();
  await phone.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await signOut(phone);
  await phone.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await phone.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await signOut(phone);
  await phone.getByRole('button', { name: 'Sign in with Harbour ID' }).click();
  await phone.getByRole('button', { name: 'Use your passkey' }).waitFor();
  expect(await accessibilityFaults(phone)).toEqual([]);
  // The provider has no account for the next person.
  provider.says = { claims: { sub: 'eve', email: 'eve@people.example', email_verified: true } };
  await phone.getByRole('button', { name: 'Sign out' }).click();
  await phone.getByRole('button', { name: 'Sign in with Harbour ID' }).click();
  await phone.getByText('You have no account here').waitFor();
  expect(await accessibilityFaults(phone)).toEqual([]);
  expect(other.log.violations).toEqual([]);
  await other.close();
});
