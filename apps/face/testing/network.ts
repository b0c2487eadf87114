import type { Page } from 'playwright-core';

/** Which requests of the page: method and the end of the path, without what is asked after it. */
export interface Which {
  method: string;
  path: string;
}

const fits = ({ method, path }: Which, request: { method(): string; url(): string }): boolean =>
  request.method() === method && new URL(request.url()).pathname.endsWith(path);

/** Addresses of a path, whatever is asked of it. */
const addresses =
  ({ path }: Which) =>
  (url: URL) =>
    url.pathname.endsWith(path);

export interface Tampered {
  /**
   * Settles when the service has heard (or, unheard, when the page has asked); rejects where it should have
   * and has not.
   */
  reached: Promise<void>;
  /** From now on everything goes through. */
  lift(): Promise<void>;
}

const tamper = async (
  page: Page,
  which: Which,
  what: (work: { hear(): Promise<number>; abort(): Promise<void> }) => Promise<void>,
): Promise<Tampered> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Whoever waits for it hears of it; who does not, need not.
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

/** The service hears one request, and its answer is lost on the way. */
export const loseAnswer = (page: Page, which: Which): Promise<Tampered> =>
  tamper(page, which, async ({ hear, abort }) => {
    const status = await hear();
    await abort();
    if (status !== 200) throw new Error(`${which.path} was answered with ${status}: no answer worth losing`);
  });

/** One request is under way until the page is gone; the service has heard it, or has not. */
export const hold = (page: Page, which: Which, heard: boolean): Promise<Tampered> =>
  tamper(page, which, async ({ hear }) => {
    // Of a page that is gone meanwhile nobody waits for an answer.
    if (heard) await hear().catch(() => {});
  });
