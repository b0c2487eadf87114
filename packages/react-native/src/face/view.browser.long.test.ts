import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { on, press } from '../../../../apps/face/testing/person.ts';
import { type FaceStage, openFaceStage } from '../../../../apps/face/testing/stage.ts';
import { toCamera } from '../../../../apps/face/testing/story.ts';
import { PHONE } from '../../../../e2e/browser.ts';
import { sharedBrowser } from '../../../../e2e/shared-browser.ts';
import { installPeers } from '../testing/peers.ts';
import { buildApp } from '../testing/rn-web/build.ts';

// In `npm test`: `check.test.ts`.

/**
 * `<FaceCheckView>` in react-native-web against the whole service and the face app. Its WebView is another page of the
 * same browser, top-level as in an app, so the face app speaks to it as it speaks to React Native.
 */

let browser: Browser;
let stage: FaceStage;
let script: string;
beforeAll(async () => {
  installPeers();
  script = await buildApp();
  browser = await sharedBrowser();
  stage = await openFaceStage({ looks: false });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const QUICK = { liveness: { mode: 'passive' as const } };
/** Nothing of the app's own origin is known to the workflow: a WebView has no embedding page. */
const APP = 'http://app.localhost/';

interface Shown {
  app: Page;
  /** The newest page in the WebView. */
  inside(): Promise<Page>;
  /** Addresses that the WebView opened, in order. */
  opened: string[];
  closed(): boolean;
}

const show = async (story: { tokens: string[]; options?: object }, hash = ''): Promise<Shown> => {
  const context = await browser.newContext({ ...PHONE, permissions: ['camera'] });
  const app = await context.newPage();
  const pages = new Map<string, Page>();
  const opened: string[] = [];
  await app.exposeFunction('openWebView', async (id: string, uri: string, introduction: string) => {
    opened.push(uri);
    const page = await context.newPage();
    await page.exposeFunction('tellApp', (data: string) =>
      app
        .evaluate(
          ([id, data, url]) =>
            window.webViews.get(id!)?.onMessage({ nativeEvent: { data: data!, url: url! } }),
          [id, data, page.url()],
        )
        .catch(() => {}),
    );
    await page.addInitScript(introduction);
    await page.addInitScript(() => {
      const box = {
        postMessage: (text: string) => (window as never as { tellApp(text: string): void }).tellApp(text),
      };
      Object.assign(window, { ReactNativeWebView: box });
    });
    pages.set(id, page);
    await page.goto(uri).catch(() => {});
  });
  await app.exposeFunction('runInWebView', (id: string, text: string) =>
    pages
      .get(id)
      ?.evaluate(text)
      .catch(() => {}),
  );
  await app.exposeFunction('closeWebView', (id: string) => {
    const page = pages.get(id);
    pages.delete(id);
    return page?.close();
  });
  await app.route(`${APP}**`, (route) =>
    route.fulfill({
      contentType: route.request().url().endsWith('app.js') ? 'text/javascript' : 'text/html',
      body: route.request().url().endsWith('app.js')
        ? script
        : '<!doctype html><title>app</title><div id="root" style="height:100vh;display:flex"></div><script src="/app.js"></script>',
    }),
  );
  await app.addInitScript((given) => Object.assign(window, { story: given }), {
    baseUrl: stage.origin,
    options: {},
    ...story,
  });
  await app.goto(APP + hash);
  const inside = async () => {
    await expect.poll(() => pages.size, { timeout: 30_000 }).toBe(1);
    return [...pages.values()][0]!;
  };
  return { app, inside, opened, closed: () => pages.size === 0 };
};
const heard = (app: Page) => app.evaluate(() => window.appHeard);
const portal = async (customer: string, definition: object = {}) =>
  (await stage.portal(await stage.workflow({ ...QUICK, ...definition }), `${customer}_${Math.random()}`))
    .token;

test('checks a face to its end, in one load under StrictMode, and tells no decision', {
  timeout: 240_000,
}, async () => {
  const token = await portal('test_face_approved', { client_result: 'decision' });
  const { app, inside, opened, closed } = await show({ tokens: [token], options: { locale: 'de' } });
  const page = await inside();
  await on(page, 'consent');
  expect(opened).toHaveLength(1);
  expect(opened[0]).toContain(`#t=${encodeURIComponent(token)}`);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(await app.locator('[data-testid=face]').count()).toBe(1);
  await toCamera(page);
  await press(page, 'main');
  await on(page, 'result', 80_000);
  // The closing screen stays until the person leaves it.
  expect((await heard(app)).ends).toEqual([]);
  await press(page, 'main');
  await expect.poll(async () => (await heard(app)).ends.length).toBe(1);
  const { ends, events, tokens } = await heard(app);
  expect(ends).toEqual([
    { session_id: expect.stringMatching(/^fcs_/), status: 'completed', livemode: false },
  ]);
  expect(events).toEqual(
    expect.arrayContaining(['ready', 'started', 'step', 'permission', 'submitted', 'complete']),
  );
  expect(tokens).toBe(1);
  await expect.poll(closed).toBe(true);
  await app.context().close();
});

/** The app asks the page to close, and the person confirms it there. */
async function giveUp(page: Page): Promise<void> {
  await page.evaluate(() =>
    (window as never as { facecheckReceive(message: object): void }).facecheckReceive({ type: 'cancel' }),
  );
  await on(page, 'leave');
  await press(page, 'second');
}

test('ends once when the person gives up on the page', { timeout: 120_000 }, async () => {
  const { app, inside } = await show({ tokens: [await portal('gives-up')] });
  const page = await inside();
  await on(page, 'consent');
  await giveUp(page);
  await expect.poll(async () => (await heard(app)).ends).toEqual([{ cancel: expect.any(String) }]);
  await app.context().close();
});

test('hears a frame inside the page as little as a stranger', { timeout: 120_000 }, async () => {
  const { app, inside } = await show({ tokens: [await portal('forged')] });
  const page = await inside();
  await on(page, 'consent');
  const before = (await heard(app)).events.length;
  // Android gives the postbox to every frame. None but the page itself knows the nonce.
  await page.evaluate(() => {
    const message = {
      ns: 'facecheck',
      v: 1,
      type: 'completed',
      session_id: 'fcs_x',
      status: 'completed',
      livemode: true,
    };
    const { ReactNativeWebView: box } = window as never as {
      ReactNativeWebView: { postMessage(text: string): void };
    };
    box.postMessage(JSON.stringify(message));
    box.postMessage(JSON.stringify({ ...message, nonce: 'guessed' }));
  });
  await page.waitForTimeout(300);
  expect((await heard(app)).ends).toEqual([]);
  expect((await heard(app)).events).toHaveLength(before);
  await app.context().close();
});

test('refuses a token of another kind before a page is loaded', { timeout: 60_000 }, async () => {
  const { app, opened } = await show({ tokens: ['sp_live_abcdefgh'] });
  await expect.poll(async () => (await heard(app)).ends).toEqual([{ error: 'key_in_browser' }]);
  expect(opened).toEqual([]);
  await app.context().close();
});

test('presents the check over the app, one at a time', { timeout: 120_000 }, async () => {
  const { app, inside } = await show({ tokens: [await portal('presented')] }, '#present');
  await app.evaluate(() => {
    window.present();
    window.present();
  });
  await expect.poll(async () => (await heard(app)).ends).toEqual([{ error: 'config_invalid' }]);
  const page = await inside();
  await on(page, 'consent');
  await giveUp(page);
  await expect.poll(async () => (await heard(app)).ends.at(-1)).toMatchObject({ outcome: 'cancel' });
  await app.context().close();
});

test('useVerify shows the newest call, and ends it with its component', { timeout: 60_000 }, async () => {
  const { app } = await show({ tokens: [] }, '#hook');
  const button = app.locator('#hook');
  const says = (text: string) => expect.poll(() => button.textContent()).toBe(text);
  await says('idle');
  await button.click();
  await says('running');
  await app.evaluate(() => window.settle('pass'));
  await says('done pass');
  await button.click();
  await app.evaluate(() => window.settle());
  await says('error offline');
  await button.click();
  await says('running');
  await app.evaluate(() => window.remove());
  await expect.poll(async () => (await heard(app)).ends).toEqual([{ aborted: true }]);
  await app.context().close();
});

test('both lines have the same names, and only the older one knows environments', {
  timeout: 60_000,
}, async () => {
  const { app } = await show({ tokens: [] }, '#present');
  const found = await app.evaluate(async () => {
    const { newer, older } = window.lines;
    const codeOf = async (run: () => unknown): Promise<string> => {
      try {
        await run();
        return 'done';
      } catch (error) {
        return `${(error as { code?: string }).code}`;
      }
    };
    const given = { baseUrl: 'https://id.example', location: {} as never };
    const sandbox = {
      ...given,
      environment: 'sandbox' as const,
      sandboxBaseUrl: 'https://sandbox.id.example',
    };
    return {
      names: [Object.keys(newer).sort(), Object.keys(older).sort()],
      same: newer.StandpointError === older.StandpointError,
      codes: [
        await codeOf(() => newer.verify('token')),
        await codeOf(() => newer.configure(given)),
        // A browser is no phone.
        await codeOf(() => newer.verify('token')),
        await codeOf(() => newer.createClient(sandbox as never)),
        await codeOf(() => older.configure(sandbox)),
        await codeOf(() => older.collect()),
        await codeOf(() => older.createClient({ ...given, environment: 'sandbox' })),
      ],
    };
  });
  expect(found.names[1]).toEqual(found.names[0]);
  expect(found.same).toBe(true);
  expect(found.codes).toEqual([
    'config_invalid',
    'done',
    'unsupported_browser',
    'config_invalid',
    'done',
    'unsupported_browser',
    'config_invalid',
  ]);
  await app.context().close();
});
