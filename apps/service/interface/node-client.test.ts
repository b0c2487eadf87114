import {
  AuthenticationError,
  ConnectionError,
  MemoryTokenStore,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  type SimulatedVerification,
  ValidationError,
} from '@standpoint/node';
import { describe, expect, it } from 'vitest';
import { createKey } from '../src/accounts/api-keys.ts';
import { changeSettings } from '../src/accounts/organizations.ts';
import { person } from '../testing/face/face.ts';
import { otherEnd } from '../testing/forge.ts';
import { all, caught, testNodeClient } from '../testing/interface/node-client.ts';
import { freePorts } from '../testing/ports.ts';

/** The Node SDK, over real HTTP, against the service itself. Its resources are in `node-resources.test.ts`. */

const { service, org, sandbox, clientOf, losing, workflow } = testNodeClient();

describe('tokens', () => {
  it('are created for both areas, and a result is checked offline and used once', async () => {
    const transaction = { customer_id: 'test_pass_1', transaction_type: 'deposit', transaction_id: 'o-1' };
    const { token, install_id, _meta } = await sandbox.preflight(transaction);
    expect([token.split('.').length, install_id?.slice(0, 4), _meta.status]).toEqual([3, 'ins_', 200]);
    const result = await sandbox.testHelpers.simulateVerification(transaction);
    const expected = { ...transaction, store: new MemoryTokenStore(), acceptSandbox: true };
    const check = () => sandbox.verifications.verifyResultToken(result.result_token!, expected);
    expect(await check()).toMatchObject({ decision: 'pass', aud: org.org, transaction_id: 'o-1' });
    await expect(check()).rejects.toMatchObject({ reason: 'consumed' });

    const portal = await sandbox.createPortalToken({ ...workflow(), customer: { customer_id: 'c' } });
    expect(portal).toMatchObject({ customer_id: 'c', url: expect.stringContaining('#t=') });
  });

  it('are the same again for an idempotency key, and refused for another body', async () => {
    const body = { customer_id: 'c', transaction_type: 'login' };
    const first = await sandbox.preflight(body, { idempotencyKey: 'order-7' });
    const again = await sandbox.preflight(body, { idempotencyKey: 'order-7' });
    expect([again.token, again._meta.replayed]).toEqual([first.token, true]);
    expect(first._meta).not.toHaveProperty('replayed');
    const other = sandbox.preflight({ ...body, customer_id: 'd' }, { idempotencyKey: 'order-7' });
    expect(await caught(other)).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  });

  it('are refused with the class, code and field of the mistake', async () => {
    const wrong = { customer_id: 'c', transaction_type: 'login', instal_id: 'x' };
    const invalid = await caught(sandbox.preflight(wrong));
    expect(invalid).toBeInstanceOf(ValidationError);
    expect(invalid).toMatchObject({ code: 'invalid_request', fields: [{ path: 'instal_id' }] });
    expect(invalid?.requestId).toMatch(/^req_/);
    const customer = { customer_id: 'c' };
    const unknown = await caught(sandbox.createPortalToken({ workflow_id: 'wf_none', customer }));
    expect(unknown).toBeInstanceOf(NotFoundError);
    const mistyped = clientOf({ apiKey: otherEnd(org.api.sandbox) });
    expect(await caught(mistyped.preflight({ customer_id: 'c', transaction_type: 't' }))).toBeInstanceOf(
      AuthenticationError,
    );
  });
});

describe('retries and limits', () => {
  it('ends with the service’s own 503, and with a ConnectionError where nothing answers', async () => {
    const away = sandbox.testHelpers.simulateVerification(
      { customer_id: 'test_unavailable' },
      { maxRetries: 1 },
    );
    const unavailable = await caught(away);
    expect(unavailable).toBeInstanceOf(ServerError);
    expect(unavailable).toMatchObject({ code: 'unavailable', retryable: true });
    const [port] = await freePorts(1);
    const nowhere = clientOf({ baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 });
    const lost = await caught(nowhere.customers.retrieve('c'));
    expect(lost).toBeInstanceOf(ConnectionError);
    expect(lost?.message).toContain('ECONNREFUSED');
  });

  it('gets the stored decision when the answer of a verification is lost', async () => {
    const decided = await losing(2).testHelpers.simulateVerification({ customer_id: 'test_pass_lost' });
    expect(decided.decision).toBe('pass');
    expect(await all(sandbox.verifications.list({ customer_id: 'test_pass_lost' }))).toHaveLength(1);
  });

  it('waits for a 429 as long as it says', async () => {
    const other = await service.organization();
    await changeSettings(service.database.db, other.org, { limits: { preflight: 2 } });
    const client = clientOf({ apiKey: other.api.sandbox, resultsKey: undefined });
    const mint = (maxRetries: number) =>
      client.preflight({ customer_id: 'c', transaction_type: 't' }, { maxRetries });
    const answers = await Promise.all(Array.from({ length: 12 }, () => caught(mint(0))));
    const limited = answers.filter((error) => error instanceof RateLimitError);
    expect(limited.length).toBeGreaterThan(0);
    expect((limited[0] as RateLimitError).retryAfterMs).toBeGreaterThan(0);
    expect((await mint(4)).token).toBeTruthy();
  });
});

