import type { Endpoint, LimitKey } from '@standpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Answer, type Call, type Caller, type Deps } from '../deps.ts';
import { networkKey } from '../network-address.ts';
import { refuse } from '../refuse.ts';
import type { Route } from '../route.ts';
import { type Check, validator } from '../validate.ts';
import { authenticate } from './authenticate.ts';
import { addressOf } from './client-address.ts';
import { allowOrigin } from './cors.ts';
import { baseUrl, type HostOf } from './host.ts';
import { limitHeaders, limitOf } from './limits.ts';
import { envelopeSchema } from './openapi.ts';
import { uploadParts } from './upload.ts';

type State = { caller: Caller; ip: string; host: 'production' | 'sandbox' };

const states = new WeakMap<FastifyRequest, State>();

/**
 * The limits that count per credential or address, and verify's per customer; an organization's own numbers
 * come first.
 */
async function enforceLimit(deps: Deps, endpoint: Endpoint, state: State): Promise<void> {
  if (endpoint.limit === 'none') return;
  const name = endpoint.limit as LimitKey;
  const { caller } = state;
  const perAddress = name.endsWith('_address');
  const bucket = perAddress
    ? networkKey(state.ip)
    : 'key_id' in caller
      ? caller.key_id
      : 'claims' in caller
        ? caller.claims.jti
        : networkKey(state.ip);
  const own =
    caller.kind === 'none'
      ? undefined
      : 'settings' in caller
        ? caller.settings.limits
        : (await deps.organizations.find(caller.org))?.settings.limits;
  take(deps, name, bucket, perAddress ? undefined : own);
  if (caller.kind === 'preflight' && name === 'verify_address' && caller.env === 'production') {
    take(deps, 'verify_customer', `${caller.org}|${String(caller.claims.sub)}`, own);
  }
}

export function take(
  deps: Deps,
  name: LimitKey,
  bucket: string,
  overrides: Parameters<typeof limitOf>[1],
): void {
  const limit = limitOf(name, overrides, deps.address_limits);
  if (!limit) return;
  const verdict = deps.gcra.take(`${name}|${bucket}`, limit, performance.now());
  if (!verdict.allowed)
    refuse('rate_limited', `${name} of ${bucket}`, {
      retry_after_s: verdict.retry_after_s,
      headers: limitHeaders(name, verdict),
    });
}

/**
 * Lets the page read the answer, refusals of its token included: without that it could not tell one from a
 * dead line.
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
 * Uploads are read by the handler, part by part: elsewhere such a body would count as none, and an image as
 * an object without fields.
 */
function requireMedia({ media = 'json' }: Endpoint, type: string): void {
  if (media !== 'multipart' && /^\s*multipart\//i.test(type)) refuse('unsupported_media_type', 'multipart');
  const image = /^\s*image\/(jpeg|webp)\s*(;|$)/i.test(type);
  if (image !== (media === 'image')) refuse('unsupported_media_type', 'an image, or none');
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

/** What a route says of itself. */
export interface RouteConfig {
  /** Callers prove who they are, and are counted by that. */
  credential: boolean;
}

/**
 * Registers one endpoint. Life of a call: host → credential → limit → body → handler (which judges the
 * state).
 */
export function registerRoute(
  app: FastifyInstance,
  deps: Deps,
  host: HostOf,
  { endpoint, handle }: Route,
): void {
  const body = endpoint.body ? validator(endpoint.body) : null;
  const query = endpoint.query ? validator(endpoint.query) : null;
  const params = endpoint.params ? validator(endpoint.params) : null;
  app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    bodyLimit: endpoint.max_body ?? 1024,
    schema: { response: { 200: envelopeSchema(endpoint) } },
    config: { credential: !endpoint.credential.includes('none') } satisfies RouteConfig,
    onRequest: async (request, reply) => {
      admitReader(deps, endpoint, request, reply);
      const kind = host(request.raw);
      const ip = addressOf(deps, request);
      const caller = await authenticate(deps, endpoint, request, kind, ip);
      const state = { caller, ip, host: kind };
      states.set(request, state);
      admitOrigin(endpoint, caller, request, reply);
      await enforceLimit(deps, endpoint, state);
      const encoding = request.headers['content-encoding'];
      // A few kilobytes of compressed blanks are 100 MB of body: requests are not decompressed.
      if (encoding && encoding.toLowerCase() !== 'identity')
        refuse('unsupported_media_type', `content-encoding ${encoding}`);
      requireMedia(endpoint, request.headers['content-type'] ?? '');
    },
    handler: async (request, reply) => {
      const state = states.get(request)!;
      pinnedVersion(request.headers['standpoint-version']);
      require_(params, request.params, 'path');
      require_(query, request.query, 'query');
      if (endpoint.media === undefined || endpoint.media === 'json')
        require_(body, request.body ?? {}, 'body');
      return send(reply, await handle(makeCall(deps, request, state) as never, deps));
    },
  });
}
