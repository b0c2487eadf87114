import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FRAMEWORKS_PAGE } from './testing/frameworks-page.ts';
import { testChildApp, testPages } from './testing/hooks.ts';
import { openPage } from './testing/page.ts';

/**
 * A face check of React and of the custom element that could not start, or has ended, and is started again.
 *
 * In `npm test`: `./frameworks.browser.test.ts`
 */

const { browser, service } = testPages(FRAMEWORKS_PAGE);
const child = testChildApp();

const portal = () => service.mint({ workflow_id: 'wf_1' }, 'portal');
const face = () => `${child.origin}/face`;
const frames = (page: Page) => page.locator('iframe').count();
const errors = (page: Page) =>
  page.evaluate(() => window.ui.told.filter(([name]) => name === 'error').map(([, code]) => code));
const say = async (page: Page, message: object) => {
  const frame = (await (await page.waitForSelector('iframe')).contentFrame())!;
  await frame.waitForFunction(() => !!window.say);
  await frame.evaluate((data) => window.say(data as never), message);
};

test('useFaceCheck: a start that fails is the state of the hook, is told once, and can be tried again', async () => {
  const page = await openPage(browser, service.origin, {});
  const good = { dialog: true, jwt: await portal(), url: face() };
  const open = async (props: object) => {
    await page.evaluate((given) => window.ui.mount(given), { ...good, ...props });
    await page.waitForTimeout(50);
    await page.click('#open');
  };
  const status = (wanted: string) =>
    page.waitForFunction((name) => window.ui.dialog.status === name, wanted).then(() => errors(page));
  await open({ lost: true });
  expect(await status('error')).toEqual(['config_invalid']);
  await open({ jwt: '' });
  await page.waitForFunction(() => window.ui.dialog.code === 'token_missing');
  expect(await errors(page)).toEqual(['config_invalid', 'token_missing']);
  expect(await frames(page)).toBe(0);
  for (let round = 0; round < 2; round++) {
    await open({});
    expect(await status('running')).toHaveLength(2);
    expect(await frames(page)).toBe(1);
    await page.locator('dialog button').click();
    expect(await status('done')).toHaveLength(2);
    expect(await frames(page)).toBe(0);
  }
  expect(await page.evaluate(() => [window.ui.tokens, window.ui.dialog.outcome])).toEqual([3, 'cancel']);
  await page.context().close();
});

test('FaceCheck: one that failed tells it once below StrictMode, and starts again with another key', async () => {
  const page = await openPage(browser, service.origin, {});
  await page.evaluate((given) => window.ui.mount(given), { jwt: '', url: face(), key: 'first' });
  await page.waitForFunction(() => window.ui.told.length > 0);
  await page.waitForTimeout(200);
  expect(await errors(page)).toEqual(['token_missing']);
  await page.evaluate((given) => window.ui.mount(given), { jwt: await portal(), url: face(), key: 'second' });
  await say(page, { type: 'ready' });
  await page.waitForFunction(() => window.ui.told.some(([, name]) => name === 'ready'));
  expect([await frames(page), await page.evaluate(() => window.ui.tokens), await errors(page)]).toEqual([
    1,
    2,
    ['token_missing'],
  ]);
  await page.context().close();
});

test('the element: starts once its address is there, and a render after its end starts nothing', async () => {
  const page = await openPage(browser, service.origin, {});
  const asked = () => page.evaluate(() => window.asked);
  await page.evaluate(
    async ([jwt, url]) => {
      window.ui.mount({});
      window.asked = [];
      const element = document.createElement('standpoint-face-check');
      element.addEventListener('error', (event) =>
        window.asked.push((event as unknown as CustomEvent).detail.code),
      );
      element.setAttribute('url', url!);
      window.render = () => {
        element.token = async () => {
          window.asked.push('token');
          return jwt!;
        };
      };
      document.body.append(element);
      window.render();
      await new Promise((done) => setTimeout(done, 50));
      element.setAttribute('base-url', location.origin);
    },
    [await portal(), face()],
  );
  await say(page, { type: 'ready' });
  expect(await asked()).toEqual(['config_invalid', 'token']);
  await page.evaluate(() => window.render());
  await say(page, { type: 'token_needed', reason: 'expiring' });
  await expect.poll(asked).toEqual(['config_invalid', 'token', 'token']);
  await say(page, { type: 'completed', session_id: 'fcs_1', status: 'completed', livemode: true });
  await page.waitForSelector('iframe', { state: 'detached' });
  await page.evaluate(() => {
    window.render();
    document.querySelector('main')?.append(document.querySelector('standpoint-face-check')!);
    document.body.prepend(document.querySelector('standpoint-face-check')!);
  });
  await page.waitForTimeout(200);
  expect([await frames(page), (await asked()).length]).toEqual([0, 3]);
  await page.evaluate(() => {
    document.querySelector('standpoint-face-check')!.token = null;
    window.render();
  });
  await page.waitForSelector('iframe');
  expect((await asked()).length).toBe(4);
  await page.context().close();
});

declare global {
  interface Window {
    asked: string[];
    render(): void;
  }
}
