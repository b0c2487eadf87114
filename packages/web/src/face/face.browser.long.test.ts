import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { childOf, outcome, say, testFace, WORKFLOW } from '../testing/face.ts';
import type { ChildMessage } from './bridge.ts';

// In `npm test`: `../../../../apps/face/src/page/bridge.test.ts`.

const { service, child, mint, start } = testFace();

const eventNames = (page: Page) => page.evaluate(() => window.events.map(([name]) => name));

test('open shows a named modal dialog, passes the token in the fragment and links the port', async () => {
  const token = await mint();
  const page = await start({ title: 'Your face', locale: 'pt-BR', theme: { mode: 'dark' } }, token);
  await page.evaluate(() => window.handle.open());
  const frame = await childOf(page);

  expect(new URL(frame.url()).pathname).toBe(`/face/${WORKFLOW}`);
  expect(await frame.evaluate(() => window.fragment)).toEqual({ t: token, o: service.origin, l: 'pt-BR' });
  await frame.waitForFunction(() => window.heard.length > 0);
  expect(await frame.evaluate(() => window.heard[0])).toEqual({
    type: 'init',
    sdk: 'web/0.5.0',
    surface: 'dialog',
    locale: 'pt-BR',
    theme: { mode: 'dark' },
  });
  expect(
    await page.$eval('dialog', (dialog) => ({
      role: dialog.getAttribute('role'),
      modal: dialog.getAttribute('aria-modal'),
      name: dialog.getAttribute('aria-label'),
      top: dialog.matches(':modal'),
      width: dialog.getBoundingClientRect().width === innerWidth,
    })),
  ).toEqual({ role: 'dialog', modal: 'true', name: 'Your face', top: true, width: true });
  expect(await page.$eval('iframe', ({ title, allow }) => [title, allow])).toEqual([
    'Your face',
    'camera; fullscreen; autoplay',
  ]);
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden');
  expect(await page.evaluate(() => window.violations)).toEqual([]);
  await page.context().close();
});

test('the focus stays in the dialog; focus and scrolling return when it closes', async () => {
  const page = await start();
  await page.evaluate(() => window.handle.open());
  await childOf(page);
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('start');
  }
  await page.evaluate(() => window.handle.close());
  expect(await page.$('dialog')).toBeNull();
  expect(
    await page.evaluate(() => [document.activeElement?.id, document.documentElement.style.overflow]),
  ).toEqual(['start', '']);
  expect(await outcome(page)).toEqual({ outcome: 'cancel', step: 'loading' });
  await page.context().close();
});

test('reports events, steps and the outcome of a complete check in order', async () => {
  const page = await start();
  await page.evaluate(() => window.handle.open());
  const frame = await childOf(page);
  const result = { session_id: 'fcs_1', status: 'completed', livemode: false, decision: 'approved' } as const;
  const script: ChildMessage[] = [
    { type: 'ready' },
    { type: 'started', session_id: 'fcs_1' },
    { type: 'consent', state: 'shown' },
    { type: 'permission', state: 'prompt' },
    { type: 'permission', state: 'granted' },
    { type: 'capture', state: 'started', ratio: 0.5 },
    { type: 'capture', state: 'uploading' },
    { type: 'submitted', session_id: 'fcs_1' },
    { type: 'constructor' } as never,
    { type: 'completed', ...result },
  ];
  for (const message of script) await say(frame, message);
  expect(await outcome(page)).toEqual({ outcome: 'complete', value: result });
  expect(await eventNames(page)).toEqual([
    'ready',
    'started',
    'step',
    'step',
    'permission',
    'permission',
    'step',
    'progress',
    'step',
    'step',
    'submitted',
    'step',
    'complete',
  ]);
  expect(await page.evaluate(() => window.handle.state)).toBe('complete');
  expect(await page.$('dialog')).toBeNull();
  await page.context().close();
});

test('keeps the dialog for the closing screen with hold, after the result has resolved', async () => {
  const page = await start();
  await page.evaluate(() => window.handle.open());
  const frame = await childOf(page);
  await say(frame, {
    type: 'completed',
    session_id: 'fcs_1',
    status: 'completed',
    livemode: true,
    hold: true,
  });
  expect(await outcome(page)).toMatchObject({ outcome: 'complete' });
  expect(await page.$('dialog')).not.toBeNull();
  await say(frame, { type: 'canceled', step: 'late' });
  await say(frame, { type: 'close' });
  await page.waitForSelector('dialog', { state: 'detached' });
  expect(await eventNames(page)).toEqual(['step', 'complete']);
  await page.context().close();
});

test('Esc asks the face app first, and closes the dialog when it is pressed again', async () => {
  const page = await start();
  await page.evaluate(() => window.handle.open());
  const frame = await childOf(page);
  await say(frame, { type: 'ready' });
  await say(frame, { type: 'consent', state: 'shown' });
  await page.waitForFunction(() => window.events.some(([name]) => name === 'step'));
  await page.focus('dialog button');
  await page.keyboard.press('Escape');
  await frame.waitForFunction(() => window.heard.some(({ type }) => type === 'cancel'));
  expect(await page.$('dialog')).not.toBeNull();
  await page.keyboard.press('Escape');
  expect(await outcome(page)).toEqual({ outcome: 'cancel', step: 'consent' });
  expect(await page.$('dialog')).toBeNull();
  await page.context().close();
});

