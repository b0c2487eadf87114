import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from '../../../e2e/browser.ts';
import { bundle, type Mutation } from '../../../packages/web/src/testing/bundle.ts';
import type { returnAddress } from '../src/page/address.ts';
import { en } from '../src/texts/en.ts';
import { DESKTOP, on, press } from '../testing/person.ts';
import { openStory, toCamera } from '../testing/story.ts';

// In `npm test`: `../src/page/embedding.test.ts`.

const story = openStory();

const APPROVED = en.result.approved.title;
const QUICK = { liveness: { mode: 'passive' as const } };
const BACK = 'https://shop.example/done?order=7';

interface Said {
  ns: string;
  v: number;
  type: string;
}
declare global {
  interface Window {
    said: Said[];
    facecheckReceive?: (message: unknown) => void;
  }
}

const messagesTo = (page: Page) => page.evaluate(() => window.said);

/** The objects that each application puts into the page before it loads. */
const APPLICATIONS = {
  'React Native': () => {
    window.said = [];
    Object.assign(window, {
      ReactNativeWebView: { postMessage: (text: string) => window.said.push(JSON.parse(text)) },
    });
  },
  WKWebView: () => {
    window.said = [];
    const facecheck = { postMessage: (text: string) => window.said.push(JSON.parse(text)) };
    Object.assign(window, { webkit: { messageHandlers: { facecheck } } });
  },
  Android: () => {
    window.said = [];
    Object.assign(window, {
      facecheck: { postMessage: (text: string) => window.said.push(JSON.parse(text)) },
    });
  },
};

test('tells three kinds of applications the same; takes a language and an end, but no token', {
  timeout: 180_000,
}, async () => {
  const heard: string[][] = [];
  for (const inject of Object.values(APPLICATIONS)) {
    const page = await (await story.browser.newContext({ ...PHONE, permissions: ['camera'] })).newPage();
    await page.addInitScript(inject);
    const workflow_id = await story.stage.workflow(QUICK);
    const [first, second] = [
      await story.stage.portal(workflow_id, 'app'),
      await story.stage.portal(workflow_id, 'other'),
    ];
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/facecheck/session')) bodies.push(request.postDataJSON());
    });
    await page.goto(first.url);
    await on(page, 'consent');
    expect(bodies).toMatchObject([{ client: { surface: 'webview' } }]);
    await page.evaluate((token) => {
      window.facecheckReceive!({ type: 'token', token });
      window.facecheckReceive!('{"type":"init","locale":"de"}');
    }, second.token);
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(bodies).toHaveLength(1);
    await page.evaluate(() => window.facecheckReceive!({ type: 'cancel' }));
    await on(page, 'leave');
    await press(page, 'second');
    await on(page, 'ended');
    const all = await messagesTo(page);
    expect(all.every(({ ns, v }) => ns === 'facecheck' && v === 1)).toBe(true);
    expect(JSON.stringify(all)).not.toContain(first.token);
    heard.push(all.map(({ type }) => type));
    await page.context().close();
  }
  expect(heard[0]).toEqual(['ready', 'started', 'consent', 'canceled']);
  expect(heard[1]).toEqual(heard[0]);
  expect(heard[2]).toEqual(heard[0]);
});

test('tells an application the end but not the decision, and lets the person leave with its button', {
  timeout: 120_000,
}, async () => {
  const page = await (await story.browser.newContext({ ...PHONE, permissions: ['camera'] })).newPage();
  await page.addInitScript(APPLICATIONS.Android);
  const workflow_id = await story.stage.workflow({ ...QUICK, client_result: 'decision' });
  await page.goto((await story.stage.portal(workflow_id, `test_face_approved_${Math.random()}`)).url);
  await toCamera(page);
  await press(page, 'main');
  await on(page, 'result', 80_000);
  // The page itself knows the decision, and shows it.
  await page.getByRole('heading', { name: APPROVED }).waitFor();
  const completed = (await messagesTo(page)).find(({ type }) => type === 'completed');
  expect(Object.keys(completed!).sort()).toEqual([
    'hold',
    'livemode',
    'ns',
    'session_id',
    'status',
    'type',
    'v',
  ]);
  await press(page, 'main');
  await expect.poll(async () => (await messagesTo(page)).at(-1)?.type).toBe('close');
  await page.context().close();
});

