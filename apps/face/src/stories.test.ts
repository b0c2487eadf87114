import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, PHONE, visitor } from '../../../e2e/browser.ts';
// Unlike the other browser it does not grant by itself what it is asked for.
import { launch as launchAsking } from '../../../packages/web/src/testing/chromium.ts';
import { type FaceStage, openFaceStage } from '../testing/stage.ts';
import { DESKTOP, on, press } from '../testing/tour.ts';

let browser: Browser;
let stage: FaceStage;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await openFaceStage();
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const CAMERA = { permissions: ['camera'] };
const QUICK = { liveness: { mode: 'passive' as const } };
const uniquely = (outcome: string) => `${outcome}_${Math.random()}`;

const openWith = async (page: Page, definition: Parameters<FaceStage['workflow']>[0], customer: string) => {
  const workflow_id = await stage.workflow(definition);
  const { url } = await stage.portal(workflow_id, customer);
  await page.goto(url);
  return url;
};

/** A whole challenge takes about 20 s, on a busy machine several times that. */
const CAPTURE_MS = 80_000;

/** From the consent to the camera's own screen. */
const toCamera = async (page: Page) => {
  await on(page, 'consent');
  await press(page, 'main');
  await on(page, 'primer');
  await press(page, 'main');
  await on(page, 'ready');
};

test('an active challenge with colours runs through, and nothing leaves this origin', {
  timeout: 120_000,
}, async () => {
  const { context, log, close } = await visitor(browser, { ...PHONE, ...CAMERA });
  const page = await context.newPage();
  const live = () =>
    page.evaluate(
      () =>
        (window as unknown as { tracks: MediaStreamTrack[] }).tracks.filter((t) => t.readyState === 'live')
          .length,
    );
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wishes) => {
      const stream = await ask(wishes);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  await openWith(
    page,
    { liveness: { mode: 'active', challenges: ['turn', 'smile', 'flash'] }, client_result: 'decision' },
    uniquely('test_face_approved'),
  );
  expect(page.url()).not.toContain('#');
  await toCamera(page);
  expect(await live()).toBe(1);
  await press(page, 'main');
  await page.locator('.capture.flash').waitFor({ timeout: 60_000 });
  await on(page, 'result', CAPTURE_MS);
  expect(await page.locator('h1').innerText()).toBe('All done');
  expect(await live()).toBe(0);
  expect(log.thirdParties()).toEqual([]);
  expect(log.violations).toEqual([]);
  await close();
});

