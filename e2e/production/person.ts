import type { Page, Response } from 'playwright-core';
import { GRANTED, launchBrowser } from '../browser.ts';
import { agree } from '../face-page.ts';
import type { CameraFile } from './file-camera.ts';
import type { Backend } from './stage.ts';

/** Milliseconds from “Start” to the answer of the upload. The service allows an attempt 90 s. */
const CAPTURE_MS = 80_000;

export interface Presentation {
  camera: CameraFile;
  customer_id: string;
  /**
   * When “Start” is pressed at the latest, in milliseconds of the recording, so that the prompts meet what it shows.
   */
  start_ms: number;
  /** Runs in the page before its own scripts. */
  script?: () => void;
}

export interface Presented {
  /** The service's answer to the upload. */
  status: number;
  /** The session as the backend reads it in the end. */
  // biome-ignore lint/suspicious/noExplicitAny: stories look into any answer
  session: any;
  token: string;
  /** Milliseconds from the capture's begin to the decision. */
  took_ms: number;
}

/** The page shows an error before “Start”: a busy machine drew too few pictures a second for it. */
export class CameraTooSlow extends Error {}

/** A new browser with this camera goes through the check from its link to the decision. */
export const present = async (
  backend: Backend,
  { camera, customer_id, start_ms, script }: Presentation,
): Promise<Presented> => {
  const { url, token } = await backend.portal(customer_id);
  const browser = await launchBrowser({ camera: camera.path, drawing: 'plain' });
  try {
    // No script changes the camera's pictures or the page, except the one under test.
    const context = await browser.newContext({ ...GRANTED, serviceWorkers: 'block' });
    if (script) await context.addInitScript(script);
    const page = await context.newPage();
    const opened = page.waitForResponse(answers('/facecheck/session'));
    await page.goto(url);
    const { session_id } = (await (await opened).json()).data.session;
    await agree(page);
    await page.getByRole('button', { name: 'Open the camera' }).click();
    const submitted = page.waitForResponse((response) => response.url().endsWith('/submit'), {
      timeout: CAPTURE_MS,
    });
    submitted.catch(() => {});
    const begun = beginOf(page);
    begun.catch(() => {});
    await pictureAt(page, start_ms / 1_000);
    if (await page.locator('.page.on-error').count()) throw new CameraTooSlow();
    // A face in its place starts the capture by itself, and a recording of one may have done so by now.
    if (await page.locator('.page.on-ready').count())
      await page.getByRole('button', { name: 'Start', exact: true }).click();
    const status = (await submitted).status();
    const session = await decided(page, backend, session_id);
    return { status, session, token, took_ms: performance.now() - (await begun) };
  } finally {
    await browser.close();
  }
};

const answers =
  (path: string) =>
  (response: Response): boolean =>
    response.url().endsWith(path) && response.request().method() === 'POST';

/** The moment at which the capture begins. */
async function beginOf(page: Page): Promise<number> {
  await page.locator('.page.on-capture').waitFor({ timeout: CAPTURE_MS });
  return performance.now();
}

/** Waits until the camera has reached this second, or until the page shows an error. */
const pictureAt = (page: Page, seconds: number) =>
  page.waitForFunction(
    (at) =>
      (document.querySelector('video')?.currentTime ?? 0) >= at || document.querySelector('.page.on-error'),
    seconds,
    { polling: 'raf', timeout: 60_000 },
  );

/** The answer to the upload comes after 5 s at most. The decision comes when the analysis is complete. */
const decided = async (page: Page, backend: Backend, session_id: string): Promise<Presented['session']> => {
  for (let waited = 0; ; waited += 250) {
    const session = await backend.session(session_id);
    if (session.status !== 'processing') return session;
    if (waited > 30_000) throw new Error('no decision came');
    await page.waitForTimeout(250);
  }
};
