import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../testing/chromium.ts';
import { type LocalService, startLocalService } from '../testing/local-service.ts';
import { openPage, sdkPage } from '../testing/page.ts';
import type { CameraReport } from './camera-doctor.ts';
import { type CameraFacts, type MissingPiece, missingPiece } from './piece.ts';

// In `npm test`: `../../../../apps/face/src/camera/camera.test.ts`.

const FAKE = '--use-fake-device-for-media-stream';
const BROKEN = join(tmpdir(), `standpoint-broken-${process.pid}.y4m`);

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService(await sdkPage());
  // A device that exists but cannot be started: its picture never comes.
  await writeFile(BROKEN, 'YUV4MPEG2 W640 H480 F30:1 Ip A1:1 C420jpeg\nFRAME\nabc');
});
afterAll(async () => {
  await service?.close();
  await rm(BROKEN, { force: true });
});

const CAMERA: BrowserContextOptions = { permissions: ['camera'] };
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/147.0.0.0 Mobile Safari/537.36';
const IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

/** Every remedy that a test has seen. */
const seen = new Map<string, CameraReport>();

const ask = async (page: Page, options: object = {}): Promise<MissingPiece | null> => {
  const report = await page.evaluate((given) => window.client.cameraDoctor(given), options);
  if (report.missing) seen.set(report.missing, report);
  else expect(report).toEqual({ missing: null, remedy: '', docs: '' });
  return report.missing;
};

interface Visit {
  media?: string[];
  context?: BrowserContextOptions;
  query?: string;
  prepare?: (page: Page) => Promise<unknown>;
  options?: object;
}
const examine = async ({ media = [FAKE], context = CAMERA, query, prepare, options }: Visit = {}) => {
  const browser = await launch([...media, ...(media.some((each) => each.includes('-ui-')) ? [] : [ALLOWS])]);
  try {
    return await ask(await openPage(browser, service.origin, context, query, prepare), options);
  } finally {
    await browser.close();
  }
};
const ALLOWS = '--use-fake-ui-for-media-stream';
const REFUSES = `${ALLOWS}=deny`;
const OPEN = { open: true };

/** Simulates a WebView without a camera, which lacks this interface; Chromium always has it. */
const withoutApi = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined });
  });
const set = (setting: 'denied' | 'prompt') => async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    permission: { name: 'camera' },
    setting,
    origin: service.origin,
    browserContextId: targetInfo.browserContextId,
  });
};

test('finds nothing missing on a working page, never asks without `open`, and leaves no camera on', {
  timeout: 180_000,
}, async () => {
  const browser: Browser = await launch([FAKE, ALLOWS]);
  const page = await openPage(browser, service.origin, CAMERA, '', (at) =>
    at.addInitScript(() => {
      const tracks: MediaStreamTrack[] = [];
      Object.assign(window, { tracks });
      const { getUserMedia } = navigator.mediaDevices;
      navigator.mediaDevices.getUserMedia = async (wishes) => {
        const stream = await getUserMedia.call(navigator.mediaDevices, wishes);
        tracks.push(...stream.getTracks());
        return stream;
      };
    }),
  );
  const tracks = () =>
    page.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
    );
  expect(await ask(page)).toBeNull();
  expect(await tracks()).toEqual([]);
  expect(await ask(page, OPEN)).toBeNull();
  expect(await tracks()).toEqual(['ended']);
  expect(service.requests).toEqual([]);
  await browser.close();
});

test('names the page’s own header, for itself and for a face app on another origin', {
  timeout: 180_000,
}, async () => {
  const url = 'http://localhost:1/face';
  const header = (value: string) => `?pp=${encodeURIComponent(value)}`;
  expect(await examine({ query: header('camera=()') })).toBe('permissions_policy');
  expect(await examine({ query: header('camera=(self)'), options: { url } })).toBe('permissions_policy');
  expect(await examine({ query: header('camera=(self "http://localhost:1")'), options: { url } })).toBeNull();
  expect(await examine({ options: { url } })).toBeNull();
});

