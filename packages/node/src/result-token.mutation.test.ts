import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import type { checkResultToken as Check, VerificationExpectation } from './result-token.ts';

const here = new URL('./result-token.ts', import.meta.url);

/** The check with one defence taken out. */
const without = async ([from, to]: readonly [string, string]): Promise<typeof Check> => {
  const source = await readFile(here, 'utf8');
  expect(source).toContain(from);
  const text = source
    .replace(from, to)
    .replaceAll("'./errors.ts'", JSON.stringify(new URL('./errors.ts', here).href));
  const code = Buffer.from(stripTypeScriptTypes(text)).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).checkResultToken;
};

const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
const { kty, crv, x } = await exportJWK(pair.publicKey);
const key = await crypto.subtle.importKey('jwk', { kty, crv, x } as JsonWebKey, 'Ed25519', false, ['verify']);
const now = Math.floor(Date.now() / 1_000);

const sign = (claims: object = {}, typ = 'verification+jwt', by = pair.privateKey) =>
  new SignJWT({
    iss: 'https://id.example',
    aud: 'org_1',
    jti: 'j',
    iat: now,
    exp: now + 60,
    env: 'production',
    sub: 'me',
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ, kid: 'k1' })
    .sign(by);

const run = async (check: typeof Check, token: string, more: Partial<VerificationExpectation> = {}) =>
  check(
    { issuer: 'https://id.example', organization: 'org_1' } as never,
    { find: async () => key } as never,
    token,
    'verification+jwt',
    { customer_id: 'me', ...more },
  ).then(
    () => 'believed',
    (error) => error.reason,
  );

const twin = (token: string): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) ^ 1];
};

const CONTROLS: [
  what: string,
  mutation: readonly [string, string],
  token: () => Promise<string>,
  more?: Partial<VerificationExpectation>,
][] = [
  [
    'signature',
    ['!(await crypto.subtle.verify', 'false && !(await crypto.subtle.verify'],
    () => sign({}, undefined, stranger.privateKey),
  ],
  ['type', ['header.typ !== typ', 'false'], () => sign({}, 'preflight+jwt')],
  ['canonical form', [" !== part) refuse('malformed')", ' !== part) void 0'], async () => twin(await sign())],
  ['issuer', ['claims.iss !== issuer', 'false'], () => sign({ iss: 'https://other.example' })],
  ['audience', ['claims.aud !== audience', 'false'], () => sign({ aud: 'org_2' }), { audience: 'org_1' }],
  ['expiry', ['!(exp > now - SKEW_S)', 'false'], () => sign({ exp: now - 100 })],
  ['environment', ["claims.env !== 'production' &&", 'false &&'], () => sign({ env: 'sandbox' })],
  ['customer', ['claims.sub !== expected.customer_id', 'false'], () => sign({ sub: 'you' })],
  [
    'transaction',
    ['transaction_id !== expected.transaction_id', 'false'],
    () => sign({ transaction_id: 'a' }),
    { transaction_id: 'b' },
  ],
  ['consumption', ['expected.consume &&', 'false &&'], () => sign(), { consume: () => false }],
];

test.each(CONTROLS)(
  'without the check of the %s, a token that must be refused is believed',
  async (_, change, make, more) => {
    const token = await make();
    const { checkResultToken } = await import('./result-token.ts');
    expect(await run(checkResultToken, token, more)).not.toBe('believed');
    expect(await run(await without(change), token, more)).toBe('believed');
  },
);
