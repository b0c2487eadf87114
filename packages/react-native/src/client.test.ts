import { beforeAll, describe, expect, test } from 'vitest';
import { completenessOf } from '../../../apps/service/src/geolocation/decision/checks/always-sent.ts';
import { addressOf } from './config.ts';
import type { LocationProvider } from './providers/provider.ts';
import { codeOf, testAppService } from './testing/hooks.ts';
import { ANDROID, HARBOUR, IPHONE, location, older, phone } from './testing/phone.ts';
import { LINE_0_3 } from './version.ts';

const { service, mint, sent } = testAppService();
let baseUrl: string;
beforeAll(() => {
  baseUrl = service.origin;
});

describe('verify', () => {
  test.each([
    ['Android', ANDROID, 'android', 'p68', 'mock_provider'],
    ['iOS', IPHONE, 'ios', 'rms', 'simulated_by_software'],
  ] as const)('sends evidence of %s that leaves nothing out', async (_, runtime, platform, basis, mock) => {
    const stages: string[] = [];
    const result = await phone({ baseUrl }, runtime).verify(await mint(), {
      onProgress: ({ stage }) => stages.push(stage),
    });
    expect(result).toMatchObject({ decision: 'pass', request_id: 'req_200' });
    expect(stages).toEqual(['token', 'permission', 'position', 'signals', 'submit', 'decision']);
    expect(sent()).toMatchObject({
      platform,
      sdk: { name: '@standpoint/react-native', version: '0.5.0' },
      permission: { state: 'granted', precise: true },
      positions: [{ lat: 40.7128, accuracy_m: 12, accuracy_basis: basis, source: 'fused' }],
      signals: { [mock]: false },
    });
    expect(service.opened[0]!.header).toMatchObject({ sp_sdk: 'react-native/0.5.0', sp_htm: 'POST' });
    expect(JSON.stringify(sent().device)).not.toContain('secret');
    const judged = { ...sent(), integrity: { kind: 'none' as const } };
    expect(completenessOf(judged)).toEqual({ missing: [], not_run: {} });
    expect(service.requests[0]!.headers).toMatchObject({ 'standpoint-sdk': '0.5' });
    expect(service.requests[0]!.headers.origin).toBeUndefined();
  });

  test('ignores an install_id claim, which is for browsers', async () => {
    await phone({ baseUrl }).verify(await mint({ install_id: 'ins_1' }));
    expect(service.opened[0]!.core).not.toContain('ins_1');
  });

  test('sends the same bytes again after a lost reply, and gets the stored answer', async () => {
    service.faults.push('lose_reply');
    await expect(phone({ baseUrl }).verify(await mint())).resolves.toMatchObject({ decision: 'pass' });
    const [first, second] = service.requests;
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['standpoint-retry']).toBe(sent().attempt_id);
    expect(first!.headers['standpoint-retry']).toBeUndefined();
  });

  test('refuses a token that was used, before anything is asked or sent', async () => {
    const token = await mint();
    const provider = location();
    const client = phone({ baseUrl, location: provider });
    const both = await Promise.all([codeOf(client.verify(token)), codeOf(client.verify(token))]);
    expect(both.sort()).toEqual(['resolved', 'token_already_used']);
    expect(await codeOf(phone({ baseUrl }).verify(token))).toBe('token_already_used');
    expect(provider.asked).toBe(1);
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    ['limit', 'rate_limited', true],
    ['not_json', 'bad_response', false],
  ] as const)('throws %s as %s', async (fault, code, again) => {
    const token = await mint();
    service.faults.push(fault);
    expect(await codeOf(phone({ baseUrl }).verify(token))).toBe(code);
    expect(await codeOf(phone({ baseUrl }).verify(token))).toBe(again ? 'resolved' : 'token_already_used');
  });

  test('takes the most of three samples, and stops at a good one', async () => {
    const provider = location([{ accuracyM: 900 }, { accuracyM: 70 }, { accuracyM: 20 }]);
    const seen: unknown[] = [];
    await phone({ baseUrl, location: provider }).verify(await mint(), {
      onProgress: ({ accuracyM }) => accuracyM && seen.push(accuracyM),
    });
    expect(seen).toEqual([900, 70, 20]);
    expect(sent().positions).toHaveLength(3);
    const stuck = location([{ accuracyM: 900 }, { accuracyM: 900 }]);
    await phone({ baseUrl, location: stuck }).verify(await mint());
    expect(stuck.asked).toBe(2);
  });

  test('tells of a made-up position', async () => {
    await phone({ baseUrl, location: location([{ mocked: true }]) }).verify(await mint());
    expect(sent().signals).toMatchObject({ mock_provider: true });
    service.opened.length = 0;
    await phone({ baseUrl, location: location([{ mocked: null }]) }).verify(await mint());
    expect(sent().signals).not.toHaveProperty('mock_provider');
  });
});

