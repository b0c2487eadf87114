import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FRAMEWORKS_PAGE } from './testing/frameworks-page.ts';
import { testChildApp, testPages } from './testing/hooks.ts';
import { openPage } from './testing/page.ts';

/** The entries for React and for custom elements, in a browser, with React's development build and StrictMode. */

const { browser, service } = testPages(FRAMEWORKS_PAGE);
const child = testChildApp();

const portal = () => service.mint({ workflow_id: 'wf_1' }, 'portal');
const childOf = async (page: Page) => {
  const frame = (await (await page.waitForSelector('iframe')).contentFrame())!;
  await frame.waitForFunction(() => !!window.say);
  return frame;
};

test('strict-mode: mounts one frame, asks for one token, and ends with the component', async () => {
  const page = await openPage(browser, service.origin, {});
  const props = { jwt: await portal(), url: `${child.origin}/face`, locale: 'de' };
  await page.evaluate((given) => window.ui.mount(given), props);
  const frame = await childOf(page);
  await page.evaluate((given) => window.ui.mount({ ...given, locale: 'fr' }), props);
  await frame.waitForFunction(() => window.heard.some(({ type }) => type === 'locale'));
  expect(await page.evaluate(() => [document.querySelectorAll('iframe').length, window.ui.tokens])).toEqual([
    1, 1,
  ]);
  const value = { session_id: 'fcs_1', status: 'completed', livemode: true } as const;
  await frame.evaluate((result) => window.say({ type: 'completed', ...result, hold: true }), value);
  await page.waitForFunction(() => window.ui.told.some(([name]) => name === 'complete'));
  expect(await page.evaluate(() => window.ui.told)).toEqual([
    ['event', 'step'],
    ['event', 'complete'],
    ['complete', value],
  ]);
  await page.evaluate(() => window.ui.unmount());
  expect(await page.$('iframe')).toBeNull();
  await page.context().close();
});

test('strict-mode: useVerify verifies once, tells the decision, and ends a search with its component', async () => {
  const page = await openPage(browser, service.origin);
  service.requests.length = 0;
  const verify = await service.mint();
  await page.evaluate((given) => window.ui.mount(given), { verify });
  await page.click('#verify');
  await page.waitForFunction(() => window.ui.verify.status === 'done');
  expect(await page.evaluate(() => window.ui.verify.decision)).toBe('pass');
  await page.click('#verify');
  await page.waitForFunction(() => window.ui.verify.status === 'error');
  expect(await page.evaluate(() => window.ui.verify.code)).toBe('token_already_used');
  expect(service.requests).toHaveLength(1);
  await page.evaluate(
    (jwt) => {
      window.cleared = [];
      Geolocation.prototype.watchPosition = () => 7;
      Geolocation.prototype.clearWatch = (id) => void window.cleared.push(id);
      window.ui.unmount();
      window.ui.mount({ verify: jwt });
    },
    await service.mint(),
  );
  await page.click('#verify');
  await page.waitForFunction(() => window.ui.verify.status === 'running');
  await page.evaluate(() => window.ui.unmount());
  await page.waitForFunction(() => window.cleared.length > 0);
  expect(await page.evaluate(() => window.cleared)).toEqual([7]);
  await page.context().close();
});

test('the custom element starts with its token, ends when it is removed, and names a mistake once', async () => {
  const page = await openPage(browser, service.origin, {});
  const told = await page.evaluate(
    async ([token, url, origin]) => {
      window.ui.mount({});
      const events: unknown[] = [];
      const broken = document.createElement('standpoint-face-check');
      broken.addEventListener('error', (event) => events.push((event as unknown as CustomEvent).detail.code));
      broken.token = token!;
      document.body.append(broken);
      await new Promise((done) => setTimeout(done, 50));
      broken.remove();
      const element = document.createElement('standpoint-face-check');
      element.id = 'face';
      element.setAttribute('base-url', origin!);
      element.setAttribute('url', url!);
      element.addEventListener('ready', () => events.push('ready'));
      document.body.append(element);
      await new Promise((done) => setTimeout(done, 50));
      const before = element.querySelectorAll('iframe').length;
      element.setAttribute('token', token!);
      (window as unknown as { events: unknown }).events = events;
      return [before, events];
    },
    [await portal(), `${child.origin}/face`, service.origin],
  );
  expect(told).toEqual([0, ['config_invalid']]);
  const frame = await childOf(page);
  await frame.evaluate(() => window.say({ type: 'ready' }));
  await page.waitForFunction(() => (window as unknown as { events: string[] }).events.includes('ready'));
  const outcome = await page.evaluate(async () => {
    const element = document.querySelector('standpoint-face-check')!;
    const { result } = element;
    element.remove();
    return result;
  });
  expect(outcome).toEqual({ outcome: 'cancel', step: 'loading' });
  expect(await page.$('iframe')).toBeNull();
  await page.context().close();
});
