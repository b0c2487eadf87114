import { expect, test } from 'vitest';
import { LONG } from '../../../testing/counts.ts';
import { codesOf, lights } from '../testing/camera-browser.ts';
import { readProblem, testCameras } from '../testing/camera-story.ts';
import { DESKTOP, on, press } from '../testing/person.ts';

// In `npm test`: `../src/camera/camera.test.ts`.

const { stage, computer, begin, toPrimer } = testCameras();

test.each(['never chosen', 'chosen on another day'].filter((which) => LONG || which === 'never chosen'))(
  'in use (%s): another camera replaces it without a question',
  { timeout: 90_000 },
  async (which) => {
    const { browser, close } = await computer('three');
    try {
      const page = await (await browser.newContext({ ...DESKTOP, permissions: ['camera'] })).newPage();
      await page.addInitScript((chosen) => {
        if (chosen)
          localStorage.setItem(
            'standpoint.face.camera',
            JSON.stringify({ device_id: 'of another day', label: 'fake_device_0' }),
          );
        const devices = navigator.mediaDevices;
        const ask = devices.getUserMedia.bind(devices);
        let first: string | undefined;
        // The first device is in a video call.
        devices.getUserMedia = async (wishes) => {
          const stream = await ask(wishes);
          const [track] = stream.getVideoTracks();
          first ??= track!.getSettings().deviceId;
          if (track!.getSettings().deviceId !== first) return stream;
          track!.stop();
          throw new DOMException('in use', 'NotReadableError');
        };
      }, which !== 'never chosen');
      await toPrimer(page);
      await press(page, 'main');
      await on(page, 'ready');
      expect(await codesOf(page)).toEqual([]);
      expect(await lights(page)).toHaveLength(1);
    } finally {
      await close();
    }
  },
);

// `camera.test.ts` recognises such an application.
test.runIf(LONG)(
  'refused by an application: offers a link instead of steps for an address bar that does not exist',
  {
    timeout: 90_000,
  },
  async () => {
    const { browser, close } = await computer('ordinary', 'deny');
    const userAgent =
      'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Version/4.0 Chrome/147.0.0.0 Mobile Safari/537.36';
    const page = await (await browser.newContext({ ...DESKTOP, userAgent, permissions: [] })).newPage();
    await toPrimer(page);
    await press(page, 'main');
    const { body, buttons } = await readProblem(page, 'webview_no_camera');
    expect(await codesOf(page)).toEqual(['webview_no_camera']);
    expect(body).toContain('open the page in your browser');
    expect(buttons).toEqual(['Continue on another device', 'Try again']);
    await press(page, 'main');
    await on(page, 'handoff');
    await page.locator('#link').waitFor();
    await close();
  },
);

test('does not spend a phone’s link that an application opened', { timeout: 90_000 }, async () => {
  const { browser, close } = await computer('ordinary');
  const desktop = await (await browser.newContext(DESKTOP)).newPage();
  const forced = await stage.workflow({ liveness: { mode: 'passive' }, handoff: { policy: 'force' } });
  const [answer] = await Promise.all([
    desktop.waitForResponse((response) => response.url().endsWith('/short-code')),
    begin(desktop, forced),
  ]);
  const { url } = (await answer.json()).data;
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
  const inside = await (await browser.newContext({ ...DESKTOP, userAgent })).newPage();
  await inside.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined });
  });
  await inside.goto(url);
  await on(inside, 'error');
  const link = await inside.locator('#link').inputValue();
  expect(link).toBe(url);
  const outside = await (await browser.newContext(DESKTOP)).newPage();
  await outside.goto(link);
  await on(outside, 'landing');
  await press(outside, 'main');
  await on(outside, 'phone_confirm');
  await close();
});
