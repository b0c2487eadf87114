import { randomUUID } from 'node:crypto';
import { webhooks } from '@standpoint/node';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

let examples: typeof import('./examples.ts');
let pair: Awaited<ReturnType<typeof generateKeyPair>>;

/** The service that the README's code calls. The SDK learns the organization from the first token. */
const service = async (url: string | URL | Request): Promise<Response> => {
  if (String(url).endsWith('/.well-known/jwks.json')) {
    return Response.json({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', use: 'sig' }] });
  }
  const claims = Buffer.from(JSON.stringify({ org: 'org_1' })).toString('base64url');
  return Response.json({
    status_code: 200,
    message: '',
    data: { token: `e30.${claims}.x`, url: 'https://face' },
  });
};

beforeAll(async () => {
  // The last test of another file in this process may have left a window.
  vi.unstubAllGlobals();
  pair = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  vi.stubEnv('STANDPOINT_API_KEY', 'sp_live_key');
  vi.stubEnv('STANDPOINT_RESULTS_KEY', 'sr_live_key');
  vi.stubGlobal('fetch', service);
  examples = await import('./examples.ts');
  await examples.startFaceCheck();
});
// Stubbed globals are removed after each test.
beforeEach(() => {
  vi.stubGlobal('fetch', service);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const sign = (claims: object, typ: string) =>
  new SignJWT({ aud: 'org_1', env: 'production', sub: 'customer-1', jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ, kid: 'k1' })
    .setIssuer('http://localhost:4000')
    .setIssuedAt()
    .setExpirationTime('5 minutes')
    .sign(pair.privateKey);

it('pays once for a pass of this deposit, and for no other result', async () => {
  const pass = { decision: 'pass', transaction_type: 'deposit', transaction_id: 'order-7' };
  const result = (claims: object) => sign({ ...pass, ...claims }, 'verification+jwt');
  for (const wrong of [
    { transaction_type: 'login' },
    { decision: 'review' },
    { transaction_id: 'order-8' },
    { sub: 'customer-2' },
    { env: 'sandbox' },
  ])
    expect(await examples.mayDeposit(await result(wrong))).toBe(false);
  const token = await result({});
  expect(await examples.mayDeposit(token)).toBe(true);
  expect(await examples.mayDeposit(token)).toBe(false);
});

it('accepts an approval of this workflow once, and no other result', async () => {
  const approved = { decision: 'approved', workflow_id: 'wf_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
  const result = (claims: object) => sign({ ...approved, ...claims }, 'face-result+jwt');
  for (const wrong of [{ decision: 'review' }, { workflow_id: 'wf_other' }, { sub: 'customer-2' }])
    expect(await examples.isVerified(await result(wrong))).toBe(false);
  const token = await result({});
  expect(await examples.isVerified(token)).toBe(true);
  expect(await examples.isVerified(token)).toBe(false);
});

it('takes a webhook that is signed, and refuses another body', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  vi.stubEnv('STANDPOINT_WEBHOOK_SECRET', secret);
  const taken: string[] = [];
  vi.stubGlobal('once', async (id: string) => void taken.push(id));
  const body = JSON.stringify({ type: 'customer.erased', timestamp: '2027-01-15T08:00:00.000Z', data: {} });
  const headers = webhooks.generateTestHeaders(body, secret);
  const post = (text: string) => new Request('http://shop/hook', { method: 'POST', headers, body: text });
  expect((await examples.received(post(body))).status).toBe(204);
  expect((await examples.received(post(`${body} `))).status).toBe(400);
  expect(taken).toEqual([headers['webhook-id']]);
});
