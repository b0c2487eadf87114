import { ENDPOINTS } from '@standpoint/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  IdempotencyError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  Standpoint,
  type StandpointApiError,
  ValidationError,
} from './index.ts';
import { type LocalService, refused, startLocalService } from './testing/local-service.ts';

const apiKey = 'sp_test_key';
const resultsKey = 'sr_test_key';
let service: LocalService;
let standpoint: Standpoint;
beforeAll(async () => {
  service = await startLocalService();
  standpoint = new Standpoint({ apiKey, resultsKey, baseUrl: `${service.origin}/` });
});
afterAll(() => service?.close());
beforeEach(() => {
  service.seen.length = service.replies.length = 0;
});

const context = { customer_id: 'customer-1', transaction_type: 'deposit' };
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as StandpointApiError,
  );

test('preflight sends the key and the body unchanged, and no header that a browser would send', async () => {
  service.replies.push({
    status: 200,
    data: { token: 'a.b.c', install_id: 'ins_1', expires_at: '2026-01-01T00:00:00.000Z' },
    headers: { ratelimit: '"preflight";r=99;t=1', 'ratelimit-policy': '"preflight";q=100;w=2' },
  });
  const answer = await standpoint.preflight({ ...context, install_id: 'ins_1' });
  expect(answer).toEqual({ token: 'a.b.c', install_id: 'ins_1', expires_at: '2026-01-01T00:00:00.000Z' });
  expect(answer._meta).toEqual({
    requestId: 'req_1',
    status: 200,
    rateLimit: { limit: 100, remaining: 99, resetSeconds: 1 },
  });
  expect(JSON.stringify(answer)).not.toContain('_meta');
  const [request] = service.seen;
  expect(request).toMatchObject({
    method: 'POST',
    url: '/geolocation/preflight',
    body: { ...context, install_id: 'ins_1' },
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  });
  expect(request?.headers).not.toHaveProperty('origin');
  expect(request?.headers).not.toHaveProperty('idempotency-key');
});

test('calls an endpoint of the contract with the right kind of key in every method', async () => {
  const id = 'a/b?c';
  const review = { outcome: 'approve', reason: 'r', reviewer: 'a' } as const;
  const calls: [run: () => Promise<unknown>, name: string][] = [
    [() => standpoint.preflight(context), 'preflight'],
    [
      () => standpoint.createPortalToken({ workflow_id: 'wf_1', customer: { customer_id: 'c' } }),
      'portalToken',
    ],
    [() => standpoint.evaluate({ ...context, payload: 'plain.e30' }), 'evaluate'],
    [() => standpoint.verifications.retrieve(id), 'readVerification'],
    [() => standpoint.verifications.list({ decision: 'fail', limit: 5 }).page(), 'listVerifications'],
    [() => standpoint.sessions.retrieve(id), 'readSession'],
    [() => standpoint.sessions.list().page(), 'listSessions'],
    [() => standpoint.sessions.cancel(id, { reason: 'fraud' }), 'cancelSession'],
    [() => standpoint.sessions.redact(id), 'redactSession'],
    [() => standpoint.testHelpers.simulateSession(id, 'approved'), 'simulateSession'],
    [() => standpoint.customers.retrieve(id), 'readCustomer'],
    [() => standpoint.customers.putFaceReference(id, new Uint8Array([0xff, 0xd8])), 'putFaceReference'],
    [() => standpoint.customers.erase(id), 'eraseCustomer'],
    [() => standpoint.customers.export(id, { limit: 5 }).page(), 'exportCustomer'],
    [() => standpoint.customers.withdrawConsent(id), 'withdrawConsent'],
    [() => standpoint.customers.putHold(id, { reason: 'r' }), 'putHold'],
    [() => standpoint.customers.retrieveHold(id), 'readHold'],
    [() => standpoint.customers.removeHold(id), 'removeHold'],
    [() => standpoint.reviews.list({ area: 'face' }).page(), 'listReviews'],
    [() => standpoint.reviews.decide(`ver_${id}`, review), 'reviewVerification'],
    [() => standpoint.reviews.decide(`fcs_${id}`, review), 'reviewSession'],
    [() => standpoint.webhooks.list(), 'listWebhooks'],
    [() => standpoint.webhooks.create({ url: 'https://shop.example' }), 'addWebhook'],
    [() => standpoint.webhooks.update(id, { enabled: true }), 'changeWebhook'],
    [() => standpoint.webhooks.remove(id), 'removeWebhook'],
    [() => standpoint.webhooks.rotate(id, { overlap_s: 0 }), 'rotateWebhook'],
    [() => standpoint.webhooks.replay(id, { missed: true }), 'replayWebhook'],
    [() => standpoint.events.list({ after: 'evt_1' }).page(), 'listEvents'],
  ];
  const called = new Set<string>();
  for (const [run, name] of calls) {
    service.seen.length = 0;
    const rows = { records: [], reviews: [], events: [] };
    service.replies.push({ status: 200, data: rows });
    await run();
    called.add(name);
    const endpoint = ENDPOINTS.find((one) => one.name === name)!;
    const [request] = service.seen;
    expect(request?.method).toBe(endpoint.method);
    const given = name === 'reviewVerification' ? `ver_${id}` : name === 'reviewSession' ? `fcs_${id}` : id;
    const path = endpoint.path.replace(/\{\w+\}/, encodeURIComponent(given));
    expect(request?.url.split('?')[0]).toBe(path);
    const [kind] = endpoint.credential;
    expect(request?.headers.authorization).toBe(`Bearer ${kind === 'api_key' ? apiKey : resultsKey}`);
    // Creating tokens writes nothing, so only what must not happen twice has a key by itself.
    const repeats = endpoint.idempotency_key === true && kind === 'results_key';
    expect([name, 'idempotency-key' in request!.headers]).toEqual([name, repeats]);
  }
  const forBackends = ENDPOINTS.filter(({ credential }) =>
    credential.some((kind) => kind === 'api_key' || kind === 'results_key'),
  );
  expect([...called].sort()).toEqual(forBackends.map(({ name }) => name).sort());
});

