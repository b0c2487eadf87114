import type { Server } from 'node:http';
import multipart from '@fastify/multipart';
import { CAPS } from '@standpoint/contract';
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
import { answerBrokenRequest, noteRequests } from './broken-request.ts';
import { answerPreflight } from './cors.ts';
import { connectionsOf } from './drain.ts';
import { noteRefusedLater, registerRoute, routePath } from './endpoint-route.ts';
import { acceptedRequestId, JSON_POLICY, SECURITY_HEADERS } from './headers.ts';
import { hostOf } from './host.ts';
import { observe } from './metrics.ts';
import { methodsByAddress, notFound } from './not-found.ts';
import { render } from './render.ts';
import { limitStrangers } from './strangers.ts';

/** Something that adds pages or files beside the endpoints: docs, face app, shop. */
export type Plugin = (app: FastifyInstance, deps: Deps) => Promise<void> | void;

/**
 * Every part of an upload is read as bytes, whatever its headers say: the parser would read a part of type
 * application/json itself, less strictly than `parseJson`, and cut off a long one without a word.
 */
const UPLOAD = {
  limits: {
    fields: 0,
    fileSize: Math.max(CAPS.frame_bytes.most, CAPS.clip_bytes.most),
    // The manifest, ten frames and the clip.
    files: 12,
    parts: 12,
    headerPairs: 20,
  },
  isPartAFile: () => true,
};

/**
 * Limits of the connections of each listener. Node looks for slow ones only every 30 s unless it is told
 * otherwise: headers that may take 10 s lived for up to 40 s.
 */
export const CONNECTIONS = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};
/** Further connections are closed at once: each costs memory before it has proved anything. */
export const CONNECTIONS_MAX = 20_000;

/** Caps the connections. A full listener closes its idle ones, so that a hoard of them locks no caller out. */
export function capConnections(server: Server): void {
  server.maxConnections = CONNECTIONS_MAX;
  let closed_at = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    // The list of connections is long then, and a flood of further ones must not have it walked each time.
    if (performance.now() - closed_at < CLOSE_EVERY_MS) return;
    closed_at = performance.now();
    server.closeIdleConnections();
  });
  noteRequests(server);
}
const CLOSE_EVERY_MS = 100;

export const docsUrl = (deps: Deps): string => `${deps.config.base_url}/docs/errors`;

type Fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;

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
  const fail: Fail = (error, request, reply) => {
    noteRefusedLater(deps, request, error);
    return render({ docs_url }, error, request, reply);
  };
  const app = bareServer(deps, fail);
  capConnections(app.server);
  endConnections(app);
  app.addHook('onRequest', (request, reply, done) => {
    identify(request, reply);
    requireHost(request);
    done();
  });
  limitStrangers(app, deps);
  observe(app);
  acceptBodies(app);
  app.setErrorHandler(fail);
  answerUnknown(app, fail);
  await app.register(multipart, { ...UPLOAD });
  registerRoutes(app, deps, routes);
  for (const plugin of plugins) await plugin(app, deps);
  return app;
}

/** A server without routes and hooks. `fail` answers an address that cannot be decoded. */
const bareServer = (deps: Deps, fail: Fail): FastifyInstance =>
  Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: CONNECTIONS.requestTimeout,
    connectionTimeout: 0,
    keepAliveTimeout: CONNECTIONS.keepAliveTimeout,
    genReqId: (raw) => acceptedRequestId(raw.headers['x-request-id']) ?? newId('request'),
    routerOptions: { maxParamLength: 512 },
    // RFC 9110 §9.1: whatever answers GET answers HEAD. Endpoints opt out.
    exposeHeadRoutes: true,
    frameworkErrors: (error, request, reply) => {
      // An address that cannot be decoded is refused before any hook runs.
      identify(request, reply);
      return fail(error, request, reply);
    },
    http: CONNECTIONS,
    clientErrorHandler: answerBrokenRequest(docsUrl(deps)),
    return503OnClosing: false,
  });

/** The last answers before the service goes down end their connections. */
function endConnections(app: FastifyInstance): void {
  const connections = connectionsOf(app);
  connections.watch(app.server);
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    // Waiting would cost each answer 5 µs: it is sent a turn later, and Fastify listens for its end.
    if (!connections.parting) return done(null, payload);
    // Fastify takes a promise instead of a call. An answer that cannot be sent would throw in `done`, out of its reach.
    return connections.isLast(raw).then((last) => {
      if (last) reply.header('connection', 'close');
      return payload;
    });
  });
}

/** Answers addresses and methods that no route has. */
function answerUnknown(app: FastifyInstance, fail: Fail): void {
  const allowed = methodsByAddress(app);
  app.setNotFoundHandler((request, reply) => fail(notFound(allowed, request), request, reply));
}

/**
 * Refuses a call without Host in the envelope; Node would answer it by itself (RFC 9112 §3.2). Of two, Node
 * takes the first and a proxy perhaps the second, so neither is believed.
 */
function requireHost({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === '1.1')
    refuse('invalid_request', 'no Host', { fields: [{ path: 'Host', message: 'is required' }] });
  if (countOf('host', raw.rawHeaders) > 1)
    refuse('invalid_request', 'Host twice', { fields: [{ path: 'Host', message: 'is there twice' }] });
}

/** How often a header occurs in a list of names and values. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name) count++;
  return count;
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
