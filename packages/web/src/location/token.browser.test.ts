import { expect, test } from 'vitest';
import { LONG, oneIn } from '../../../../testing/counts.ts';
import { type Fault, type LocalService, startLocalService } from '../testing/local-service.ts';
import { openPage, sdkPage } from '../testing/page.ts';
import { testVerify } from '../testing/verify.ts';

const { browser, service, verify } = testVerify();

test('refuses a second use of a token before it sends anything, also while the first one runs', async () => {
  const page = await openPage(browser, service.origin);
  const token = await service.mint();
  const [first, second] = await Promise.all([verify(token, {}, page), verify(token, {}, page)]);
  expect(first.value?.decision).toBe('pass');
  expect(second.error).toMatchObject({ code: 'token_already_used', retryable: false, userAction: 'retry' });
  expect((await verify(token, {}, page)).error?.code).toBe('token_already_used');
  expect(service.requests).toHaveLength(1);
  await page.context().close();
});

test('may use a token again that the service refused without spending it', async () => {
  const page = await openPage(browser, service.origin);
  const token = await service.mint();
  service.faults.push('limit');
  expect((await verify(token, {}, page)).error).toEqual({
    code: 'rate_limited',
    retryable: true,
    userAction: 'retry_later',
    docsUrl: 'https://docs.example/rate_limited',
    requestId: 'req_refused',
    status: 429,
    retryAfterMs: 7_000,
    message: 'refused: rate_limited',
  });
  expect((await verify(token, {}, page)).value?.decision).toBe('pass');
  service.faults.push('already_used', 'already_used');
  const spentElsewhere = await service.mint();
  expect((await verify(spentElsewhere, {}, page)).error).toMatchObject({
    code: 'token_already_used',
    status: 409,
  });
  expect((await verify(spentElsewhere, {}, page)).error?.status).toBeUndefined();
  await page.context().close();
});

test('refuses a token of another service locally and sends nothing', async () => {
  const page = await openPage(browser, service.origin);
  const foreign = await service.mint({ iss: 'https://elsewhere.example' });
  const portal = await service.mint({}, 'portal');
  const codes: (string | undefined)[] = [];
  for (const token of ['', 'abc', 'a.b.c', foreign, portal, await service.mint({ enc: undefined })]) {
    codes.push((await verify(token, {}, page)).error?.code);
  }
  expect(codes).toEqual([
    'token_missing',
    'token_invalid',
    'token_invalid',
    'base_url_mismatch',
    'token_wrong_purpose',
    'token_invalid',
  ]);
  expect(service.requests).toEqual([]);
  await page.context().close();
});

/** What the documents call a secret, a wrong token or a wrong address, and what its error must name. */
const BAD_INPUT: [given: string, code: string, names: RegExp][] = [
  ['sp_live_abcdefgh', 'key_in_browser', /sp_… is an API key/],
  ['sp_test_abcdefgh', 'key_in_browser', /sp_… is an API key/],
  ['sr_live_abcdefgh', 'key_in_browser', /sr_… is a results key/],
  ['whsec_abcdefgh', 'key_in_browser', /whsec_… is a webhook secret/],
  ['pkg_abcdefgh', 'key_in_browser', /pkg_… is a package token/],
  ['portal', 'token_wrong_purpose', /a portal token, which is for face\(\)/],
  [
    'sandbox',
    'base_url_mismatch',
    /sandbox token was made at http:\/\/sandbox.example, but baseUrl is http.*: use one address in both/,
  ],
  ['{"data":{"token":"x"}}', 'token_invalid', /this is JSON: pass its field token/],
  ['abc', 'token_invalid', /not one of our tokens/],
  ['', 'token_missing', /got "" for a preflight token: look at the answer of your own route/],
];

test('names what was given instead of a preflight token, repeats no secret, and sends nothing', async () => {
  const page = await openPage(browser, service.origin);
  const made: Record<string, string> = {
    portal: await service.mint({}, 'portal'),
    sandbox: await service.mint({ iss: 'http://sandbox.example', env: 'sandbox' }),
  };
  for (const [given, code, names] of BAD_INPUT) {
    const { error } = await verify(made[given] ?? given, {}, page);
    expect(error).toMatchObject({ code, retryable: false, message: expect.stringMatching(names) });
    expect(error?.message).not.toContain('abcdefgh');
  }
  expect(service.requests).toEqual([]);
  await page.context().close();
});

