import type { Page } from 'playwright-core';
import { GRANTED, type LaunchOptions, launchBrowser } from '../../e2e/browser.ts';
import type { CameraFile } from '../../e2e/production/file-camera.ts';

/** Milliseconds from the navigation; null if it did not happen. */
export interface Times {
  /** The first picture of the camera can be shown. */
  canplay: number | null;
  /**
   * getUserMedia has answered, the models are loaded, the first face was found. A step that the page does
   * not take stays null.
   */
  camera: number | null;
  models: number | null;
  face: number | null;
  /** The time of each picture in which the page looked for a face. */
  looks: number[];
}

const VISIT_MS = 30_000;

export interface Visit {
  address: string;
  camera: CameraFile;
  /** The event that ends the visit, and how many milliseconds the visit continues after it. */
  until: 'canplay' | 'face';
  stay_ms?: number;
  /** Runs in the page before its own scripts. */
  script?: () => void;
  /** Default `plain`: a browser on a machine without a graphics card chooses it too. */
  drawing?: LaunchOptions['drawing'];
}

/**
 * One visit with a new browser: its cache is empty and its camera was never open. The camera permission is
 * granted already. The browser can reach only this machine.
 */
export async function visit({
  address,
  camera,
  until,
  stay_ms = 0,
  script,
  drawing = 'plain',
}: Visit): Promise<Times> {
  const browser = await launchBrowser({ camera: camera.path, drawing });
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

/** Runs in the page before its own scripts, so that every page is timed by the same clock. */
function watchPage(): void {
  const times: Times = { canplay: null, camera: null, models: null, face: null, looks: [] };
  Object.assign(globalThis, { times });
  // Media events do not bubble, but a capturing listener sees them.
  document.addEventListener(
    'canplay',
    () => {
      times.canplay ??= performance.now();
    },
    true,
  );
}