test('cancels with the current step when the person confirms in the face app', async () => {
  const page = await start();
  await page.evaluate(() => window.handle.open());
  const frame = await childOf(page);
  await say(frame, { type: 'ready' });
  await page.waitForFunction(() => window.handle.state === 'open');
  await page.click('dialog button');
  await frame.waitForFunction(() => window.heard.some(({ type }) => type === 'cancel'));
  await say(frame, { type: 'canceled', step: 'capture' });
  expect(await outcome(page)).toEqual({ outcome: 'cancel', step: 'capture' });
  await page.context().close();
});

test('an inline frame follows the height of its content and gets locale and theme', async () => {
  const page = await start({ container: '#place' });
  await page.evaluate(() => {
    window.handle.mount();
    window.handle.mount();
  });
  expect(await page.$$('iframe')).toHaveLength(1);
  const frame = await childOf(page);
  await say(frame, { type: 'resize', height: 333 });
  await page.waitForFunction(() => document.querySelector('iframe')!.style.height === '333px');
  await say(frame, { type: 'resize', height: 1e9 });
  await page.waitForFunction(() => document.querySelector('iframe')!.style.height === '4000px');
  await page.evaluate(() => {
    window.handle.setLocale('ar');
    window.handle.setTheme({ accent: '#112233' });
  });
  await frame.waitForFunction(() => window.heard.length === 3);
  expect(await frame.evaluate(() => window.heard.slice(1))).toEqual([
    { type: 'locale', locale: 'ar' },
    { type: 'theme', theme: { accent: '#112233' } },
  ]);
  expect(await page.evaluate(() => window.violations)).toEqual([]);
  await page.context().close();
});

test('face-token-renew: calls the token function at the start, and again when the token expires', async () => {
  const page = await start({}, await mint());
  const tokens = [await mint(), await mint()];
  await page.evaluate(
    ([list, url]) => {
      const left = [...(list as string[])];
      window.handle = window.client.face({ token: async () => left.shift()!, url: url as string });
      window.handle.on('*', (name, value) => window.events.push([name, value]));
      window.handle.open();
    },
    [tokens, `${child.origin}/face`] as const,
  );
  const frame = await childOf(page);
  expect(await frame.evaluate(() => window.fragment.t)).toBe(tokens[0]);
  await say(frame, { type: 'token_needed', reason: 'expiring' });
  await frame.waitForFunction(() => window.heard.some(({ type }) => type === 'token'));
  expect(await frame.evaluate(() => window.heard.at(-1))).toEqual({ type: 'token', token: tokens[1] });
  expect(await page.evaluate(() => window.events)).toEqual([
    ['token', { state: 'expiring' }],
    ['token', { state: 'renewed' }],
  ]);
  await page.context().close();
});

test('rejects with a code and leaves nothing on the page when the check cannot run', async () => {
  const failing: [string, string | undefined, object, string][] = [
    ['base_url_mismatch', await mint({ iss: 'https://elsewhere.example' }), {}, ''],
    ['token_wrong_purpose', await service.mint(), {}, ''],
    ['csp_blocked', undefined, {}, `?csp=${encodeURIComponent("frame-src 'none'")}`],
  ];
  for (const [code, token, options, query] of failing) {
    const page = await start(options, token, query);
    await page.evaluate(() => window.handle.open());
    expect(await outcome(page)).toMatchObject({ code });
    expect(await page.$('dialog, iframe')).toBeNull();
    expect(await page.evaluate(() => window.handle.state)).toBe('failed');
    await page.context().close();
  }
});

test('emits errors that the person can fix as events, and ends when an error is fatal', async () => {
  const page = await start();
  await page.evaluate(() => window.handle.open());
  const frame = await childOf(page);
  await say(frame, { type: 'error', code: 'camera_in_use' });
  await page.waitForFunction(() => window.events.length === 1);
  expect(await page.evaluate(() => window.handle.state)).toBe('loading');
  await say(frame, { type: 'error', code: 'camera_missing', fatal: true });
  expect(await outcome(page)).toMatchObject({ code: 'camera_missing' });
  await page.context().close();
});

test('destroy emits no event, and a new handle may start after it', async () => {
  const page = await start();
  await page.evaluate(() => {
    window.handle.open();
    window.handle.destroy();
  });
  expect(await outcome(page)).toEqual({ outcome: 'cancel', step: 'loading' });
  expect(await eventNames(page)).toEqual([]);
  expect(await page.$('dialog')).toBeNull();
  await page.context().close();
});

test('url gives the address for a redirect, with the return address in the fragment only', async () => {
  const token = await mint();
  const page = await start({}, token);
  const url = new URL(
    await page.evaluate(() =>
      window.handle.url({ returnUrl: 'https://shop.example/done?a=1', state: 'x&y' }),
    ),
  );
  expect(url.search).toBe('');
  expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({
    t: token,
    r: 'https://shop.example/done?a=1',
    s: 'x&y',
  });
  await page.context().close();
});
