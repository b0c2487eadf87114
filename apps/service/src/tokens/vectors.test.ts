import { createPrivateKey, createPublicKey, type JsonWebKey, randomInt, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Environment, PreflightClaims, TokenKind } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../testing/counts.ts';
import { mintToken, respellings, verifyOnce } from '../../testing/attacks.ts';
import { browserEvidence, claimsOf, seal } from '../../testing/browser-payload.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { vectors } from '../../testing/vectors.ts';
import { mintNext } from '../geolocation/preflight/token.ts';
import { Refusal } from '../refuse.ts';
import { canonicalParts, MAX_TOKEN_LENGTH } from './canonical.ts';
import { check, checkContext } from './check.ts';
import { KINDS } from './kinds.ts';
import { openPayload } from './open-payload.ts';
import { type KeyRing, type SigningKey, thumbprint } from './signing-keys.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);

const ALL_KINDS = Object.keys(KINDS) as TokenKind[];
const context = (keys: KeyRing = service.deps.keys) => ({
  ...checkContext(service.deps),
  keys,
});
/** The code of the refusal; null: accepted. Any other error is thrown on. */
async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
const read = (name: string) => JSON.parse(readFileSync(vectors(`jose/${name}.json`).path, 'utf8'));

/**
 * Our key set with the keys of a test group added as if they were ours. A token of another algorithm must be
 * refused even then.
 */
function ringWith(jwk: unknown): KeyRing {
  const keys = ((jwk as { keys?: JsonWebKey[] }).keys ?? [jwk]) as JsonWebKey[];
  const foreign = keys.map((key): [string, SigningKey] => [
    String(key.kid),
    { kid: String(key.kid), public_jwk: key, private_key: undefined as never },
  ]);
  const set = (env: Environment) => {
    const ours = service.deps.keys.of(env);
    return {
      ...ours,
      verifying: new Map([...ours.verifying, ...foreign]),
      opening: new Map([...ours.opening, ...foreign]),
    };
  };
  return { of: set, refresh: async () => undefined };
}

interface Group {
  comment: string;
  private?: object;
  public?: object;
  tests: { tcId: number; comment: string; jws?: string; jwe?: string; jwk?: unknown; result: string }[];
}

describe.skipIf(vectors('jose').absent)('public vectors', () => {
  it.each(['json_web_crypto_test', 'json_web_key_test'])(
    'rejects every %s vector even when its key is in the key set',
    async (name) => {
      const groups = read(name).testGroups as Group[];
      let seen = 0;
      for (const group of groups) {
        const keys = ringWith(group.public ?? group.private ?? {});
        for (const { jws, jwe, tcId, comment } of group.tests) {
          const about = `${group.comment} ${tcId} ${comment}`;
          const text = jws ?? jwe ?? '';
          seen++;
          expect(await refusalOf(check(context(keys), text, ALL_KINDS)), about).toBe('token_invalid');
          expect(await refusalOf(openPayload(keys, 'production', text)), about).toBe('payload_unreadable');
        }
      }
      expect(seen).toBe(name === 'json_web_crypto_test' ? 83 : 26);
    },
  );

  it('agrees with all 151 vectors of ed25519_test in both libraries that check signatures', async () => {
    let seen = 0;
    for (const group of read('ed25519_test').testGroups) {
      const key = createPublicKey({ key: group.publicKeyJwk, format: 'jwk' });
      const web = await crypto.subtle.importKey('jwk', group.publicKeyJwk, 'Ed25519', false, ['verify']);
      for (const { msg, sig, result, tcId, comment } of group.tests) {
        const [message, signature] = [Buffer.from(msg, 'hex'), Buffer.from(sig, 'hex')];
        const expected = result === 'valid';
        expect(verify(null, message, key, signature), `${tcId} ${comment}`).toBe(expected);
        expect(await crypto.subtle.verify('Ed25519', web, signature, message), `${tcId} ${comment}`).toBe(
          expected,
        );
        seen++;
      }
    }
    expect(seen).toBe(151);
  });
});

describe('RFC 8037 appendix A', () => {
  const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
  const d = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';

  it('A.3: makes the thumbprint that names our keys', () => {
    expect(thumbprint({ kty: 'OKP', crv: 'Ed25519', x })).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
    const { active, payload } = service.deps.keys.of('production');
    for (const key of [active, payload]) expect(thumbprint(key.public_jwk)).toBe(key.kid);
  });

  it('A.4: makes the signature of the example', () => {
    const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' });
    const signed = 'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc';
    expect(sign(null, Buffer.from(signed), key).toString('base64url')).toBe(
      'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
    );
  });
});

