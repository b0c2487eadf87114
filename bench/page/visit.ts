import type { Page } from 'playwright-core';
import { GRANTED, launchBrowser } from '../../e2e/browser.ts';
import type { CameraFile } from '../../e2e/production/file-camera.ts';

/** Milliseconds from the navigation on; null: it did not happen. */
export interface Times {
  /** The first picture of the camera can be shown. */
  canplay: number | null;
  /**
   * getUserMedia has answered; models are loaded; the first face was found. What a page does not do stays
   * null.
   */
  camera: number | null;
  models: number | null;
  face: number | null;
  /** Pictures in which a face was looked for, each at its time. */
  looks: number[];
}

const VISIT_MS = 30_000;

export interface Visit {
  address: string;
  camera: CameraFile;
  /** What has to have happened before the visit ends, and how long it goes on after that. */
  until: 'canplay' | 'face';
  stay_ms?: number;
  /** Runs in the page before its own scripts. */
  script?: () => void;
}

/**
 * One visit with a browser of its own: its cache is empty, nothing of it is warm, the camera was never open.
 * The camera is allowed already; no address but this machine's exists.
 */
export async function visit({ address, camera, until, stay_ms = 0, script }: Visit): Promise<Times> {
  const browser = await launchBrowser({ camera: camera.path });
  try {
    const context = await browser.newContext({ ...GRANTED, serviceWorkers: 'block' });
    await context.addInitScript(watchPage);
    if (script) await context.addInitScript(script);
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'commit' });
    await happened(page, until);
    await page.waitForTimeout(stay_ms);
    return await page.evaluate(() => (globalThis as unknown as { times: Times }).times);
  } finally {
    await browser.close();
  }
}

const happened = async (page: Page, what: 'canplay' | 'face'): Promise<void> => {
  await page
    .waitForFunction((name) => (globalThis as unknown as { times: Times }).times[name] !== null, what, {
      polling: 100,
      timeout: VISIT_MS,
    })
    .catch(async (error: Error) => {
      const said = await page.evaluate(() => document.body.innerText.slice(0, 300)).catch(() => '');
      throw new Error(`${page.url()}: no ${what}; the page says “${said}”: ${error.message}`);
    });
};

/** Runs in the page, before anything of it: the same clock for everybody. */
function watchPage(): void {
  const times: Times = { canplay: null, camera: null, models: null, face: null, looks: [] };
  Object.assign(globalThis, { times });
  // Media events do not bubble, but they are captured.
  document.addEventListener(
    'canplay',
    () => {
      times.canplay ??= performance.now();
    },
    true,
  );
}
