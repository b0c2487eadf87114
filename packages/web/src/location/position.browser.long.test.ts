import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { within } from '../../../../testing/busy.ts';
import { launch } from '../testing/chromium.ts';
import { type LocalService, startLocalService } from '../testing/local-service.ts';
import { openPage, sdkPage } from '../testing/page.ts';

// In `npm test`: `./verify.browser.test.ts`.

let browser: Browser;
let service: LocalService;
let page: Page;
beforeAll(async () => {
  browser = await launch();
  service = await startLocalService(await sdkPage());
  page = await openPage(browser, service.origin);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});
beforeEach(async () => {
  await page.reload();
  await page.waitForFunction(() => !!window.sdk);
});

/** One callback of the browser: after so many milliseconds, an accuracy or an error code. */
type Step = { at: number; accuracy?: number; latitude?: number; error?: number };

/**
 * Evidence that `collect()` makes while the page's geolocation misbehaves in the given way, as some browsers
 * and extensions do.
 */
const withSource = async (steps: Step[], position: object = {}) =>
  page.evaluate(
    async ([script, options]) => {
      const asked: PositionOptions[] = [];
      const cleared: number[] = [];
      let late = 0;
      let done = false;
      Geolocation.prototype.clearWatch = (id) => void cleared.push(id);
      Geolocation.prototype.watchPosition = (success, failure, how) => {
        asked.push(how!);
        for (const { at, accuracy, latitude = 1, error } of script as Step[]) {
          const call = () => {
            if (done) late++;
            if (error) failure!({ code: error } as GeolocationPositionError);
            else
              success({
                timestamp: Date.now(),
                coords: { latitude, longitude: 2, accuracy, altitude: null, heading: Number.NaN, speed: 0 },
              } as never);
          };
          if (at < 0) call();
          else setTimeout(call, at);
        }
        return 42;
      };
      const client = window.sdk.createClient({ baseUrl: location.origin });
      const started = performance.now();
      const { payload } = await client.collect(undefined, { position: options as object });
      const took = performance.now() - started;
      done = true;
      // Waits until every step is over.
      const last = Math.max(0, ...(script as Step[]).map(({ at }) => at));
      await new Promise((resolve) => setTimeout(resolve, Math.max(120, last - took + 50)));
      const { positions, position_error, permission } = JSON.parse(
        atob(payload.slice(6).replace(/-/g, '+').replace(/_/g, '/')),
      );
      return { positions, position_error, permission, asked, cleared, late, took };
    },
    [steps, position] as const,
  );

test('asks for a fresh, accurate position with a finite timeout', async () => {
  const { asked, cleared } = await withSource([{ at: 5, accuracy: 10 }]);
  expect(asked).toEqual([{ enableHighAccuracy: true, maximumAge: 0, timeout: 20_000 }]);
  expect(cleared).toEqual([42]);
});

test('stops at the first reading that is accurate enough and settles exactly once', async () => {
  const found = await withSource([
    { at: 5, accuracy: 900 },
    { at: 20, accuracy: 30 },
    { at: 2_000, accuracy: 5 },
    { at: 2_010, error: 1 },
  ]);
  expect(found.positions.map((at: { accuracy_m: number }) => at.accuracy_m)).toEqual([900, 30]);
  expect(found.late).toBe(2);
  expect(found.cleared).toEqual([42]);
  expect(found.position_error).toBeUndefined();
});

test('settle-once: counts one denial when the browser calls back twice', async () => {
  const found = await withSource([
    { at: 5, error: 1 },
    { at: 5, error: 1 },
  ]);
  expect(found).toMatchObject({ positions: [], position_error: 'permission_denied', cleared: [42] });
});

test('keeps a success when an error follows', async () => {
  for (const error of [1, 2, 3]) {
    const found = await withSource(
      [
        { at: 5, accuracy: 400 },
        { at: 20, error },
      ],
      { timeoutMs: 150 },
    );
    expect(found.positions).toHaveLength(1);
    expect(found.position_error).toBeUndefined();
    expect(found.permission).toEqual({ state: 'granted' });
  }
});

test('waits for a moment after "unavailable", because a position often follows', async () => {
  const found = await withSource([
    { at: 5, error: 2 },
    { at: 60, accuracy: 20 },
  ]);
  expect(found.positions).toHaveLength(1);
  const never = await withSource([{ at: 5, error: 2 }], { timeoutMs: 200 });
  expect(never).toMatchObject({ positions: [], position_error: 'position_unavailable' });
});

test('times out by its own clock when the browser never calls back', async () => {
  const found = await withSource([], { timeoutMs: 150 });
  expect(found).toMatchObject({ positions: [], position_error: 'position_timeout' });
  expect(found.took).toBeGreaterThan(140);
  expect(found.took).toBeLessThan(within(1_500));
});

test('keeps at most five readings, the newest and the most accurate, in their order', async () => {
  const accuracies = [500, 90, 400, 80, 300, 70, 200, 60];
  const found = await withSource(
    accuracies.map((accuracy, index) => ({ at: 5 + index * 10, accuracy })),
    { timeoutMs: 300 },
  );
  expect(found.positions.map((at: { accuracy_m: number }) => at.accuracy_m)).toEqual([90, 80, 70, 200, 60]);
});

test('handles a callback from inside watchPosition itself', async () => {
  const found = await withSource([{ at: -1, accuracy: 10 }]);
  expect(found.positions).toHaveLength(1);
  expect(found.cleared).toEqual([42]);
});

test('drops a reading that JSON cannot carry', async () => {
  const found = await withSource([{ at: 5, accuracy: 10, latitude: Number.NaN }], { timeoutMs: 100 });
  expect(found).toMatchObject({ positions: [], position_error: 'position_unavailable' });
  const fine = await withSource([{ at: 5, accuracy: 10 }]);
  expect(Object.keys(fine.positions[0])).toEqual([
    'lat',
    'lng',
    'accuracy_m',
    'accuracy_basis',
    'speed_mps',
    'measured_at',
    'source',
  ]);
});