/** In `npm test` every eleventh bit, from another one each time. */
const EVERY = tries(1, 11);
const first = () => randomInt(EVERY);

describe('a token’s text', () => {
  it('is refused after any flip of one bit of its bytes', async () => {
    const token = await mintToken(service, org);
    const parts = token.split('.').map((part) => Buffer.from(part, 'base64url'));
    for (const [index, part] of parts.entries()) {
      for (let bit = first(); bit < part.length * 8; bit += EVERY) {
        const flipped = Buffer.from(part);
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        const text = parts.map((bytes, i) => (i === index ? flipped : bytes).toString('base64url')).join('.');
        expect(await refusalOf(check(context(), text, ALL_KINDS))).toBe('token_invalid');
      }
    }
    expect(await refusalOf(check(context(), token, ['preflight']))).toBeNull();
  });

  it('is refused after any flip of one bit of its characters', async () => {
    const token = Buffer.from(await mintToken(service, org), 'latin1');
    for (let bit = first(); bit < token.length * 8; bit += EVERY) {
      token[bit >> 3]! ^= 1 << (bit & 7);
      expect(await refusalOf(check(context(), token.toString('latin1'), ALL_KINDS))).toBe('token_invalid');
      token[bit >> 3]! ^= 1 << (bit & 7);
    }
  });

  it('is refused in 19 other spellings that a lenient library accepts', async () => {
    for (let i = 0; i < 20; i++) {
      const token = await mintToken(service, org);
      const blank = token.lastIndexOf('.') + 40;
      const others = [
        `${token}==`,
        `${token}\n`,
        `${token} `,
        `${token.slice(0, blank)} ${token.slice(blank)}`,
      ];
      const spellings = [...respellings(token), ...others];
      expect(spellings).toHaveLength(19);
      for (const spelling of spellings) {
        expect(canonicalParts(spelling)).toBeNull();
        expect(await refusalOf(check(context(), spelling, ['preflight']))).toBe('token_invalid');
      }
    }
  });

  it('fits a header and can be spent at the largest size that can be minted', async () => {
    const wide = (n: number) => '😀'.repeat(n);
    const origin = (i: number) => `https://${i}${'a'.repeat(191)}`;
    const email = `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(10)}`;
    const preflight = await service.call({
      path: '/geolocation/preflight',
      token: org.api.production,
      body: {
        customer_id: wide(128),
        transaction_type: wide(128),
        transaction_name: wide(200),
        transaction_id: wide(128),
        name: wide(200),
        email,
        install_id: '\\'.repeat(128),
        expected_jurisdiction: { country: 'GB', subdivision: 'GB-SCT' },
        origins: [0, 1, 2, 3, 4].map(origin),
      },
    });
    expect([origin(0).length, email.length, preflight.status], preflight.text).toEqual([200, 254, 200]);
    const { claims } = await check<PreflightClaims>(context(), preflight.data.token, ['preflight']);
    const next = mintNext(service.deps, { ...claims, policy: `pol_${'0'.repeat(26)}` }).token;
    expect(next.length).toBeGreaterThan(preflight.data.token.length);
    expect(next.length).toBeLessThan(MAX_TOKEN_LENGTH);
    expect(await refusalOf(check(context(), next, ['preflight']))).toBeNull();

    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = service.app.server.address() as { port: number };
    const { token } = preflight.data;
    const verified = await fetch(`http://127.0.0.1:${port}/geolocation/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: origin(0) },
      body: JSON.stringify({ payload: await seal(token, browserEvidence()) }),
    });
    expect(verified.status, await verified.clone().text()).toBe(200);
  });

  it('has a jti of its own, which alone is spent', async () => {
    const tokens = await Promise.all(Array.from({ length: 200 }, () => mintToken(service, org, 'same')));
    expect(new Set(tokens.map((token) => claimsOf(token).jti)).size).toBe(200);
    expect((await verifyOnce(service, tokens[0]!)).status).toBe(200);
    const { rows } = await service.database.pool.query('SELECT jti FROM spent_token WHERE jti = $1', [
      claimsOf(tokens[0]!).jti,
    ]);
    expect(rows).toHaveLength(1);
  });
});
