import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { within } from '../../../../testing/busy.ts';
import type { FaceHandle, FaceOptions } from '../index.ts';
import type { Mutation } from '../testing/bundle.ts';
import { startChildApp } from '../testing/child-app.ts';
import { launch } from '../testing/chromium.ts';
import { type LocalService, startLocalService } from '../testing/local-service.ts';
import { openPage, sdkPage } from '../testing/page.ts';
import type { ChildMessage, ParentMessage } from './bridge.ts';

// In `npm test`: `../../../../apps/face/src/page/bridge.test.ts`.

declare global {
  interface Window {
    handle: FaceHandle;
    events: [string, unknown][];
    violations: string[];
    heard: ParentMessage[];
    fragment: Record<string, string>;
    say(message: ChildMessage): void;
    ports: number;
  }
}

let browser: Browser;
let service: LocalService;
let child: Awaited<ReturnType<typeof startChildApp>>;
beforeAll(async () => {
  browser = await launch();
  service = await startLocalService(await sdkPage());
  child = await startChildApp();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await child?.close();
});

const WORKFLOW = 'wf_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const mint = (claims: object = {}) => service.mint({ workflow_id: WORKFLOW, ...claims }, 'portal');

/** A page with `window.handle`. The events that it emits are in `window.events`. */
const start = async (
  options: Omit<FaceOptions, 'token'> = {},
  token?: string,
  query = '',
  from: LocalService = service,
): Promise<Page> => {
  const page = await openPage(browser, from.origin, {}, query);
  await page.evaluate(
    ([jwt, given]) => {
      window.events = [];
      window.violations = [];
      addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));
      document.getElementById('start')!.focus();
      window.handle = window.client.face({ token: jwt as string, ...(given as object) });
      window.handle.on('*', (name, value) => {
        window.events.push([name, JSON.parse(JSON.stringify(value))]);
      });
    },
    [token ?? (await mint()), { url: `${child.origin}/face`, ...options }] as const,
  );
  return page;
};

const childOf = async (page: Page): Promise<Frame> => {
  await page.waitForSelector('iframe');
  const element = await page.$('iframe');
  const frame = (await element!.contentFrame())!;
  await frame.waitForFunction(() => !!window.say);
  return frame;
};
const say = (frame: Frame, message: ChildMessage) => frame.evaluate((data) => window.say(data), message);
const outcome = (page: Page) =>
  page.evaluate(() => window.handle.result.catch((error) => ({ code: error.code, message: error.message })));
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

/** What the page learns, and after how many milliseconds. */
const refusal = async (url: string, query = '') => {
  const page = await start({ url }, undefined, query);
  const told = await page.evaluate(async () => {
    const began = performance.now();
    window.handle.open();
    const error = await window.handle.result.catch(({ code, message }) => ({ code, message }));
    return { ...(error as { code: string; message: string }), took: performance.now() - began };
  });
  expect(await page.$('dialog, iframe')).toBeNull();
  await page.context().close();
  return told;
};

test('names the header that blocks the frame, within two seconds', async () => {
  const closed = await startChildApp();
  await closed.close();
  const cases: [url: string, query: string, code: string, names: string][] = [
    [
      `${child.origin}/unlisted`,
      '',
      'iframe_load_failed',
      `frame-ancestors of ${child.origin} refuses this page: add ${service.origin} to workflow.origins`,
    ],
    [
      `${child.origin}/unlisted`,
      `?csp=${encodeURIComponent('connect-src *; frame-src *')}`,
      'iframe_load_failed',
      'frame-ancestors',
    ],
    [`${child.origin}/face`, `?csp=${encodeURIComponent("frame-src 'none'")}`, 'csp_blocked', 'frame-src'],
    [`${child.origin}/face`, `?csp=${encodeURIComponent("connect-src 'self'")}`, 'csp_blocked', 'frame-src'],
    [
      `${closed.origin}/face`,
      `?csp=${encodeURIComponent('connect-src *; frame-src *')}`,
      'iframe_load_failed',
      `${closed.origin} does not answer`,
    ],
  ];
  for (const [url, query, code, names] of cases) {
    const { took, ...error } = await refusal(url, query);
    expect(error).toMatchObject({ code, message: expect.stringContaining(names) });
    expect(took, error.message).toBeLessThan(within(2_000));
  }
});

const WHILE_IT_RUNS: Mutation = { file: 'screen.ts', from: 'if (!link.alive) failScreen', to: 'failScreen' };
const ANY_DIRECTIVE: Mutation = {
  file: 'csp.ts',
  from: 'effectiveDirective === directive',
  to: 'effectiveDirective',
};

/**
 * What becomes of a check while the page's policy blocks other things of the face app's origin: an image of the same
 * address before the frame has answered, and another frame, of which browsers tell the origin alone, afterwards.
 */
