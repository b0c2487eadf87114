import { generateKeyPairSync, type JsonWebKey, type KeyObject, randomInt, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../../testing/counts.ts';
import { mutant, mutantInside } from '../../testing/mutant.ts';
import { openProof } from './open-proof.ts';

type Open = typeof openProof;
type Change = [from: string, to: string];

const FILE = 'tokens/open-proof.ts';
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const jwkOf = (key: KeyObject): JsonWebKey => key.export({ format: 'jwk' });

const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const ed25519 = generateKeyPairSync('ed25519');
const KEYS = { ES256: [p256, 'sha256'], ES384: [p384, 'sha384'], EdDSA: [ed25519, null] } as const;
const CLAIMS = { htm: 'POST', htu: 'https://id.example/x', iat: 1, jti: 'eight-or-more' };

/** A proof as our clients make it, with some parts changed. */
function make(
  alg: keyof typeof KEYS,
  { header = {}, claims = CLAIMS, by }: { header?: object; claims?: unknown; by?: KeyObject } = {},
): string {
  const [pair, hash] = KEYS[alg];
  const text = `${encode({ typ: 'dpop+jwt', alg, jwk: jwkOf(pair.publicKey), ...header })}.${encode(claims)}`;
  const key = { key: by ?? pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${text}.${sign(hash, Buffer.from(text), key).toString('base64url')}`;
}

/** The same bytes, with other unused bits in the last character. */
function twin(proof: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return proof.slice(0, -1) + alphabet[alphabet.indexOf(proof.at(-1)!) ^ 1];
}

const STEP = LONG ? 1 : 5;
const FROM = LONG ? 0 : randomInt(STEP);

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const jwk = jwkOf(p256.publicKey);
const FORGERIES: Record<string, string> = {
  'another key’s signature': make('ES256', { by: stranger }),
  'another algorithm': make('ES384'),
  'another type': make('ES256', { header: { typ: 'JWT' } }),
  'a further header': make('ES256', { header: { kid: 'x' } }),
  'a member that is not of a public key': make('ES256', { header: { jwk: { ...jwk, oth: [] } } }),
  'another spelling': twin(make('ES256')),
  'one claim twice': make('ES256', { claims: '{"htm":"GET","htm":"POST"}' }),
  'more than 4,096 characters': make('ES256', { claims: { ...CLAIMS, jti: 'x'.repeat(4_096) } }),
};

const outcomeOf = (open: Open, proof: string) =>
  open(proof).then(
    () => 'accepted',
    ({ code, message }) => code ?? message,
  );

describe('a proof', () => {
  it.each(['ES256', 'EdDSA'] as const)(
    'signed with %s gives its claims and the thumbprint of its key',
    async (alg) => {
      const { claims, jkt } = await openProof(make(alg));
      expect(claims).toEqual(CLAIMS);
      expect(jkt).toMatch(/^[\w-]{43}$/);
      expect((await openProof(make(alg, { claims: {} }))).jkt).toBe(jkt);
    },
  );

  it.each(Object.entries(FORGERIES))('is refused with %s', async (_, proof) => {
    expect(await outcomeOf(openProof, proof)).toBe('proof_invalid');
  });

  it('is refused with a key of another kind than its algorithm, a malformed or a private one', async () => {
    const { x, ...half } = jwk;
    const keys: unknown[] = [
      jwkOf(ed25519.publicKey),
      jwkOf(p384.publicKey),
      jwkOf(p256.privateKey),
      jwkOf(generateKeyPairSync('x25519').publicKey),
      half,
      { ...jwk, x: jwk.y },
      { ...jwk, use: 'enc' },
      { ...jwk, alg: 'ES384' },
      { kty: 'oct', k: 'AAAA' },
      [],
      null,
      'x',
    ];
    for (const each of keys)
      expect(await outcomeOf(openProof, make('ES256', { header: { jwk: each } }))).toBe('proof_invalid');
    for (const alg of ['none', 'HS256', 'EdDSA', 'Ed25519', 'ES384', null])
      expect(await outcomeOf(openProof, make('ES256', { header: { alg } }))).toBe('proof_invalid');
  });

  // In `npm test` every fifth bit, from another one each time.
  it.each(['ES256', 'EdDSA'] as const)('signed with %s is refused after any flip of one bit', async (alg) => {
    const parts = make(alg)
      .split('.')
      .map((part) => Buffer.from(part, 'base64url'));
    for (const [index, part] of parts.entries()) {
      for (let bit = FROM; bit < part.length * 8; bit += STEP) {
        const flipped = Buffer.from(part);
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        const text = parts.map((bytes, i) => (i === index ? flipped : bytes).toString('base64url')).join('.');
        expect(await outcomeOf(openProof, text)).toBe('proof_invalid');
      }
    }
  });
});

describe('mutation controls: a forgery is accepted', () => {
  const SIGNATURE = `await compactVerify(proof, EmbeddedJWK, { algorithms: ['ES256', 'EdDSA'] }).catch((cause) =>
    invalid('signature', cause),
  );`;
  const controls: [defence: string, change: Change, forgery: string][] = [
    ['signature', [SIGNATURE, ''], 'another key’s signature'],
    ['list of algorithms', [", { algorithms: ['ES256', 'EdDSA'] }", ''], 'another algorithm'],
    ['type', ["typ !== 'dpop+jwt'", 'false'], 'another type'],
    ['exact header', ['Object.keys(others).length > 0', 'false'], 'a further header'],
    [
      'members of a public key',
      ['!PUBLIC_MEMBERS.has(name)', 'false'],
      'a member that is not of a public key',
    ],
    ['strict JSON', ['parseJson(bytes)', 'JSON.parse(bytes.toString())'], 'one claim twice'],
    ['size', ['proof.length <= MAX_PROOF_LENGTH', 'true'], 'more than 4,096 characters'],
  ];
  it.each(controls)('without the %s', async (_, change, name) => {
    const careless = await mutant<{ openProof: Open }>(FILE, change);
    expect(await outcomeOf(careless.openProof, FORGERIES[name]!)).toBe('accepted');
  });

  it('without the canonical form', async () => {
    const change: Change = ["bytes.toString('base64url') === part ? bytes : null", 'bytes'];
    const careless = await mutantInside<{ openProof: Open }>(FILE, 'tokens/canonical.ts', change);
    expect(await outcomeOf(careless.openProof, FORGERIES['another spelling']!)).toBe('accepted');
  });
});
