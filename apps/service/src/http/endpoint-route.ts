import type { Endpoint, ErrorCode, LimitKey } from '@standpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { idempotent } from '../calls/idempotency.ts';
import { type LimitOverrides, limitOf, takeForStranger, takeOrRefuse } from '../calls/limits.ts';
import { Answer, type Call, type Caller, type Deps } from '../deps.ts';
import { networkKey } from '../network-address.ts';
import { Refusal, refuse } from '../refuse.ts';
import type { Route } from '../route.ts';
import { type Check, validator } from '../validate.ts';
import { authenticate } from './authenticate.ts';
import { addressOf } from './client-address.ts';
import { requireClient } from './client-required.ts';
import { allowOrigin } from './cors.ts';
import { baseUrl, type HostOf } from './host.ts';
import { envelopeSchema } from './openapi.ts';
import { uploadParts } from './upload.ts';

type State = { caller: Caller; ip: string; host: 'production' | 'sandbox' };

const states = new WeakMap<FastifyRequest, State>();

/** Refusals of callers that have proved nothing, unless the refusal says that the credential is genuine. */
const PROVES_NOTHING: readonly ErrorCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'token_missing',
  'token_invalid',
];

/**
 * Counts a failed credential against its address, which gets 429 once it has failed too often. A good
 * credential does not come here, so no failures of others from its address can refuse it.
 */
function limitFailures(deps: Deps, ip: string, error: unknown): never {
  if (error instanceof Refusal && PROVES_NOTHING.includes(error.code) && !error.detail.genuine)
    takeForStranger(deps, 'failed_credential', networkKey(ip));
  throw error;
}

/** Enforces the endpoint's limits. An organization's own numbers come before the operator's. */
async function enforceLimits(deps: Deps, endpoint: Endpoint, { caller, ip }: State): Promise<void> {
  if (endpoint.limit === 'none') return;
  const own = await ownLimits(deps, caller);
  const take = (name: LimitKey, bucket: string, overrides: LimitOverrides | undefined) =>
    takeOrRefuse(deps.gcra, { name, bucket, limit: limitOf(name, overrides, deps.address_limits) });
  const address = networkKey(ip);
  // An address is no organization's: only the operator sets its limits.
  if (endpoint.limit_by === 'address') take(endpoint.limit as LimitKey, address, undefined);
  else take(endpoint.limit as LimitKey, credentialOf(caller) ?? address, own);
  if (endpoint.customer_limit && caller.kind === 'preflight' && caller.env === 'production')
    take(endpoint.customer_limit, `${caller.org}|${String(caller.claims.sub)}`, own);
}

async function ownLimits(deps: Deps, caller: Caller): Promise<LimitOverrides | undefined> {
  if (caller.kind === 'none') return undefined;
  if ('settings' in caller) return caller.settings.limits;
  return (await deps.organizations.find(caller.org))?.settings.limits;
}

function credentialOf(caller: Caller): string | null {
  if ('key_id' in caller) return caller.key_id;
  return 'claims' in caller ? caller.claims.jti : null;
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
    base_url: baseUrl(deps.config, state.host),
    origin: request.headers.origin ?? null,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    parts: () => uploadParts(request),
  };
}

function require_(check: Check | null, value: unknown, where: string): void {
  const fields = check?.(value);
  if (fields) refuse('invalid_request', `${where} does not fit`, { fields });
}

/** One version of the response shapes exists so far; a pin must at least be a date. */
function pinnedVersion(header: string | string[] | undefined): void {
  if (header === undefined || (typeof header === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(header))) return;
  refuse('invalid_request', 'Standpoint-Version', {
    fields: [{ path: 'Standpoint-Version', message: 'must be a date, YYYY-MM-DD' }],
  });
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

/** Boundaries and headers of the parts, beside what `max_body` counts. */
const MULTIPART_HEADERS = 64 * 1024;

/**
 * Refuses an upload by its announced length, before a part of it is read. Otherwise the first part that does
 * not fit would be refused for its content, and the caller would never learn that all of it is too large.
 */
function requireSize({ media, max_body = 0 }: Endpoint, length: string | undefined): void {
  if (media === 'multipart' && Number(length) > max_body + MULTIPART_HEADERS)
    refuse('body_too_large', `${length} bytes announced`, {
      fields: [{ path: '', message: `must have at most ${max_body} bytes` }],
    });
}

function send(reply: FastifyReply, result: unknown): FastifyReply {
  const answer = result instanceof Answer ? result : null;
  reply.header('cache-control', 'no-store');
  for (const [name, value] of Object.entries(answer?.headers ?? {})) reply.header(name, value);
  if (answer?.status === 304) return reply.code(304).send();
  return reply.send({
    status_code: 200,
    message: answer?.message ?? 'OK',
    data: answer ? answer.data : result,
  });
}

/**
 * Fastify's form of a path. Words such as `portal` stand where a session id may: ids begin with fcs_
 * (interface §5).
 */
export const routePath = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => (name === 'session_id' ? ':session_id(^fcs_[^/]*)' : `:${name}`));

/** The facts that a route declares about itself. */
export interface RouteConfig {
  /** Callers prove who they are, and are counted by that. */
  credential: boolean;
}

/** A few kilobytes of compressed blanks are 100 MB of body: requests are not decompressed. */
function requirePlain(encoding: string | undefined): void {
  if (encoding && encoding.toLowerCase() !== 'identity')
    refuse('unsupported_media_type', `content-encoding ${encoding}`);
}

/**
 * Registers one endpoint with what its traits ask for. Life of a call: host → credential → limit → body →
 * handler (which judges the state).
 */
export function registerRoute(app: FastifyInstance, deps: Deps, host: HostOf, route: Route): void {
  const { endpoint } = route;
  const { handle } = endpoint.idempotency_key ? idempotent(route) : route;
  const body = endpoint.body ? validator(endpoint.body) : null;
  const query = endpoint.query ? validator(endpoint.query) : null;
  const params = endpoint.params ? validator(endpoint.params) : null;
  app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    bodyLimit: endpoint.max_body ?? 1024,
    schema: { response: { 200: envelopeSchema(endpoint) } },
    // HEAD must not redeem a short code, and no endpoint needs it.
    exposeHeadRoute: false,
    config: { credential: !endpoint.credential.includes('none') } satisfies RouteConfig,
    onRequest: async (request, reply) => {
      admitReader(deps, endpoint, request, reply);
      const kind = host(request.raw);
      const ip = addressOf(deps, request);
      const caller = await authenticate(deps, endpoint, request, kind, ip).catch((error) =>
        limitFailures(deps, ip, error),
      );
      const state = { caller, ip, host: kind };
      states.set(request, state);
      admitOrigin(endpoint, caller, request, reply);
      await enforceLimits(deps, endpoint, state);
      requirePlain(request.headers['content-encoding']);
      requireMedia(endpoint, request.headers['content-type'] ?? '');
      requireSize(endpoint, request.headers['content-length']);
    },
    handler: async (request, reply) => {
      const state = states.get(request)!;
      pinnedVersion(request.headers['standpoint-version']);
      require_(params, request.params, 'path');
      require_(query, request.query, 'query');
      if (endpoint.media === undefined || endpoint.media === 'json')
        require_(body, request.body ?? {}, 'body');
      const call = makeCall(deps, request, state);
      if (endpoint.client_only) requireClient(call);
      return send(reply, await handle(call as never, deps));
    },
  });
}
