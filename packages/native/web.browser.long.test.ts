import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drive } from '../../apps/service/src/cli/conformance/drive.ts';
import { openMockServer } from '../../apps/service/src/cli/conformance/mock-server.ts';
import { APP } from '../../apps/service/src/cli/conformance/scenarios.ts';
import { launch } from '../web/src/testing/chromium.ts';
import { type LocalService, startLocalService } from '../web/src/testing/local-service.ts';
import { GRANTED, openPage, sdkPage } from '../web/src/testing/page.ts';
import type { Ask, Driver, Told } from './conformance/driver.ts';

// In `npm test`: `../../apps/service/interface/clients.test.ts`.

let browser: Browser;
let service: LocalService;
const pages: Partial<Record<NonNullable<Ask['permission']>, Page>> = {};

beforeAll(async () => {
  browser = await launch();
  service = await startLocalService(await sdkPage());
  const anywhere = `?csp=${encodeURIComponent('connect-src *; frame-src *')}`;
  pages.granted = await openPage(browser, service.origin, GRANTED, anywhere);
  pages.denied = await openPage(browser, service.origin, { ...GRANTED, permissions: [] }, anywhere);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const inChromium: Driver = {
  name: '@standpoint/web in Chromium',
  vector: () => 'the vectors are given to it in Node.js',
  call: ({ do: what, base_url, token, permission = 'granted' }) =>
    pages[permission]!.evaluate(
      async ([method, baseUrl, jwt]) => {
        const client = window.sdk.createClient({ baseUrl });
        try {
          const result = await (method === 'collect' ? client.collect(jwt) : client.verify(jwt));
          return { ...result } as unknown as Told;
        } catch (error) {
          if (!window.sdk.isStandpointError(error)) throw error;
          return { error: error.code } as Told;
        }
      },
      [what, base_url, token!] as const,
    ),
};

it('passes every step of the mock server in a real browser', async () => {
  const mock = await openMockServer({ scenarios: APP, port: 0 });
  await drive(mock, inChromium);
  await mock.close();
  const { steps, passed } = mock.report();
  expect(steps.filter((step) => !step.passed)).toEqual([]);
  expect(passed).toBe(true);
});
