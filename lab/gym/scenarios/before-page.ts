import type { Page } from 'playwright-core';
import { ELSEWHERE } from './pretend.ts';

/**
 * Changes that are in place in every frame before the page opens: automation protocols and extensions. Each
 * is one function.
 */

export const patchedEverywhere = (page: Page): Promise<void> =>
  page
    .addInitScript((coords) => {
      const original = Geolocation.prototype.watchPosition;
      Geolocation.prototype.watchPosition = function watchPosition(success, ...more) {
        return original.call(
          this,
          (found) => success({ timestamp: found.timestamp, coords } as never),
          ...more,
        );
      };
    }, ELSEWHERE)
    .then(() => {});

export const hiddenWebdriver = (page: Page): Promise<void> =>
  page
    .addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
    })
    .then(() => {});

export const removedWebdriver = (page: Page): Promise<void> =>
  page
    .addInitScript(() => {
      delete (Navigator.prototype as { webdriver?: boolean }).webdriver;
    })
    .then(() => {});

/** Sets a position through the protocol, as DevTools, Playwright and Puppeteer do. */
export const sensorOverride =
  (at: { latitude: number; longitude: number; accuracy?: number }) =>
  async (page: Page): Promise<void> => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setGeolocationOverride', { accuracy: 0, ...at });
  };
