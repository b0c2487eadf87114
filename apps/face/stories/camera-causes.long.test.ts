import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { LONG } from '../../../testing/counts.ts';
import { codesOf, type Hardware, lights, listen, setPermission } from '../testing/camera-browser.ts';
import { readProblem, type Told, testCameras } from '../testing/camera-story.ts';
import { DESKTOP, on, press } from '../testing/person.ts';

// In `npm test`: `../src/camera/camera.test.ts`.

const { stage, passive, computer, begin, toPrimer } = testCameras();
let workflow_id: string;
beforeAll(() => {
  workflow_id = passive();
});

/** The texts of each cause so far: all ten must differ. */
const told = new Map<string, Told>();

/**
 * A person with this hardware and answer opens the camera; `then` runs on the primer or with the camera on.
 */
const cause = async (
  code: string,
  hardware: Hardware,
  {
    answer = 'allow',
    before = async () => {},
    after = async () => {},
    options = {},
    workflow,
  }: {
    answer?: 'allow' | 'deny';
    before?: (page: Page) => Promise<unknown>;
    after?: (page: Page) => Promise<unknown>;
    options?: BrowserContextOptions;
    workflow?: string;
  } = {},
): Promise<Told> => {
  const { browser, close } = await computer(hardware, answer);
  try {
    const permissions = answer === 'allow' ? ['camera'] : [];
    const page = await (await browser.newContext({ ...DESKTOP, permissions, ...options })).newPage();
    await toPrimer(page, workflow);
    await before(page);
    await press(page, 'main');
    await after(page);
    const seen = await readProblem(page, code);
    expect(await codesOf(page)).toEqual([code]);
    expect(await lights(page)).toEqual([]);
    told.set(code, seen);
    return seen;
  } finally {
    await close();
  }
};

test('denied: shows where the browser’s settings are', { timeout: 90_000 }, async () => {
  const before = (page: Page) => setPermission(page, stage.origin, 'denied');
  const { body } = await cause('camera_permission_denied', 'ordinary', { answer: 'deny', before });
  expect(body).toContain('Click the symbol to the left of the address');
});

// `camera.test.ts` gives each browser its steps.
test.runIf(LONG)('denied: shows the steps of the browser in use', { timeout: 90_000 }, async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Version/18.5 Mobile/15E148 Safari/604.1';
  const before = (page: Page) => setPermission(page, stage.origin, 'denied');
  const { body } = await cause('camera_permission_denied', 'ordinary', {
    answer: 'deny',
    before,
    options: { userAgent },
  });
  expect(body).toContain('Website Settings');
});

test('dismissed: the question was closed, so the browser would ask again', { timeout: 90_000 }, async () => {
  const before = (page: Page) => setPermission(page, stage.origin, 'prompt');
  await cause('camera_permission_dismissed', 'ordinary', { answer: 'deny', before });
});

test('not found: a computer without a camera whose workflow offers no phone', {
  timeout: 90_000,
}, async () => {
  const alone = await stage.workflow({ liveness: { mode: 'passive' }, handoff: { policy: 'off' } });
  const { buttons } = await cause('camera_not_found', 'none', { workflow: alone });
  expect(buttons).toEqual(['Try again']);
});

test('in use: the camera is there and does not start', { timeout: 90_000 }, () =>
  cause('camera_in_use', 'broken').then(({ body }) => expect(body).toContain('End video calls')),
);

test('too weak: the picture is too small', { timeout: 90_000 }, () =>
  cause('camera_low_spec', 'small').then(() => {}),
);

test.each(['at the track', 'on the screen, where tracks do not count'].slice(0, LONG ? 2 : 1))(
  'too weak: counts the real pictures, not the rate in the settings: %s',
  {
    timeout: 90_000,
  },
  async (where) => {
    const before = (page: Page) =>
      page.evaluate((counts) => {
        const { getSettings } = MediaStreamTrack.prototype;
        MediaStreamTrack.prototype.getSettings = function (this: MediaStreamTrack) {
          return { ...getSettings.call(this), frameRate: 30 };
        };
        if (!counts) Object.defineProperty(MediaStreamTrack.prototype, 'stats', { get: () => undefined });
      }, where === 'at the track');
    const after = (page: Page) => on(page, 'ready');
    await cause('camera_low_spec', 'slow', { before, after });
  },
);

test('interrupted: the camera is taken away while it is on', { timeout: 90_000 }, async () => {
  const after = async (page: Page) => {
    await on(page, 'ready');
    await setPermission(page, stage.origin, 'prompt');
  };
  await cause('camera_interrupted', 'ordinary', { after });
});

// Chromium meets constraints as well as it can, so this test alone injects the refusal.
test('overconstrained: asks once more without constraints, then reports it', {
  timeout: 90_000,
}, async () => {
  let asked = 0;
  const before = async (page: Page) => {
    await page.exposeFunction('asked', () => {
      asked++;
    });
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        await (window as unknown as { asked(): Promise<void> }).asked();
        throw new OverconstrainedError('width');
      };
    });
  };
  await cause('camera_overconstrained', 'ordinary', { before });
  expect(asked).toBe(2);
});

