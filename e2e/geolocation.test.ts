import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDefinition } from '../apps/service/src/geolocation/decision/policy.ts';
import { DENIED, GRANTED, visitor } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';
import { openSite, type Site, verifyIn } from './site.ts';
import { openStage, type Stage } from './stage.ts';
import { TEST_POLICY } from './test-policy.ts';

let stage: Stage;
let browser: Browser;
let shopSite: Site;
let evilSite: Site;

beforeAll(async () => {
  [stage, browser, shopSite, evilSite] = await Promise.all([
    openStage(),
    sharedBrowser(),
    openSite(),
    openSite(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([shopSite, evilSite, stage].map((open) => open?.close()));
});

const mint = async (more: object = {}): Promise<string> => {
  const { data } = await stage.ask('/geolocation/preflight', {
    key: stage.demo.api_key.key,
    body: {
      customer_id: 'story',
      transaction_type: 'automated_browser_test',
      policy_id: stage.test_policy_id,
      ...more,
    },
  });
  return data.token;
};

/** Opens the page of a site for somebody new, runs the story and looks that nobody else was called. */
const story = async (
  site: Site,
  options: typeof GRANTED,
  tell: (page: Awaited<ReturnType<Site['visit']>>) => Promise<void>,
) => {
  const person = await visitor(browser, options);
  const page = await site.visit(person, stage.origin);
  await tell(page);
  expect(person.log.violations).toEqual([]);
  expect(person.log.thirdParties()).toEqual([]);
  await person.close();
};

test('5.5, 8: a preflight token is spent by one verify(); in another page it is refused', async () => {
  const token = await mint();
  await story(shopSite, GRANTED, async (page) => {
    const first = await verifyIn(page, token);
    expect(first).toMatchObject({ ok: true, decision: 'pass', livemode: false, reasons: [] });
    // This page knows that it was used, and does not even ask.
    expect(await verifyIn(page, token)).toMatchObject({
      ok: false,
      code: 'token_already_used',
      status: undefined,
    });
  });
  // Nobody told that page: the service refuses.
  await story(shopSite, GRANTED, async (page) => {
    expect(await verifyIn(page, token)).toMatchObject({ ok: false, code: 'token_already_used', status: 409 });
  });
});

test('1.2, 5.6: a token may be given to collect() again and again, also once it is spent', async () => {
  const token = await mint();
  const collect = (page: Parameters<typeof verifyIn>[0], jwt?: string) =>
    page.evaluate((given) => window.client.collect(given), jwt);
  await story(shopSite, GRANTED, async (page) => {
    const before = await collect(page, token);
    expect(before.has_public_ip).toBe(true);
    expect(await verifyIn(page, token)).toMatchObject({ ok: true, decision: 'pass' });
    const after = await collect(page, token);
    expect(after.has_public_ip).toBe(true);
    expect(after.payload).not.toBe(before.payload);
    // Omitted: unsealed, and without any call.
    const alone = await collect(page);
    expect(alone).toMatchObject({ has_public_ip: false, payload: expect.stringMatching(/^plain\./) });
    for (const { payload } of [before, after, alone]) {
      const judged = await stage.ask('/geolocation/evaluate', {
        key: stage.demo.results_key.key,
        body: { payload, customer_id: 'story', transaction_type: 'automated_browser_test' },
      });
      expect(judged).toMatchObject({ status: 200, data: { decision: 'pass', customer_id: 'story' } });
    }
  });
});

test('a token that names its origins is refused from any other website', async () => {
  const token = await mint({ origins: [shopSite.origin] });
  // CORS gives that page nothing to read, not even why.
  await story(evilSite, GRANTED, async (page) => {
    expect(await verifyIn(page, token)).toMatchObject({ ok: false, code: 'network', status: undefined });
  });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    origin: evilSite.origin,
  };
  const refused = await fetch(`${stage.origin}/geolocation/verify`, { method: 'POST', headers, body: '{}' });
  expect(refused.status).toBe(403);
  expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  expect(await refused.json()).toMatchObject({ data: { error: { code: 'origin_not_allowed' } } });
  // It is the list that refuses: without one, any website may.
  await story(evilSite, GRANTED, async (page) => {
    expect(await verifyIn(page, await mint())).toMatchObject({ ok: true, decision: 'pass' });
  });
  // Refused is not spent: its own website may still use it.
  await story(shopSite, GRANTED, async (page) => {
    expect(await verifyIn(page, token)).toMatchObject({ ok: true, decision: 'pass' });
  });
});

test('no website can call the minting endpoints: CORS gives them nothing', async () => {
  await story(evilSite, GRANTED, async (page) => {
    const reached = await page.evaluate(
      ([url, key]) =>
        fetch(`${url}/geolocation/preflight`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: '{"customer_id":"x","transaction_type":"deposit"}',
        }).then(
          () => 'reached',
          () => 'blocked',
        ),
      [stage.origin, stage.demo.api_key.key],
    );
    expect(reached).toBe('blocked');
  });
});

test('whoever does not share their location gets a decision with a way out, not an error', async () => {
  const token = await mint();
  await story(shopSite, DENIED, async (page) => {
    const told = await verifyIn(page, token);
    expect(told).toMatchObject({ ok: true, reasons: [{ code: 'permission_denied' }] });
    expect(told.decision).not.toBe('pass');
    expect(told.reasons[0].remedy).toMatch(/settings of your browser/);
  });
});

test('a browser that a program drives fails under the default policy, and is not told why', async () => {
  const token = await mint({ transaction_type: 'deposit', policy_id: undefined });
  await story(shopSite, GRANTED, async (page) => {
    const told = await verifyIn(page, token);
    expect(told).toMatchObject({ ok: true, decision: 'fail', reasons: [] });
    const { data } = await stage.ask(`/geolocation/verifications/${told.verification_id}`, {
      key: stage.demo.results_key.key,
    });
    expect(data).toMatchObject({ decision: 'fail', policy: { policy_id: stage.demo.policy_id } });
    expect(data.reason_codes).toContain('automation');
    const found = data.checks.find(({ code }: { code: string }) => code === 'automation');
    expect(found).toMatchObject({ outcome: 'fail', inputs: { tells: { webdriver: 1, headless_name: 1 } } });
  });
  // The policy for such tests ignores what makes them tests, and nothing else.
  expect(TEST_POLICY.actions).toEqual({ automation: 'ignore', override_suspected: 'ignore' });
  expect(checkDefinition(TEST_POLICY)).toEqual([]);
});

test('accuracy 0, which automation sets by default, is suspected under the default policy', async () => {
  const token = await mint({ transaction_type: 'deposit', policy_id: undefined });
  const zero = { ...GRANTED, geolocation: { latitude: 40.7128, longitude: -74.006 } };
  await story(shopSite, zero, async (page) => {
    const { verification_id } = await verifyIn(page, token);
    const { data } = await stage.ask(`/geolocation/verifications/${verification_id}`, {
      key: stage.demo.results_key.key,
    });
    expect(data.reason_codes).toEqual(expect.arrayContaining(['automation', 'override_suspected']));
  });
});

test('a reply that gets lost is asked for again: the same verification, spent once', async () => {
  const token = await mint();
  await story(shopSite, GRANTED, async (page) => {
    let lost: { verification_id: string } | undefined;
    const marks: (string | undefined)[] = [];
    const replays: (string | undefined)[] = [];
    await page.route('**/geolocation/verify', async (route) => {
      marks.push(route.request().headers()['standpoint-retry']);
      const response = await route.fetch();
      replays.push(response.headers()['idempotent-replayed']);
      if (lost) return route.fulfill({ response });
      lost = (await response.json()).data;
      return route.abort('connectionreset');
    });
    const told = await verifyIn(page, token);
    expect(told).toMatchObject({ ok: true, decision: 'pass', verification_id: lost!.verification_id });
    expect(marks).toEqual([undefined, expect.any(String)]);
    expect(replays).toEqual([undefined, 'true']);
  });
});
