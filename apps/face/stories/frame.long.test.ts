import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { DESKTOP } from '../testing/person.ts';
import { CAMERA, eventually, openStory, QUICK } from '../testing/story.ts';

// In `npm test`: `../../service/src/pages/face-app.test.ts`.

const story = openStory();

const embedder = async (html: (origin: string) => string): Promise<{ origin: string; server: Server }> => {
  const server = createServer((request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(request.url === '/' ? html(story.stage.origin) : '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

test('lets a listed page frame it and hear from it on a port, and refuses any other page', {
  timeout: 180_000,
}, async () => {
  const { origin, server } = await embedder(() => '<!doctype html><title>shop</title>');
  const context = await story.browser.newContext({ ...DESKTOP, ...CAMERA });
  const page = await context.newPage();
  const listed = await story.stage.workflow({ ...QUICK, origins: [origin] });
  const unlisted = await story.stage.workflow(QUICK);
  await page.goto(`${origin}/`);
  const frame = (url: string) =>
    page.evaluate((src) => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      document.body.replaceChildren();
      const element = document.createElement('iframe');
      element.allow = 'camera';
      element.src = src;
      element.width = '480';
      element.height = '760';
      window.onmessage = ({ source, data }) => {
        if (source !== element.contentWindow || data?.type !== 'hello') return;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data: said }) => heard.push(said);
        element.contentWindow!.postMessage({ ...data, type: 'welcome' }, new URL(src).origin, [port2]);
      };
      document.body.append(element);
    }, url);
  const heard = () => page.evaluate(() => (window as unknown as { heard: { type: string }[] }).heard);
  const fragment = `&o=${encodeURIComponent(origin)}`;
  await frame(`${(await story.stage.portal(listed, 'framed')).url}${fragment}`);
  const inner = page.frameLocator('iframe');
  await inner.locator('.page.on-consent').waitFor();
  await expect
    .poll(async () => (await heard()).map(({ type }) => type))
    .toEqual(expect.arrayContaining(['ready', 'started', 'consent', 'resize']));
  await inner.locator('main .second').click();
  await inner.locator('.page.on-ended').waitFor();
  await inner.locator('main .main').click();
  await expect
    .poll(async () => (await heard()).at(-1))
    .toEqual({ type: 'canceled', step: 'consent_declined' });

  const answered = page.waitForResponse((response) => response.url().includes(unlisted));
  await frame(`${(await story.stage.portal(unlisted, 'framed')).url}${fragment}`);
  // The document has arrived: a page that may be shown would be there in a moment.
  expect((await answered).status()).toBe(200);
  await page.waitForTimeout(1_000);
  expect(await inner.locator('.page').count()).toBe(0);
  expect(await heard()).toEqual([]);
  await context.close();
  server.close();
});

test('keeps two frames that share storage apart: “stop” in one does not stop the other’s check', {
  timeout: 180_000,
}, async () => {
  const { origin, server } = await embedder(() => '<!doctype html><title>shop</title>');
  const context = await story.browser.newContext({ ...DESKTOP, ...CAMERA });
  const page = await context.newPage();
  const workflow_id = await story.stage.workflow({ ...QUICK, origins: [origin] });
  await page.goto(`${origin}/`);
  const add = async (id: string) => {
    const { url } = await story.stage.portal(workflow_id, id);
    await page.evaluate(
      ([id, src]) => {
        const frame = document.createElement('iframe');
        document.body.append(Object.assign(frame, { id, allow: 'camera', src, height: '700' }));
      },
      [id, url] as const,
    );
    const frame = page.frameLocator(`#${id}`);
    await frame.locator('.page.on-consent').waitFor();
    return frame;
  };
  await page.route('**/session/cancel', (route) => route.abort());
  const first = await add('first');
  await first.locator('.leave').click();
  await first.locator('main .second').click();
  await first.locator('.page.on-ended').waitFor();
  const second = await add('second');
  await page.unroute('**/session/cancel');
  const statuses = async () =>
    (
      await story.stage.deps.database.db
        .selectFrom('face_session')
        .select('status')
        .where('workflow_id', '=', workflow_id)
        .orderBy('session_id')
        .execute()
    ).map(({ status }) => status);
  // The page repeats it until the service has heard it, for the check that was meant.
  await eventually(statuses, ([status]) => status === 'canceled');
  await second.locator('main .main').click();
  await second.locator('.page.on-primer').waitFor();
  expect(await statuses()).toEqual(['canceled', 'in_progress']);
  await context.close();
  server.close();
});
