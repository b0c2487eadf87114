import type { Environment } from '@standpoint/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../apps/service/testing/service.ts';
import type * as Earlier from '../packages/web/src/generation-0-3.ts';
import { EARLIER } from '../packages/web/src/testing/page.ts';
import { GRANTED } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';
import { openSite, type Site } from './site.ts';

/**
 * The given document's §9 with the real SDK of both generations: each host, each kind of key and each client
 * generation, in a browser, against the service.
 */

type Generation = '0.3' | '0.5';

let browser: Browser;
let service: TestService;
let keys: Record<Environment, string>;
const sites = {} as Record<Generation, Site>;
const pages = {} as Record<Generation, Page>;

beforeAll(async () => {
  [browser, service, sites['0.3'], sites['0.5']] = await Promise.all([
    sharedBrowser(),
    openTestService({ listen: 'ports', unlimited: true }),
    openSite(...EARLIER),
    openSite(),
  ]);
  keys = (await service.organization()).api;
  for (const generation of ['0.3', '0.5'] as const) {
    const page = await (await browser.newContext(GRANTED)).newPage();
    const { base_url, sandbox_base_url } = service.config;
    const csp = encodeURIComponent(`connect-src ${base_url} ${sandbox_base_url}`);
    await page.goto(`${sites[generation].origin}/page?csp=${csp}`);
    await page.waitForFunction(() => !!window.sdk);
    pages[generation] = page;
  }
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([...Object.values(sites).map((site) => site.close()), service?.close()]);
});

const addressOf = (host: Environment) =>
  host === 'production' ? service.config.base_url : service.config.sandbox_base_url;

const baseAddresses = () => {
  const { base_url, sandbox_base_url } = service.config;
  return { base_url, sandbox_base_url };
};

const mint = async (host: Environment, key: Environment, generation: Generation): Promise<string> => {
  const answer = await fetch(`${addressOf(host)}/geolocation/preflight`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys[key]}`,
      'content-type': 'application/json',
      'standpoint-sdk': generation,
    },
    body: JSON.stringify({ customer_id: `c-${Math.random()}`, transaction_type: 'deposit' }),
  });
  const { data, message } = (await answer.json()) as { data: { token: string }; message: string };
  expect(answer.status, message).toBe(200);
  return data.token;
};

type Told = { livemode?: boolean; payload?: string; code?: string; status?: number };

/** Calls the SDK in its page, as a client of this host. */
const call = (
  generation: Generation,
  host: Environment,
  method: 'verify' | 'collect',
  token?: string,
): Promise<Told> =>
  pages[generation].evaluate(
    async ({ generation, host, base_url, sandbox_base_url, method, token }) => {
      const old = window.sdk as unknown as typeof Earlier;
      const client =
        generation === '0.3'
          ? old.createClient({ environment: host, baseUrl: base_url, sandboxBaseUrl: sandbox_base_url })
          : window.sdk.createClient({ baseUrl: host === 'production' ? base_url : sandbox_base_url });
      try {
        return (await client[method as 'verify'](token as string)) as never;
      } catch (error) {
        const { code, status } = error as Earlier.StandpointError;
        return { code, ...(status && { status }) };
      }
    },
    { ...baseAddresses(), generation, host, method, token },
  );

/** The second use, from another page: this page's SDK knows nothing of the first. */
const again = async (generation: Generation, token: string): Promise<Told> => {
  const answer = await fetch(`${JSON.parse(atob(token.split('.')[1]!)).iss}/geolocation/verify`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'standpoint-sdk': generation,
    },
    body: JSON.stringify({ evidence: undefined, payload: await sealedElsewhere(generation, token) }),
  });
  const { data } = (await answer.json()) as { data: { error?: { code: string } } };
  return { code: data.error?.code, status: answer.status };
};
/** The other tab. Each use loads it anew, which costs half of a new one. */
const others = {} as Record<Generation, Page>;
/** The body that another tab of the same person would send. */
const sealedElsewhere = async (generation: Generation, token: string): Promise<string> => {
  others[generation] ??= await pages[generation].context().newPage();
  const page = others[generation];
  await page.unrouteAll();
  await page.goto(pages[generation].url());
  await page.waitForFunction(() => !!window.sdk);
  const sent = page.waitForRequest((request) => request.url().endsWith('/geolocation/verify'));
  const { iss } = JSON.parse(atob(token.split('.')[1]!)) as { iss: string };
  await page.route('**/geolocation/verify', (route) => route.abort());
  await page.evaluate(
    ({ iss, token, generation }) => {
      const old = window.sdk as unknown as typeof Earlier;
      const { env } = JSON.parse(atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')));
      const client =
        generation === '0.3'
          ? old.createClient({ environment: env, baseUrl: iss, sandboxBaseUrl: iss })
          : window.sdk.createClient({ baseUrl: iss });
      void client.verify(token).catch(() => {});
    },
    { iss, token, generation },
  );
  return ((await sent).postDataJSON() as { payload: string }).payload;
};

/** Host, key, generation: what `verify()` tells in its page. */
const TABLE: [host: Environment, key: Environment, generation: Generation, told: Told][] = [
  ['production', 'production', '0.3', { livemode: true }],
  ['production', 'production', '0.5', { livemode: true }],
  ['production', 'sandbox', '0.3', { code: 'environment_mismatch' }],
  ['production', 'sandbox', '0.5', { livemode: false }],
  ['sandbox', 'production', '0.3', { livemode: false }],
  ['sandbox', 'production', '0.5', { livemode: false }],
  ['sandbox', 'sandbox', '0.3', { livemode: false }],
  ['sandbox', 'sandbox', '0.5', { livemode: false }],
];

describe('both generations against the service', () => {
  for (const [host, key, generation, told] of TABLE) {
    it(`${generation} on the ${host} host with a ${key} key: ${JSON.stringify(told)}`, async () => {
      const token = await mint(host, key, generation);
      expect((await call(generation, host, 'collect', token)).code).toBe(told.code);
      expect(await call(generation, host, 'verify', token)).toMatchObject(told);
      if (told.code) return;
      const spent =
        generation === '0.3'
          ? { code: 'attestation_failed', status: 403 }
          : { code: 'token_already_used', status: 409 };
      expect(await call(generation, host, 'verify', token)).toEqual({ code: spent.code });
      expect(await again(generation, token)).toEqual(spent);
      // A collect() token may be used again, also after it was spent (given §5.6).
      expect((await call(generation, host, 'collect', token)).payload).toMatch(/^[\w-]+\./);
    });
  }

  it('refuses a token of the other host before anything is sent, in both generations', async () => {
    const cases: [Generation, Environment, Environment, string][] = [
      ['0.3', 'sandbox', 'production', 'environment_mismatch'],
      ['0.3', 'production', 'sandbox', 'environment_mismatch'],
      ['0.5', 'sandbox', 'production', 'base_url_mismatch'],
      ['0.5', 'production', 'sandbox', 'base_url_mismatch'],
    ];
    for (const [generation, minted, client, code] of cases)
      expect(await call(generation, client, 'verify', await mint(minted, minted, generation))).toEqual({
        code,
      });
  });

  it('collect() without a token makes a payload and no request, in both generations', async () => {
    for (const generation of ['0.3', '0.5'] as const) {
      let requests = 0;
      const count = () => void requests++;
      pages[generation].on('request', count);
      expect((await call(generation, 'sandbox', 'collect')).payload).toMatch(/^plain\./);
      pages[generation].off('request', count);
      expect(requests).toBe(0);
    }
  });
});
