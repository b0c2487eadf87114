import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { sdkPage } from '../packages/web/src/testing/page.ts';
import type { Visitor } from './browser.ts';

/**
 * An integrator's website on its own origin: one page with the web SDK, under a policy that allows no
 * inline code.
 */
export interface Site {
  origin: string;
  /** Opens its page, with `window.client` created for the service at `baseUrl`. */
  visit(visitor: Visitor, baseUrl: string): Promise<Page>;
  close(): Promise<void>;
}

/** Without arguments: the present SDK. Each mutation removes a defence from it. */
export const openSite = async (...sdk: Parameters<typeof sdkPage>): Promise<Site> => {
  const serve = await sdkPage(...sdk);
  const server = createServer((request, response) => {
    const known = serve(new URL(request.url!, 'http://localhost'), response);
    // Requests that a browser makes by itself, for example for an icon.
    if (!known) response.writeHead(204).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async visit({ context }, baseUrl) {
      const page = await context.newPage();
      await page.goto(`${origin}/page?csp=${encodeURIComponent(`connect-src ${baseUrl}`)}`);
      await page.waitForFunction(() => !!window.sdk);
      await page.evaluate((url) => {
        window.client = window.sdk.createClient({ baseUrl: url });
      }, baseUrl);
      return page;
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};

/** The result of an SDK call: a value or a refusal. */
export type Told<T> = ({ ok: true } & T) | { ok: false; code: string; status?: number; message: string };

// biome-ignore lint/suspicious/noExplicitAny: stories look into any answer
type ToldAny = Told<any>;

/** Calls `verify(token)` in the page. */
export const verifyIn = (page: Page, token: string): Promise<ToldAny> =>
  page.evaluate(async (jwt) => {
    try {
      return { ok: true, ...(await window.client.verify(jwt)) };
    } catch (error) {
      const { code, status, message } = error as InstanceType<typeof window.sdk.StandpointError>;
      return { ok: false, code, status, message };
    }
  }, token) as Promise<ToldAny>;
