import type { Endpoint, ErrorCode } from '@standpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { idempotent } from '../calls/idempotency.ts';
import { bounded } from '../calls/reading.ts';
import type { OrganizationSettings } from '../database/schema.ts';
import { Answer, type Call, type Caller, type Deps, Streamed } from '../deps.ts';
import { Refusal, refuse } from '../refuse.ts';
import { envelopeSchema, type Route } from '../route.ts';
import { type Check, validator } from '../validate.ts';
import { compressed, compresses } from './answers/compress.ts';
import { authenticate } from './authenticate.ts';
import { bodyLimit, comesInChunks, counted, hardMaximum, requireSize } from './body-size.ts';
import { enforceLimits, limitFailures } from './call-limits.ts';
import { addressOf } from './client-address.ts';
import { allowOrigin } from './cors.ts';
import { baseUrl, type HostOf } from './host.ts';
import { requireClient } from './traits/client-only.ts';
import { requireSandbox } from './traits/sandbox-only.ts';
import { uploadParts } from './upload.ts';
import { versionOf } from './version.ts';

type State = {
  caller: Caller;
  settings: OrganizationSettings;
  ip: string;
  host: 'production' | 'sandbox';
};

const states = new WeakMap<FastifyRequest, State>();

/** Refusals of a credential that let its caller in, for what was done with it. */
const REFUSED_LATER: ReadonlySet<ErrorCode> = new Set([
  'attestation_failed',
  'not_active_device',
  'origin_not_allowed',
  'proof_invalid',
  'token_already_used',
]);

/** Counts such a refusal for the audit log of the caller's organization. */
export function noteRefusedLater(deps: Deps, request: FastifyRequest, error: unknown): void {
  const state = states.get(request);
  if (!state || state.caller.kind === 'none') return;
  if (!(error instanceof Refusal) || !REFUSED_LATER.has(error.code)) return;
  const { org, env } = state.caller;
  deps.refused.note({ org, env, code: error.code, ip: state.ip });
}

/** The settings of the caller's organization; those of a key came with it. */
function settingsOf(deps: Deps, caller: Caller): OrganizationSettings | Promise<OrganizationSettings> {
  if (caller.kind === 'none') return {};
  if ('settings' in caller) return caller.settings;
  return deps.organizations.find(caller.org).then((found) => found?.settings ?? {});
}

/**
 * Lets the page read the answer, even when its token is refused: otherwise the page could not tell a refusal
 * from a broken connection.
 */
function admitReader(deps: Deps, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): void {
  const origin = request.headers.origin;
  if (!origin || endpoint.cors === 'none') return;
  if (endpoint.cors === 'token' || origin === new URL(deps.config.face_base_url).origin)
    allowOrigin(reply, origin);
}

/** A token's `origins`, or any when it has none. */
function admitOrigin(endpoint: Endpoint, caller: Caller, request: FastifyRequest, reply: FastifyReply): void {
  const origin = request.headers.origin;
  if (!origin || endpoint.cors !== 'token' || caller.kind !== 'preflight') return;
  const origins = caller.claims.origins as string[] | undefined;
  if (!origins || origins.includes(origin)) return;
  reply.removeHeader('access-control-allow-origin');
  refuse('origin_not_allowed', `Origin ${origin}`);
}

function makeCall(deps: Deps, request: FastifyRequest, state: State): Call {
  return {
    caller: state.caller,
    body: request.body ?? {},
    query: request.query,
    params: request.params,
    request_id: request.id,
    ip: state.ip,
    host: state.host,
    // The dashboard is at one address: what a person does in the sandbox bears the name of the sandbox.
    base_url: baseUrl(deps.config, state.caller.kind === 'person' ? state.caller.env : state.host),
    origin: request.headers.origin ?? null,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    parts: (limits) => uploadParts(request, limits),
  };
}

function require_(check: Check | null, value: unknown, where: string): void {
  const fields = check?.(value);
  if (fields) refuse('invalid_request', `${where} does not fit`, { fields });
}

/**
 * Refuses a body of a kind that the endpoint does not read. Without this, an upload would count as no body,
 * and an image as an object without fields.
 */