const hang = () => new Promise<never>(() => {});
const reject = (code: string) => () => Promise.reject<never>({ code });

const CASES: [string, Partial<LocationProvider>, string, string][] = [
  ['denied before', { permission: async () => 'denied' }, 'denied', 'permission_denied'],
  [
    'denied now',
    { permission: async () => 'undetermined', requestPermission: async () => 'denied' },
    'denied',
    'permission_denied',
  ],
  ['denied by the system later', { request: reject('permission_denied') }, 'denied', 'permission_denied'],
  ['switched off', { request: reject('position_unavailable') }, 'granted', 'position_unavailable'],
  ['a provider that fails', { request: reject('E_ANYTHING') }, 'granted', 'position_unavailable'],
  ['a provider that hangs', { request: hang }, 'granted', 'position_timeout'],
  [
    'a permission that cannot be read',
    { permission: reject('x'), request: hang },
    'unknown',
    'position_timeout',
  ],
  [
    'nonsense',
    { request: async () => ({ ...HARBOUR, latitude: Number.NaN }) },
    'granted',
    'position_unavailable',
  ],
];

describe('a position that does not come is evidence and no error', () => {
  test.each(CASES)('%s', async (_, more, state, position_error) => {
    const client = phone({ baseUrl, location: location([{}], more) });
    const result = await client.verify(await mint(), { position: { timeoutMs: 60 } });
    expect(result.decision).toBe('retry');
    expect(sent()).toMatchObject({ permission: { state, precise: false }, positions: [], position_error });
    expect(completenessOf({ ...sent(), integrity: { kind: 'none' } }).missing).toEqual([]);
  });
});

