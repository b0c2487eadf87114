import { expect, test } from 'vitest';
import { testPages } from './testing/hooks.ts';
import { GRANTED, openPage } from './testing/page.ts';

const { browser, service } = testPages();

const diagnose = async (options: object, query = '') => {
  const page = await openPage(browser, service.origin, options, query);
  const diagnosis = await page.evaluate(() => {
    const ask = () => {
      throw new Error('prompted');
    };
    navigator.geolocation.watchPosition = navigator.geolocation.getCurrentPosition = ask;
    navigator.mediaDevices.getUserMedia = ask;
    return window.client.diagnose();
  });
  await page.context().close();
  return diagnosis;
};

test('diagnose reports what would happen without asking for anything', async () => {
  expect(await diagnose({ ...GRANTED, permissions: ['geolocation', 'camera'] })).toEqual({
    secureContext: true,
    inIframe: false,
    inAppBrowser: null,
    online: true,
    geolocation: 'granted',
    camera: 'granted',
    problems: [],
  });
  expect(service.requests).toEqual([]);
});

test('ua-detect: diagnose names a policy that blocks, and an in-app browser', async () => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Instagram 350.0';
  expect(await diagnose({ ...GRANTED, userAgent }, '?pp=geolocation=(),camera=()')).toMatchObject({
    inAppBrowser: 'Instagram',
    geolocation: 'blocked_by_policy',
    camera: 'blocked_by_policy',
    problems: ['in_app_browser', 'permission_blocked_by_policy'],
  });
});
