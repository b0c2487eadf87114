import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDefinition } from '../apps/service/src/geolocation/decision/policy.ts';
import { DENIED, GRANTED, visitor } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';
import { openSite, type Site, verifyIn } from './site.ts';
import { askForToken, openStage, type Stage } from './stage.ts';
import { TEST_POLICY } from './test-policy.ts';

// In `npm test`: `../packages/web/src/location/verify.browser.test.ts`.

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
  const { data } = await askForToken(stage, more);
  return data.token;
};

/** Opens the page of a site for a new person, runs the story, and checks that no third party was called. */
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

test('spends a preflight token with one verify() and refuses it in another page', async () => {
  const token = await mint();
  await story(shopSite, GRANTED, async (page) => {
    const first = await verifyIn(page, token);
    expect(first).toMatchObject({ ok: true, decision: 'pass', livemode: false, reasons: [] });
    // This page knows that the token was used, and does not even ask.
    expect(await verifyIn(page, token)).toMatchObject({
      ok: false,
      code: 'token_already_used',
      status: undefined,
    });
  });
  // The other page does not know. The service refuses.
  await story(shopSite, GRANTED, async (page) => {
    expect(await verifyIn(page, token)).toMatchObject({ ok: false, code: 'token_already_used', status: 409 });
  });
});

test('accepts a token in collect() repeatedly, even when it is spent', async () => {
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
    // Without a token, the evidence is unsealed and the SDK makes no call.
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

test('refuses a token from a website that is not among its origins', async () => {
  const token = await mint({ origins: [shopSite.origin] });
  // CORS lets that page read nothing, not even the reason.
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
  // The list causes the refusal: without a list, any website may use the token.
  await story(evilSite, GRANTED, async (page) => {
    expect(await verifyIn(page, await mint())).toMatchObject({ ok: true, decision: 'pass' });
  });
  // A refusal does not spend the token: its own website may still use it.
  await story(shopSite, GRANTED, async (page) => {
    expect(await verifyIn(page, token)).toMatchObject({ ok: true, decision: 'pass' });
  });
});

test('lets no website read the minting endpoints, by CORS', async () => {
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

test('returns a decision with a remedy when the person does not share their location', async () => {
  const token = await mint();
  await story(shopSite, DENIED, async (page) => {
    const told = await verifyIn(page, token);
    expect(told).toMatchObject({ ok: true, reasons: [{ code: 'permission_denied' }] });
    expect(told.decision).not.toBe('pass');
    expect(told.reasons[0].remedy).toMatch(/settings of your browser/);
  });
});

test('fails an automated browser under the default policy without a reason', async () => {
  const token = await mint({ transaction_type: 'deposit', policy_id: undefined });
  await story(shopSite, GRANTED, async (page) => {
    const told = await verifyIn(page, token);
    expect(told).toMatchObject({ ok: true, decision: 'fail', reasons: [{ code: 'location_unconfirmed' }] });
    const { data } = await stage.ask(`/geolocation/verifications/${told.verification_id}`, {
      key: stage.demo.results_key.key,
    });
    expect(data).toMatchObject({ decision: 'fail', policy: { policy_id: stage.demo.policy_id } });
    expect(data.reason_codes).toContain('automation');
    const found = data.checks.find(({ code }: { code: string }) => code === 'automation');
    expect(found).toMatchObject({ outcome: 'fail', inputs: { tells: { webdriver: 1, headless_name: 1 } } });
  });
  // The policy for tests ignores automation and nothing else.
  expect(TEST_POLICY.actions).toEqual({ automation: 'ignore', override_suspected: 'ignore' });
  expect(checkDefinition(TEST_POLICY)).toEqual([]);
});

test('suspects accuracy 0, the default of automation, under the default policy', async () => {
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

test('repeats a call when its reply is lost, and spends the token once', async () => {
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