test('listens neither to the window that opened it nor to a frame’s global function', {
  timeout: 180_000,
}, async () => {
  const context = await story.browser.newContext(DESKTOP);
  const evil = await context.newPage();
  await evil.route('http://evil.localhost/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>evil</title>' }),
  );
  await evil.goto('http://evil.localhost/');
  const { url } = await story.stage.portal(await story.stage.workflow(QUICK), 'opened');
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    evil.evaluate((address) => {
      window.said = [];
      addEventListener('message', ({ data }) => window.said.push(data));
      Object.assign(window, { victim: window.open(`${address}&o=${encodeURIComponent(location.origin)}`) });
    }, url),
  ]);
  await on(page, 'consent');
  await evil.evaluate(() => {
    const { victim } = window as unknown as { victim: Window };
    for (const type of ['welcome', 'cancel', 'init', 'token', 'close']) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => window.said.push(data);
      const forged = { ns: 'facecheck', v: 1, type, nonce: 'n', locale: 'ar', token: 'a.b.c' };
      victim.postMessage(forged, '*', [port2]);
    }
  });
  await page.waitForTimeout(300);
  await on(page, 'consent');
  expect(await page.evaluate(() => [document.documentElement.lang, window.facecheckReceive])).toEqual([
    'en',
    undefined,
  ]);
  expect(await messagesTo(evil)).toEqual([]);
  await context.close();
});

/** Where the last screen leads, for a return address that the caller asked for. */
const backFrom = async (wanted: string, redirect_urls: string[]): Promise<string | null> => {
  const page = await (await story.browser.newContext(DESKTOP)).newPage();
  const workflow_id = await story.stage.workflow({ ...QUICK, redirect_urls });
  const { url } = await story.stage.portal(workflow_id, `back_${Math.random()}`);
  await page.goto(`${url}&r=${encodeURIComponent(wanted)}&s=${encodeURIComponent('x&y=1')}`);
  await on(page, 'consent');
  await press(page, 'second');
  await on(page, 'ended');
  const link = page.locator('main a.main');
  const href = (await link.count()) ? await link.getAttribute('href') : null;
  await page.context().close();
  return href;
};

test('returns only to a listed address, with the session and the caller’s state and nothing else', {
  timeout: 120_000,
}, async () => {
  const back = new URL((await backFrom(BACK, [BACK]))!);
  expect(`${back.origin}${back.pathname}`).toBe('https://shop.example/done');
  const { order, session_id, state, ...rest } = Object.fromEntries(back.searchParams);
  expect([order, state, rest]).toEqual(['7', 'x&y=1', {}]);
  expect(session_id).toMatch(/^fcs_/);
  for (const wrong of [
    'https://evil.example/done?order=7',
    'https://shop.example.evil.example/done?order=7',
    'https://shop.example/done?order=8',
    'https://shop.example/done?order=7#@evil.example',
    'https://shop.example@evil.example/done?order=7',
    '//evil.example',
    'javascript:alert(1)',
  ])
    expect(await backFrom(wrong, [BACK]), wrong).toBeNull();
});

const EVIL = 'https://evil.example/';
const returned = async (mutations: Mutation[]): Promise<string | null> => {
  const path = JSON.stringify(fileURLToPath(new URL('../src/page/address.ts', import.meta.url)));
  const { code } = await bundle(`export { returnAddress } from ${path}`, mutations);
  const module = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  return (module.returnAddress as typeof returnAddress)(EVIL, [BACK], 'fcs_1', undefined);
};

test('control: without the list it would return to any address', async () => {
  expect(await returned([])).toBeNull();
  const open: Mutation = { file: 'face/src/page/address.ts', from: ' || !allowed.includes(wanted)', to: '' };
  expect(await returned([open])).toBe(`${EVIL}?session_id=fcs_1`);
});
