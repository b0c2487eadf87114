import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  MemoryTokenStore,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  type SimulatedVerification,
  Standpoint,
  type StandpointApiError,
  ValidationError,
  type WebhookEvent,
} from '@standpoint/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../src/accounts/api-keys.ts';
import { changeSettings } from '../src/accounts/organizations.ts';
import { PARTITIONED } from '../src/database/partitions.ts';
import { pages } from '../src/pages/all.ts';
import { browserEvidence } from '../testing/browser-payload.ts';
import { person } from '../testing/face/face.ts';
import { otherEnd } from '../testing/forge.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { freePorts } from '../testing/ports.ts';

/** Every method of the Node SDK, over real HTTP, against the service itself. */

const service = testService({
  unlimited: true,
  env: { STANDPOINT_EGRESS_ALLOW: '127.0.0.1/32' },
  // The signing keys are a page.
  plugins: () => [pages({ partitioned: PARTITIONED, demo_shop: false })],
});
const org = testOrganization(service);
let baseUrl: string;
let sandbox: Standpoint;
beforeAll(async () => {
  baseUrl = await service.listen();
  sandbox = clientOf();
});

const clientOf = (more: Partial<ConstructorParameters<typeof Standpoint>[0]> = {}) =>
  new Standpoint({
    apiKey: org.api.sandbox,
    resultsKey: org.results.sandbox,
    baseUrl,
    issuer: service.config.base_url,
    ...more,
  });
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as StandpointApiError,
  );
/** The service gets every call and answers it; the first answers never arrive. */
const losing = (lost: number, by: typeof fetch = fetch) => {
  let seen = 0;
  const fetching: typeof fetch = async (...call) => {
    const response = await by(...call);
    if (seen++ < lost) throw new TypeError('terminated');
    return response;
  };
  return clientOf({ fetch: fetching });
};
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};
const workflow = () => ({ workflow_id: org.workflow_id });

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

describe('results', () => {
  it('of area A are read one by one and in pages', async () => {
    const customer_id = 'test_fail_vpn_list';
    const simulate = () => sandbox.testHelpers.simulateVerification({ customer_id });
    const ids = [await simulate(), await simulate(), await simulate()].map((one) => one.verification_id);
    const one = await sandbox.verifications.retrieve(ids[0]!);
    expect(one).toMatchObject({ decision: 'fail', customer_id, livemode: false });
    const listed = await all(sandbox.verifications.list({ customer_id, limit: 2 }));
    expect(listed.map((each) => each.verification_id)).toEqual(ids.reverse());
    const page = await sandbox.verifications.list({ customer_id, limit: 2 }).page();
    expect([page.data.length, page._meta.status]).toEqual([2, 200]);
    expect(await caught(sandbox.verifications.retrieve('ver_nonsense'))).toBeInstanceOf(ValidationError);
  });

  it('of area B are read, canceled and redacted', async () => {
    const made = await sandbox.testHelpers.simulateSession({
      customer_id: 'test_face_approved_1',
      ...workflow(),
    });
    expect(made).toMatchObject({ status: 'completed', _meta: { status: 200 } });
    const session = await sandbox.sessions.retrieve(made.session_id);
    expect(session).toMatchObject({ decision: 'approved', livemode: false });
    expect(await all(sandbox.sessions.list({ customer_id: 'test_face_approved_1' }))).toHaveLength(1);
    expect(await caught(sandbox.sessions.cancel(made.session_id))).toMatchObject({
      code: 'session_terminal',
    });
    const { retention } = await sandbox.sessions.redact(made.session_id);
    expect(retention.redacted_at).not.toBeNull();
  });

  it('of evaluate are the whole decision', async () => {
    const evidence = browserEvidence({ purpose: 'collect' });
    const payload = `plain.${Buffer.from(JSON.stringify(evidence)).toString('base64url')}`;
    const context = { customer_id: 'c-evaluate', transaction_type: 'login' };
    const refused = await caught(sandbox.evaluate({ ...context, payload: 'plain.e30' }));
    expect(refused).toMatchObject({ status: 422, code: 'payload_unreadable' });
    const decided = await losing(1).evaluate({ ...context, payload });
    expect(decided).toMatchObject({ customer_id: 'c-evaluate', livemode: false });
    expect(await all(sandbox.verifications.list({ customer_id: 'c-evaluate' }))).toHaveLength(1);
  });
});

describe('reviews', () => {
  it('of both areas are listed and decided once', async () => {
    const { verification_id } = await sandbox.testHelpers.simulateVerification({
      customer_id: 'test_review_border_1',
    });
    const { session_id } = await sandbox.testHelpers.simulateSession({
      customer_id: 'test_face_review_1',
      ...workflow(),
    });
    const open = await all(sandbox.reviews.list());
    expect(open.map(({ area, id }) => [area, id])).toEqual([
      ['geolocation', verification_id],
      ['face', session_id],
    ]);
    const answer = { outcome: 'approve', reason: 'known', reviewer: 'ada' } as const;
    for (const { id } of open) {
      expect(await sandbox.reviews.decide(id, answer)).toMatchObject({ state: 'decided' });
      const again = await caught(sandbox.reviews.decide(id, answer));
      expect(again).toBeInstanceOf(ConflictError);
      expect(again?.code).toBe('already_reviewed');
    }
    expect((await sandbox.verifications.retrieve(verification_id)).decision).toBe('pass');
    expect((await sandbox.sessions.retrieve(session_id)).decision).toBe('approved');
  });

  it('are decided once although the answer is lost', async () => {
    const { verification_id } = await sandbox.testHelpers.simulateVerification({
      customer_id: 'test_review_border_lost',
    });
    const answer = { outcome: 'decline', reason: 'far', reviewer: 'ada' } as const;
    const decided = await losing(1).reviews.decide(verification_id as `ver_${string}`, answer);
    expect(decided).toMatchObject({ state: 'decided', decision: 'fail', _meta: { replayed: true } });
  });
});

