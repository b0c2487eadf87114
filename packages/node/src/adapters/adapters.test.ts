import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ResultTokenError,
  Standpoint,
  type WebhookEvent,
  type WebhookSignatureError,
  webhooks,
} from '../index.ts';
import { type LocalService, refused, startLocalService } from '../testing/local-service.ts';
import * as express from './express.ts';
import * as fastifyAdapter from './fastify.ts';
import * as hono from './hono.ts';
import * as next from './next.ts';

/**
 * One promise for all adapters: here over `node:http`, the real Fastify, and the Request and Response of fetch. The
 * other real frameworks run in `frameworks/frameworks.long.test.ts`.
 */

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const EVENT = { type: 'customer.erased', timestamp: '2027-01-15T08:00:00.000Z', data: { livemode: true } };
/** Spaces that a parser would not write again. */
const BODY = JSON.stringify(EVENT, null, 3);
const COOKIE = 'ins_01ARZ3NDEKTSV4RRFFQ69G5FAV.tag';

let service: LocalService;
let standpoint: Standpoint;
beforeAll(async () => {
  service = await startLocalService();
  standpoint = new Standpoint({ apiKey: 'sp_test_key', baseUrl: service.origin, maxRetries: 0 });
});
afterAll(() => service?.close());
const taken: WebhookEvent[] = [];
const failures: unknown[] = [];
const heard: string[] = [];
beforeEach(() => {
  taken.length = failures.length = heard.length = service.seen.length = service.replies.length = 0;
});

/** What each app offers: the same four routes. */
const webhook = {
  secret: SECRET,
  onRefused: ({ reason }: WebhookSignatureError) => heard.push(reason),
  onEvent: (event: WebhookEvent) => {
    if (event.type === 'audit.head') throw new Error('the queue is down');
    taken.push(event);
  },
};
const onError = (error: unknown) => void failures.push(error);
interface Asked {
  headers: unknown;
}
const customerOf = ({ headers }: Asked) =>
  headers instanceof Headers
    ? headers.get('x-customer')
    : ((headers as Record<string, string>)['x-customer'] ?? null);
const preflightOf = (request: Asked) => {
  const customer_id = customerOf(request);
  return customer_id ? { customer_id, transaction_type: 'deposit' } : null;
};
const portalOf = (request: Asked) => {
  const customer_id = customerOf(request);
  return customer_id ? { workflow_id: 'wf_1', customer: { customer_id } } : null;
};
const REFUSAL = new ResultTokenError('wrong_customer');

