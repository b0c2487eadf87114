import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { later } from '../../../../testing/later.ts';
import { startChildApp } from './child-app.ts';
import { launch } from './chromium.ts';
import { type LocalService, startLocalService } from './local-service.ts';
import { sdkPage } from './page.ts';

/** A browser and a service that serves the page with the SDK (or other `code`), for all tests of this file. */
export function testPages(code?: string): { browser: Browser; service: LocalService } {
  let browser: Browser | undefined;
  let service: LocalService | undefined;
  beforeAll(async () => {
    browser = await launch();
    service = await startLocalService(await sdkPage([], undefined, code));
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  return { browser: later('browser', () => browser), service: later('service', () => service) };
}

type ChildApp = Awaited<ReturnType<typeof startChildApp>>;

/** A page of another origin that plays the face app, for all tests of this file. */
export function testChildApp(): ChildApp {
  let child: ChildApp | undefined;
  beforeAll(async () => {
    child = await startChildApp();
  });
  afterAll(() => child?.close());
  return later('child', () => child);
}
