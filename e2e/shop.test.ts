import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Standpoint } from '@standpoint/node';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FACE_SANDBOX_OUTCOMES } from '../apps/service/src/face/decision/sandbox-outcomes.ts';
import { GEOLOCATION_OUTCOMES } from '../apps/service/src/geolocation/decision/sandbox-outcomes.ts';
import { DEPOSIT_OUTCOMES, FACE_OUTCOMES } from '../examples/shop/outcomes.ts';
import { createShop } from '../examples/shop/server.ts';
import { LONG, sample } from '../testing/counts.ts';
import { accessibilityFaults } from './axe.ts';
import { DENIED, GRANTED, PHONE, type Visitor, visitor } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';
import { openShopPage, type ShopPage } from './shop-page.ts';
import { openStage, type Stage } from './stage.ts';

const whole = test.runIf(LONG);

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([openStage(), sharedBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/**
 * One visitor's way through the shop. Afterwards checks that no policy was violated and no third party was
 * called.
 */
const walk = async (
  options: BrowserContextOptions,
  story: (shop: ShopPage, person: Visitor) => Promise<void>,
  address = stage.shop,
): Promise<void> => {
  const person = await visitor(browser, options);
  await story(await openShopPage(person, address), person);
  expect(person.log.violations).toEqual([]);
  expect(person.log.thirdParties()).toEqual([]);
  await person.close();
};

const post = (shop: ShopPage, path: string, body: object) =>
  shop.page.evaluate(
    async ([to, text]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(to!, { method: 'POST', headers, body: text });
      return { status: response.status, answer: await response.json() };
    },
    [path, JSON.stringify(body)],
  );

test('plays deposit, used token, review, outside and unavailable on a phone', async () => {
  await walk({ ...GRANTED, ...PHONE }, async (shop) => {
    expect(await shop.deposit()).toBe('$50.00 deposited');
    expect(await shop.learned()).toMatchObject({ Decision: 'pass', Environment: 'sandbox', Place: 'US-NY' });
    expect(await shop.balance()).toBe('$50.00');
    expect(await shop.press('Spend the same token again')).toBe('Refused: a token works once');
    expect(await shop.learned()).toEqual({ Code: 'token_already_used' });

    expect(await shop.deposit('test_retry_accuracy')).toBe('We could not tell where you are');
    expect(await shop.press('Try again')).toBe('We could not tell where you are');
    expect(await shop.press('Try again')).toBe('We could not tell where you are');
    expect(await shop.press('Try again')).toBe('A person will take a look');

    expect(await shop.deposit('test_fail_outside')).toBe('Not accepted');
    expect(await shop.page.innerText('#deposit-result .remedy')).toMatch(/supported place/);
    expect(await shop.balance()).toBe('$50.00');
    // Nothing may make the page scroll sideways.
    expect(await shop.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

whole('works with the keyboard alone, from the first Tab to the verdict', async () => {
  await walk(GRANTED, async ({ page }) => {
    for (const id of ['', 'deposit-outcome', 'deposit-start']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(id);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: '$50.00 deposited' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('deposit-start');
  });
});

whole('explains how to allow the location when the visitor denies it', async () => {
  await walk(DENIED, async (shop) => {
    expect(await shop.deposit()).not.toBe('$50.00 deposited');
    expect(await shop.page.innerText('#deposit-result .reason')).toMatch(/not allowed to use your location/);
    expect(await shop.page.innerText('#deposit-result .remedy')).toMatch(/Allow location for this page/);
  });
});

whole('keeps the install id in an HttpOnly cookie and sends it in the next preflight', async () => {
  await walk(GRANTED, async (shop, { context }) => {
    const claim = async () => {
      const { answer } = await post(shop, 'api/deposit/token', { outcome: 'real' });
      const [, claims] = (answer.token as string).split('.');
      return JSON.parse(Buffer.from(claims!, 'base64url').toString()).install_id as string;
    };
    const first = await claim();
    const cookie = (await context.cookies()).find(({ name }) => name === 'install_id');
    expect(cookie).toMatchObject({ value: first, httpOnly: true, sameSite: 'Lax' });
    expect(await shop.page.evaluate(() => document.cookie)).toBe('');
    expect(await claim()).toBe(first);
  });
});

whole('pays once for a signed result of this deposit', async () => {
  await walk(GRANTED, async (shop) => {
    const results: string[] = [];
    shop.page.on('request', (request) => {
      if (request.url().endsWith('/api/deposit/pay')) results.push(request.postDataJSON().result_token);
    });
    await shop.deposit();
    const [paid] = results;
    // Replays: without any deposit, for another deposit of the same visitor, and with a forged decision.
    expect(await post(shop, 'api/deposit/pay', { result_token: paid })).toMatchObject({ status: 409 });
    await post(shop, 'api/deposit/token', { outcome: 'real' });
    const other = await post(shop, 'api/deposit/pay', { result_token: paid });
    expect(other).toMatchObject({ status: 403, answer: { error: 'wrong_transaction' } });
    const [header, , signature] = paid!.split('.');
    const claims = Buffer.from('{"decision":"pass"}').toString('base64url');
    const forged = await post(shop, 'api/deposit/pay', {
      result_token: [header, claims, signature].join('.'),
    });
    expect(forged).toMatchObject({ status: 403, answer: { error: 'bad_signature' } });
    // A page sends a genuine result of this deposit whose decision is not a pass.
    const verified = shop.page.waitForResponse((response) => response.url().endsWith('/geolocation/verify'));
    expect(await shop.deposit('test_review_border')).toBe('A person will take a look');
    const { data } = await (await verified).json();
    const reviewed = await post(shop, 'api/deposit/pay', { result_token: data.result_token });
    expect(reviewed).toMatchObject({ status: 403, answer: { error: 'wrong_decision' } });
    await shop.page.reload();
    await shop.page.locator('#deposit-start:enabled').waitFor();
    expect(await shop.balance()).toBe('$50.00');
  });
});

whole('says so without a network, and continues when it is back', async () => {
  await walk(GRANTED, async (shop, { context }) => {
    await context.setOffline(true);
    expect(await shop.deposit()).toBe('You are offline');
    expect(await shop.page.getByRole('alert').innerText()).toMatch(/You are offline/);
    await context.setOffline(false);
    expect(await shop.deposit()).toBe('$50.00 deposited');
  });
});

test.each(sample({ light: GRANTED, dark: { ...GRANTED, ...PHONE, colorScheme: 'dark' as const } }, 'dark'))(
  'axe finds nothing serious on the page, in %s',
  async (_name, options) => {
    await walk(options, async (shop) => {
      expect(await accessibilityFaults(shop.page)).toEqual([]);
      for (const outcome of ['real', 'test_fail_outside', 'test_review_border']) {
        await shop.deposit(outcome);
        expect(await accessibilityFaults(shop.page)).toEqual([]);
      }
    });
  },
);

whole('works on its own origin, as an integrator would run it', async () => {
  const { api_key, results_key, workflow_id: workflowId } = stage.demo;
  const keys = { apiKey: api_key.key, resultsKey: results_key.key };
  const standpoint = new Standpoint({ ...keys, baseUrl: stage.origin });
  const server = createServer(
    createShop({
      standpoint,
      workflowId,
      policyId: stage.test_policy_id,
      baseUrl: stage.origin,
      acceptSandbox: true,
      files: stage.shop_files,
    }),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const own = `http://localhost:${(server.address() as AddressInfo).port}/`;
  await walk(
    GRANTED,
    async (shop) => {
      expect(await shop.deposit()).toBe('$50.00 deposited');
      expect(await shop.press('Spend the same token again')).toBe('Refused: a token works once');
    },
    own,
  );
  server.close();
});

test('refuses a deposit that another website submits for the visitor', async () => {
  const send = async (headers: Record<string, string>) => {
    const response = await fetch(`${stage.shop}api/deposit/token`, { method: 'POST', headers, body: '{}' });
    return response.status;
  };
  const json = { 'content-type': 'application/json' };
  expect(await send({ ...json, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await send({ ...json, 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await send({ 'content-type': 'text/plain' })).toBe(403);
});

whole('offers only outcomes of the sandbox', () => {
  const known = [
    ...GEOLOCATION_OUTCOMES.map(({ prefix }) => prefix),
    ...FACE_SANDBOX_OUTCOMES.map(({ name }) => name),
  ];
  const offered = [...DEPOSIT_OUTCOMES, ...FACE_OUTCOMES].map(({ id }) => id).filter((id) => id !== 'real');
  expect(known).toEqual(expect.arrayContaining(offered));
});