const besideOtherBlocks = async (mutations: Mutation[]) => {
  const from = await startLocalService(await sdkPage(mutations));
  const query = `?csp=${encodeURIComponent(`connect-src 'self'; img-src 'none'; frame-src ${child.origin}/face/`)}`;
  const token = await from.mint({ workflow_id: WORKFLOW }, 'portal');
  const page = await start({ container: '#place' }, token, query, from);
  const block = async (tag: 'img' | 'iframe', path: string) => {
    await page.evaluate(
      async ([name, src]) => {
        const blocked = new Promise((done) => addEventListener('securitypolicyviolation', done));
        document.body.append(Object.assign(document.createElement(name as 'img'), { src }));
        await blocked;
      },
      [tag, child.origin + path] as const,
    );
    return page.evaluate(() => window.handle.state);
  };
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(`${child.origin}/face/**`, (route) => held.then(() => route.continue()));
  await page.evaluate(() => window.handle.mount());
  await page.waitForSelector('iframe[src]');
  const states = [await block('img', `/face/${WORKFLOW}`)];
  answer();
  if (states[0] === 'loading') {
    await say(await childOf(page), { type: 'ready' });
    await page.waitForFunction(() => window.handle.state === 'open');
    states.push(await block('iframe', '/elsewhere'));
  }
  await page.context().close();
  await from.close();
  return states;
};

test('goes on when the page’s policy blocks something else of the face app’s origin', async () => {
  expect(await besideOtherBlocks([])).toEqual(['loading', 'open']);
  expect(await besideOtherBlocks([ANY_DIRECTIVE])).toEqual(['failed']);
  expect(await besideOtherBlocks([WHILE_IT_RUNS])).toEqual(['loading', 'failed']);
});

test('names a Cross-Origin-Embedder-Policy of the page that refuses the frame', async () => {
  const { code, message } = await refusal(`${child.origin}/face`, '?isolated');
  expect([code, message]).toEqual([
    'iframe_load_failed',
    expect.stringContaining('Cross-Origin-Embedder-Policy of this page'),
  ]);
});

test('keeps waiting for a face app that has begun to load and takes its time', async () => {
  const page = await start({ url: `${child.origin}/slow` });
  await page.evaluate(() => window.handle.open());
  await page.waitForSelector('iframe');
  await page.waitForTimeout(3_000);
  expect(await page.evaluate(() => window.handle.state)).toBe('loading');
  await page.context().close();
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

const NO_SOURCE_CHECK: Mutation = {
  file: 'frame-link.ts',
  from: 'event.source !== frame.contentWindow ||',
  to: '',
};
const NO_ORIGIN_CHECK: Mutation = { file: 'frame-link.ts', from: 'event.origin !== origin ||', to: '' };
const TO_ANY_ORIGIN: Mutation = {
  file: 'frame-link.ts',
  from: 'postMessage(welcome, origin,',
  to: "postMessage(welcome, '*',",
};

const startMutated = async (mutations: Mutation[]) => {
  const from = await startLocalService(await sdkPage(mutations));
  const token = await from.mint({ workflow_id: WORKFLOW }, 'portal');
  const page = await start({ container: '#place' }, token, '', from);
  await page.evaluate(() => window.handle.mount());
  return { page, frame: await childOf(page), end: () => page.context().close().then(from.close) };
};

/** Whether messages of the face app still arrive after another frame of its origin has said hello. */
const linkSurvivesSibling = async (mutations: Mutation[]) => {
  const { page, frame, end } = await startMutated(mutations);
  const sibling = await page.evaluateHandle((src) => {
    const made = document.createElement('iframe');
    made.src = src;
    document.body.append(made);
    return made;
  }, `${child.origin}/impostor`);
  await (await sibling.contentFrame())!.waitForFunction(() => window.ports !== undefined);
  await page.waitForTimeout(100);
  await say(frame, { type: 'ready' });
  await page.waitForTimeout(100);
  const survives = await page.evaluate(() => window.handle.state === 'open');
  await end();
  return survives;
};

test('forged: keeps the link when another frame says hello', async () => {
  expect(await linkSurvivesSibling([])).toBe(true);
  expect(await linkSurvivesSibling([NO_SOURCE_CHECK])).toBe(false);
});

/** The number of ports that our own frame gets after it was navigated to another origin. */
const portsAfterNavigation = async (mutations: Mutation[]) => {
  const { page, end } = await startMutated(mutations);
  const address = `${child.origin.replace('localhost', '127.0.0.1')}/impostor`;
  await page.$eval(
    'iframe',
    (frame, src) => {
      frame.src = src;
    },
    address,
  );
  const frame = (await (await page.$('iframe'))!.contentFrame())!;
  await frame.waitForURL(address);
  await frame.waitForFunction(() => window.ports !== undefined);
  await page.waitForTimeout(100);
  const ports = await frame.evaluate(() => window.ports);
  await end();
  return ports;
};

test('gives no port to a frame that was navigated elsewhere; either of the two origin checks is enough', async () => {
  expect(await portsAfterNavigation([NO_ORIGIN_CHECK])).toBe(0);
  expect(await portsAfterNavigation([TO_ANY_ORIGIN])).toBe(0);
  expect(await portsAfterNavigation([NO_ORIGIN_CHECK, TO_ANY_ORIGIN])).toBe(1);
});
