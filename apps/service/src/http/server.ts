import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import { type Endpoint, ERRORS } from '@standpoint/contract';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Deps } from '../deps.ts';
import { newId } from '../ids.ts';
import { type JsonError, parseJson } from '../json.ts';
import { Refusal, refuse } from '../refuse.ts';
import type { Route } from '../route.ts';
import { answerPreflight } from './cors.ts';
import { registerRoute, routePath } from './endpoint-route.ts';
import { acceptedRequestId, JSON_POLICY, SECURITY_HEADERS } from './headers.ts';
import { hostOf } from './host.ts';
import { observe } from './metrics.ts';
import { render } from './render.ts';
import { limitStrangers } from './strangers.ts';

/** Something that adds pages or files beside the endpoints: docs, face app, shop. */
export type Plugin = (app: FastifyInstance, deps: Deps) => Promise<void> | void;

const UPLOAD_LIMITS = {
  fieldSize: 64 * 1024,
  fields: 1,
  fileSize: 1_500_000,
  files: 11,
  parts: 11,
  headerPairs: 20,
};

const docsUrl = (deps: Deps): string => `${deps.config.base_url}/docs/errors`;

/**
 * Builds the HTTP side: one Fastify with every endpoint in its envelope, and one place for errors. It does
 * not listen yet.
 */
export async function buildServer(
  deps: Deps,
  routes: readonly Route[],
  plugins: readonly Plugin[] = [],
): Promise<FastifyInstance> {
  const docs_url = docsUrl(deps);
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    render({ docs_url }, error, request, reply);
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    genReqId: (raw) => acceptedRequestId(raw.headers['x-request-id']) ?? newId('request'),
    routerOptions: { maxParamLength: 512 },
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => {
      // An address that cannot be decoded is refused before any hook runs.
      identify(request, reply);
      return fail(error, request, reply);
    },
    http: { requireHostHeader: false },
    clientErrorHandler: answerBrokenRequest(docs_url),
    return503OnClosing: false,
  });
  app.server.headersTimeout = 10_000;
  app.addHook('onRequest', (request, reply, done) => {
    identify(request, reply);
    requireHost(request);
    done();
  });
  limitStrangers(app, deps);
  observe(app);
  acceptBodies(app);
  app.setErrorHandler(fail);
  app.setNotFoundHandler((request, reply) => fail(notFound(routes, request), request, reply));
  await app.register(multipart, { limits: UPLOAD_LIMITS });
  registerRoutes(app, deps, routes);
  for (const plugin of plugins) await plugin(app, deps);
  return app;
}

/** Refuses a call without Host in the envelope; Node would answer it by itself (RFC 9112 §3.2). */
function requireHost({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === '1.1')
    refuse('invalid_request', 'no Host', { fields: [{ path: 'Host', message: 'is required' }] });
}

/** Sets the headers that every answer has. */
function identify(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    ...SECURITY_HEADERS,
    'content-security-policy': JSON_POLICY,
    'x-request-id': request.id,
  });
}

/** Reads JSON strictly, and a POST without a body as {}. Images are passed on as they are. */
function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(['image/jpeg', 'image/webp'], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, {});
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      const { message, path } = error as JsonError;
      done(
        new Refusal('invalid_json', message, { fields: path ? [{ path, message }] : undefined }),
        undefined,
      );
    }
  });
}

function registerRoutes(app: FastifyInstance, deps: Deps, routes: readonly Route[]): void {
  const host = hostOf(deps.config);
  for (const route of routes) registerRoute(app, deps, host, route);
  registerPreflights(app, deps, routes);
}

function registerPreflights(app: FastifyInstance, deps: Deps, routes: readonly Route[]): void {
  const faceOrigin = new URL(deps.config.face_base_url).origin;
  const byPath = Map.groupBy(
    routes.map((route) => route.endpoint).filter((endpoint) => endpoint.cors !== 'none'),
    (endpoint) => endpoint.path,
  );
  for (const [path, endpoints] of byPath) {
    app.options(routePath(path), (request, reply) => answerPreflight(endpoints, faceOrigin, request, reply));
  }
}

const pathPattern = ({ path }: Endpoint) =>
  new RegExp(`^${path.replace('{session_id}', 'fcs_[^/]*').replace(/\{\w+\}/g, '[^/]+')}$`);

/** 405 when the address exists for another method, else 404. */
function notFound(routes: readonly Route[], request: FastifyRequest): Refusal {
  const path = request.url.split('?')[0]!;
  const methods = routes
    .filter(({ endpoint }) => pathPattern(endpoint).test(path))
    .map(({ endpoint }) => endpoint.method);
  if (methods.length === 0) return new Refusal('not_found', path.slice(0, 200));
  return new Refusal('method_not_allowed', request.method, {
    headers: { allow: [...new Set(methods)].join(', ') },
  });
}

/** Answers bytes that are not HTTP in the envelope too; Fastify has no request object for them. */
const answerBrokenRequest =
  (docs_url: string) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    const code = 'invalid_request';
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const { status, message, retryable } = ERRORS[code];
    const request_id = newId('request');
    const body = JSON.stringify({
      status_code: status,
      message,
      data: { error: { code, message, retryable, request_id, docs_url: `${docs_url}#${code}` } },
    });
    const headers = {
      ...SECURITY_HEADERS,
      'content-security-policy': JSON_POLICY,
      'x-request-id': request_id,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${body}`);
  };

const DRAIN_MS = 8_000;

/** Listens on the production port, and on the sandbox port if it is a different one. */
export async function listen(app: FastifyInstance, deps: Deps): Promise<{ close(): Promise<void> }> {
  const { host, port, sandbox_port } = deps.config;
  await app.listen({ host, port });
  let sandbox: Server | null = null;
  if (sandbox_port !== port) {
    sandbox = createServer(
      { requireHostHeader: false },
      (request: IncomingMessage, response: ServerResponse) => app.routing(request, response),
    );
    sandbox.headersTimeout = 10_000;
    sandbox.requestTimeout = 60_000;
    sandbox.keepAliveTimeout = 65_000;
    sandbox.on('connection', (socket) => Object.assign(socket, { standpoint_sandbox: true }));
    sandbox.on('clientError', answerBrokenRequest(docsUrl(deps)));
    await new Promise<void>((resolve, reject) => {
      sandbox!.once('error', reject);
      sandbox!.listen(sandbox_port, host, resolve);
    });
  }
  return {
    async close() {
      const closed = new Promise<void>((resolve) => (sandbox ? sandbox.close(() => resolve()) : resolve()));
      sandbox?.closeIdleConnections();
      app.server.closeIdleConnections();
      // A client that never reads its answer must not hold up the stop. Requests still running after this
      // time were given up by the other side.
      const giveUp = setTimeout(() => {
        sandbox?.closeAllConnections();
        app.server.closeAllConnections();
      }, DRAIN_MS);
      await Promise.all([app.close(), closed]);
      clearTimeout(giveUp);
    },
  };
}