describe('customers', () => {
  it('are read, exported, held and erased', async () => {
    const customer_id = 'test_pass_person /?';
    await sandbox.testHelpers.simulateVerification({ customer_id });
    const { customers } = sandbox;
    expect((await customers.retrieve(customer_id)).timeline).toHaveLength(1);
    const exported = await all(customers.export(customer_id, { limit: 1 }));
    expect(exported.map(({ kind }) => kind)).toContain('verification');
    expect(await customers.putHold(customer_id, { reason: 'lawsuit' })).toMatchObject({ reason: 'lawsuit' });
    expect(await customers.retrieveHold(customer_id)).toMatchObject({ customer_id });
    expect(await caught(customers.erase(customer_id))).toMatchObject({ code: 'legal_hold' });
    // The receipt of the erasure that waited stands in this answer alone: it must not be lost.
    const ended = await losing(1).customers.removeHold(customer_id);
    expect([ended.erased?.receipt.split('.').length, ended._meta.replayed]).toEqual([3, true]);
    expect((await customers.erase(customer_id)).receipt.split('.')).toHaveLength(3);
    expect(await caught(customers.retrieveHold(customer_id))).toBeInstanceOf(NotFoundError);
  });

  it('withdraw their consent, and have a reference only of a face', async () => {
    await sandbox.testHelpers.simulateSession({ customer_id: 'test_face_approved_2', ...workflow() });
    const withdrawn = await sandbox.customers.withdrawConsent('test_face_approved_2');
    expect(withdrawn.counts).toMatchObject({ sessions_canceled: 0 });
    const picture = sandbox.customers.putFaceReference('c', new Uint8Array([0xff, 0xd8, 0xff]));
    expect([422, 415, 503]).toContain((await caught(picture))?.status);
  });
});

describe('webhooks and events', () => {
  const url = 'http://127.0.0.1:9/hook';

  it('are managed, and made once although the answer is lost', async () => {
    const { webhooks } = losing(1);
    const made = await webhooks.create({ url, types: ['customer.erased'] });
    expect([made.secret?.slice(0, 6), made._meta.replayed]).toEqual(['whsec_', true]);
    expect((await sandbox.webhooks.list()).webhooks).toHaveLength(1);
    const changed = await sandbox.webhooks.update(made.webhook_id, { enabled: false });
    expect(changed.enabled).toBe(false);
    const rotated = await losing(1).webhooks.rotate(made.webhook_id, { overlap_s: 60 });
    expect(rotated.secret).not.toBe(made.secret);
    // One rotation, not two: the older secret is still the first one.
    const body = JSON.stringify({ type: 'customer.erased', timestamp: 't', data: {} });
    const headers = webhooks.generateTestHeaders(body, rotated.secret!);
    expect(webhooks.unwrap(body, headers, [made.secret!, rotated.secret!]).type).toBe('customer.erased');
    const disabled = await caught(sandbox.webhooks.replay(made.webhook_id, { missed: true }));
    expect(disabled).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('Enable it'),
    });
    await sandbox.webhooks.update(made.webhook_id, { enabled: true });
    expect(await losing(1).webhooks.replay(made.webhook_id, { types: ['customer.erased'] })).toMatchObject({
      more: false,
      _meta: { replayed: true },
    });
    const removed = await losing(1).webhooks.remove(made.webhook_id);
    expect(removed).toMatchObject({ removed: true, _meta: { replayed: true } });
    const https = await caught(sandbox.webhooks.create({ url: 'http://shop.example/' }));
    expect(https).toBeInstanceOf(ValidationError);
  });

  it('control: without the key of its own, a lost answer makes an endpoint twice', async () => {
    const bare: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.delete('idempotency-key');
      return fetch(input, { ...init, headers });
    };
    const { webhooks } = losing(1, bare);
    const { webhook_id } = await webhooks.create({ url });
    const { webhooks: made } = await webhooks.list();
    expect(made).toHaveLength(2);
    for (const each of made) await webhooks.remove(each.webhook_id);
    expect(made.map((each) => each.webhook_id)).toContain(webhook_id);
  });

  it('come as one typed union, from a list that ends and from one that does not', async () => {
    const stored = await all(sandbox.events.list({ limit: 3 }));
    expect(stored.length).toBeGreaterThan(3);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
    const erased = await all(sandbox.events.list({ type: 'customer.erased' }));
    expect(new Set(erased.map(({ type }) => type))).toEqual(new Set(['customer.erased']));

    const last = stored.at(-1)!.id;
    const seen: WebhookEvent[] = [];
    const stop = new AbortController();
    const polling = (async () => {
      const events = sandbox.events.poll({ after: last }, { intervalMs: 100, signal: stop.signal });
      for await (const event of events) seen.push(event);
    })();
    const { verification_id } = await sandbox.testHelpers.simulateVerification({
      customer_id: 'test_pass_poll',
    });
    // An earlier event may be listed only now, because none is listed while an older transaction is open.
    const ours = () =>
      seen.filter(({ data }) => 'verification_id' in data && data.verification_id === verification_id);
    await expect.poll(() => ours().length).toBe(1);
    stop.abort(new Error('enough'));
    await expect(polling).rejects.toThrow('enough');
    const [event] = ours();
    if (event?.type !== 'geolocation.verification.completed') throw new Error(`not ${event?.type}`);
    expect(event.data.decision).toBe('pass');
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
