import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type * as Earlier from './generation-0-3.ts';
import { bundle } from './testing/bundle.ts';
import { testPages } from './testing/hooks.ts';
import { type LocalService, startLocalService } from './testing/local-service.ts';
import { EARLIER, openBarePage, sdkPage } from './testing/page.ts';

/** The 0.3 line in a page, with a sandbox and no production. */

const { browser } = testPages();
let service: LocalService;
let page: Page;
beforeAll(async () => {
  service = await startLocalService(await sdkPage(...EARLIER));
  page = await openBarePage(browser, service.origin);
});
afterAll(async () => {
  await page?.context().close();
  await service?.close();
});
beforeEach(() => {
  service.requests.length = service.opened.length = 0;
});

type Told = { value?: { decision: string; payload?: string }; code?: string; message?: string };

/** Calls the 0.3 line in the page; an error is returned as its code and sentence. */
const call = (method: 'verify' | 'collect', token?: string, options: object = {}): Promise<Told> =>
  page.evaluate(
    async ([name, jwt, given, origin]) => {
      try {
        const sdk = window.sdk as unknown as typeof Earlier;
        const client = sdk.createClient({
          environment: 'sandbox',
          baseUrl: 'https://id.example',
          sandboxBaseUrl: origin as string,
          ...(given as object),
        });
        return { value: (await client[name as 'verify'](jwt as string)) as never };
      } catch (error) {
        const { code, message } = error as Earlier.StandpointError;
        return { code, message };
      }
    },
    [method, token, options, service.origin] as const,
  );
const mint = (claims: object = {}) =>
  service.mint({ env: 'sandbox', attestation_challenge: 'challenge-1', install_id: 'ins_1', ...claims });

test('names itself 0.3, binds the attestation_challenge as nonce, and ignores install_id', async () => {
  expect((await call('verify', await mint())).value?.decision).toBe('pass');
  expect(service.requests[0]?.headers['standpoint-sdk']).toBe('0.3');
  const [{ evidence, header }] = service.opened as [LocalService['opened'][0]];
  expect(header.sp_sdk).toBe('web/0.3.0');
  expect(evidence).toMatchObject({
    nonce: 'challenge-1',
    sdk: { name: '@standpoint/web', version: '0.3.0' },
  });
  expect(evidence).not.toHaveProperty('install_id');
});

test('shows a second use as attestation_failed, and sends nothing', async () => {
  const token = await mint();
  await call('verify', token);
  service.requests.length = 0;
  expect((await call('verify', token)).code).toBe('attestation_failed');
  expect(service.requests).toEqual([]);
});

test('collect makes a nonce of its own, with and without a token', async () => {
  const nonces = new Set<string>();
  for (const token of [undefined, undefined, await mint()]) {
    const { payload } = (await call('collect', token)).value!;
    const evidence = token
      ? (await service.open(payload!)).evidence
      : JSON.parse(Buffer.from(payload!.slice('plain.'.length), 'base64url').toString());
    expect(evidence.nonce).toMatch(/^[\w-]{22}$/);
    expect(evidence).not.toHaveProperty('install_id');
    nonces.add(evidence.nonce);
  }
  expect(nonces.size).toBe(3);
});

test('refuses a token of the other environment, a missing environment and a missing address locally', async () => {
  const production = await mint({ env: 'production' });
  expect(await call('verify', production)).toMatchObject({
    code: 'environment_mismatch',
    message: expect.stringContaining('the token is for production, but environment is sandbox'),
  });
  expect(await call('verify', await mint(), { environment: 'production' })).toMatchObject({
    code: 'environment_mismatch',
  });
  for (const wrong of [{ environment: undefined }, { environment: 'test' }, { sandboxBaseUrl: undefined }])
    expect((await call('verify', await mint(), wrong)).code).toBe('config_invalid');
  expect(service.requests).toEqual([]);
});

test('has the same names as the present line, which carries nothing of it', async () => {
  const [names, present] = await Promise.all([
    page.evaluate(() => Object.keys(window.sdk).sort()),
    bundle(`export * from './index.ts'`),
  ]);
  expect(names).toEqual(Object.keys(await import('./index.ts')).sort());
  expect(present.code).not.toMatch(/sandboxBaseUrl|attestation_challenge/);
});
