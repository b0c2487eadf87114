import { type Browser, chromium as driver } from 'playwright-core';
import { chromium } from '../../../../testing/chromium.ts';

/**
 * Starts a real Chromium with these media arguments. The argument list is our own, because the package's
 * default list switches off web security.
 */
export const launch = async (
  media: readonly string[] = ['--use-fake-device-for-media-stream'],
): Promise<Browser> => {
  const { executable, env } = await chromium();
  return driver.launch({
    executablePath: executable,
    env: { ...(process.env as Record<string, string>), ...env },
    headless: true,
    args: [
      '--no-sandbox',
      '--headless=shell',
      // Drawn by the browser itself: an emulated graphics card costs more than twice as much.
      '--disable-gpu',
      '--enable-unsafe-swiftshader',
      ...media,
    ],
  });
};
