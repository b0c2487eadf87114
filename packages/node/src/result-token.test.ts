import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  type FaceResultExpectation,
  MemoryTokenStore,
  Standpoint,
  type TokenStore,
  type VerificationExpectation,
} from './index.ts';
import { now, outcome, testResultTokens } from './testing/result-tokens.ts';

const { service, stranger, fresh, claimsOf, sign, store, expected } = testResultTokens();
let standpoint: Standpoint;
beforeAll(() => {
  standpoint = fresh();
});

const expectedFace: FaceResultExpectation = { customer_id: 'customer-1', workflow_id: 'wf_1', store };

const reasonOf = (token: string, more: Partial<VerificationExpectation> = {}) =>
  outcome(standpoint.verifications.verifyResultToken(token, { ...expected, ...more }));

const face = (claims: object = {}) =>
  sign(
    {
      session_id: 'fcs_1',
      workflow_id: 'wf_1',
      decision: 'approved',
      transaction_type: undefined,
      ...claims,
    },
    { typ: 'face-result+jwt' },
  );
const faceReasonOf = (token: string, more: Partial<FaceResultExpectation> = {}) =>
  outcome(standpoint.sessions.verifyResultToken(token, { ...expectedFace, ...more }));

/** A store that records the tokens it was asked about. */
const recorder = () => {
  const asked: [jti: string, expiresAt: Date][] = [];
  const consume = async (jti: string, expiresAt: Date) => {
    asked.push([jti, expiresAt]);
    return true;
  };
  return { asked, consume };
};

test('accepts a genuine token of this customer and transaction, and returns its claims', async () => {
  const claims = await standpoint.verifications.verifyResultToken(await sign(), {
    ...expected,
    transaction_id: 'order-7',
    audience: 'org_1',
    maxAgeSeconds: 30,
  });
  expect(claims).toMatchObject({ decision: 'pass', verification_id: 'ver_1', sub: 'customer-1' });
});

test('refuses each wrong token with its reason', async () => {
  expect(await reasonOf(await sign({ sub: 'customer-2' }))).toBe('wrong_customer');
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
  const early = standpoint.verifications.verifyResultToken(await sign({ iat: now() + 100 }), expected);
  await expect(early).rejects.toThrow('set the clock');
  expect(await reasonOf(await sign({}, {}, stranger.privateKey))).toBe('bad_signature');
  expect(await reasonOf(await sign({}, { kid: 'enc' }))).toBe('unknown_key');
  expect(await reasonOf(await sign({}, { typ: 'preflight+jwt' }))).toBe('wrong_type');
  expect(await reasonOf(await sign({}, { typ: 'face-result+jwt' }))).toBe('wrong_type');
  expect(await reasonOf(await sign({}, { cty: 'x' }))).toBe('malformed');
});

test('refuses a sandbox result unless the caller accepts the sandbox', async () => {
  const token = await sign({ env: 'sandbox' });
  expect(await reasonOf(token)).toBe('sandbox');
  expect(await reasonOf(token, { acceptSandbox: true })).toBe('believed');
  expect(await reasonOf(await sign({ env: undefined }), { acceptSandbox: true })).toBe('sandbox');
});

