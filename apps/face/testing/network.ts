import type { Page } from 'playwright-core';

/** Selects requests of the page: method and the end of the path, without the query. */
export interface Which {
  method: string;
  path: string;
}

const fits = ({ method, path }: Which, request: { method(): string; url(): string }): boolean =>
  request.method() === method && new URL(request.url()).pathname.endsWith(path);

/** Addresses of a path, with any query. */
const addresses =
  ({ path }: Which) =>
  (url: URL) =>
    url.pathname.endsWith(path);

interface Tampered {
  /**
   * Settles when the service has received the request (or, unheard, when the page has sent it). Rejects if
   * the service should have received it and has not.
   */
  reached: Promise<void>;
  /** Lets everything through from now on. */
  lift(): Promise<void>;
}

const tamper = async (
  page: Page,
  which: Which,
  what: (work: { hear(): Promise<number>; abort(): Promise<void> }) => Promise<void>,
): Promise<Tampered> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Tests that await the promise see the rejection; for the others it must not be unhandled.
  promise.catch(() => {});
  let done = false;
  const match = addresses(which);
  await page.route(match, async (route, request) => {
    if (done || !fits(which, request)) return route.fallback();
    done = true;
    await what({
      hear: async () => (await route.fetch()).status(),
      abort: () => route.abort('connectionreset').catch(() => {}),
    }).then(resolve, reject);
  });
  return { reached: promise, lift: () => page.unroute(match).catch(() => {}) };
};

/** The service receives one request, and its answer is lost on the way. */
export const loseAnswer = (page: Page, which: Which): Promise<Tampered> =>
  tamper(page, which, async ({ hear, abort }) => {
    const status = await hear();
    await abort();
    if (status !== 200) throw new Error(`${which.path} was answered with ${status}: no answer worth losing`);
  });

/** Keeps one request in flight until the page is gone. `heard`: the service has received it. */
export const hold = (page: Page, which: Which, heard: boolean): Promise<Tampered> =>
  tamper(page, which, async ({ hear }) => {
    // The page may be gone meanwhile; then no answer is needed.
    if (heard) await hear().catch(() => {});
  });
