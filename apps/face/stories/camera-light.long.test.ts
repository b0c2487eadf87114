import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '../../../e2e/axe.ts';
import { PHONE } from '../../../e2e/browser.ts';
import { LONG } from '../../../testing/counts.ts';
import { codesOf, launchWith, lights, listen, opened } from '../testing/camera-browser.ts';
import { DESKTOP, on, press, started } from '../testing/person.ts';
import { type FaceStage, openFaceStage } from '../testing/stage.ts';

// In `npm test`: `../src/camera/camera.test.ts`.

let stage: FaceStage;
let cameras: Awaited<ReturnType<typeof launchWith>>;
beforeAll(async () => {
  stage = await openFaceStage({ looks: false });
  cameras = await launchWith('three');
});
afterAll(async () => {
  await cameras?.close();
  await stage?.close();
});

const person = async (device: typeof DESKTOP, prepare: (page: Page) => Promise<unknown> = async () => {}) => {
  const context = await cameras.browser.newContext({ ...device, permissions: ['camera'] });
  const page = await context.newPage();
  await prepare(page);
  await listen(page);
  const workflow_id = await stage.workflow({ liveness: { mode: 'passive' } });
  await page.goto((await stage.portal(workflow_id, `light_${Math.random()}`)).url);
  await on(page, 'consent');
  await press(page, 'main');
  await toReady(page);
  return page;
};
const toReady = async (page: Page): Promise<void> => {
  await on(page, 'primer');
  await press(page, 'main');
  await on(page, 'ready');
};
const choice = (page: Page) => page.locator('.camera-choice select');

test('lets the person choose another camera, lights only that one, and remembers the choice', {
  timeout: 180_000,
}, async () => {
  const page = await person(DESKTOP);
  expect(await lights(page)).toEqual(['fake_device_0']);
  expect(await opened(page)).toBe(1);
  expect(await choice(page).locator('option').allInnerTexts()).toEqual(
    [0, 1, 2].map((i) => `fake_device_${i}`),
  );
  expect(await page.getByRole('combobox', { name: 'Camera' }).count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await choice(page).selectOption({ label: 'fake_device_2' });
  await expect.poll(() => lights(page)).toEqual(['fake_device_2']);
  await on(page, 'ready');
  await page.reload();
  await toReady(page);
  expect(await lights(page)).toEqual(['fake_device_2']);
  // The browser was asked once, for the chosen camera.
  expect(await opened(page)).toBe(1);
  await page.context().close();
});

// The choice among cameras itself is tried in `camera.test.ts`, in the three tests that follow with real ones.
const choosing = test.runIf(LONG);
choosing('forgets a chosen camera that is gone, and uses another one', { timeout: 180_000 }, async () => {
  const page = await person(DESKTOP);
  // A real OverconstrainedError: no camera has this id.
  await choice(page).evaluate((select: HTMLSelectElement) => {
    select.options[1]!.value = 'unplugged';
    select.value = 'unplugged';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect.poll(() => opened(page)).toBe(2);
  await on(page, 'ready');
  expect(await lights(page)).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem('standpoint.face.camera'))).toBeNull();
  expect(await codesOf(page)).toEqual([]);
  await page.context().close();
});

choosing(
  'uses another camera when the remembered one does not start today',
  {
    timeout: 180_000,
  },
  async () => {
    const page = await person(DESKTOP);
    await choice(page).selectOption({ label: 'fake_device_2' });
    await expect.poll(() => lights(page)).toEqual(['fake_device_2']);
    await on(page, 'ready');
    // One of several cameras cannot be made busy here, so its refusal is injected.
    await page.addInitScript(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = (wishes) => {
        const { deviceId } = wishes!.video as MediaTrackConstraints;
        return deviceId ? Promise.reject(new DOMException('busy', 'NotReadableError')) : ask(wishes);
      };
    });
    await page.reload();
    await toReady(page);
    expect(await lights(page)).toEqual(['fake_device_0']);
    expect(await opened(page)).toBe(1);
    expect(await codesOf(page)).toEqual([]);
    // The remembered camera may be free again tomorrow.
    expect(await page.evaluate(() => localStorage.getItem('standpoint.face.camera'))).toContain(
      'fake_device_2',
    );
    await page.context().close();
  },
);

