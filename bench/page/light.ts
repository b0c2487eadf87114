import type { Page } from 'playwright-core';
import { GRANTED, launchBrowser, PHONE } from '../../e2e/browser.ts';
import type { CameraFile } from '../../e2e/production/file-camera.ts';
import type { Row } from '../bench.ts';
import { median, spread } from '../rounds.ts';
import { type FaceApp, goThrough } from './ours.ts';
import type { Times } from './visit.ts';

const VISITS = 3;
/** No movement is answered, so each one lasts as long as it may. */
const LIGHT_MS = 90_000;

declare global {
  /** When the light began and ended; null before. */
  var light: [began: number | null, ended: number | null];
}

/** Runs in the page: notes when the screen becomes a lamp, and when it ends. */
function watchLight(): void {
  globalThis.light = [null, null];
  new MutationObserver(() => {
    const on = document.querySelector('.page.light') !== null;
    if (on) globalThis.light[0] ??= performance.now();
    else if (globalThis.light[0] !== null) globalThis.light[1] ??= performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
}

/** One capture on a phone's screen, up to the end of its light. */
async function rateOf(page: Page, address: string): Promise<number> {
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      times: { canplay: null, camera: null, models: null, face: null, looks: [] },
    });
  });
  await page.addInitScript(goThrough);
  await page.addInitScript(watchLight);
  await page.goto(address, { waitUntil: 'commit' });
  // The capture starts by itself, because the face is in its place.
  await page.waitForFunction(() => globalThis.light[1] !== null, undefined, {
    timeout: LIGHT_MS,
    polling: 250,
  });
  const { looks, light } = await page.evaluate(() => ({
    looks: (globalThis as unknown as { times: Times }).times.looks,
    light: globalThis.light,
  }));
  const [began, ended] = light as [number, number];
  return (looks.filter((at) => at >= began && at <= ended).length * 1_000) / (ended - began);
}

/** Pictures looked at a second while the light runs and the clip is recorded. `bar`: the least. */
export async function lightRow(app: FaceApp, camera: CameraFile, bar: number): Promise<Row> {
  const rates: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const browser = await launchBrowser({ camera: camera.path, drawing: 'plain' });
    try {
      const context = await browser.newContext({ ...GRANTED, ...PHONE, serviceWorkers: 'block' });
      rates.push(await rateOf(await context.newPage(), await app.address()));
    } finally {
      await browser.close();
    }
  }
  return {
    what: 'face app: the same while the light runs',
    figure: spread(rates, 1),
    bar: `≥ ${bar}`,
    met: median(rates) >= bar,
  };
}