/** What comes of a token that looks expired when the service answers the question about it with this fault. */
const askedWith = async (from: LocalService, fault: Fault, wait?: number) => {
  const page = await openPage(browser, from.origin);
  const token = await from.mint({ exp: 1 });
  from.faults.push(fault);
  if (wait) await page.clock.install();
  const outcome = verify(token, {}, page);
  await expect.poll(() => from.requests.length).toBeGreaterThan(0);
  if (wait) await page.clock.runFor(wait);
  const { value, error } = await outcome;
  await page.context().close();
  from.faults.length = 0;
  const paths = from.requests.splice(0).map(({ path }) => path.replace('/geolocation/', ''));
  return [value?.decision ?? error?.code, ...paths];
};

/** No answer, or one that says nothing about the token. */
const NO_ANSWER: [fault: Fault, code: string, wait?: number][] = [
  ['refuse_connection', 'network'],
  ['busy', 'unavailable'],
  ['broken', 'internal'],
  ['gateway', 'server_error'],
  ['limit', 'rate_limited'],
  ['silent', 'timeout', 5_000],
];

test('wrong-clock: goes on with a token that looks expired when the question gets no definite answer', async () => {
  for (const [fault, , wait] of oneIn(2, NO_ANSWER))
    expect([fault, ...(await askedWith(service, fault, wait))]).toEqual([fault, 'pass', 'collect', 'verify']);
  for (const [fault, code] of [
    ['expired', 'token_expired'],
    ['already_used', 'token_already_used'],
    ['not_json', 'bad_response'],
  ] as const)
    expect([fault, ...(await askedWith(service, fault))]).toEqual([fault, code, 'collect']);
});

test.runIf(LONG)(
  'wrong-clock: mutation control: an answer that is waited for stops a valid token, by each of the causes',
  async () => {
    const mutation = { file: 'verify.ts', from: '!error.retryable', to: 'true' };
    const strict = await startLocalService(await sdkPage([mutation]));
    for (const [fault, code, wait] of NO_ANSWER)
      expect([fault, ...(await askedWith(strict, fault, wait))]).toEqual([fault, code, 'collect']);
    await strict.close();
  },
);

test('wrong-clock: asks once, and stops when the page stops the call', async () => {
  const stop = async (from: LocalService) => {
    const page = await openPage(browser, from.origin);
    from.faults.push('silent');
    const outcome = page.evaluate(
      async (jwt) => {
        const controller = new AbortController();
        const started = window.client.verify(jwt, { signal: controller.signal });
        setTimeout(() => controller.abort(), 300);
        return started.then(
          ({ decision }) => decision,
          (error) => error.code,
        );
      },
      await from.mint({ exp: 1 }),
    );
    const code = await outcome;
    await page.context().close();
    return [code, from.requests.splice(0).length];
  };
  expect(await stop(service)).toEqual(['aborted', 1]);

  const patient = await startLocalService(
    await sdkPage([{ file: 'send.ts', from: 'timeoutMs || tries', to: 'tries' }]),
  );
  expect(await askedWith(patient, 'busy')).toEqual(['pass', 'collect', 'collect', 'verify']);
  await patient.close();
});

test('names an expired token before it asks the person; a clock that is ahead stops no valid one', async () => {
  const asked = async (exp: number) => {
    const page = await openPage(browser, service.origin);
    const token = await service.mint({ exp });
    const outcome = await page.evaluate(async (jwt) => {
      let prompts = 0;
      const { watchPosition } = Geolocation.prototype;
      Geolocation.prototype.watchPosition = function (...how) {
        prompts++;
        return watchPosition.apply(this, how);
      };
      const code = await window.client.verify(jwt).then(
        ({ decision }) => decision,
        (error) => error.code,
      );
      return { code, prompts };
    }, token);
    await page.context().close();
    return { ...outcome, paths: service.requests.splice(0).map(({ path }) => path) };
  };
  const now = Math.floor(Date.now() / 1_000);
  service.faults.push('expired');
  expect(await asked(now - 1)).toEqual({
    code: 'token_expired',
    prompts: 0,
    paths: ['/geolocation/collect'],
  });
  expect(await asked(now - 7_200)).toMatchObject({
    code: 'pass',
    paths: ['/geolocation/collect', '/geolocation/verify'],
  });
  expect((await asked(now + 300)).paths).toEqual(['/geolocation/verify']);
});

test.runIf(LONG)('control: would send a foreign or a spent token without the local checks', async () => {
  const careless = await startLocalService(
    await sdkPage([
      { file: 'token.ts', from: 'issuer === config.origin', to: 'true' },
      { file: 'verify.ts', from: 'used.has(jti)', to: 'false' },
    ]),
  );
  const page = await openPage(browser, careless.origin);
  const token = await careless.mint({ iss: 'https://elsewhere.example' });
  for (let uses = 0; uses < 2; uses++) await verify(token, {}, page);
  expect(careless.requests.length).toBeGreaterThanOrEqual(2);
  await page.context().close();
  await careless.close();
});