choosing(
  'leaves a virtual camera once for a better one, and never blocks it',
  {
    timeout: 180_000,
  },
  async () => {
    // Chromium's cameras cannot be renamed: only the names are injected, the pictures are real.
    const named = (names: Record<string, string>) => (page: Page) =>
      page.addInitScript((given) => {
        for (const prototype of [MediaStreamTrack.prototype, MediaDeviceInfo.prototype]) {
          const { get } = Object.getOwnPropertyDescriptor(prototype, 'label')!;
          Object.defineProperty(prototype, 'label', {
            get() {
              const label = get!.call(this);
              return given[label] ?? label;
            },
          });
        }
      }, names);
    const obs = 'OBS Virtual Camera';
    const page = await person(DESKTOP, named({ fake_device_0: obs }));
    expect(await lights(page)).toEqual(['fake_device_1']);
    expect(await opened(page)).toBe(2);
    expect(await choice(page).locator('option').allInnerTexts()).toEqual([
      'fake_device_1',
      'fake_device_2',
      obs,
    ]);
    await choice(page).selectOption({ label: obs });
    await expect.poll(() => lights(page)).toEqual([obs]);
    await page.reload();
    await toReady(page);
    expect(await lights(page)).toEqual([obs]);
    await page.context().close();
  },
);

test('updates the list of cameras, tolerates a short mute, and reports a long one', {
  timeout: 180_000,
}, async () => {
  const page = await person(DESKTOP);
  // No camera can be unplugged here: the list is shortened, and the event is of the browser's own kind.
  await page.evaluate(() => {
    const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
    navigator.mediaDevices.enumerateDevices = async () =>
      (await list()).filter(({ label }) => label !== 'fake_device_1');
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  });
  await expect.poll(() => choice(page).locator('option').count()).toBe(2);
  const send = (type: string) =>
    page.evaluate((name) => {
      const { tracks } = (window as unknown as { heard: { tracks: MediaStreamTrack[] } }).heard;
      tracks.at(-1)!.dispatchEvent(new Event(name));
    }, type);
  await send('mute');
  await page.waitForTimeout(500);
  await send('unmute');
  await page.waitForTimeout(2_000);
  await on(page, 'ready');
  await send('mute');
  await on(page, 'error');
  expect(await codesOf(page)).toEqual(['camera_interrupted']);
  expect(await lights(page)).toEqual([]);
  await press(page, 'main');
  await on(page, 'ready');
  await page.context().close();
});

test('leaves no camera on after stop, hand-off, background, submit and page hide', {
  timeout: 120_000,
}, async () => {
  const page = await person(DESKTOP);
  const on1 = async () => expect(await lights(page)).toHaveLength(1);
  const off = async () => expect(await lights(page)).toEqual([]);
  await on1();
  await page.locator('.leave').click();
  await on(page, 'leave');
  await off();
  await press(page, 'main');
  await toReady(page);
  await on1();

  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'hidden');
  });
  await on(page, 'error');
  expect(await codesOf(page)).toEqual(['camera_interrupted']);
  await off();
  await press(page, 'second');
  await on(page, 'handoff');
  await off();
  await page.getByRole('button', { name: 'Use this device’s camera' }).click();
  await toReady(page);
  await on1();

  let submit = () => {};
  const held = new Promise<void>((done) => {
    submit = done;
  });
  await page.route('**/submit', (route) => held.then(() => route.continue()));
  await press(page, 'main');
  await page.locator('.page.on-uploading').waitFor({ timeout: 180_000 });
  await off();
  submit();
  await page.context().close();

  const other = await person(DESKTOP);
  expect(await lights(other)).toHaveLength(1);
  await other.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  expect(await lights(other)).toEqual([]);
  await other.context().close();
});

test('leaves no camera on for a person who went elsewhere while the browser was asking', {
  timeout: 180_000,
}, async () => {
  const page = await person(DESKTOP);
  await page.reload();
  await on(page, 'primer');
  await page.evaluate(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wishes) => {
      Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      return ask(wishes);
    };
  });
  await press(page, 'main');
  await expect.poll(() => lights(page)).toHaveLength(1);
  await on(page, 'error');
  expect(await codesOf(page)).toEqual(['camera_interrupted']);
  expect(await lights(page)).toEqual([]);
  await page.context().close();
});

test('restarts the try when a phone is turned, with the camera on and in the same session', {
  timeout: 180_000,
}, async () => {
  const page = await person(PHONE);
  const attempts: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/attempt')) attempts.push(request.postDataJSON());
  });
  await started(page);
  await on(page, 'capture');
  await page.locator('.count').waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: 844,
    height: 390,
    deviceScaleFactor: 2,
    mobile: true,
    screenOrientation: { type: 'landscapePrimary', angle: 90 },
  });
  await on(page, 'ready');
  expect(await lights(page)).toHaveLength(1);
  expect(await opened(page)).toBe(1);
  await started(page);
  await on(page, 'capture');
  await expect.poll(() => attempts.length).toBe(2);
  expect(attempts[1]).toEqual(attempts[0]);
  await page.context().close();
});
