import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../../../e2e/shared-browser.ts';
import { bundle, type Mutation } from '../../../packages/web/src/testing/bundle.ts';

const FILE = 'apps/face/src/page/bridge.ts';
const NO_SOURCE: Mutation = { file: FILE, from: 'source !== parent || ', to: '' };
const NO_ORIGIN: Mutation = { file: FILE, from: ' || origin !== parent_origin', to: '' };
const NO_NONCE: Mutation = { file: FILE, from: ' || data.nonce !== nonce', to: '' };
const NO_FIRST: Mutation = { file: FILE, from: 'if (port || ', to: 'if (' };
const TO_ANYBODY: Mutation = {
  file: FILE,
  from: 'postMessage(hello, parent_origin)',
  to: "postMessage(hello, '*')",
};

/** The real child's end of the bridge in a page without the rest of the face app. */
const CHILD = `
import { openBridge } from ${JSON.stringify(fileURLToPath(new URL('../src/page/bridge.ts', import.meta.url)))};
window.heard = [];
const declared = decodeURIComponent(location.hash.slice(1));
window.bridge = openBridge({ window, parent }, declared, (message) => window.heard.push(message));
window.bridge.post({ type: 'ready' });`;

/**
 * Any other page: records the hellos that it receives, and the messages on the ports that it gives away.
 */
const OTHER = `
window.hellos = [];
window.got = [];
addEventListener('message', ({ data }) => { if (data?.type === 'hello') hellos.push(data); });
window.welcome = (child, hello) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => got.push(data);
  port1.postMessage({ type: 'cancel' });
  child.postMessage({ ...hello, type: 'welcome' }, '*', [port2]);
};`;

declare global {
  interface Window {
    hellos: { nonce: string }[];
    got: unknown[];
    welcome(child: Window, hello: { nonce: string }): void;
    bridge: { post(message: object): void };
  }
}

