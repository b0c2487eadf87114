import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, visitor } from '../../../e2e/browser.ts';
import { on, press, started } from '../testing/person.ts';
import { CAMERA, CAPTURE_MS, newCheck, openStory, toCamera, toPrimer, uniquely } from '../testing/story.ts';

// In `npm test`: `../../service/src/face/challenge/challenge.test.ts`.

const story = openStory();

const openWith = async (page: Page, definition: Parameters<typeof newCheck>[2], customer: string) =>
  page.goto(await newCheck(story.stage, customer, definition));

test.concurrent('completes an active challenge with colours, and sends nothing to another origin', {
  timeout: 200_000,
  // A machine that is too busy for the clip is refused, and would be asked again without light.
  retry: 2,
}, async () => {
  const { context, log, close } = await visitor(story.browser, { ...PHONE, ...CAMERA });
  const page = await context.newPage();
  const live = () =>
    page.evaluate(
      () =>
        (window as unknown as { tracks: MediaStreamTrack[] }).tracks.filter((t) => t.readyState === 'live')
          .length,
    );
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    // The colours are short, so they are counted inside the page.
    const colours = new Set<string>();
    Object.assign(window, { tracks, colours });
    new MutationObserver(() => {
      const flash = document.querySelector<HTMLElement>('.capture.flash');
      if (flash) colours.add(flash.getAttribute('style') ?? '');
    }).observe(document, { subtree: true, childList: true, attributes: true });
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
  await on(page, 'result', CAPTURE_MS);
  const colours = () => page.evaluate(() => (window as unknown as { colours: Set<string> }).colours.size);
  expect(await colours()).toBeGreaterThan(0);
  expect(await page.locator('h1').innerText()).toBe('That’s you. All done!');
  expect(await live()).toBe(0);
  expect(log.thirdParties()).toEqual([]);
  expect(log.violations).toEqual([]);
  await close();
});

test.concurrent('shows no colours to a person who asked for less motion, and reports it with the camera', {
  timeout: 200_000,
}, async () => {
  const context = await story.browser.newContext({ ...PHONE, ...CAMERA, reducedMotion: 'reduce' });
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
  // The workflow offers no way without flashes, but the person's system asks for less motion.
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
  const { frames, clip, track } = seen.manifest;
  expect(frames.map(({ step }: { step: string }) => step)).toEqual([...'0123456789'].map((i) => `s${i}`));
  expect(clip).toBeUndefined();
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

const WITH_LIGHT = {
  liveness: { mode: 'active' as const, challenges: ['smile' as const, 'flash' as const], alternatives: [] },
  client_result: 'decision' as const,
};

test.concurrent('goes on with movements for a person who leaves the colours out while they are shown', {
  timeout: 200_000,
}, async () => {
  const context = await story.browser.newContext({ ...PHONE, ...CAMERA });
  const page = await context.newPage();
  const asked: { light?: string }[] = [];
  const challenges: { parameters: Record<string, unknown> }[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/attempt') || response.request().method() !== 'POST') return;
    asked.push(response.request().postDataJSON());
    challenges.push((await response.json()).data.challenge);
  });
  await openWith(page, WITH_LIGHT, uniquely('test_face_approved'));
  await toCamera(page);
  await started(page);
  await on(page, 'capture');
  expect(await page.getByRole('button', { name: 'Without colours' }).count()).toBe(0);
  await page.locator('.capture.flash').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Without colours' }).click();
  await on(page, 'ready');
  expect(await page.locator('.capture.flash').count()).toBe(0);
  await press(page, 'main');
  await on(page, 'result', CAPTURE_MS);
  expect(await page.locator('h1').innerText()).toBe('That’s you. All done!');
  expect(asked.map(({ light }) => light)).toEqual(['ready', 'declined']);
  expect(challenges[0]?.parameters).toHaveProperty('light');
  expect(challenges[1]?.parameters).toMatchObject({ light_skipped: 'declined' });
  await context.close();
});

test.concurrent('leaves the colours out before the camera opens, remembers it, and has a way back', async () => {
  const context = await story.browser.newContext({ ...PHONE, ...CAMERA });
  const page = await context.newPage();
  await openWith(page, WITH_LIGHT, uniquely('test_face_approved'));
  await toPrimer(page);
  const notice = page.locator('.colour-notice');
  expect(await notice.innerText()).toContain('Soft colours light your face');
  await notice.getByRole('button', { name: 'Without colours' }).click();
  expect(await notice.innerText()).toContain('No colours will appear');
  await page.reload();
  await on(page, 'primer');
  await notice.getByRole('button', { name: 'With colours' }).click();
  expect(await notice.innerText()).toContain('Soft colours light your face');
  await context.close();
});