test('sends an image unchanged, with the type of its first bytes', async () => {
  for (const [first, type] of [
    [[0xff, 0xd8], 'image/jpeg'],
    [[0x52, 0x49], 'image/webp'],
  ] as const) {
    service.seen.length = 0;
    service.replies.push({ status: 200, data: { reference_id: 'ref_1', quality: 0.7 } });
    const answer = await standpoint.customers.putFaceReference('c', new Uint8Array(first));
    expect(answer).toEqual({ reference_id: 'ref_1', quality: 0.7 });
    expect(service.seen[0]).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': type, 'content-length': '2' },
    });
  }
});

test('sends an idempotency key only when the caller gives one', async () => {
  service.replies.push({ status: 200 });
  await standpoint.preflight(context, { idempotencyKey: 'order-7', headers: { 'standpoint-sdk': '0.5' } });
  expect(service.seen[0]?.headers).toMatchObject({ 'idempotency-key': 'order-7', 'standpoint-sdk': '0.5' });
});

test('reads all pages of a listing with its filter', async () => {
  service.replies.push(
    { status: 200, data: { verifications: [1, 2], next_cursor: 'next' } },
    { status: 200, data: { verifications: [3], next_cursor: null } },
  );
  const found: unknown[] = [];
  for await (const one of standpoint.verifications.list({ customer_id: 'c', limit: 2 })) found.push(one);
  expect(found).toEqual([1, 2, 3]);
  expect(service.seen.map(({ url }) => url)).toEqual([
    '/geolocation/verifications?customer_id=c&limit=2',
    '/geolocation/verifications?customer_id=c&limit=2&cursor=next',
  ]);
});

test('throws an error with the class of the status and the code of the contract on a refusal', async () => {
  const table: [number, string, unknown][] = [
    [400, 'invalid_request', ValidationError],
    [401, 'api_key_invalid', AuthenticationError],
    [403, 'scope_denied', PermissionError],
    [404, 'workflow_not_found', NotFoundError],
    [409, 'session_terminal', ConflictError],
    [410, 'short_code_used', NotFoundError],
    [413, 'body_too_large', ValidationError],
    [415, 'unsupported_media_type', ValidationError],
    [422, 'payload_unreadable', ValidationError],
    [422, 'idempotency_mismatch', IdempotencyError],
    [500, 'internal', ServerError],
  ];
  for (const [status, code, kind] of table) {
    service.replies.push(refused(status, code, {}, { fields: [{ path: 'email', message: 'no' }] }));
    const error = await caught(standpoint.preflight(context));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({
      status,
      code,
      message: `${code}: why ${code} (email no)`,
      requestId: 'req_2',
      docsUrl: `https://docs.example#${code}`,
      fields: [{ path: 'email', message: 'no' }],
    });
  }
  expect(service.seen).toHaveLength(table.length);
});

test('reports bad_response for an answer that is not from the service', async () => {
  service.replies.push({ status: 200, raw: '<html>' }, { status: 502, raw: 'Bad gateway' });
  expect(await caught(standpoint.preflight(context))).toMatchObject({
    code: 'bad_response',
    retryable: false,
  });
  expect(await caught(standpoint.preflight(context))).toBeInstanceOf(ServerError);
});

test('tries again after a lost connection, 503, and 429 (no earlier than Retry-After says)', async () => {
  service.replies.push({ status: 0, lost: true }, refused(503, 'unavailable'), {
    status: 200,
    data: { token: 't' },
  });
  expect(await standpoint.preflight(context)).toMatchObject({ token: 't' });
  expect(service.seen).toHaveLength(3);

  service.replies.push(refused(429, 'rate_limited', { 'retry-after': '1' }), { status: 200 });
  const started = performance.now();
  await standpoint.preflight(context);
  expect(performance.now() - started).toBeGreaterThan(990);
});