describe('test helpers', () => {
  it.each([
    ['test_face_declined_liveness', 'completed', 'declined'],
    ['test_face_retry_then_approved', 'completed', 'approved'],
    ['test_face_expired', 'expired', null],
  ])('run %s to its end', async (customer_id, status, decision) => {
    const made = await sandbox.testHelpers.simulateSession({ customer_id, ...workflow() });
    expect(made.status).toBe(status);
    expect((await sandbox.sessions.retrieve(made.session_id)).decision).toBe(decision);
  });

  it.each([
    ['approved', 'completed'],
    ['declined', 'completed'],
    ['review', 'completed'],
    ['expired', 'expired'],
    ['canceled', 'canceled'],
  ] as const)('end a session that a page has opened: %s', async (end, status) => {
    const desktop = await person(service, org, { env: 'sandbox' });
    const { session_id } = (await desktop.open()).data.session;
    // The answer is lost, and the repetition gets it, although the session has ended.
    const made = await losing(1).testHelpers.simulateSession(session_id, end);
    expect(made.session).toMatchObject({ session_id, status });
    expect(made._meta.replayed).toBe(true);
    expect((await desktop.status()).data).toMatchObject({ status, done: true });
    const again = await caught(sandbox.testHelpers.simulateSession(session_id, end));
    expect(again?.code).toBe('session_terminal');
  });

  it('let the real rules decide about any other customer', async () => {
    const at = (position?: SimulatedVerification['position']) =>
      sandbox.testHelpers.simulateVerification({ customer_id: 'real-rules', position });
    const nowhere = await at();
    expect([nowhere.decision, nowhere.next_token?.split('.').length]).toEqual(['retry', 3]);
    const somewhere = await at({ lat: 40.7128, lng: -74.006, time_zone: 'America/New_York' });
    const { position, decision_source } = await sandbox.verifications.retrieve(somewhere.verification_id);
    expect([position?.lat, decision_source]).toEqual([40.7128, 'auto']);
    expect([somewhere.decision, somewhere.sandbox?.reasons.map(({ code }) => code)]).toEqual(['pass', []]);
  });
});

describe('keys', () => {
  it('of the wrong scope are refused with 403', async () => {
    const { key } = await createKey(service.database.db, {
      org: org.org,
      env: 'sandbox',
      kind: 'results',
      name: 'reads',
      scopes: ['results:read'],
    });
    const reader = clientOf({ apiKey: undefined, resultsKey: key });
    expect(await caught(reader.customers.erase('c'))).toBeInstanceOf(PermissionError);
    expect((await reader.customers.retrieve('customer-unknown')).timeline).toEqual([]);
  });

  it('of production run no test helper, and nothing is sent', async () => {
    const fetching = () => {
      throw new Error('sent');
    };
    const live = clientOf({ apiKey: org.api.production, resultsKey: undefined, fetch: fetching });
    const verification = live.testHelpers.simulateVerification({ customer_id: 'test_pass' });
    await expect(verification).rejects.toThrow('sandbox key');
    const session = live.testHelpers.simulateSession({ customer_id: 'test_face_approved', ...workflow() });
    await expect(session).rejects.toThrow('sandbox key');
    const ending = live.testHelpers.simulateSession('fcs_01JD0000000000000000000000', 'approved');
    await expect(ending).rejects.toThrow('sr_test_');
    const other = sandbox.testHelpers.simulateSession({ customer_id: 'c', ...workflow() });
    await expect(other).rejects.toThrow('test_face_approved');
  });
});