let browser: Browser;
let server: Server;
let code = '';
let port = 0;
beforeAll(async () => {
  browser = await sharedBrowser();
  server = createServer((request, response) => {
    const html = (script: string) =>
      `<!doctype html><title>x</title><script type="module" src="${script}"></script>`;
    const [type, body] = (
      {
        '/child': ['text/html', html('/child.js')],
        '/child.js': ['text/javascript', code],
        '/other': ['text/html', html('/other.js')],
        '/other.js': ['text/javascript', OTHER],
      } as Record<string, [string, string]>
    )[request.url!] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const at = (host: string) => `http://${host}.localhost:${port}`;

/**
 * Opens a page of `parent` that frames a child told to speak to the shop, and next to it a page of each
 * origin in `beside`.
 */
const stand = async (parent: string, beside: readonly string[], mutations: readonly Mutation[]) => {
  code = (await bundle(CHILD, mutations)).code;
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${at(parent)}/other`);
  await page.evaluate(
    async (sources) => {
      for (const src of sources) {
        const frame = Object.assign(document.createElement('iframe'), { src });
        document.body.append(frame);
        await new Promise((done) => frame.addEventListener('load', done, { once: true }));
      }
    },
    [`${at('id')}/child#${encodeURIComponent(at('shop'))}`, ...beside.map((host) => `${at(host)}/other`)],
  );
  const [child, ...others] = page.mainFrame().childFrames() as [Frame, ...Frame[]];
  await child.waitForFunction(() => !!window.bridge);
  for (const other of others) await other.waitForFunction(() => !!window.welcome);
  return { page, child, others };
};

const hellos = (page: Page) => page.evaluate(() => window.hellos);
const firstHello = async (page: Page) => {
  await page.waitForFunction(() => window.hellos.length > 0);
  return (await hellos(page))[0]!;
};
/** Long enough for every message between two frames of one browser. */
const settle = (page: Page) => page.waitForTimeout(200);

/** How many messages the attacker received, and how many the child believed. */
const harvest = async (page: Page, attacker: Page | Frame, child: Frame) => {
  await settle(page);
  const got = await attacker.evaluate(() => window.got.length);
  const believed = await child.evaluate(() => (window as unknown as { heard: unknown[] }).heard.length);
  await page.context().close();
  return [got, believed];
};
const NOTHING = [0, 0];
const TAKEN = [1, 1];

test('sends hello to the declared page only; another page that frames the app receives nothing', async () => {
  for (const [mutations, count] of [
    [[], 0],
    [[TO_ANYBODY], 1],
  ] as const) {
    const { page } = await stand('evil', [], mutations);
    await settle(page);
    expect(await hellos(page)).toHaveLength(count);
    await page.context().close();
  }
});

/** A frame next to the child sends a welcome, and even knows the nonce. */
const fromBeside = async (host: string, mutations: readonly Mutation[]) => {
  const { page, child, others } = await stand('shop', [host], mutations);
  const hello = await firstHello(page);
  await others[0]!.evaluate((known) => window.welcome(window.parent.frames[0]!, known), hello);
  return harvest(page, others[0]!, child);
};

test('ignores a sibling frame, even with the nonce and the parent’s origin', async () => {
  expect(await fromBeside('evil', [])).toEqual(NOTHING);
  expect(await fromBeside('evil', [NO_SOURCE])).toEqual(NOTHING);
  expect(await fromBeside('evil', [NO_ORIGIN])).toEqual(NOTHING);
  expect(await fromBeside('evil', [NO_SOURCE, NO_ORIGIN])).toEqual(TAKEN);
  expect(await fromBeside('shop', [])).toEqual(NOTHING);
  expect(await fromBeside('shop', [NO_SOURCE])).toEqual(TAKEN);
});

/** A foreign parent that has learned the nonce. */
const fromForeignParent = async (mutations: readonly Mutation[]) => {
  const { page, child } = await stand('evil', [], [TO_ANYBODY, ...mutations]);
  const hello = await firstHello(page);
  await page.evaluate((known) => window.welcome(window.frames[0]!, known), hello);
  return harvest(page, page, child);
};

test('says nothing to a parent of another origin, even with the nonce', async () => {
  expect(await fromForeignParent([])).toEqual(NOTHING);
  expect(await fromForeignParent([NO_ORIGIN])).toEqual(TAKEN);
});

/** Replays the welcome of an earlier load. */
const replayed = async (mutations: readonly Mutation[]) => {
  const { page, child } = await stand('shop', [], mutations);
  const hello = await firstHello(page);
  await child.evaluate(() => location.reload());
  await page.waitForFunction(() => window.hellos.length === 2);
  const [again] = page.mainFrame().childFrames();
  await again!.waitForFunction(() => !!window.bridge);
  expect((await hellos(page))[1]!.nonce).not.toBe(hello.nonce);
  await page.evaluate((known) => window.welcome(window.frames[0]!, known), hello);
  return harvest(page, page, again!);
};

test('accepts a nonce for one load only', async () => {
  expect(await replayed([])).toEqual(NOTHING);
  expect(await replayed([NO_NONCE])).toEqual(TAKEN);
});

/** Messages that the child sends to the last frame that welcomed it. */
const secondWelcome = async (mutations: readonly Mutation[]) => {
  const { page, child } = await stand('shop', [], mutations);
  const hello = await firstHello(page);
  await page.evaluate((known) => window.welcome(window.frames[0]!, known), hello);
  await page.waitForFunction(() => window.got.length === 1);
  await page.evaluate((known) => {
    window.got = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => window.got.push(['second', data]);
    window.frames[0]!.postMessage({ ...known, type: 'welcome' }, '*', [port2]);
  }, hello);
  await settle(page);
  await child.evaluate(() => window.bridge.post({ type: 'close' }));
  await settle(page);
  const got = await page.evaluate(() => window.got);
  await page.context().close();
  return got;
};

test('keeps the first port when a welcome is replayed in the same load', async () => {
  expect(await secondWelcome([])).toEqual([{ type: 'close' }]);
  expect(await secondWelcome([NO_FIRST])).toEqual([['second', { type: 'close' }]]);
});
