import { expect, test } from 'vitest';
import { type LocalService, startLocalService } from '../testing/local-service.ts';
import { GRANTED, openPage, sdkPage } from '../testing/page.ts';
import { testVerify } from '../testing/verify.ts';

const { browser, service, verify } = testVerify();

test('verify seals evidence that jose opens and the contract accepts, and returns the decision', async () => {
  const token = await service.mint({ jti: 'jti-1', install_id: 'ins_1' });
  const { value, stages } = await verify(token);
  expect(value).toMatchObject({ decision: 'pass', livemode: true, request_id: 'req_200' });
  expect(stages.map(({ stage }) => stage)).toEqual([
    'token',
    'permission',
    'position',
    'signals',
    'submit',
    'decision',
  ]);
  const [request] = service.requests;
  expect(request?.headers).toMatchObject({ authorization: `Bearer ${token}`, 'standpoint-sdk': '0.5' });
  expect(request?.headers['standpoint-retry']).toBeUndefined();

  const [{ header, evidence, integrity }] = service.opened as [(typeof service.opened)[0]];
  expect(Object.keys(header)).toEqual([
    'alg',
    'enc',
    'kid',
    'epk',
    'sp_jti',
    'sp_htm',
    'sp_path',
    'sp_origin',
    'sp_sdk',
  ]);
  expect(header).toMatchObject({
    kid: 'enc-1',
    sp_jti: 'jti-1',
    sp_htm: 'POST',
    sp_path: '/geolocation/verify',
    sp_origin: service.origin,
    sp_sdk: 'web/0.5.0',
  });
  expect(integrity).toEqual({ kind: 'none' });
  expect(evidence).toMatchObject({
    jti: 'jti-1',
    purpose: 'verify',
    platform: 'web',
    install_id: 'ins_1',
    permission: { state: 'granted' },
    positions: [{ lat: 40.7128, lng: -74.006, accuracy_m: 12, accuracy_basis: 'p95', source: 'browser' }],
    clock: { time_zone: 'America/New_York', locale: 'en-US' },
    signals: { webdriver: true, frame_depth: 0, origin: service.origin },
  });
  expect(evidence.attempt_id).toMatch(/^[0-9a-f-]{36}$/);
  expect([-300, -240]).toContain(evidence.clock?.utc_offset_min);
  expect(evidence.position_error).toBeUndefined();
});

test('sends the same bytes again after a lost reply, marked as such, and takes the stored answer', async () => {
  service.faults.push('lose_reply', 'busy');
  const { value } = await verify(await service.mint());
  expect(value?.decision).toBe('pass');
  expect(service.requests).toHaveLength(3);
  const [first, second, third] = service.requests;
  expect(second?.body).toBe(first?.body);
  expect(third?.body).toBe(first?.body);
  const attempt = service.opened[0]?.evidence.attempt_id;
  expect([first, second, third].map((request) => request?.headers['standpoint-retry'])).toEqual([
    undefined,
    attempt,
    attempt,
  ]);
});

test('gets its answer when the browser resends by itself and finds its own token spent', async () => {
  const page = await openPage(browser, service.origin);
  const token = await service.mint();
  // A kept-alive connection, so that Chromium resends on its own when it breaks.
  await page.evaluate(() => fetch('/app.js', { credentials: 'omit' }).then((response) => response.text()));
  service.faults.push('lose_reply');
  expect((await verify(token, {}, page)).value?.decision).toBe('pass');
  expect(service.requests.map(({ headers }) => headers['standpoint-retry'])).toEqual([
    undefined,
    undefined,
    service.opened[0]?.evidence.attempt_id,
  ]);
  await page.context().close();
});

test('gives up after three tries, and does not reuse a token that may have been spent', async () => {
  const page = await openPage(browser, service.origin);
  const token = await service.mint();
  service.faults.push('busy', 'busy', 'busy');
  expect((await verify(token, {}, page)).error).toMatchObject({
    code: 'unavailable',
    status: 503,
    retryable: true,
  });
  // Twice the number of tries, because the browser resends by itself on a broken kept-alive connection.
  service.faults.push(...Array<'refuse_connection'>(6).fill('refuse_connection'));
  const other = await service.mint();
  expect((await verify(other, {}, page)).error).toMatchObject({
    code: 'network',
    retryable: true,
    userAction: 'retry',
  });
  expect((await verify(other, {}, page)).error?.code).toBe('token_already_used');
  await page.context().close();
});

test('reports bad_response for an answer that is not from this service', async () => {
  service.faults.push('not_json');
  expect((await verify(await service.mint())).error).toMatchObject({ code: 'bad_response', status: 200 });
});

test('settle-once: an exception of the page in onProgress costs neither the token nor the answer', async () => {
  const page = await openPage(browser, service.origin);
  const outcome = await page.evaluate(
    async (jwt) => {
      let uncaught = 0;
      addEventListener('error', (event) => {
        uncaught++;
        event.preventDefault();
      });
      const onProgress = () => {
        throw new Error('the page’s own');
      };
      const { decision } = await window.client.verify(jwt, { onProgress });
      return [decision, uncaught > 3];
    },
    await service.mint(),
  );
  expect(outcome).toEqual(['pass', true]);
  await page.context().close();
});

test('proxy-path: works through a path of the page’s own origin, which blockers do not know', async () => {
  const page = await openPage(browser, service.origin);
  const token = await service.mint({ iss: `${service.origin}/idv` });
  const decision = await page.evaluate(
    ([jwt, baseUrl]) =>
      window.sdk
        .createClient({ baseUrl: baseUrl! })
        .verify(jwt!)
        .then((result) => result.decision),
    [token, `${service.origin}/idv/`],
  );
  expect(decision).toBe('pass');
  expect(service.requests.map(({ path }) => path)).toEqual(['/idv/geolocation/verify']);
  await page.context().close();
});