test('repeats a write under one key, also while the service is still busy with the first try', async () => {
  service.replies.push(
    { status: 0, lost: true },
    refused(409, 'idempotency_in_flight', { 'retry-after': '1' }, { retryable: true }),
    { status: 200, data: { webhook_id: 'whk_1' }, headers: { 'idempotent-replayed': 'true' } },
  );
  const made = await standpoint.webhooks.create({ url: 'https://shop.example' });
  expect([made.webhook_id, made._meta.replayed]).toEqual(['whk_1', true]);
  const keys = service.seen.map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  service.replies.push({ status: 200 });
  await standpoint.webhooks.create({ url: 'https://shop.example' });
  expect(service.seen.at(-1)?.headers['idempotency-key']).not.toBe(keys[0]);
});

test('sends its own key and type, however the caller spells a header of the same name', async () => {
  service.replies.push({ status: 200 });
  const headers = { Authorization: 'Bearer other', 'Content-Type': 'text/plain', 'X-Request-Id': 'req_mine' };
  await standpoint.preflight(context, { headers });
  expect(service.seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'x-request-id': 'req_mine',
  });
});

test('follows no redirect with its key, and says which address to set', async () => {
  service.replies.push({ status: 308, raw: '', headers: { location: 'https://id.example/' } });
  const moved = await caught(standpoint.preflight(context));
  expect(moved).toMatchObject({ code: 'bad_response', status: 308, retryable: false });
  expect(moved?.message).toContain('https://id.example/: set baseUrl');
  expect(service.seen).toHaveLength(1);
});

test('polls events without an end, from where it is told', async () => {
  const event = (event_id: string) => ({ event_id, type: 'customer.erased', timestamp: 't', data: {} });
  service.replies.push(
    { status: 200, data: { events: [event('evt_2'), event('evt_3')], next_after: 'evt_3', more: true } },
    { status: 200, data: { events: [event('evt_4')], next_after: 'evt_4', more: false } },
    { status: 200, data: { events: [], next_after: 'evt_4', more: false } },
    { status: 200, data: { events: [event('evt_5')], next_after: 'evt_5', more: false } },
  );
  const seen: string[] = [];
  for await (const { id } of standpoint.events.poll({ after: 'evt_1' }, { intervalMs: 100 })) {
    seen.push(id);
    if (id === 'evt_5') break;
  }
  expect(seen).toEqual(['evt_2', 'evt_3', 'evt_4', 'evt_5']);
  const asked = service.seen.map(({ url }) => new URL(url, service.origin).searchParams.get('after'));
  expect(asked).toEqual(['evt_1', 'evt_3', 'evt_4', 'evt_4']);
  const hurried = standpoint.events.poll({}, { intervalMs: 0 })[Symbol.asyncIterator]();
  await expect(hurried.next()).rejects.toThrow('intervalMs');
});

test('gives up after maxRetries, and never waits longer than half a minute', async () => {
  service.replies.push(refused(429, 'rate_limited', { 'retry-after': '3600' }, { retry_after_s: 3_600 }));
  const limited = await caught(standpoint.preflight(context));
  expect(limited).toBeInstanceOf(RateLimitError);
  expect(limited).toMatchObject({ retryAfterMs: 3_600_000 });
  service.replies.push({ status: 0, lost: true }, { status: 0, lost: true });
  const lost = await caught(standpoint.preflight(context, { maxRetries: 1 }));
  expect(lost).toBeInstanceOf(ConnectionError);
  expect(service.seen).toHaveLength(3);
});

test('throws a ConnectionError after timeoutMs of silence, and the caller’s reason on an abort', async () => {
  service.replies.push({ status: 0, silent: true }, { status: 0, silent: true });
  const late = await caught(standpoint.preflight(context, { timeoutMs: 80, maxRetries: 0 }));
  expect(late).toBeInstanceOf(ConnectionError);
  expect(late?.message).toContain('did not answer in time');
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 50);
  expect((await caught(standpoint.preflight(context, { signal: controller.signal })))?.message).toBe(
    'enough',
  );
});

test('refuses to run where there is a window, and with settings that cannot work', () => {
  const config = { apiKey, baseUrl: service.origin };
  vi.stubGlobal('window', globalThis);
  expect(() => new Standpoint(config)).toThrow(/browser/);
  vi.unstubAllGlobals();
  expect(() => new Standpoint({ ...config, apiKey: resultsKey })).toThrow(/sp_live_/);
  expect(() => new Standpoint({ ...config, resultsKey: apiKey })).toThrow(/sr_live_/);
  expect(() => new Standpoint({ ...config, baseUrl: 'localhost:4000' })).toThrow(/baseUrl/);
});

test('says that the reading calls need a results key, and sends nothing without one', async () => {
  const minting = new Standpoint({ apiKey, baseUrl: service.origin });
  expect((await caught(minting.customers.retrieve('c')))?.message).toContain('resultsKey');
  expect(service.seen).toEqual([]);
});
