import type { Endpoint } from '@standpoint/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

const REQUEST_HEADERS =
  'authorization, content-type, standpoint-sdk, standpoint-retry, standpoint-proof, standpoint-version, ' +
  'if-none-match, x-request-id';
const EXPOSED =
  'x-request-id, etag, retry-after, idempotent-replayed, ratelimit, ratelimit-policy, standpoint-version';

/**
 * Answers a CORS preflight (OPTIONS). It cannot carry the token whose `origins` decide, so any origin is
 * answered on routes with a token. The real answer then allows the origin or does not.
 */
export function answerPreflight(
  endpoints: readonly Endpoint[],
  faceOrigin: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const kind = endpoints[0]!.cors;
  const origin = request.headers.origin;
  if (origin && (kind === 'token' || origin === faceOrigin)) {
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-allow-methods', endpoints.map((endpoint) => endpoint.method).join(', '));
    reply.header('access-control-allow-headers', REQUEST_HEADERS);
    reply.header('access-control-max-age', '600');
  }
  return reply.header('vary', 'origin').code(204).send();
}

/**
 * Lets `origin` read this answer. Only bearer tokens are used and no cookies, so credentials are never
 * allowed.
 */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', EXPOSED)
    .header('vary', 'origin');
}
