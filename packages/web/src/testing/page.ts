import type { ServerResponse } from 'node:http';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type * as Sdk from '../index.ts';
import { bundle, type Mutation } from './bundle.ts';

/** What the build of the 0.3 line changes, and its entry. */
export const EARLIER: [mutations: Mutation[], entry: string] = [
  [
    { file: 'version.ts', from: "'0.5.0'", to: "'0.3.0'" },
    { file: 'version.ts', from: "'0.5'", to: "'0.3'" },
  ],
  './generation-0-3.ts',
];

declare global {
  interface Window {
    sdk: typeof Sdk;
    client: Sdk.StandpointClient;
  }
}

/**
 * Serves one page that has the package as `window.sdk`, under a policy that forbids inline scripts and
 * styles.
 */
export const sdkPage = async (
  mutations: readonly Mutation[] = [],
  entry = './index.ts',
  source = `import * as sdk from '${entry}'; window.sdk = sdk;`,
) => {
  const { code, later } = await bundle(source, mutations);
  const serve = (url: URL, response: ServerResponse): boolean => {
    const script = url.pathname === '/app.js' ? code : later[url.pathname.slice(1)]?.code;
    if (script !== undefined) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      return true;
    }
    if (url.pathname !== '/page') return false;
    const csp = url.searchParams.get('csp') ?? `connect-src 'self'; frame-src *`;
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': `default-src 'none'; script-src 'self'; ${csp}`,
      ...(url.searchParams.has('isolated') && {
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      }),
      ...(url.searchParams.has('pp') && { 'permissions-policy': url.searchParams.get('pp')! }),
    });
    response.end(
      '<!doctype html><title>test</title><button id="start">Start</button><div id="place"></div>' +
        '<script type="module" src="/app.js"></script>',
    );
    return true;
  };
  return serve;
};

export const GRANTED: BrowserContextOptions = {
  geolocation: { latitude: 40.7128, longitude: -74.006, accuracy: 12 },
  permissions: ['geolocation'],
  timezoneId: 'America/New_York',
  locale: 'en-US',
};

/** The page with the package and without a client. */
export const openBarePage = async (
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = GRANTED,
  query = '',
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<Page> => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await prepare(page);
  await page.goto(`${origin}/page${query}`);
  await page.waitForFunction(() => !!window.sdk);
  return page;
};

/** The page with `window.client`, a client of the service at `origin`. */
export const openPage = async (...how: Parameters<typeof openBarePage>): Promise<Page> => {
  const page = await openBarePage(...how);
  await page.evaluate((baseUrl) => {
    window.client = window.sdk.createClient({ baseUrl });
  }, how[1]);
  return page;
};
