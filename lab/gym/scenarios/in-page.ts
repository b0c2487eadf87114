import type { Page } from 'playwright-core';
import { ELSEWHERE } from './pretend.ts';

/** Scripts that run in an open page, as a console snippet or an injected tag does. Each is one function. */

export const ownMethods = (page: Page): Promise<void> =>
  page.evaluate((coords) => {
    const answer = (success: (found: object) => void) => {
      setTimeout(() => success({ timestamp: Date.now(), coords: { ...coords, altitude: null } }), 20);
      return 1;
    };
    Object.assign(navigator.geolocation, { getCurrentPosition: answer, watchPosition: answer });
  }, ELSEWHERE);

export const prototypePatch = (page: Page): Promise<void> =>
  page.evaluate((coords) => {
    const answer = (success: (found: object) => void) => {
      setTimeout(() => success({ timestamp: Date.now(), coords: { ...coords, altitude: null } }), 20);
      return 1;
    };
    Object.assign(Geolocation.prototype, { getCurrentPosition: answer, watchPosition: answer });
  }, ELSEWHERE);

/** The wrapper claims to be native when it is asked directly. */
export const selfDeclaredNative = (page: Page): Promise<void> =>
  page.evaluate((coords) => {
    const original = Geolocation.prototype.watchPosition;
    const watchPosition = {
      watchPosition(this: Geolocation, success: PositionCallback, ...more: never[]) {
        const change = (found: GeolocationPosition) =>
          success(Object.create(found, { coords: { value: { ...found.coords.toJSON(), ...coords } } }));
        return original.call(this, change, ...more);
      },
    }.watchPosition;
    watchPosition.toString = () => 'function watchPosition() { [native code] }';
    Geolocation.prototype.watchPosition = watchPosition;
  }, ELSEWHERE);

export const proxyWrapper = (page: Page): Promise<void> =>
  page.evaluate((coords) => {
    Geolocation.prototype.watchPosition = new Proxy(Geolocation.prototype.watchPosition, {
      apply: (target, self, [success, ...more]) =>
        Reflect.apply(target, self, [
          (found: GeolocationPosition) =>
            success(
              new Proxy(found, {
                get: (of, key) => (key === 'coords' ? coords : Reflect.get(of, key, of)),
              }),
            ),
          ...more,
        ]),
    });
  }, ELSEWHERE);

export const navigatorGetter = (page: Page): Promise<void> =>
  page.evaluate((coords) => {
    const answer = (success: (found: object) => void) => {
      setTimeout(() => success({ timestamp: Date.now(), coords }), 20);
      return 1;
    };
    const fake = { getCurrentPosition: answer, watchPosition: answer, clearWatch: () => {} };
    Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => fake });
  }, ELSEWHERE);

export const navigatorOwn = (page: Page): Promise<void> =>
  page.evaluate((coords) => {
    const answer = (success: (found: object) => void) => {
      success({ timestamp: Date.now(), coords });
      return 1;
    };
    const fake = { getCurrentPosition: answer, watchPosition: answer, clearWatch: () => {} };
    Object.defineProperty(navigator, 'geolocation', { value: fake });
  }, ELSEWHERE);

/** The browser's own object stays. Its latitude and longitude read as other numbers. */
export const coordinateGetters = (page: Page): Promise<void> =>
  page.evaluate(({ latitude, longitude }) => {
    Object.defineProperty(GeolocationCoordinates.prototype, 'latitude', { get: () => latitude });
    Object.defineProperty(GeolocationCoordinates.prototype, 'longitude', { get: () => longitude });
  }, ELSEWHERE);

/**
 * The form of the widespread extensions: a Proxy as an own method, plain objects, a fixed accuracy, no
 * altitude.
 */
export const fixedPlaceExtension = (page: Page): Promise<void> =>
  page.evaluate((coords) => {
    const { geolocation } = navigator;
    const answer = (success: (found: object) => void) =>
      void setTimeout(() =>
        success({ timestamp: Date.now(), coords: { ...coords, accuracy: 64.0999, altitude: null } }),
      );
    for (const name of ['getCurrentPosition', 'watchPosition'] as const) {
      Object.assign(geolocation, {
        [name]: new Proxy(geolocation[name], { apply: (_target, _self, [success]) => answer(success) }),
      });
    }
  }, ELSEWHERE);

/** Replaces the page's geolocation with that of a frame: a native object, but of another realm. */
export const realmSwap = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.documentElement.append(frame);
    const other = frame.contentWindow!.navigator.geolocation;
    Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => other });
  });

/** Replaces the page's own method with that of a frame. */
export const borrowedMethod = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.documentElement.append(frame);
    const other = frame.contentWindow!.navigator.geolocation;
    Geolocation.prototype.watchPosition = other.watchPosition.bind(other);
  });

/**
 * Puts the wall clock back while the page waits for a better position. An accuracy above 50 m makes it
 * wait.
 */
export const clockShift = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const now = Date.now;
    const started = performance.now();
    Date.now = () => now() - (performance.now() - started > 150 ? 90_000 : 0);
  });
