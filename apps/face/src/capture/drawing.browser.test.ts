import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GRANTED } from '../../../../e2e/browser.ts';
import { sharedBrowser } from '../../../../e2e/shared-browser.ts';
import { clipCamera } from '../../testing/clip-camera.ts';
import type * as Drawing from './drawing.ts';

type SharedBrowser = Awaited<ReturnType<typeof sharedBrowser>>;
declare const drawing: typeof Drawing;

let browser: SharedBrowser;
let script: string;
beforeAll(async () => {
  browser = await sharedBrowser({ camera: await clipCamera('franck.mp4', { until_ms: 400 }) });
  const entry = join(import.meta.dirname, 'drawing.ts');
  const lib = { entry, formats: ['iife' as const], name: 'drawing' };
  const built = await build({ configFile: false, logLevel: 'warn', build: { lib, write: false } });
  script = (built as Rolldown.RolldownOutput[])[0]!.output[0].code;
});
afterAll(() => browser?.close());

/** Both ways of drawing one picture of the camera: the mean of each channel in each of 4 × 4 parts. */
async function bothWays(width: number, height: number): Promise<number[][] | null> {
  const found: number[][] = [];
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true });
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 } });
  await video.play();
  // A paused video keeps its picture, so both ways draw the same one.
  video.pause();
  const [small, whole] = [drawing.openCanvas({ width, height }), drawing.openCanvas({ width, height })];
  if (!(await drawing.drawSmall(small.context, video))) return null;
  await drawing.drawNewest(whole.context, video, true);
  for (const { context } of [small, whole]) {
    const parts = new Array<number>(48).fill(0);
    const { data } = context.getImageData(0, 0, width, height);
    for (let i = 0; i < width * height; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      const part = 4 * Math.floor((4 * y) / height) + Math.floor((4 * x) / width);
      for (let k = 0; k < 3; k++) parts[3 * part + k]! += (data[4 * i + k]! * 16) / (width * height);
    }
    found.push(parts);
  }
  (video.srcObject as MediaStream).getTracks().forEach((track) => void track.stop());
  return found;
}

async function drawnTo(width: number, height: number): Promise<number[][] | null> {
  const context = await browser.newContext(GRANTED);
  try {
    const page = await context.newPage();
    await page.route('http://localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Camera</title>' }),
    );
    await page.goto('http://localhost/');
    await page.addScriptTag({ content: script });
    return await page.evaluate(`(${bothWays})(${width}, ${height})`);
  } finally {
    await context.close();
  }
}

test('averages a camera’s picture in memory to the colours that drawing it gives', async () => {
  const [small, whole] = (await drawnTo(160, 128))!;
  const differences = small!.map((value, i) => Math.abs(value - whole![i]!));
  expect(Math.max(...whole!) - Math.min(...whole!)).toBeGreaterThan(50);
  expect(Math.max(...differences)).toBeLessThan(3);
});
