import type { Page } from 'playwright-core';

/** Actions of honest pages and people. None of them may count against a person. */

export const nothing = async (_page: Page): Promise<void> => {};

/** The changes of zone.js to the object in every Angular page, and to `Function.prototype.toString`. */
export const zoneJs = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { geolocation } = navigator;
    const KEY = '__zone_symbol__OriginalDelegate';
    for (const name of ['getCurrentPosition', 'watchPosition'] as const) {
      const delegate = geolocation[name] as (...args: unknown[]) => unknown;
      const patched = function (this: Geolocation, ...args: unknown[]) {
        return delegate.apply(this, args);
      };
      Object.assign(patched, { [KEY]: delegate });
      Object.assign(geolocation, { [name]: patched });
    }
    const original = Function.prototype.toString;
    // biome-ignore lint/suspicious/noExplicitAny: as that library does it
    Function.prototype.toString = function (this: any) {
      return original.call(this[KEY] ?? this);
    };
  });

/** A privacy extension that blurs the canvas and hides its wrappers. */
export const canvasBlocker = (page: Page): Promise<void> =>
  page
    .addInitScript(() => {
      const original = HTMLCanvasElement.prototype.toDataURL;
      HTMLCanvasElement.prototype.toDataURL = new Proxy(original, {
        apply: (target, self, args) => Reflect.apply(target, self, args),
      });
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: never[]) {
        return args[0] === 'webgl' ? null : (getContext as (...given: never[]) => null).apply(this, args);
      } as typeof getContext;
    })
    .then(() => {});

/** Analytics and error reporters wrap timers, events, fetch and the console. */
export const errorReporter = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const name of ['groupEnd', 'debug', 'log'] as const) {
      const original = console[name];
      console[name] = (...args: unknown[]) => original.apply(console, args);
    }
    const { setTimeout: timer } = window;
    window.setTimeout = ((run: () => void, ...more: never[]) => timer(() => run(), ...more)) as never;
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...args: never[]) {
      return (addEventListener as (...given: never[]) => void).apply(this, args);
    } as never;
  });
