import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
} from 'playwright-core';
import { chromium } from '../testing/chromium.ts';
import { type Log, watch } from './log.ts';
import { addSensorNoise } from './production/sensor-noise.ts';

/** Restricts the browser to loopback, whatever the browser or a page tries to fetch. */
const ONLY_LOOPBACK = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1';

// The package's default list is not used, because it switches off the web security that these tests check.
const ARGS = [
  '--headless=shell',
  '--enable-unsafe-swiftshader',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-features=MediaRouter,OptimizationHints,Translate,AutofillServerCommunication',
  '--no-pings',
  '--no-first-run',
  `--host-resolver-rules=${ONLY_LOOPBACK}`,
];

/**
 * How pages are drawn where there is no graphics card. `gl`: through an emulated one, as a browser with a
 * card does. `plain`: by the browser itself, with WebGL for pages all the same; a page with a camera then
 * costs less than half of the processor.
 */
export const DRAWING = {
  gl: ['--use-gl=angle', '--use-angle=swiftshader'],
  plain: ['--disable-gpu'],
} as const;

const LAUNCH_MS = 60_000;
/** Of one action or one navigation. A story that waits for more says so itself. */
const ACTION_MS = 40_000;

export interface LaunchOptions {
  /** An MJPEG or Y4M file that the fake camera plays. Without it, Chromium shows its own moving pattern. */
  camera?: string;
  drawing?: keyof typeof DRAWING;
}

/** A real Chromium, as root or not, with no system package. */
export const launchBrowser = async ({ camera, drawing = 'gl' }: LaunchOptions = {}): Promise<Browser> => {
  const { executable, env } = await chromium();
  const launch = (chromiumSandbox: boolean) =>
    driver.launch({
      executablePath: executable,
      env: { ...(process.env as Record<string, string>), ...env },
      chromiumSandbox,
      timeout: LAUNCH_MS,
      // The code that launched the browser also closes it. Otherwise the driver would end this process
      // first.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: [
        ...ARGS,
        ...DRAWING[drawing],
        ...(camera ? [`--use-file-for-fake-video-capture=${camera}`] : []),
      ],
    });
  // Chromium refuses its sandbox to root, and some kernels refuse it to every user.
  if (process.getuid?.() === 0) return launch(false);
  return launch(true).catch(() => launch(false));
};

export interface Visitor {
  context: BrowserContext;
  log: Log;
  close(): Promise<void>;
}

/**
 * The visitor's position. Accuracy 0, the default of a browser override, would indicate a simulated
 * position.
 */
export const NEW_YORK = { latitude: 40.7128, longitude: -74.006, accuracy: 25 };

/** An honest visitor in New York who grants location and camera. */
export const GRANTED: BrowserContextOptions = {
  geolocation: NEW_YORK,
  permissions: ['geolocation', 'camera'],
  timezoneId: 'America/New_York',
  locale: 'en-US',
};

/** The same person, who denies both permissions. */
export const DENIED: BrowserContextOptions = { ...GRANTED, geolocation: undefined, permissions: [] };

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 ' +
    'Mobile Safari/537.36',
};

/**
 * A new person with their own profile. Every request and every console message is recorded. `bare`: the
 * browser's fake camera as it is, which draws the same pictures each time.
 */
export const visitor = async (
  browser: Browser,
  options: BrowserContextOptions = GRANTED,
  camera: 'noisy' | 'bare' = 'noisy',
): Promise<Visitor> => {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(ACTION_MS);
  context.setDefaultNavigationTimeout(ACTION_MS);
  if (camera === 'noisy') await context.addInitScript(addSensorNoise);
  const log = await watch(context);
  return { context, log, close: () => context.close() };
};
