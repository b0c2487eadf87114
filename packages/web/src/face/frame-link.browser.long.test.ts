import { expect, test } from 'vitest';
import { within } from '../../../../testing/busy.ts';
import type { Mutation } from '../testing/bundle.ts';
import { startChildApp } from '../testing/child-app.ts';
import { childOf, say, testFace, WORKFLOW } from '../testing/face.ts';
import { startLocalService } from '../testing/local-service.ts';
import { sdkPage } from '../testing/page.ts';

// In `npm test`: `../../../../apps/face/src/page/bridge.test.ts`.

const { service, child, start } = testFace();

/** What the page learns, and after how many milliseconds. */
const refusal = async (url: string, query = '') => {
  const page = await start({ url }, undefined, query);
  const told = await page.evaluate(async () => {
    const began = performance.now();
    window.handle.open();
    const error = await window.handle.result.catch(({ code, message }) => ({ code, message }));
    return { ...(error as { code: string; message: string }), took: performance.now() - began };
  });
  expect(await page.$('dialog, iframe')).toBeNull();
  await page.context().close();
  return told;
};

test('names the header that blocks the frame, within two seconds', async () => {
  const closed = await startChildApp();
  await closed.close();
  const cases: [url: string, query: string, code: string, names: string][] = [
    [
      `${child.origin}/unlisted`,
      '',
      'iframe_load_failed',
      `frame-ancestors of ${child.origin} refuses this page: add ${service.origin} to workflow.origins`,
    ],
    [
      `${child.origin}/unlisted`,
      `?csp=${encodeURIComponent('connect-src *; frame-src *')}`,
      'iframe_load_failed',
      'frame-ancestors',
    ],
    [`${child.origin}/face`, `?csp=${encodeURIComponent("frame-src 'none'")}`, 'csp_blocked', 'frame-src'],
    [`${child.origin}/face`, `?csp=${encodeURIComponent("connect-src 'self'")}`, 'csp_blocked', 'frame-src'],
    [
      `${closed.origin}/face`,
      `?csp=${encodeURIComponent('connect-src *; frame-src *')}`,
      'iframe_load_failed',
      `${closed.origin} does not answer`,
    ],
  ];
  for (const [url, query, code, names] of cases) {
    const { took, ...error } = await refusal(url, query);
    expect(error).toMatchObject({ code, message: expect.stringContaining(names) });
    expect(took, error.message).toBeLessThan(within(2_000));
  }
});

const WHILE_IT_RUNS: Mutation = { file: 'screen.ts', from: 'if (!link.alive) failScreen', to: 'failScreen' };
const ANY_DIRECTIVE: Mutation = {
  file: 'csp.ts',
  from: 'effectiveDirective === directive',
  to: 'effectiveDirective',
};

/**
 * What becomes of a check while the page's policy blocks other things of the face app's origin: an image of the same
 * address before the frame has answered, and another frame, of which browsers tell the origin alone, afterwards.
 */
const besideOtherBlocks = async (mutations: Mutation[]) => {
  const from = await startLocalService(await sdkPage(mutations));
  const query = `?csp=${encodeURIComponent(`connect-src 'self'; img-src 'none'; frame-src ${child.origin}/face/`)}`;
  const token = await from.mint({ workflow_id: WORKFLOW }, 'portal');
  const page = await start({ container: '#place' }, token, query, from);
  const block = async (tag: 'img' | 'iframe', path: string) => {
    await page.evaluate(
      async ([name, src]) => {
        const blocked = new Promise((done) => addEventListener('securitypolicyviolation', done));
        document.body.append(Object.assign(document.createElement(name as 'img'), { src }));
        await blocked;
      },
      [tag, child.origin + path] as const,
    );
    return page.evaluate(() => window.handle.state);
  };
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(`${child.origin}/face/**`, (route) => held.then(() => route.continue()));
  await page.evaluate(() => window.handle.mount());
  await page.waitForSelector('iframe[src]');
  const states = [await block('img', `/face/${WORKFLOW}`)];
  answer();
  if (states[0] === 'loading') {
    await say(await childOf(page), { type: 'ready' });
    await page.waitForFunction(() => window.handle.state === 'open');
    states.push(await block('iframe', '/elsewhere'));
  }
  await page.context().close();
  await from.close();
  return states;
};