test('accepts only the canonical form of a token, and no other algorithm', async () => {
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

test('refuses a login result for a deposit', async () => {
  const login = await sign({ transaction_type: 'login' });
  expect(await reasonOf(login)).toBe('wrong_transaction_type');
  expect(await reasonOf(login, { transaction_type: 'login' })).toBe('believed');
  expect(await reasonOf(await sign({ transaction_type: undefined }))).toBe('wrong_transaction_type');
});

test('compares transaction types in lower case, as the service does for policies', async () => {
  expect(await reasonOf(await sign({ transaction_type: 'Deposit' }))).toBe('believed');
  expect(await reasonOf(await sign(), { transaction_type: 'DEPOSIT' })).toBe('believed');
});

test('accepts only a pass unless the caller names other decisions', async () => {
  for (const decision of ['review', 'fail', 'retry', undefined]) {
    expect(await reasonOf(await sign({ decision }))).toBe('wrong_decision');
  }
  const review = await sign({ decision: 'review' });
  expect(await reasonOf(review, { decision: 'fail' })).toBe('wrong_decision');
  expect(await reasonOf(review, { decision: ['pass', 'review'] })).toBe('believed');
  expect(await reasonOf(await sign(), { decision: 'review' })).toBe('wrong_decision');
});

test('refuses a face result of another workflow, or one that is not approved', async () => {
  expect(await standpoint.sessions.verifyResultToken(await face(), expectedFace)).toMatchObject({
    decision: 'approved',
    workflow_id: 'wf_1',
  });
  expect(await faceReasonOf(await face({ workflow_id: 'wf_2' }))).toBe('wrong_workflow');
  expect(await faceReasonOf(await face({ workflow_id: undefined }))).toBe('wrong_workflow');
  expect(await faceReasonOf(await face({ sub: 'customer-2' }))).toBe('wrong_customer');
  expect(await faceReasonOf(await face({ decision: 'declined' }))).toBe('wrong_decision');
  const review = await face({ decision: 'review' });
  expect(await faceReasonOf(review)).toBe('wrong_decision');
  expect(await faceReasonOf(review, { decision: ['approved', 'review'] })).toBe('believed');
  expect(await faceReasonOf(await sign())).toBe('wrong_type');
});

describe('a missing expectation', () => {
  const asked = recorder();
  const full = { ...expected, ...expectedFace, store: asked };
  const cases: [field: string, change: object][] = [
    ['customer_id', { customer_id: undefined }],
    ['customer_id', { customer_id: '' }],
    ['store', { store: undefined }],
    ['store', { store: new Map() }],
    ['decision', { decision: [] }],
    ['decision', { decision: null }],
    ['decision', { decision: 'passed' }],
    ['maxAgeSeconds', { maxAgeSeconds: Number.NaN }],
    ['maxAgeSeconds', { maxAgeSeconds: -1 }],
  ];
  const ofVerification: typeof cases = [
    ['transaction_type', { transaction_type: undefined }],
    ['transaction_type', { transaction_type: '' }],
  ];
  const ofFace: typeof cases = [
    ['workflow_id', { workflow_id: undefined }],
    ['workflow_id', { workflow_id: '' }],
  ];

  it.each([...cases, ...ofVerification])(
    'is a TypeError that names %s, before anything is verified or consumed: %o',
    async (field, change) => {
      const given = { ...full, ...change } as VerificationExpectation;
      // The error comes before the token is read.
      for (const token of ['x', await sign()]) {
        const error = await standpoint.verifications.verifyResultToken(token, given).catch((e) => e);
        expect(error).toBeInstanceOf(TypeError);
        expect(error.message).toContain(`\`${field}\``);
      }
      expect(asked.asked).toEqual([]);
    },
  );

  it.each([...cases, ...ofFace])('is the same for a face result: %s, %o', async (field, change) => {
    const given = { ...full, ...change } as FaceResultExpectation;
    const error = await standpoint.sessions.verifyResultToken(await face(), given).catch((e) => e);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(`\`${field}\``);
    expect(asked.asked).toEqual([]);
  });
});

describe('the store', () => {
  it('accepts a token once, until after it has expired', async () => {
    const own = new MemoryTokenStore();
    const token = await sign({ jti: 'once', exp: now() - 20 });
    expect(await reasonOf(token, { store: own })).toBe('believed');
    expect(await reasonOf(token, { store: own })).toBe('consumed');
    const asked = recorder();
    await reasonOf(await sign({ jti: 'far', exp: 4_000_000_000 }), { store: asked });
    // A token is accepted for 30 seconds after it expires, so it must be remembered as long.
    expect(asked.asked).toEqual([['far', new Date(4_000_000_030_000)]]);
  });

  it('is not asked when anything else is wrong', async () => {
    const asked = recorder();
    const wrong: [object, object?][] = [
      [{ sub: 'customer-2' }],
      [{ transaction_type: 'login' }],
      [{ transaction_id: 'order-8' }],
      [{ decision: 'review' }],
      [{ env: 'sandbox' }],
      [{ exp: now() - 31 }],
      [{ iss: 'https://elsewhere.example' }],
      [{ aud: 'org_2' }],
      [{ jti: undefined }],
      [{ jti: '' }],
      [{}, { typ: 'face-result+jwt' }],
      [{}, { kid: 'enc' }],
    ];
    for (const [claims, header] of wrong) {
      const token = await sign(claims, header);
      expect(await reasonOf(token, { transaction_id: 'order-7', store: asked })).not.toBe('believed');
    }
    const face2 = await face({ workflow_id: 'wf_2' });
    expect(await faceReasonOf(face2, { store: asked })).toBe('wrong_workflow');
    expect(asked.asked).toEqual([]);
  });

  it.each([false, undefined, 1, 'true'])('refuses the token unless it answers true: %s', async (answer) => {
    const store = { consume: () => answer as boolean };
    expect(await reasonOf(await sign(), { store })).toBe('consumed');
  });

  it('passes on its own errors, and the token stays unused', async () => {
    let broken = true;
    const memory = new MemoryTokenStore();
    const flaky: TokenStore = {
      consume: (...about) => {
        if (broken) throw new Error('the database is away');
        return memory.consume(...about);
      },
    };
    const token = await sign();
    await expect(reasonOf(token, { store: flaky })).rejects.toThrow('the database is away');
    broken = false;
    expect(await reasonOf(token, { store: flaky })).toBe('believed');
  });
});

test('refuses a genuine token of another organization, and every token when no organization is set', async () => {
  expect(await reasonOf(await sign({ aud: 'org_2', org: 'org_2' }))).toBe('wrong_audience');
  const unaware = new Standpoint({ apiKey: 'sp_test_key', baseUrl: service.origin });
  await expect(unaware.verifications.verifyResultToken(await sign(), expected)).rejects.toThrow(
    /organization/,
  );
});
