import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll } from 'vitest';
import { later } from '../../../../testing/later.ts';
import { MemoryTokenStore, ResultTokenError, Standpoint, type VerificationExpectation } from '../index.ts';
import { type LocalService, startLocalService } from './local-service.ts';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

export const now = () => Math.floor(Date.now() / 1_000);

export const published = async (key: CryptoKey, kid: string, use = 'sig') => ({
  ...(await exportJWK(key)),
  kid,
  use,
});

export const outcome = async (work: Promise<unknown>) => {
  try {
    await work;
    return 'believed';
  } catch (error) {
    if (!(error instanceof ResultTokenError)) throw error;
    return error.reason;
  }
};

/** A service that publishes the key of a pair, and tokens that this key signs. It does not know the `stranger`. */
export function testResultTokens() {
  let opened: LocalService | undefined;
  let made: KeyPair | undefined;
  let other: KeyPair | undefined;
  const service = later('service', () => opened);
  const pair = later('pair', () => made);
  const stranger = later('stranger', () => other);
  beforeAll(async () => {
    opened = await startLocalService();
    made = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    other = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    service.publish([
      await published(pair.publicKey, 'k1'),
      await published((await generateKeyPair('ECDH-ES')).publicKey, 'enc', 'enc'),
    ]);
  });
  afterAll(() => opened?.close());

  const fresh = () =>
    new Standpoint({ apiKey: 'sp_test_key', baseUrl: service.origin, organization: 'org_1' });
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
    transaction_type: 'deposit',
    transaction_id: 'order-7',
    ...more,
  });
  const sign = (claims: object = {}, header: object = {}, key = pair.privateKey) =>
    new SignJWT(claimsOf(claims))
      .setProtectedHeader({ alg: 'EdDSA', typ: 'verification+jwt', kid: 'k1', ...header })
      .sign(key);

  const store = new MemoryTokenStore();
  const expected: VerificationExpectation = { customer_id: 'customer-1', transaction_type: 'deposit', store };

  return { service, pair, stranger, fresh, claimsOf, sign, store, expected };
}