function requireMedia({ media = 'json' }: Endpoint, type: string): void {
  if (media !== 'multipart' && /^\s*multipart\//i.test(type)) refuse('unsupported_media_type', 'multipart');
  const image = /^\s*image\/(jpeg|webp)\s*(;|$)/i.test(type);
  if (image !== (media === 'image')) refuse('unsupported_media_type', 'an image, or none');
}

function send(reply: FastifyReply, version: string, result: unknown): FastifyReply {
  if (result instanceof Streamed) return sendStream(reply, version, result);
  const answer = result instanceof Answer ? result : null;
  reply.header('cache-control', 'no-store').header('standpoint-version', version);
  for (const [name, value] of Object.entries(answer?.headers ?? {})) reply.header(name, value);
  if (answer?.status === 304) return reply.code(304).send();
  return reply.send({
    status_code: 200,
    message: answer?.message ?? 'OK',
    data: answer ? answer.data : result,
  });
}

/** Proxies neither keep it nor wait for its end: `x-accel-buffering` is nginx's word for that. */
const sendStream = (reply: FastifyReply, version: string, { type, body, headers }: Streamed): FastifyReply =>
  reply
    .headers(headers)
    .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    .header('standpoint-version', version)
    .type(type)
    .send(body);

/**
 * Fastify's form of a path. Words such as `portal` stand where a session id may: ids begin with fcs_
 * (interface §5).
 */
export const routePath = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => (name === 'session_id' ? ':session_id(^fcs_[^/]*)' : `:${name}`));

/** The facts that a route declares about itself. */
export interface RouteConfig {
  /** Callers prove who they are, and are counted by that. */
  credential?: boolean;
  /**
   * Never refused for the number of calls, because a balancer that gets 429 takes the node out. For routes that
   * cost next to nothing, however often they are called.
   */
  uncounted?: boolean;
}

/** A few kilobytes of compressed blanks are 100 MB of body: requests are not decompressed. */
function requirePlain(encoding: string | undefined): void {
  if (encoding && encoding.toLowerCase() !== 'identity')
    refuse('unsupported_media_type', `content-encoding ${encoding}`);
}

/** Lets a call in, or refuses it before its body is read: who calls, how often, from where, with what. */
const admission =
  (deps: Deps, endpoint: Endpoint, host: HostOf, mostOf: (request: FastifyRequest) => number) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    admitReader(deps, endpoint, request, reply);
    const kind = host(request.raw);
    const ip = addressOf(deps, request);
    const due = deps.epoch.due();
    if (due) await due;
    const caller = await authenticate(deps, endpoint, request, kind, ip).catch((error) =>
      limitFailures(deps, ip, error),
    );
    if (caller.kind !== 'none' && caller.kind !== 'person') deps.arrivals.note();
    const found = settingsOf(deps, caller);
    const settings = found instanceof Promise ? await found : found;
    states.set(request, { caller, settings, ip, host: kind });
    if (caller.kind === 'person' && caller.cookies.length > 0) reply.header('set-cookie', caller.cookies);
    admitOrigin(endpoint, caller, request, reply);
    const counting = enforceLimits(deps, endpoint, { caller, ip, own: settings.limits });
    if (counting) await counting;
    requireSandbox(endpoint, caller);
    requirePlain(request.headers['content-encoding']);
    requireMedia(endpoint, request.headers['content-type'] ?? '');
    requireSize(endpoint, mostOf(request), request.headers['content-length']);
  };

/**
 * Registers one endpoint with what its traits ask for. Life of a call: host → credential → limit → body →
 * handler (which judges the state).
 */
export function registerRoute(app: FastifyInstance, deps: Deps, host: HostOf, route: Route): void {
  const { endpoint } = route;
  const handle = bounded(endpoint, endpoint.idempotency_key ? idempotent(route).handle : route.handle);
  const body = endpoint.body ? validator(endpoint.body) : null;
  const query = endpoint.query ? validator(endpoint.query) : null;
  const params = endpoint.params ? validator(endpoint.params) : null;
  const mostOf = (request: FastifyRequest) =>
    bodyLimit(endpoint, states.get(request)!.settings.limits, deps.address_limits);
  app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    bodyLimit: hardMaximum(endpoint),
    ...(!endpoint.stream && { schema: { response: { 200: envelopeSchema(endpoint) } } }),
    // HEAD must not redeem a short code, and no endpoint needs it.
    exposeHeadRoute: false,
    config: { credential: !endpoint.credential.includes('none') } satisfies RouteConfig as object,
    onRequest: admission(deps, endpoint, host, mostOf),
    preParsing: (request, reply, body, done) => {
      // The parts of an upload are counted where they are read.
      const counts = comesInChunks(request) && endpoint.media !== 'multipart';
      done(null, counts ? counted(body, mostOf(request), reply.raw) : body);
    },
    onSend: compresses(endpoint) ? [compressed] : [],
    handler: async (request, reply) => {
      const state = states.get(request)!;
      const version = versionOf(request.headers['standpoint-version'], state.settings.version);
      require_(params, request.params, 'path');
      require_(query, request.query, 'query');
      if (endpoint.media === undefined || endpoint.media === 'json')
        require_(body, request.body ?? {}, 'body');
      const call = makeCall(deps, request, state);
      if (endpoint.client_only) requireClient(call);
      return send(reply, version, await handle(call as never, deps));
    },
  });
}
