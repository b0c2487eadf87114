import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
} from 'playwright-core';
import { chromium } from './chromium.ts';
import { type Log, watch } from './log.ts';
import { addSensorNoise } from './production/sensor-noise.ts';

/** Nothing but loopback exists for this browser, whatever it or a page wishes to fetch. */
const ONLY_LOOPBACK = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1';

// Not the package's default list: that one switches off web security, which is what these tests are about.
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
  /** An MJPEG or Y4M file that the fake camera plays; without it, Chromium's own moving pattern. */
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
      // Whoever launched it also closes it; otherwise the driver would end this process before that.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: [
        ...ARGS,
        ...DRAWING[drawing],
        ...(camera ? [`--use-file-for-fake-video-capture=${camera}`] : []),
      ],
    });
  // Chromium refuses its sandbox to root, and some kernels refuse it to everybody else.
  if (process.getuid?.() === 0) return launch(false);
  return launch(true).catch(() => launch(false));
};

export interface Visitor {
  context: BrowserContext;
  log: Log;
  close(): Promise<void>;
}

/**
 * Where the visitor stands. Accuracy 0, which a browser override has by default, is a sign of a simulated
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

/** The same person, who says no. */
export const DENIED: BrowserContextOptions = { ...GRANTED, geolocation: undefined, permissions: [] };

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36',
};

/** A new person with a profile of their own; every request and every complaint is written down. */
export const visitor = async (
  browser: Browser,
  options: BrowserContextOptions = GRANTED,
): Promise<Visitor> => {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(ACTION_MS);
  context.setDefaultNavigationTimeout(ACTION_MS);
  await context.addInitScript(addSensorNoise);
  const log = await watch(context);
  return { context, log, close: () => context.close() };
};