test('names a frame without allow="camera", and accepts one with it', { timeout: 180_000 }, async () => {
  const browser = await launch([FAKE, ALLOWS]);
  const page = await openPage(browser, service.origin, CAMERA, `?csp=${encodeURIComponent('frame-src *')}`);
  for (const [allow, missing] of [
    ['', 'iframe_allow'],
    ['camera', null],
  ] as const) {
    const src = `${service.origin.replace('localhost', '127.0.0.1')}/page`;
    const element = await page.evaluateHandle(
      (given) => {
        const frame = Object.assign(document.createElement('iframe'), given);
        document.body.append(frame);
        return frame;
      },
      { src, allow },
    );
    const frame = (await element.contentFrame())!;
    await frame.waitForFunction(() => !!window.sdk);
    const report = await frame.evaluate(
      (baseUrl) => window.sdk.createClient({ baseUrl }).cameraDoctor(),
      service.origin.replace('localhost', '127.0.0.1'),
    );
    expect(report.missing).toBe(missing);
    if (report.missing) seen.set(report.missing, report);
  }
  await browser.close();
});

test('dev-https: names a page over plain http', { timeout: 180_000 }, async () => {
  const browser = await launch([FAKE, ALLOWS]);
  const page = await (await browser.newContext()).newPage();
  await page.route('http://plain.test/**', async (route) => {
    const answer = await fetch(`${service.origin}${new URL(route.request().url()).pathname}`);
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ headers, body: await answer.text() });
  });
  await page.goto('http://plain.test/page');
  await page.waitForFunction(() => !!window.sdk);
  await page.evaluate(() => {
    window.client = window.sdk.createClient({ baseUrl: 'http://plain.test' });
  });
  expect(await ask(page)).toBe('insecure_context');
  await browser.close();
});

test('names a missing camera, one that does not start, and a refusal by the person or the browser', {
  timeout: 180_000,
}, async () => {
  const media = [FAKE, `--use-file-for-fake-video-capture=${BROKEN}`];
  expect(await examine({ media: [] })).toBe('no_camera');
  expect(await examine({ media })).toBeNull();
  expect(await examine({ media, options: OPEN })).toBe('camera_busy');
  expect(await examine({ prepare: set('denied'), context: {} })).toBe('permission_denied');
  expect(await examine({ media: [FAKE, REFUSES], context: {}, prepare: set('prompt'), options: OPEN })).toBe(
    'permission_dismissed',
  );
});

test('names an Android app that does not answer the page, or has no permission itself', {
  timeout: 180_000,
}, async () => {
  const context = { ...CAMERA, userAgent: ANDROID };
  expect(await examine({ context, media: [FAKE, REFUSES], options: OPEN })).toBe(
    'android_permission_request',
  );
  const media = [FAKE, `--use-file-for-fake-video-capture=${BROKEN}`];
  expect(await examine({ context, media, options: OPEN })).toBe('android_camera_permission');
});

test('names an iOS app without a usage description, another company’s app, and an old browser', {
  timeout: 180_000,
}, async () => {
  const agent = (userAgent: string) => ({ context: { ...CAMERA, userAgent }, prepare: withoutApi });
  expect(await examine(agent(IOS))).toBe('ios_usage_description');
  expect(await examine(agent(`${ANDROID} Instagram 350.0`))).toBe('in_app_browser');
  expect(await examine({ prepare: withoutApi })).toBe('unsupported_browser');
});

test('has a remedy and an existing place in the document for each obstacle, and each was found above', async () => {
  const facts: CameraFacts = {
    secure: true,
    framed: false,
    policy: { page: true, face: true },
    api: true,
    shown_by: null,
    permission: 'granted',
    cameras: 1,
  };
  expect(missingPiece(facts)).toBeNull();
  const pieces: Record<MissingPiece, true> = {
    insecure_context: true,
    permissions_policy: true,
    iframe_allow: true,
    in_app_browser: true,
    ios_usage_description: true,
    android_permission_request: true,
    android_camera_permission: true,
    unsupported_browser: true,
    no_camera: true,
    camera_busy: true,
    permission_denied: true,
    permission_dismissed: true,
  };
  expect([...seen.keys()].sort()).toEqual(Object.keys(pieces).sort());
  expect(new Set([...seen.values()].map(({ remedy }) => remedy)).size).toBe(seen.size);
  const embedding = await readFile(new URL('../../../../docs/embedding.md', import.meta.url), 'utf8');
  const anchors = [...embedding.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s+/g, '-'),
  );
  for (const { docs, remedy } of seen.values()) {
    expect(remedy).not.toMatch(/\n/);
    expect(anchors, docs).toContain(docs.replace('docs/embedding.md#', ''));
  }
});
