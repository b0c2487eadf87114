import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium as driver, type Page } from 'playwright-core';
import { DRAWING } from '../../../e2e/browser.ts';
import { still } from '../../../e2e/still.ts';
import { chromium } from '../../../testing/chromium.ts';

/**
 * The cameras of this computer. `broken`: a device that is present and cannot be started, as if another
 * program used it.
 */
export type Hardware = 'none' | 'ordinary' | 'three' | 'slow' | 'small' | 'broken';

const FAKE = '--use-fake-device-for-media-stream';
const SMALL = { width: 160, height: 120 };
const DEVICES: Record<Hardware, string[]> = {
  none: [],
  ordinary: [FAKE],
  three: [`${FAKE}=device-count=3`],
  slow: [`${FAKE}=device-count=1,fps=10`],
  small: [FAKE],
  broken: [FAKE],
};

/**
 * Raw video (YUV4MPEG2, 4:2:0) that Chromium plays as a camera. `broken`: it promises a picture that is not
 * there.
 */
const videoFile = (broken: boolean): Buffer => {
  const { width, height } = SMALL;
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420jpeg\n`);
  const pictures = Array.from({ length: broken ? 1 : 10 }, (_, i) => [
    Buffer.from('FRAME\n'),
    Buffer.alloc(broken ? 3 : (width * height * 3) / 2, 20 * i),
  ]);
  return Buffer.concat([head, ...pictures.flat()]);
};

/** Starts a Chromium with this hardware, whose person gives this answer to every camera prompt. */
export const launchWith = async (
  hardware: Hardware,
  answer: 'allow' | 'deny' = 'allow',
): Promise<{ browser: Browser; close(): Promise<void> }> => {
  const { executable, env } = await chromium();
  const folder = await mkdtemp(join(tmpdir(), 'standpoint-camera-'));
  const file = join(folder, 'camera.y4m');
  const played = hardware === 'small' || hardware === 'broken';
  if (played) await writeFile(file, videoFile(hardware === 'broken'));
  const browser = await driver.launch({
    executablePath: executable,
    env: { ...(process.env as Record<string, string>), ...env },
    chromiumSandbox: false,
    args: [
      '--headless=shell',
      ...DRAWING.plain,
      '--enable-unsafe-swiftshader',
      `--use-fake-ui-for-media-stream${answer === 'deny' ? '=deny' : ''}`,
      ...DEVICES[hardware],
      ...(played ? [`--use-file-for-fake-video-capture=${file}`] : []),
    ],
  });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (...given) => {
    const context = await open(...given);
    await still(context);
    return context;
  };
  const close = async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { browser, close };
};

/**
 * Sets the camera permission in the browser's settings, also while the camera is on. It lasts as long as
 * the page's session is open.
 */
export const setPermission = async (
  page: Page,
  origin: string,
  setting: 'granted' | 'denied' | 'prompt',
): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    permission: { name: 'camera' },
    setting,
    origin,
    browserContextId: targetInfo.browserContextId,
  });
};

interface Heard {
  tracks: MediaStreamTrack[];
  said: { type: string; cause?: string }[];
}

/**
 * Installs, before the page loads, an application that listens and a list of every track that was ever
 * opened.
 */
export const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const heard: Heard = { tracks: [], said: [] };
    Object.assign(window, {
      heard,
      facecheck: { postMessage: (text: string) => heard.said.push(JSON.parse(text)) },
    });
    const devices = navigator.mediaDevices;
    const ask = devices?.getUserMedia.bind(devices);
    if (!ask) return;
    devices.getUserMedia = async (wishes) => {
      const stream = await ask(wishes);
      heard.tracks.push(...stream.getTracks());
      return stream;
    };
  });

/** The problems that were reported to the surrounding application, in the page's own words. */
export const codesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as { heard: Heard }).heard.said
      .filter(({ type }) => type === 'error')
      .map(({ cause }) => cause ?? ''),
  );

/** Labels of the cameras that are on. */
export const lights = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as { heard: Heard }).heard.tracks
      .filter(({ readyState }) => readyState === 'live')
      .map(({ label }) => label),
  );

/** How often the browser was asked for a camera and granted one. */
export const opened = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { heard: Heard }).heard.tracks.length);