test('goes on when the page’s policy blocks something else of the face app’s origin', async () => {
  expect(await besideOtherBlocks([])).toEqual(['loading', 'open']);
  expect(await besideOtherBlocks([ANY_DIRECTIVE])).toEqual(['failed']);
  expect(await besideOtherBlocks([WHILE_IT_RUNS])).toEqual(['loading', 'failed']);
});

test('names a Cross-Origin-Embedder-Policy of the page that refuses the frame', async () => {
  const { code, message } = await refusal(`${child.origin}/face`, '?isolated');
  expect([code, message]).toEqual([
    'iframe_load_failed',
    expect.stringContaining('Cross-Origin-Embedder-Policy of this page'),
  ]);
});

test('keeps waiting for a face app that has begun to load and takes its time', async () => {
  const page = await start({ url: `${child.origin}/slow` });
  await page.evaluate(() => window.handle.open());
  await page.waitForSelector('iframe');
  await page.waitForTimeout(3_000);
  expect(await page.evaluate(() => window.handle.state)).toBe('loading');
  await page.context().close();
});

const NO_SOURCE_CHECK: Mutation = {
  file: 'frame-link.ts',
  from: 'event.source !== frame.contentWindow ||',
  to: '',
};
const NO_ORIGIN_CHECK: Mutation = { file: 'frame-link.ts', from: 'event.origin !== origin ||', to: '' };
const TO_ANY_ORIGIN: Mutation = {
  file: 'frame-link.ts',
  from: 'postMessage(welcome, origin,',
  to: "postMessage(welcome, '*',",
};

const startMutated = async (mutations: Mutation[]) => {
  const from = await startLocalService(await sdkPage(mutations));
  const token = await from.mint({ workflow_id: WORKFLOW }, 'portal');
  const page = await start({ container: '#place' }, token, '', from);
  await page.evaluate(() => window.handle.mount());
  return { page, frame: await childOf(page), end: () => page.context().close().then(from.close) };
};

/** Whether messages of the face app still arrive after another frame of its origin has said hello. */
const linkSurvivesSibling = async (mutations: Mutation[]) => {
  const { page, frame, end } = await startMutated(mutations);
  const sibling = await page.evaluateHandle((src) => {
    const made = document.createElement('iframe');
    made.src = src;
    document.body.append(made);
    return made;
  }, `${child.origin}/impostor`);
  await (await sibling.contentFrame())!.waitForFunction(() => window.ports !== undefined);
  await page.waitForTimeout(100);
  await say(frame, { type: 'ready' });
  await page.waitForTimeout(100);
  const survives = await page.evaluate(() => window.handle.state === 'open');
  await end();
  return survives;
};

test('forged: keeps the link when another frame says hello', async () => {
  expect(await linkSurvivesSibling([])).toBe(true);
  expect(await linkSurvivesSibling([NO_SOURCE_CHECK])).toBe(false);
});

/** The number of ports that our own frame gets after it was navigated to another origin. */
const portsAfterNavigation = async (mutations: Mutation[]) => {
  const { page, end } = await startMutated(mutations);
  const address = `${child.origin.replace('localhost', '127.0.0.1')}/impostor`;
  await page.$eval(
    'iframe',
    (frame, src) => {
      frame.src = src;
    },
    address,
  );
  const frame = (await (await page.$('iframe'))!.contentFrame())!;
  await frame.waitForURL(address);
  await frame.waitForFunction(() => window.ports !== undefined);
  await page.waitForTimeout(100);
  const ports = await frame.evaluate(() => window.ports);
  await end();
  return ports;
};

test('gives no port to a frame that was navigated elsewhere; either of the two origin checks is enough', async () => {
  expect(await portsAfterNavigation([NO_ORIGIN_CHECK])).toBe(0);
  expect(await portsAfterNavigation([TO_ANY_ORIGIN])).toBe(0);
  expect(await portsAfterNavigation([NO_ORIGIN_CHECK, TO_ANY_ORIGIN])).toBe(1);
});
