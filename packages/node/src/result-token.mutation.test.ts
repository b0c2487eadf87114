import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import * as checks from './result-token.ts';
import { type Change, mutantOf } from './testing/mutant.ts';
import { MemoryTokenStore } from './token-store.ts';

type Checks = typeof import('./result-token.ts');
const UNCHECKED = `
const unchecked = (token) => JSON.parse(String(Buffer.from(token.split('.')[1], 'base64url')));`;
const mutant = (file: string, ...changes: Change[]) =>
  mutantOf(new URL(file, import.meta.url), changes, UNCHECKED);
const without = async (change: Change): Promise<Checks> => import(await mutant('./result-token.ts', change));

const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
const key = await importJWK(await exportJWK(pair.publicKey), 'EdDSA');
const now = Math.floor(Date.now() / 1_000);

const sign = (claims: object = {}, typ = 'verification+jwt', by = pair.privateKey, header: object = {}) =>
  new SignJWT({
    iss: 'https://id.example',
    aud: 'org_1',
    jti: 'j',
    iat: now,
    exp: now + 60,
    env: 'production',
    sub: 'me',
    transaction_type: 'deposit',
    decision: 'pass',
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ, kid: 'k1', ...header })
    .sign(by);
const signFace = (claims: object) =>
  sign({ workflow_id: 'wf_1', decision: 'approved', ...claims }, 'face-result+jwt');

const settings = { issuer: 'https://id.example', organization: 'org_1' } as never;
const keys = { find: async () => key } as never;
const store = { consume: () => true };
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'believed',
    (error) => error.reason ?? error.message,
  );

const verification = (check: Checks, token: string, more: object = {}) => {
  const expected = { customer_id: 'me', transaction_type: 'deposit', store, ...more };
  return outcomeOf(check.checkVerification(settings, keys, token, expected));
};
const faceResult = (check: Checks, token: string, more: object = {}) => {
  const expected = { customer_id: 'me', workflow_id: 'wf_1', store, ...more };
  return outcomeOf(check.checkFaceResult(settings, keys, token, expected));
};

const twin = (token: string): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) ^ 1];
};

type Control = [what: string, change: Change, token: () => Promise<string>, more?: object];

const CONTROLS: Control[] = [
  [
    'signature',
    [
      'await jwtVerify(token,',
      'await ((async () => ({ payload: unchecked(token) })) as typeof jwtVerify)(token,',
    ],
    () => sign({}, undefined, stranger.privateKey),
  ],
  ['type', ['typ !== expected', 'false'], () => sign({}, 'preflight+jwt')],
  [
    'exact header',
    ['Object.keys(others).length > 0', 'false'],
    () => sign({}, undefined, undefined, { cty: 'x' }),
  ],
  [
    'canonical form',
    ['base64url.encode(base64url.decode(part)) === part', 'true'],
    async () => twin(await sign()),
  ],
  ['size', ['token.length <= MAX_LENGTH', 'true'], () => sign({ padding: 'x'.repeat(13_000) })],
  ['issuer', ['issuer: settings.issuer,', ''], () => sign({ iss: 'https://other.example' })],
  ['audience', ['claims.aud !== audience', 'false'], () => sign({ aud: 'org_2' })],
  [
    'audience as one text',
    ['claims.aud !== audience', '![claims.aud].flat().includes(audience)'],
    () => sign({ aud: ['org_2', 'org_1'] }),
  ],
  ['expiry', ['clockTolerance: SKEW_S,', 'clockTolerance: 1e9,'], () => sign({ exp: now - 100 })],
  ['presence of an expiry', ["requiredClaims: ['exp'],", ''], () => sign({ exp: undefined })],
  [
    'age',
    ['expected.maxAgeSeconds ??', 'undefined ??'],
    () => sign({ iat: now - 100 }),
    { maxAgeSeconds: 10 },
  ],
  ['moment of issue', ['maxTokenAge:', 'unused:'], () => sign({ iat: now + 100 })],
  ['environment', ["claims.env !== 'production' &&", 'false &&'], () => sign({ env: 'sandbox' })],
  ['customer', ['claims.sub !== expected.customer_id', 'false'], () => sign({ sub: 'you' })],
  [
    'transaction type',
    ['transaction_type?.toLowerCase() !== expected.transaction_type.toLowerCase()', 'false'],
    () => sign({ transaction_type: 'login' }),
  ],
  [
    'transaction',
    ['transaction_id !== expected.transaction_id', 'false'],
    () => sign({ transaction_id: 'a' }),
    { transaction_id: 'b' },
  ],
  ['decision', ['!decisions.includes(claims.decision)', 'false'], () => sign({ decision: 'review' })],
  ['jti', ["typeof claims.jti !== 'string' || !claims.jti", 'false'], () => sign({ jti: undefined })],
  [
    'consumption',
    ['(await store.consume(claims.jti, expiresAt)) !== true', 'false'],
    () => sign(),
    { store: { consume: () => false } },
  ],
  [
    'answer of the store',
    [
      '(await store.consume(claims.jti, expiresAt)) !== true',
      '(await store.consume(claims.jti, expiresAt)) === false',
    ],
    () => sign(),
    { store: { consume: () => undefined } },
  ],
];

test.each(CONTROLS)(
  'without the check of the %s, a token that must be refused is believed',
  async (_, change, make, more) => {
    const token = await make();
    expect(await verification(checks, token, more)).not.toBe('believed');
    expect(await verification(await without(change), token, more)).toBe('believed');
  },
);

test('accepts the result of an easier workflow without the check of the workflow', async () => {
  const token = await signFace({ workflow_id: 'wf_easy' });
  expect(await faceResult(checks, token)).toBe('wrong_workflow');
  const careless = await without(['claims.workflow_id !== expected.workflow_id', 'false']);
  expect(await faceResult(careless, token)).toBe('believed');
});

test('accepts a token without a customer when no customer is required', async () => {
  const token = await sign({ sub: undefined });
  const more = { customer_id: undefined };
  expect(await verification(checks, token, more)).toMatch(/customer_id/);
  const lenient = await mutant('./result-expectation.ts', ["  requireText(expected, 'customer_id');\n", '']);
  const careless = await without(["'./result-expectation.ts'", `'${lenient}'`]);
  expect(await verification(careless, token, more)).toBe('believed');
});

test('accepts an expired token twice without the tolerance in `expiresAt`', async () => {
  const twice = async (check: Checks) => {
    const own = { store: new MemoryTokenStore({ limit: 1 }) };
    const token = await sign({ exp: now - 10 });
    expect(await verification(check, token, own)).toBe('believed');
    // Another token makes the store forget expired tokens.
    await verification(check, await sign({ jti: 'other', exp: now - 10 }), own);
    return verification(check, token, own);
  };
  expect(await twice(checks)).toBe('consumed');
  expect(await twice(await without(['claims.exp + SKEW_S', 'claims.exp']))).toBe('believed');
});

test('would accept a token again if a full store forgot any token to make room', async () => {
  const again = (Store: typeof MemoryTokenStore) => {
    const own = new Store({ limit: 1 });
    const later = new Date(Date.now() + 60_000);
    own.consume('a', later);
    try {
      own.consume('b', later);
    } catch {
      // The store is full, so this token stays unused.
    }
    return own.consume('a', later);
  };
  expect(again(MemoryTokenStore)).toBe(false);
  const changes: Change[] = [
    ['if (now < this.#soonest) return;', ''],
    ['if (expires <= now)', 'if (true)'],
  ];
  expect(again((await import(await mutant('./token-store.ts', ...changes))).MemoryTokenStore)).toBe(true);
});
