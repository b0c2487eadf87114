import { expect, test, vi } from 'vitest';
import { type Config, Standpoint } from './index.ts';

/** Mistakes of the settings: each is named before anything is sent, and no message repeats a secret. */

const apiKey = 'sp_test_key';
const resultsKey = 'sr_test_key';
const baseUrl = 'https://id.example';
const made = (config: Partial<Config>) => () => new Standpoint({ apiKey, baseUrl, ...config });

test.each<[given: unknown, words: string]>([
  [undefined, 'is missing: is its environment variable set?'],
  ['', 'is missing'],
  [resultsKey, 'apiKey is a results key (sr_…); it must be an API key (sp_live_… or sp_test_…)'],
  ['whsec_c2VjcmV0', 'is the secret of a webhook endpoint (whsec_…)'],
  ['whpk_c2VjcmV0', 'is the public key of a webhook endpoint'],
  ['pkg_abcdefgh', 'is a package token (pkg_…)'],
  ['eyJhbGciOiJFZERTQSJ9.e30.c2ln', 'is a token (JWT)'],
  [`Bearer ${apiKey}`, 'is a whole Authorization header'],
  [`${apiKey}\n`, 'has a space or a line break before or after it'],
  [` ${apiKey}`, 'has a space or a line break'],
  [`"${apiKey}"`, 'has quotation marks around it'],
  ['sp_test_…', 'has the “…” of an example'],
  ['sp_test_', 'has a character that no key has'],
  ['sp_test_k y', 'has a character that no key has'],
  ['sp_test_kéy', 'has a character that no key has'],
  ['secret', 'must begin with sp_live_ or sp_test_'],
  [42, 'is missing'],
])('names what is wrong with the API key %j', (given, words) => {
  const call = made({ apiKey: given as string });
  expect(call).toThrow(TypeError);
  expect(call).toThrow(words);
  if (String(given).length > 12) expect(call).not.toThrow(String(given).slice(8));
});

test('names the other mistakes of keys', () => {
  expect(made({ resultsKey: apiKey })).toThrow('resultsKey is an API key (sp_…); it must be a results key');
  expect(made({ resultsKey: '' })).toThrow('resultsKey is missing');
  expect(made({ resultsKey: 'sr_live_key' })).toThrow('apiKey is of the sandbox');
  // The sandbox address knows live API keys, and everything there is of the sandbox.
  expect(made({ apiKey: 'sp_live_key', resultsKey })).not.toThrow();
  expect(made({ apiKey: undefined, resultsKey })).not.toThrow();
  expect(made({ apiKey: '', resultsKey })).toThrow('apiKey is missing');
});

test('refuses a base address that cannot be one', () => {
  for (const [given, words] of [
    [undefined, 'baseUrl is missing'],
    ['', 'baseUrl is missing'],
    ['localhost:4000', 'http(s) address'],
    ['id.example', 'http(s) address'],
    ['ftp://id.example', 'http(s) address'],
    ['https://me:secret@id.example', 'no user name'],
    ['https://id.example/?a=1', 'no user name, password, query or fragment'],
    ['https://id.example/#a', 'fragment'],
    ['https://id.example/dashboard', 'the base address alone: https://id.example, not'],
    ['https://id.example/geolocation/preflight', 'the base address alone'],
    ['https://id.example/face', 'the base address alone'],
    ['http://id.example', 'must begin with https://'],
    ['http://8.8.8.8:4000', 'must begin with https://'],
    ['http://172.32.0.1', 'must begin with https://'],
  ] as const)
    expect(made({ baseUrl: given as string }), String(given)).toThrow(words);
  expect(made({ jwksUrl: 'http://id.example/keys' })).toThrow('jwksUrl must begin with https://');
});

test('takes addresses that reach the service without the public internet, a proxy’s path, and slashes', () => {
  for (const given of [
    'http://localhost:4000/',
    'http://standpoint:4000',
    'http://app.localhost:4000',
    'http://id.internal',
    'http://127.0.0.1:4000',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://172.31.255.1',
    'http://192.168.1.2',
    'http://[::1]:4000',
    'http://[fd00::1]',
    'https://shop.example/idv',
    'https://id.example///',
  ])
    expect(made({ baseUrl: given }), given).not.toThrow();
  expect(made({ baseUrl: 'http://id.example', allowHttp: true })).not.toThrow();
});

test('refuses numbers that would mean no try, or tries without end', async () => {
  for (const timeoutMs of [0, -1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY])
    expect(made({ timeoutMs })).toThrow('timeoutMs');
  for (const maxRetries of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(made({ maxRetries })).toThrow('maxRetries');
  const fetching = vi.fn<typeof fetch>();
  const client = new Standpoint({ apiKey, resultsKey, baseUrl, fetch: fetching });
  const context = { customer_id: 'c', transaction_type: 'login' };
  const calls: [Promise<unknown>, string][] = [
    [client.preflight(context, { maxRetries: Number.NaN }), 'maxRetries'],
    [client.preflight(context, { timeoutMs: Number.NaN }), 'timeoutMs'],
    [client.preflight(context, { idempotencyKey: '' }), 'idempotencyKey'],
    [client.preflight(context, { idempotencyKey: 'a b' }), 'idempotencyKey'],
    [client.preflight(context, { idempotencyKey: 'x'.repeat(256) }), 'idempotencyKey'],
    [client.verifications.retrieve(''), 'verificationId'],
    [client.customers.retrieve(undefined as unknown as string), 'customerId'],
    [client.customers.erase('..'), 'customerId'],
    [client.customers.retrieve('\ud800'), 'customerId'],
    [client.sessions.cancel('.'), 'sessionId'],
    [client.webhooks.remove(''), 'webhookId'],
    [client.reviews.decide('rev_1', { outcome: 'approve', reason: 'r', reviewer: 'a' }), 'review_id'],
  ];
  for (const [call, words] of calls) {
    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.toThrow(words);
  }
  expect(fetching).not.toHaveBeenCalled();
});

test('says which key a call needs', async () => {
  const reader = new Standpoint({ resultsKey, baseUrl });
  const minting = reader.preflight({ customer_id: 'c', transaction_type: 'login' });
  await expect(minting).rejects.toThrow('needs an apiKey (sp_…)');
  await expect(reader.testHelpers.simulateVerification({ customer_id: 'test_pass' })).rejects.toThrow(
    'sp_test_',
  );
});