test('who asked for less motion sees no colours, and the manifest says that and what the camera is', {
  timeout: 120_000,
}, async () => {
  const context = await browser.newContext({ ...PHONE, ...CAMERA, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { colours: 0, manifest: null };
    Object.assign(window, { seen });
    const append = FormData.prototype.append;
    FormData.prototype.append = function (this: FormData, name: string, ...value: [string | Blob]) {
      if (name === 'manifest') seen.manifest = JSON.parse(String(value[0]));
      append.call(this, name, ...(value as [Blob]));
    } as typeof append;
    new MutationObserver(() => {
      if (document.querySelector('.capture.flash')) seen.colours++;
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  // The workflow offers no way without flashes; the person's system asks for it all the same.
  const liveness = {
    mode: 'active' as const,
    challenges: ['smile' as const, 'flash' as const],
    alternatives: [],
  };
  await openWith(page, { liveness, client_result: 'decision' }, uniquely('test_face_approved'));
  await toCamera(page);
  await press(page, 'main');
  await on(page, 'result', CAPTURE_MS);
  const seen = await page.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: what the page has sent
    () => (window as unknown as { seen: { colours: number; manifest: any } }).seen,
  );
  expect(seen.colours).toBe(0);
  const { frames, hints, track } = seen.manifest;
  expect(frames.map(({ step }: { step: string }) => step)).toEqual([...'0123456789'].map((i) => `s${i}`));
  expect(hints).toEqual([{ colours_shown: false }]);
  expect(track).toMatchObject({
    engine: 'chromium',
    constructor: 'MediaStreamTrack',
    enumerated: true,
    group_id: true,
    capture_time: true,
    native_get_user_media: true,
    overrides: [],
  });
  expect(track.intervals).toBeGreaterThan(50);
  expect([track.delivered_width, track.delivered_height]).toEqual([track.width, track.height]);
  await context.close();
});

test('a reload goes on where the person was, on both devices', { timeout: 120_000 }, async () => {
  const at = await browser.newContext({ ...DESKTOP, ...CAMERA });
  const desktop = await at.newPage();
  await openWith(desktop, { ...QUICK, handoff: { policy: 'offer' } }, uniquely('test_face_approved'));
  await on(desktop, 'consent');
  await desktop.reload();
  await on(desktop, 'consent');
  await press(desktop, 'main');
  await on(desktop, 'primer');
  await desktop.reload();
  await on(desktop, 'primer');
  const [first] = await Promise.all([
    desktop.waitForResponse((response) => response.url().endsWith('/short-code')),
    press(desktop, 'second'),
  ]);
  const { url } = (await first.json()).data;
  const hand = await browser.newContext({ ...PHONE, ...CAMERA });
  const phone = await hand.newPage();
  await phone.goto(url);
  await on(phone, 'landing');
  await phone.reload();
  await on(phone, 'landing');
  await press(phone, 'main');
  await on(phone, 'phone_confirm');
  await phone.reload();
  await on(phone, 'phone_confirm');
  await desktop.locator('.big-number').waitFor();
  await desktop.reload();
  await desktop.locator('.big-number').waitFor();
  await phone.fill('#number', await desktop.locator('.big-number [aria-hidden]').innerText());
  await press(phone, 'main');
  await on(phone, 'consent');
  await phone.reload();
  await toCamera(phone);
  await phone.reload();
  await on(phone, 'primer');
  await desktop.locator('.pulse.on').waitFor();
  await desktop.reload();
  await desktop.locator('.pulse.on').waitFor();
  await press(phone, 'main');
  await on(phone, 'ready');
  await press(phone, 'main');
  await on(phone, 'result');
  await on(desktop, 'result');
  await Promise.all([desktop.reload(), phone.reload()]);
  await on(desktop, 'result');
  await on(phone, 'result');
  await Promise.all([at.close(), hand.close()]);
});

test('“this wasn’t me” ends the check on the other screen too', { timeout: 60_000 }, async () => {
  const at = await browser.newContext(DESKTOP);
  const desktop = await at.newPage();
  await openWith(desktop, { ...QUICK, handoff: { policy: 'force' } }, 'denies');
  const code = await desktop.waitForResponse((response) => response.url().endsWith('/short-code'));
  const { url } = (await code.json()).data;
  const hand = await browser.newContext(PHONE);
  const phone = await hand.newPage();
  await phone.goto(url);
  await on(phone, 'landing');
  await press(phone, 'main');
  await on(phone, 'phone_confirm');
  await press(phone, 'second');
  await on(phone, 'ended');
  await on(desktop, 'ended');
  const again = await hand.newPage();
  await again.goto(url);
  await press(again, 'main');
  await on(again, 'error');
  await Promise.all([at.close(), hand.close()]);
});

test('a denied camera has its own words and leads to the phone', { timeout: 60_000 }, async () => {
  const asking = await launchAsking();
  const context = await asking.newContext(DESKTOP);
  const page = await context.newPage();
  await openWith(page, QUICK, 'denied');
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    permission: { name: 'camera' },
    setting: 'denied',
    origin: stage.origin,
    browserContextId: targetInfo.browserContextId,
  });
  await on(page, 'consent');
  await press(page, 'main');
  await on(page, 'primer');
  await press(page, 'main');
  await on(page, 'error');
  expect(await page.locator('h1').innerText()).toBe('The camera is blocked');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await press(page, 'second');
  await on(page, 'handoff');
  await asking.close();
});

test('a lost reply and a cut network are waited out', { timeout: 120_000 }, async () => {
  const context = await browser.newContext({ ...PHONE, ...CAMERA });
  const page = await context.newPage();
  let lost = 0;
  for (const path of ['**/facecheck/session', '**/consent', '**/attempt', '**/submit']) {
    let dropped = false;
    await page.route(path, async (route) => {
      if (dropped) return route.continue();
      dropped = true;
      lost++;
      // The service has heard it; only its answer is lost.
      await route.fetch();
      await route.abort('connectionreset');
    });
  }
  await openWith(page, QUICK, uniquely('test_face_approved'));
  await toCamera(page);
  await press(page, 'main');
  await on(page, 'result');
  expect(lost).toBe(4);
  await context.close();
});

test('stop, and no camera stays on; a second tab of the same browser shows the same end', {
  timeout: 60_000,
}, async () => {
  const context = await browser.newContext({ ...DESKTOP, ...CAMERA });
  const page = await context.newPage();
  const url = await openWith(page, QUICK, 'stops');
  await toCamera(page);
  const other = await context.newPage();
  await other.goto(url);
  await on(other, 'consent');
  await page.bringToFront();
  await page.locator('footer .quiet').click();
  await on(page, 'leave');
  expect(await page.locator('video').count()).toBe(0);
  await press(page, 'second');
  await on(page, 'ended');
  await on(other, 'ended');
  await context.close();
});

const embedder = async (html: (origin: string) => string): Promise<{ origin: string; server: Server }> => {
  const server = createServer((request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(request.url === '/' ? html(stage.origin) : '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

test('a page that the workflow lists may frame it and hears of it on a port; another page may not', {
  timeout: 60_000,
}, async () => {
  const { origin, server } = await embedder(() => '<!doctype html><title>shop</title>');
  const context = await browser.newContext({ ...DESKTOP, ...CAMERA });
  const page = await context.newPage();
  const listed = await stage.workflow({ ...QUICK, origins: [origin] });
  const unlisted = await stage.workflow(QUICK);
  await page.goto(`${origin}/`);
  const frame = (url: string) =>
    page.evaluate((src) => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      document.body.replaceChildren();
      const element = document.createElement('iframe');
      element.allow = 'camera';
      element.src = src;
      element.width = '480';
      element.height = '760';
      window.onmessage = ({ source, data }) => {
        if (source !== element.contentWindow || data?.type !== 'hello') return;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data: said }) => heard.push(said);
        element.contentWindow!.postMessage({ ...data, type: 'welcome' }, new URL(src).origin, [port2]);
      };
      document.body.append(element);
    }, url);
  const heard = () => page.evaluate(() => (window as unknown as { heard: { type: string }[] }).heard);
  const fragment = `&o=${encodeURIComponent(origin)}`;
  await frame(`${(await stage.portal(listed, 'framed')).url}${fragment}`);
  const inner = page.frameLocator('iframe');
  await inner.locator('.page.on-consent').waitFor();
  await expect
    .poll(async () => (await heard()).map(({ type }) => type))
    .toEqual(expect.arrayContaining(['ready', 'started', 'consent', 'resize']));
  await inner.locator('main .second').click();
  await inner.locator('.page.on-ended').waitFor();
  await inner.locator('main .main').click();
  await expect
    .poll(async () => (await heard()).at(-1))
    .toEqual({ type: 'canceled', step: 'consent_declined' });

  await frame(`${(await stage.portal(unlisted, 'framed')).url}${fragment}`);
  await page.waitForTimeout(1_000);
  expect(await inner.locator('.page').count()).toBe(0);
  expect(await heard()).toEqual([]);
  await context.close();
  server.close();
});
