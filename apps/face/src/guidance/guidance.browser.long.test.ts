import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE, visitor } from '../../../../e2e/browser.ts';
import { sharedBrowser } from '../../../../e2e/shared-browser.ts';
import { sample } from '../../../../testing/counts.ts';
import { clipCamera } from '../../testing/clip-camera.ts';
import { type FaceStage, openFaceStage } from '../../testing/stage.ts';
import { DESKTOP, on, press } from '../../testing/tour/tour.ts';
import { loadTexts } from '../page/locale.ts';

// In `npm test`: `./guide.test.ts`.

let browser: Browser;
let stage: FaceStage;
beforeAll(async () => {
  browser = await sharedBrowser({ camera: await clipCamera('franck.mp4') });
  stage = await openFaceStage();
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

// One after another: each page looks at faces, which takes a core of its own.
const CAMERA = { permissions: ['camera'] };

const toCamera = async (page: Page, definition: Parameters<FaceStage['workflow']>[0]) => {
  const { url } = await stage.portal(await stage.workflow(definition), `test_face_approved_${Math.random()}`);
  await page.goto(url);
  await on(page, 'consent');
  await press(page, 'main');
  await on(page, 'primer');
  await press(page, 'main');
  await on(page, 'ready');
};

/** The worker's messages, as the page receives them. */
interface Heard {
  worker_at: number;
  first_at: number | null;
  looks: number;
  faces: number;
}
const listen = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const heard: Heard = { worker_at: 0, first_at: null, looks: 0, faces: 0 };
    Object.assign(window, { heard });
    const Original = window.Worker;
    window.Worker = class extends Original {
      constructor(...given: ConstructorParameters<typeof Original>) {
        super(...given);
        heard.worker_at = performance.now();
        this.addEventListener('message', ({ data }) => {
          if (data.type !== 'facts') return;
          heard.first_at ??= performance.now();
          heard.looks++;
          heard.faces += data.facts.faces > 0 ? 1 : 0;
        });
      }
    };
  });
};
const heard = (page: Page): Promise<Heard> =>
  page.evaluate(() => (window as unknown as { heard: Heard }).heard);

test('requests models only once the camera is on, all from this origin, and finds a face', {
  timeout: 240_000,
}, async ({ expect }) => {
  const { context, log, close } = await visitor(browser, { ...DESKTOP, ...CAMERA });
  const page = await context.newPage();
  await listen(page);
  const order: string[] = [];
  page.on('request', (request) => {
    const name = request.url().split('/').at(-1)!;
    if (/^worker-|\.(bin|wasm|json)$/.test(name)) order.push(name.replace(/-.*\./, '.'));
  });
  await page.exposeFunction('camera', () => order.push('camera'));
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wishes) => {
      const stream = await ask(wishes);
      await (window as unknown as { camera(): Promise<void> }).camera();
      return stream;
    };
  });
  await toCamera(page, { liveness: { mode: 'passive' } });
  await expect.poll(async () => (await heard(page)).faces, { timeout: 60_000 }).toBeGreaterThan(5);
  expect(order[0]).toBe('camera');
  expect(order[1]).toBe('worker.js');
  expect(order.slice(2).sort()).toEqual([
    'blazeface.bin',
    'blazeface.json',
    'facemesh.bin',
    'facemesh.json',
    'tfjs.wasm',
  ]);
  expect(await page.locator('.hint').innerText()).not.toBe('');
  expect(log.thirdParties()).toEqual([]);
  expect(log.violations).toEqual([]);
  await close();
});

test('recognises a step when it is answered, and tells the person', {
  timeout: 240_000,
}, async () => {
  const { context, close } = await visitor(browser, { ...DESKTOP, ...CAMERA });
  const page = await context.newPage();
  await toCamera(page, { liveness: { mode: 'passive' } });
  // Either that all is well or a hint: the texts are this page's own.
  const { hints } = await loadTexts('en');
  const words = page.locator('.hint').filter({ hasText: /./ });
  await words.waitFor({ timeout: 60_000 });
  expect(Object.values(hints)).toContain(await words.innerText());
  // The clip's face is too close for a desktop's oval, so the capture does not start by itself.
  await press(page, 'main');
  await page.locator('.hint', { hasText: hints.recognised }).waitFor({ timeout: 30_000 });
  await on(page, 'result', 60_000);
  await close();
});

test('starts the capture without a button for a person guided by ear, once the position is good', {
  timeout: 240_000,
}, async () => {
  const { context, close } = await visitor(browser, { ...PHONE, ...CAMERA });
  const page = await context.newPage();
  const portal = await stage.portal(
    await stage.workflow({ liveness: { mode: 'passive', alternatives: ['audio'] } }),
    `test_face_approved_${Math.random()}`,
  );
  await page.goto(portal.url);
  await on(page, 'consent');
  await press(page, 'main');
  await on(page, 'primer');
  await page.locator('.another').click();
  const ways = page.locator('input[name=way]');
  await ways.last().evaluate((choice: HTMLInputElement) => choice.click());
  await page.locator('dialog.sheet .main').click();
  await press(page, 'main');
  await on(page, 'capture', 60_000);
  await on(page, 'result', 60_000);
  await close();
});

const BLIND: Record<string, (page: Page, refused: () => void) => Promise<unknown>> = {
  'a model': (page, refused) =>
    page.route(/facemesh-.*\.bin$/, (route) => {
      refused();
      return route.abort();
    }),
  'a worker': async (page, refused) => {
    await page.exposeFunction('refused', refused);
    await page.addInitScript(() => {
      window.Worker = class {
        constructor() {
          (window as unknown as { refused(): void }).refused();
          throw new DOMException('', 'SecurityError');
        }
      } as unknown as typeof Worker;
    });
  },
};
// A worker that cannot start is the case of old devices; a missing model ends in the same place.
test.for(sample(BLIND, 'a worker').map(([missing]) => missing))(
  'continues by the clock without %s, and gives no hint that it cannot know',
  {
    timeout: 240_000,
  },
  async (missing, { expect }) => {
    const { context, close } = await visitor(browser, { ...DESKTOP, ...CAMERA });
    const page = await context.newPage();
    let refused = 0;
    await BLIND[missing]!(page, () => refused++);
    await toCamera(page, { liveness: { mode: 'passive' } });
    await expect.poll(() => refused, { timeout: 20_000 }).toBe(1);
    await press(page, 'main');
    await on(page, 'capture');
    const { hints } = await loadTexts('en');
    const said = await page.locator('main').innerText();
    for (const words of Object.values(hints)) expect(said).not.toContain(words);
    await on(page, 'result', 60_000);
    await close();
  },
);