type App = (path: string, init?: RequestInit) => Promise<Response>;
const servers: { close(): unknown }[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function overHttp(listener: RequestListener): Promise<App> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

const plainNode = (): Promise<App> => {
  const routes: Record<string, (...given: Parameters<RequestListener>) => Promise<void>> = {
    '/hook': express.webhookRoute(webhook),
    '/preflight': express.preflightRoute({ standpoint, params: preflightOf, onError }),
    '/portal': express.portalRoute({ standpoint: () => standpoint, params: portalOf, onError }),
    '/refused': async () => {
      throw REFUSAL;
    },
  };
  return overHttp(async (request, response) => {
    response.setHeader('set-cookie', 'login=1');
    await routes[request.url!]!(request, response).catch((error) =>
      express.errorHandler()(error, request, response, () => response.writeHead(500).end('framework')),
    );
  });
};

const realFastify = async (): Promise<App> => {
  const app = fastify();
  app.addHook('onRequest', async (_request, reply) => void reply.header('set-cookie', 'login=1'));
  app.setErrorHandler(fastifyAdapter.errorHandler());
  app.register(fastifyAdapter.webhookRoute({ path: '/hook', ...webhook }));
  app.post('/preflight', fastifyAdapter.preflightRoute({ standpoint, params: preflightOf, onError }));
  app.post(
    '/portal',
    fastifyAdapter.portalRoute({ standpoint: () => standpoint, params: portalOf, onError }),
  );
  app.post('/refused', async () => {
    throw REFUSAL;
  });
  // Parsers of the rest of the app stay as they are.
  app.post('/json', async (request) => ({ parsed: typeof request.body }));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  servers.push(app);
  return (path, init) => fetch(address + path, init);
};

type Fetching = (request: Request) => Promise<Response>;
/** As the frameworks do: an error that a handler lets through becomes a 500. */
const overFetch =
  (routes: Record<string, Fetching>): App =>
  async (path, init) => {
    try {
      const response = await routes[path]!(new Request(`http://shop${path}`, init));
      const headers = new Headers(response.headers);
      headers.append('set-cookie', 'login=1');
      return new Response(response.body, { status: response.status, headers });
    } catch {
      return new Response('framework', { status: 500 });
    }
  };

const nextApp = async (): Promise<App> =>
  overFetch({
    '/hook': next.webhookRoute({ ...webhook, secret: async () => SECRET }),
    '/preflight': next.preflightRoute({ standpoint, params: preflightOf, onError }),
    '/portal': next.portalRoute({ standpoint: () => standpoint, params: portalOf, onError }),
    '/refused': async () => next.errorResponse(REFUSAL),
  });

const honoApp = async (): Promise<App> => {
  const context = (raw: Request) => ({ req: { raw, arrayBuffer: () => raw.arrayBuffer() } });
  const asked = ({ req }: ReturnType<typeof context>) => req.raw;
  const preflight = hono.preflightRoute({
    standpoint,
    params: (c: ReturnType<typeof context>) => preflightOf(asked(c)),
    onError,
  });
  const portal = hono.portalRoute({
    standpoint: () => standpoint,
    params: (c: ReturnType<typeof context>) => portalOf(asked(c)),
    onError,
  });
  const hook = hono.webhookRoute<ReturnType<typeof context>>(webhook);
  return overFetch({
    '/hook': (request) => hook(context(request)),
    '/preflight': (request) => preflight(context(request)),
    '/portal': (request) => portal(context(request)),
    '/refused': async () => hono.errorHandler()(REFUSAL),
  });
};

describe.each([
  ['express, over node:http', plainNode],
  ['fastify', realFastify],
  ['next', nextApp],
  ['hono', honoApp],
] as const)('the adapter for %s', (_, open) => {
  let app: App;
  beforeAll(async () => {
    app = await open();
  });
  const post = (path: string, body?: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
    app(path, { method: 'POST', ...(body !== undefined && { body }), headers });
  const deliver = (body: string, headers = webhooks.generateTestHeaders(body, SECRET)) =>
    post('/hook', body, { 'content-type': 'application/json', ...headers });

  it('takes a signed event with the bytes as they came', async () => {
    const headers = webhooks.generateTestHeaders(BODY, SECRET);
    const answer = await deliver(BODY, headers);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(taken).toEqual([{ id: headers['webhook-id'], ...EVENT }]);
  });

  it('answers 400 with the reason to a request that is not signed, and takes nothing', async () => {
    const headers = webhooks.generateTestHeaders(BODY, SECRET);
    const forged = await deliver(BODY.replace('true', 'false'), headers);
    expect([forged.status, (await forged.text()).split(':')[0]]).toEqual([400, 'no_match']);
    const bare = await post('/hook', BODY, { 'content-type': 'application/json' });
    expect([bare.status, (await bare.text()).split(':')[0]]).toEqual([400, 'missing_header']);
    const empty = await post('/hook', undefined, webhooks.generateTestHeaders('', SECRET));
    expect(empty.status).toBeGreaterThanOrEqual(400);
    expect(taken).toEqual([]);
    expect(heard.slice(0, 2)).toEqual(['no_match', 'missing_header']);
  });

  it('answers 413 to a body that no event has', async () => {
    const large = await deliver(`"${'x'.repeat(300 * 1024)}"`).catch(() => ({ status: 413 }));
    expect(large.status).toBe(413);
  });

  it('leaves the answer to the framework when the event cannot be taken', async () => {
    const answer = await deliver(JSON.stringify({ ...EVENT, type: 'audit.head' }));
    expect(answer.status).toBe(500);
  });

  it('creates a token with the cookie of the request, and sets the cookie beside others', async () => {
    const data = { token: 'a.b.c', install_id: COOKIE, expires_at: '2027-01-15T08:00:00.000Z' };
    service.replies.push({ status: 200, data });
    const cookie = `a=1; install_id=${COOKIE}`;
    const answer = await post('/preflight', undefined, { 'x-customer': 'c-1', cookie });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { token: 'a.b.c', expires_at: data.expires_at },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const cookies = answer.headers.getSetCookie().sort();
    expect(cookies.map((each) => each.split('=')[0])).toEqual(['install_id', 'login']);
    expect(cookies[0]).toContain('HttpOnly; Secure; SameSite=Lax');
    expect(service.seen[0]?.body).toEqual({
      customer_id: 'c-1',
      transaction_type: 'deposit',
      install_id: COOKIE,
    });
  });

  it('creates a portal token', async () => {
    service.replies.push({ status: 200, data: { token: 'a.b.c', url: 'https://id/face', expires_at: 't' } });
    const answer = await post('/portal', undefined, { 'x-customer': 'c-1' });
    expect(await answer.json()).toEqual({ token: 'a.b.c', url: 'https://id/face', expires_at: 't' });
    expect(service.seen[0]?.body).toMatchObject({ customer: { customer_id: 'c-1' } });
  });

  it('answers 401 to a stranger, and asks the service for nothing', async () => {
    for (const path of ['/preflight', '/portal']) expect((await post(path)).status).toBe(401);
    expect(service.seen).toEqual([]);
  });

  it('tells the browser what it may know of a failure, and the backend all', async () => {
    const table = [
      [refused(429, 'rate_limited', { 'retry-after': '7' }, { retry_after_s: 7 }), 429, 'rate_limited', true],
      [refused(503, 'unavailable'), 503, 'unavailable', true],
      [{ status: 0, lost: true }, 503, 'unavailable', true],
      [refused(401, 'api_key_invalid'), 500, 'internal', false],
      [refused(403, 'key_in_browser'), 500, 'internal', false],
      [refused(400, 'invalid_request'), 500, 'internal', false],
      [refused(404, 'policy_not_found'), 404, 'policy_not_found', false],
    ] as const;
    for (const [reply, status, code, retryable] of table) {
      service.replies.push(reply);
      const answer = await post('/preflight', undefined, { 'x-customer': 'c-1' });
      const text = await answer.text();
      expect([answer.status, JSON.parse(text).error]).toEqual([
        status,
        expect.objectContaining({ code, retryable }),
      ]);
      // The service's own sentence may name a key, a scope or an address.
      expect(text).not.toContain('why');
      if (status === 429) expect(answer.headers.get('retry-after')).toBe('7');
    }
    expect(failures).toHaveLength(table.length);
  });

  it('answers errors of the SDK in other routes too', async () => {
    const answer = await post('/refused');
    expect([answer.status, (await answer.json()).error.code]).toEqual([403, 'result_refused']);
  });
});

describe('a body that was parsed before', () => {
  const signed = (body: string) => ({
    'content-type': 'application/json',
    ...webhooks.generateTestHeaders(body, SECRET),
  });

  it('is named, and taken where keepRawBody kept the bytes', async () => {
    const seen: unknown[] = [];
    const parsing = (keep: boolean) =>
      overHttp(async (request, response) => {
        const bytes = Buffer.concat(await request.toArray());
        if (keep) express.keepRawBody(request, response, bytes);
        Object.assign(request, { body: JSON.parse(bytes.toString()) });
        const next = (error?: unknown) => {
          seen.push(error);
          response.writeHead(500).end();
        };
        await express.webhookRoute(webhook)(request, response, next);
      });
    for (const [keep, status] of [
      [true, 204],
      [false, 500],
    ] as const) {
      const app = await parsing(keep);
      expect((await app('/', { method: 'POST', body: BODY, headers: signed(BODY) })).status).toBe(status);
    }
    expect(seen).toMatchObject([{ name: 'WebhookBodyParsedError' }]);
  });

  it('is named in a Request that was read', async () => {
    const request = new Request('http://shop/', { method: 'POST', body: BODY, headers: signed(BODY) });
    await request.json();
    await expect(next.webhookRoute(webhook)(request)).rejects.toThrow('Next.js');
    // Hono remembers it.
    const remembered = {
      req: { raw: request, arrayBuffer: async () => new TextEncoder().encode(BODY).buffer },
    };
    expect((await hono.webhookRoute<typeof remembered>(webhook)(remembered)).status).toBe(204);
  });
});