describe('settles exactly once', () => {
  test('ends at its time limit although a provider never answers, and sends nothing later', async () => {
    let answer!: (sample: typeof HARBOUR) => void;
    const late = location([{}], {
      request: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const client = phone({ baseUrl, location: late });
    const token = await mint();
    expect(await codeOf(client.verify(token, { timeoutMs: 40 }))).toBe('timeout');
    answer(HARBOUR);
    await new Promise((done) => setTimeout(done, 30));
    expect(service.requests).toEqual([]);
    expect(await codeOf(phone({ baseUrl }).verify(token))).toBe('resolved');
  });

  test('ends at once when it is aborted: before, at the prompt, at the position and while it is sent', async () => {
    const before = new AbortController();
    before.abort();
    expect(await codeOf(phone({ baseUrl }).verify(await mint(), { signal: before.signal }))).toBe('aborted');
    for (const stage of ['permission', 'position', 'signals', 'submit']) {
      const controller = new AbortController();
      const call = phone({ baseUrl }).verify(await mint(), {
        signal: controller.signal,
        onProgress: (at) => at.stage === stage && controller.abort(),
      });
      expect(await codeOf(call)).toBe('aborted');
    }
  });
});

describe('collect', () => {
  test('sends nothing and seals nothing without a token', async () => {
    const { payload, has_public_ip } = await phone({ baseUrl }).collect();
    expect(has_public_ip).toBe(false);
    expect(service.requests).toEqual([]);
    const evidence = JSON.parse(Buffer.from(payload.replace(/^plain\./, ''), 'base64url').toString());
    expect(evidence).toMatchObject({ purpose: 'collect', integrity: { kind: 'none' } });
    expect(evidence.nonce).toMatch(/^[\w-]{22}$/);
  });

  test('takes one stamp with a token, which it does not spend', async () => {
    const token = await mint();
    const client = phone({ baseUrl });
    for (let i = 0; i < 2; i++) {
      const { payload, has_public_ip } = await client.collect(token);
      expect(has_public_ip).toBe(true);
      const { header, evidence } = await service.open(payload);
      expect(header).toMatchObject({ sp_path: '/geolocation/evaluate' });
      expect(evidence).toMatchObject({ ip_stamp: 'stamp.for.address', purpose: 'collect' });
    }
    expect(await codeOf(client.verify(token))).toBe('resolved');
  });
});

describe('bad input is named before anything is sent', () => {
  test.each([
    ['an API key', 'sp_live_12345678abcdef', 'key_in_browser', /an API key must never get into an app/],
    ['a results key', 'sr_test_12345678abcdef', 'key_in_browser', /a results key/],
    ['a webhook secret', 'whsec_abcdef', 'key_in_browser', /a webhook secret/],
    ['a package token', 'pkg_abcdef', 'key_in_browser', /a package token/],
    ['nothing', '', 'token_missing', /./],
    ['three dots', 'a.b.c', 'token_invalid', /./],
  ])('%s', async (_, token, code, words) => {
    const error = await phone({ baseUrl })
      .verify(token)
      .catch((cause) => cause);
    expect(error).toMatchObject({ code, message: expect.stringMatching(words) });
    if (token) expect(error.message).not.toContain(token.slice(8) || 'abcdef');
    expect(service.requests).toEqual([]);
  });

  test('a portal token, a token of another service, and one without what an app needs', async () => {
    const portal = await service.mint({ attestation_challenge: 'n' }, 'portal');
    expect(await codeOf(phone({ baseUrl }).verify(portal))).toBe('token_wrong_purpose');
    const foreign = await mint({ iss: 'https://other.example' });
    expect(await codeOf(phone({ baseUrl }).verify(foreign))).toBe('base_url_mismatch');
    const off = { kid: 'k', x: 'AAAA', y: 'AAAA' };
    for (const claims of [{ attestation_challenge: undefined }, { enc: undefined }, { enc: off }])
      expect(await codeOf(phone({ baseUrl }).verify(await mint(claims)))).toBe('token_invalid');
    expect(service.requests).toEqual([]);
  });

  test.each([
    '',
    'id.example',
    'ftp://id.example',
    'https://id.example?x',
    'https://user@id.example',
    'https://a b',
  ])('the base address %j', (address) => {
    expect(() => phone({ baseUrl: address })).toThrow(/^config_invalid: baseUrl/);
  });

  test('a desktop, where the web package belongs', async () => {
    const web = { platform: { OS: 'web', Version: 1, constants: {} }, module: null };
    expect(await codeOf(phone({ baseUrl }, web).verify(await mint()))).toBe('unsupported_browser');
  });
});

describe('the 0.3 line', () => {
  test('names the nonce of its token in the evidence, and its generation in the request', async () => {
    await older({ baseUrl }).verify(await mint({ sdk: '0.3', env: 'production' }));
    expect(sent()).toMatchObject({ nonce: 'nonce-1', sdk: { version: '0.3.0' } });
    expect(service.requests[0]!.headers['standpoint-sdk']).toBe('0.3');
    service.opened.length = 0;
    await phone({ baseUrl }).verify(await mint());
    expect(sent().nonce).toBeUndefined();
  });

  test('calls one of two addresses, by its environment', () => {
    const both = { baseUrl: 'https://id.example', sandboxBaseUrl: 'https://sandbox.id.example' };
    const at = (environment: string) =>
      addressOf({ ...both, environment: environment as 'sandbox' }, LINE_0_3);
    expect([at('production'), at('sandbox')]).toEqual([both.baseUrl, both.sandboxBaseUrl]);
    expect(() => at('staging')).toThrow(/production or sandbox/);
    expect(() => older({ ...both, environment: undefined })).toThrow(/production or sandbox/);
    expect(() => older({ baseUrl, environment: 'sandbox' })).toThrow(/sandboxBaseUrl must be/);
    expect(() => phone({ ...both, environment: 'sandbox' })).toThrow(/environment is gone/);
  });

  test('refuses a token of the other environment before anything is sent', async () => {
    const token = await mint({ sdk: '0.3', env: 'sandbox' });
    expect(await codeOf(older({ baseUrl }).verify(token))).toBe('environment_mismatch');
    expect(service.requests).toEqual([]);
  });
});