test('reports a denied permission as evidence, not as an exception', async () => {
  const page = await openPage(browser, service.origin, {});
  const session = await page.context().newCDPSession(page);
  await session.send('Browser.setPermission', {
    permission: { name: 'geolocation' },
    setting: 'denied',
    origin: service.origin,
    browserContextId: (await session.send('Target.getTargetInfo')).targetInfo.browserContextId,
  });
  const { value, stages } = await verify(await service.mint(), {}, page);
  expect(value?.decision).toBe('retry');
  expect(service.opened[0]?.evidence).toMatchObject({
    permission: { state: 'denied' },
    positions: [],
    position_error: 'permission_denied',
  });
  expect(stages.find(({ stage }) => stage === 'signals')?.problem).toBe('permission_denied');
  await page.context().close();
});

test('policy-block-code: names a Permissions-Policy that forbids the position', async () => {
  const page = await openPage(browser, service.origin, GRANTED, '?pp=geolocation=()');
  const { stages } = await verify(await service.mint(), {}, page);
  expect(service.opened[0]?.evidence).toMatchObject({
    permission: { state: 'blocked_by_policy' },
    position_error: 'permission_denied',
  });
  expect(stages.find(({ stage }) => stage === 'signals')?.problem).toBe('permission_blocked_by_policy');
  await page.context().close();
});

test('csp-strict-page: reports csp_blocked and its directive at once; the token stays usable', async () => {
  const page = await openPage(
    browser,
    service.origin,
    GRANTED,
    `?csp=${encodeURIComponent("connect-src 'none'")}`,
  );
  const token = await service.mint();
  expect((await verify(token, {}, page)).error).toMatchObject({
    code: 'csp_blocked',
    retryable: false,
    message: expect.stringContaining('connect-src'),
  });
  expect((await verify(token, {}, page)).error?.code).toBe('csp_blocked');
  expect(service.requests).toEqual([]);
  await page.context().close();
});

test('ends the call on an abort or at the time limit; the unsent token stays usable', async () => {
  const page = await openPage(browser, service.origin);
  const token = await service.mint();
  await page.evaluate(() => {
    Geolocation.prototype.watchPosition = () => 1;
  });
  const aborted = await page.evaluate(async (jwt) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort('why'), 50);
    return window.client
      .verify(jwt, { signal: controller.signal })
      .catch((error) => [error.code, error.cause]);
  }, token);
  expect(aborted).toEqual(['aborted', 'why']);
  expect((await verify(token, { timeoutMs: 50 }, page)).error).toMatchObject({
    code: 'timeout',
    retryable: true,
  });
  expect(service.requests).toEqual([]);
  await page.context().close();
});

const STAGES = ['token', 'permission', 'position', 'signals', 'submit', 'decision', 'never', 'waiting'];

/** How calls end that are aborted at each stage, and what is still there a second later. */
const abortEverywhere = async (from: LocalService) => {
  const page = await openPage(browser, from.origin);
  const tokens = await Promise.all(STAGES.map(() => from.mint()));
  const told = await page.evaluate(
    async ([names, jwts]) => {
      const timers = new Set<unknown>();
      const listeners = new Set<object>();
      const { setTimeout: later, clearTimeout: forget } = window;
      window.setTimeout = ((run: () => void, ms: number) => {
        const id = later(() => {
          timers.delete(id);
          run();
        }, ms);
        timers.add(id);
        return id;
      }) as never;
      window.clearTimeout = ((id: number) => {
        timers.delete(id);
        forget(id);
      }) as never;
      const { addEventListener: add } = EventTarget.prototype;
      EventTarget.prototype.addEventListener = function (name, listener, how) {
        add.call(this, name, listener, how);
        const { signal } = (how ?? {}) as { signal?: AbortSignal };
        // Listeners of a signal that has ended are gone; others must be on something that goes away itself.
        if (signal) {
          const entry = { name };
          listeners.add(entry);
          add.call(signal, 'abort', () => listeners.delete(entry));
        } else if (this === window || this === document) listeners.add({ name });
      };
      const results: unknown[] = [];
      for (const [index, name] of names!.entries()) {
        const controller = new AbortController();
        let settled = 0;
        if (name === 'waiting') {
          Geolocation.prototype.watchPosition = () => 7;
          later(() => controller.abort(), 300);
        }
        const code = await window.client
          .verify(jwts![index]!, {
            signal: controller.signal,
            onProgress: ({ stage }) => stage === name && controller.abort(),
          })
          .finally(() => settled++)
          .then(
            ({ decision }) => decision,
            (error) => error.code,
          );
        results.push([name, code, settled]);
      }
      // One probe has a second of its own.
      await new Promise((resolve) => later(resolve, 1_100));
      const frames = document.querySelectorAll('iframe').length;
      return { results, left: { timers: timers.size, listeners: listeners.size, frames } };
    },
    [STAGES, tokens] as const,
  );
  await page.context().close();
  return told;
};

test('an abort at any stage settles the call once, and leaves no listener, frame or timer behind', async () => {
  expect(await abortEverywhere(service)).toEqual({
    results: STAGES.map((name) => [name, /decision|never/.test(name) ? 'pass' : 'aborted', 1]),
    left: { timers: 0, listeners: 0, frames: 0 },
  });
  const careless = await startLocalService(
    await sdkPage([
      { file: 'probes.ts', from: 'signal.onabort = close', to: '' },
      { file: 'config.ts', from: 'clearTimeout(timer)', to: '' },
    ]),
  );
  const { left } = await abortEverywhere(careless);
  expect(left.timers).toBeGreaterThan(0);
  expect(left.frames).toBeGreaterThan(0);
  await careless.close();
});
