import { expect, test, vi } from 'vitest';
import { ConnectionError, Standpoint } from './index.ts';
import { outcome, published, testResultTokens } from './testing/result-tokens.ts';

const { service, pair, stranger, fresh, sign, expected } = testResultTokens();

test('uses old keys for a day while the service is unreachable, and asks it every 30 seconds', async () => {
  const client = fresh();
  const verify = async () =>
    outcome(client.verifications.verifyResultToken(await sign({ exp: 4_000_000_000 }), expected));
  expect(await verify()).toBe('believed');
  const start = Date.now();
  const before = service.jwksFetched();
  service.breakKeys(true);
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  try {
    vi.setSystemTime(start + 9 * 60_000);
    expect(await verify()).toBe('believed');
    expect(service.jwksFetched()).toBe(before);
    vi.setSystemTime(start + 11 * 60_000);
    expect(await verify()).toBe('believed');
    expect(await verify()).toBe('believed');
    expect(service.jwksFetched()).toBe(before + 1);
    vi.setSystemTime(start + 25 * 3_600_000);
    await expect(verify()).rejects.toBeInstanceOf(ConnectionError);
    await expect(verify()).rejects.toBeInstanceOf(ConnectionError);
    expect(service.jwksFetched()).toBe(before + 2);
    service.breakKeys(false);
    vi.setSystemTime(start + 25 * 3_600_000 + 31_000);
    expect(await verify()).toBe('believed');
  } finally {
    service.breakKeys(false);
    vi.useRealTimers();
  }
});

test('fetches keys once, and again for an unknown kid, but not for every invented one', async () => {
  const before = service.jwksFetched();
  const client = fresh();
  const verify = (token: string) => client.verifications.verifyResultToken(token, expected);
  await Promise.all([verify(await sign()), verify(await sign())]);
  expect(service.jwksFetched()).toBe(before + 1);
  for (const kid of ['x1', 'x2', 'x3']) {
    await expect(verify(await sign({}, { kid }))).rejects.toMatchObject({ reason: 'unknown_key' });
  }
  expect(service.jwksFetched()).toBe(before + 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  try {
    service.publish([await published(pair.publicKey, 'k1'), await published(stranger.publicKey, 'k2')]);
    await verify(await sign({}, { kid: 'k2' }, stranger.privateKey));
    expect(service.jwksFetched()).toBe(before + 2);
  } finally {
    vi.useRealTimers();
  }
});

test('accepts no token without keys', async () => {
  const client = new Standpoint({
    apiKey: 'sp_test_key',
    baseUrl: service.origin,
    organization: 'org_1',
    jwksUrl: `${service.origin}/nothing-here`,
  });
  await expect(client.verifications.verifyResultToken(await sign(), expected)).rejects.toBeInstanceOf(
    ConnectionError,
  );
});
