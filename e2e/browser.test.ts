import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NEW_YORK, type Visitor, visitor } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';

/** Other stories assert that nothing was recorded. These tests show that the recorder works. */

const POLICY = "default-src 'self'";
const BAD_PAGE = `<!doctype html><title>bad</title><h1>Bad page</h1>
<script>window.inline = true</script><img src="https://third.example/pixel.png">
<script src="/throws.js"></script>`;

const server = createServer((request, response) => {
  if (request.url === '/throws.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('throw new Error("broken page")');
  } else if (request.url === '/open') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(BAD_PAGE);
  } else {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY }).end(BAD_PAGE);
  }
});
let origin: string;
let browser: Browser;
let person: Visitor;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser?.close();
  server.close();
});

test('records policy violations, third-party requests and page errors', async () => {
  person = await visitor(browser);
  page = await person.context.newPage();
  await page.goto(origin);
  await expect.poll(() => person.log.violations).toHaveLength(2);
  expect(person.log.thirdParties()).toEqual(['GET https://third.example/pixel.png']);
  expect(person.log.complaints.join()).toContain('broken page');
  await person.close();
});

test('reaches no other machine even when the page policy allows it', async () => {
  person = await visitor(browser);
  page = await person.context.newPage();
  const failed = page.waitForEvent('requestfailed');
  await page.goto(`${origin}/open`);
  expect((await failed).failure()?.errorText).toBe('net::ERR_NAME_NOT_RESOLVED');
  await person.close();
});

test('offers location, camera, WebGL and a secure context', async () => {
  person = await visitor(browser);
  page = await person.context.newPage();
  await page.goto(origin);
  const found = await page.evaluate(async () => {
    const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject),
    );
    const [camera] = (await navigator.mediaDevices.getUserMedia({ video: true })).getVideoTracks();
    return {
      latitude: coords.latitude,
      accuracy: coords.accuracy,
      camera: camera!.readyState,
      webgl: !!document.createElement('canvas').getContext('webgl2'),
      secure: isSecureContext,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  });
  const { latitude, accuracy } = NEW_YORK;
  expect(found).toEqual({
    latitude,
    accuracy,
    camera: 'live',
    webgl: true,
    secure: true,
    time_zone: 'America/New_York',
  });
  await person.close();
});
