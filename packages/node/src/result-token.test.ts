import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ConnectionError, ResultTokenError, Standpoint, type VerificationExpectation } from './index.ts';
import { type LocalService, startLocalService } from './testing/local-service.ts';

let service: LocalService;
let standpoint: Standpoint;
let pair: Awaited<ReturnType<typeof generateKeyPair>>;
let stranger: typeof pair;

const published = async (key: CryptoKey, kid: string, use = 'sig') => ({
  ...(await exportJWK(key)),
  kid,
  use,
});
const fresh = () => new Standpoint({ apiKey: 'sp_test_key', baseUrl: service.origin, organization: 'org_1' });

beforeAll(async () => {
  service = await startLocalService();
  pair = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  service.publish([
    await published(pair.publicKey, 'k1'),
    await published((await generateKeyPair('ECDH-ES')).publicKey, 'enc', 'enc'),
  ]);
  standpoint = fresh();
});
afterAll(() => service?.close());

const now = () => Math.floor(Date.now() / 1_000);
const claimsOf = (more: object = {}) => ({
  iss: service.origin,
  aud: 'org_1',
  jti: randomUUID(),
  iat: now(),
  exp: now() + 60,
  org: 'org_1',
  env: 'production',
  sub: 'customer-1',
  verification_id: 'ver_1',
  decision: 'pass',
  transaction_id: 'order-7',
  ...more,
});
const sign = (claims: object = {}, header: object = {}, key = pair.privateKey) =>
  new SignJWT(claimsOf(claims))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'verification+jwt', kid: 'k1', ...header })
    .sign(key);

const expected: VerificationExpectation = { customer_id: 'customer-1' };
const reasonOf = async (token: string, more: Partial<VerificationExpectation> = {}) => {
  try {
    await standpoint.verifications.verifyResultToken(token, { ...expected, ...more });
    return 'believed';
  } catch (error) {
    if (!(error instanceof ResultTokenError)) throw error;
    return error.reason;
  }
};

test('a genuine token of this customer and transaction is believed, and its claims come back', async () => {
  const claims = await standpoint.verifications.verifyResultToken(await sign(), {
    ...expected,
    transaction_id: 'order-7',
    audience: 'org_1',
    maxAgeSeconds: 30,
  });
  expect(claims).toMatchObject({ decision: 'pass', verification_id: 'ver_1', sub: 'customer-1' });
});

test('each thing that is wrong with a token is refused with its reason', async () => {
  expect(await reasonOf(await sign({ sub: 'customer-2' }))).toBe('wrong_customer');
  expect(await reasonOf(await sign(), { customer_id: '' })).toBe('wrong_customer');
  expect(await reasonOf(await sign(), { transaction_id: 'order-8' })).toBe('wrong_transaction');
  expect(await reasonOf(await sign({ transaction_id: undefined }), { transaction_id: 'order-7' })).toBe(
    'wrong_transaction',
  );
  expect(await reasonOf(await sign({ iss: 'https://elsewhere.example' }))).toBe('wrong_issuer');
  expect(await reasonOf(await sign(), { audience: 'org_2' })).toBe('wrong_audience');
  expect(await reasonOf(await sign({ exp: now() - 31 }))).toBe('expired');
  expect(await reasonOf(await sign({ exp: undefined }))).toBe('expired');
  expect(await reasonOf(await sign({ iat: now() - 100 }), { maxAgeSeconds: 60 })).toBe('too_old');
  expect(await reasonOf(await sign({ iat: now() + 100 }))).toBe('malformed');
  expect(await reasonOf(await sign({}, {}, stranger.privateKey))).toBe('bad_signature');
  expect(await reasonOf(await sign({}, { kid: 'enc' }))).toBe('unknown_key');
  expect(await reasonOf(await sign({}, { typ: 'preflight+jwt' }))).toBe('wrong_type');
  expect(await reasonOf(await sign({}, { typ: 'face-result+jwt' }))).toBe('wrong_type');
  expect(await reasonOf(await sign({}, { cty: 'x' }))).toBe('malformed');
});

test('a sandbox result is refused unless the caller accepts the sandbox', async () => {
  const token = await sign({ env: 'sandbox' });
  expect(await reasonOf(token)).toBe('sandbox');
  expect(await reasonOf(token, { acceptSandbox: true })).toBe('believed');
  expect(await reasonOf(await sign({ env: undefined }), { acceptSandbox: true })).toBe('sandbox');
});

test('only the canonical form of a token is looked at, and no other algorithm', async () => {
  const token = await sign();
  const [header, claims, signature] = token.split('.') as [string, string, string];
  const last = signature.at(-1)!;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const twin = signature.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1];
  expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'verification+jwt', kid: 'k1' })).toString(
    'base64url',
  );
  const malformed = [
    '',
    'a.b',
    `${token}.x`,
    `${header}.${claims}.${twin}`,
    `${header}.${claims}.${signature}=`,
    `${header}=.${claims}.${signature}`,
    `${none}.${claims}.`,
    `${none}.${claims}.${signature}`,
    `bnVsbA.${claims}.${signature}`,
  ];
  for (const text of malformed) expect(await reasonOf(text)).toBe('malformed');
  const altered = Buffer.from(JSON.stringify(claimsOf({ decision: 'pass' }))).toString('base64url');
  expect(await reasonOf(`${header}.${altered}.${signature}`)).toBe('bad_signature');
});

test('consume is asked last, once per believed token, and its no is a refusal', async () => {
  const seen = new Map<string, Date>();
  const consume = async (jti: string, expiresAt: Date) => {
    if (seen.has(jti)) return false;
    seen.set(jti, expiresAt);
    return true;
  };
  const token = await sign({ jti: 'once', exp: 4_000_000_000 });
  expect(await reasonOf(token, { consume, customer_id: 'customer-2' })).toBe('wrong_customer');
  expect(await reasonOf(token, { consume })).toBe('believed');
  expect(await reasonOf(token, { consume })).toBe('consumed');
  expect([...seen]).toEqual([['once', new Date(4_000_000_000_000)]]);
});

test('a face result is checked the same way by its own method', async () => {
  const token = await sign({ session_id: 'fcs_1', decision: 'approved' }, { typ: 'face-result+jwt' });
  expect(await standpoint.sessions.verifyResultToken(token, expected)).toMatchObject({
    decision: 'approved',
  });
  await expect(standpoint.sessions.verifyResultToken(await sign(), expected)).rejects.toMatchObject({
    reason: 'wrong_type',
  });
});

test('keys are fetched once, and again for an unknown kid, but not for every invented one', async () => {
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

test('without any keys nothing is believed', async () => {
  const client = new Standpoint({
    apiKey: 'sp_test_key',
    baseUrl: service.origin,
    jwksUrl: `${service.origin}/nothing-here`,
  });
  await expect(client.verifications.verifyResultToken(await sign(), expected)).rejects.toBeInstanceOf(
    ConnectionError,
  );
});

test('a genuine token of another organization on the same service is refused, and nothing is believed without an organization', async () => {
  expect(await reasonOf(await sign({ aud: 'org_2', org: 'org_2' }))).toBe('wrong_audience');
  const unaware = new Standpoint({ apiKey: 'sp_test_key', baseUrl: service.origin });
  await expect(unaware.verifications.verifyResultToken(await sign(), expected)).rejects.toThrow(
    /organization/,
  );
});