test('insecure: a page over plain http reports it before it calls the service', {
  timeout: 90_000,
}, async () => {
  const { browser, close } = await computer('ordinary');
  const page = await (await browser.newContext(DESKTOP)).newPage();
  await listen(page);
  const calls: string[] = [];
  // A host other than loopback, answered by the real service.
  await page.route('http://plain.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() !== 'GET') calls.push(pathname);
    const answer = await fetch(`${stage.origin}${pathname}`);
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
  });
  const { url } = await stage.portal(workflow_id, 'insecure');
  await page.goto(url.replace(stage.origin, 'http://plain.test'));
  told.set('camera_insecure_context', await readProblem(page, 'camera_insecure_context'));
  expect(await codesOf(page)).toEqual(['camera_insecure_context']);
  expect(calls).toEqual([]);
  await close();
});

/** A page on another origin that frames the check and records the port's messages. */
const framed = async (page: Page, url: string, allow: string): Promise<void> => {
  await page.evaluate(
    ({ src, features }) => {
      const said: unknown[] = [];
      Object.assign(window, { said });
      const frame = Object.assign(document.createElement('iframe'), {
        src,
        allow: features,
        width: 480,
        height: 760,
      });
      window.onmessage = ({ source, data }) => {
        if (source !== frame.contentWindow || data?.type !== 'hello') return;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data: message }) => said.push(message);
        frame.contentWindow!.postMessage({ ...data, type: 'welcome' }, new URL(src).origin, [port2]);
      };
      document.body.replaceChildren(frame);
    },
    { src: url, features: allow },
  );
};

test('policy: in a frame without `allow`, a tab of its own begins the same check', {
  timeout: 90_000,
}, async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>shop</title>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { browser, close } = await computer('ordinary');
  const context = await browser.newContext({ ...DESKTOP, permissions: ['camera'] });
  const page = await context.newPage();
  const listed = await stage.workflow({ liveness: { mode: 'passive' }, origins: [shop] });
  const { url } = await stage.portal(listed, `framed_${Math.random()}`);
  await page.goto(`${shop}/`);
  await framed(page, `${url}&o=${encodeURIComponent(shop)}`, '');
  const inner = page.frameLocator('iframe');
  await inner.locator('.page.on-error').waitFor();
  told.set('camera_policy_blocked', {
    code: 'camera_policy_blocked',
    title: await inner.locator('h1').innerText(),
    body: await inner.getByRole('alert').innerText(),
    buttons: await inner.locator('.actions button').allInnerTexts(),
  });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { said: { type: string }[] }).said))
    .toContainEqual(
      expect.objectContaining({
        type: 'error',
        code: 'permission_blocked_by_policy',
        cause: 'camera_policy_blocked',
        fatal: false,
      }),
    );
  expect(told.get('camera_policy_blocked')!.buttons).toEqual(['Open in a new tab', 'Continue on your phone']);
  const [tab] = await Promise.all([context.waitForEvent('page'), inner.locator('.actions .main').click()]);
  await on(tab, 'consent');
  await press(tab, 'main');
  await on(tab, 'primer');
  await press(tab, 'main');
  await on(tab, 'ready');
  await close();
  server.close();
});

// Chromium is no WebView without a camera: its missing interface and its name are injected.
test('no camera in an application: the person’s own browser can still begin the check', {
  timeout: 90_000,
}, async () => {
  const { browser, close } = await computer('ordinary');
  const userAgent =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ' +
    'Chrome/147.0.0.0 Mobile Safari/537.36 Instagram 350.0';
  const options = { ...DESKTOP, userAgent, permissions: ['clipboard-write'] };
  const page = await (await browser.newContext(options)).newPage();
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined });
  });
  await begin(page);
  told.set('webview_no_camera', await readProblem(page, 'webview_no_camera'));
  expect(await codesOf(page)).toEqual(['webview_no_camera']);
  expect(told.get('webview_no_camera')!.buttons).toEqual(['Open in your browser', 'Copy the link']);
  const link = await page.locator('#link').inputValue();
  await press(page, 'second');
  await page.getByText('Copied').waitFor();
  const other = await (await browser.newContext({ ...DESKTOP, permissions: ['camera'] })).newPage();
  await other.goto(link);
  await on(other, 'consent');
  await close();
});

test('ten causes have ten codes, ten titles and ten sentences, each with a way on', () => {
  const all = [...told.values()];
  expect(all).toHaveLength(10);
  for (const key of ['code', 'title', 'body'] as const)
    expect(new Set(all.map((each) => each[key])).size, key).toBe(10);
  for (const { buttons, code } of all) expect(buttons.length, code).toBeGreaterThan(0);
});
