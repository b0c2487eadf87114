import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ERRORS, type ErrorBody, type ErrorCode } from '@standpoint/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refuse.ts';
import { countRefusal } from './metrics.ts';

/** Fastify's own errors, and our codes for them. */
const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_PARTS_LIMIT: 'invalid_request',
  FST_FILES_LIMIT: 'invalid_request',
  FST_FIELDS_LIMIT: 'invalid_request',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
};

/** PostgreSQL and network faults after which nothing was accepted and another try may succeed. */
const UNAVAILABLE =
  /^unavailable$|^(08|57|58|53|25006|40001|40P01|55P03|23514)|ECONN|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|E(HOST|NET)(UNREACH|DOWN)|ENOSPC/;

export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code = '', statusCode, message } = error as FastifyError;
  const known = FRAMEWORK[code];
  if (known) return new Refusal(known, code, { cause: error });
  if (
    UNAVAILABLE.test(code) ||
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered/.test(
      message ?? '',
    )
  ) {
    return new Refusal('unavailable', code || 'database', { cause: error });
  }
  if (statusCode === 413) return new Refusal('body_too_large', code, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('invalid_request', code, { cause: error });
  return new Refusal('internal', 'unexpected', { cause: error });
}

/** Node's errors about the headers of an answer. */
const UNSENDABLE = /^ERR_(INVALID_CHAR|INVALID_HTTP_TOKEN|HTTP_INVALID_HEADER_VALUE)$/;

/** A header that broke the answer would break the error too, and Fastify would send one of its own. */
function dropUnsendable(reply: FastifyReply): void {
  // Node keeps the words of the status that it could not send, such as “OK”.
  reply.raw.statusMessage = '';
  for (const [name, value] of Object.entries(reply.getHeaders()))
    try {
      validateHeaderName(name);
      for (const each of [value].flat()) validateHeaderValue(name, `${each}`);
    } catch {
      reply.removeHeader(name);
    }
}

interface RenderContext {
  docs_url: string;
}

/** The one place where a refusal becomes an answer. The private reason goes to the log only. */
export function render(
  context: RenderContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error);
  if (UNSENDABLE.test((error as FastifyError).code)) dropUnsendable(reply);
  const { status, message: sentence, retryable } = ERRORS[refusal.code];
  const { message = sentence, fields, headers = {} } = refusal.detail;
  const { retry_after_s = refusal.code === 'unavailable' ? 1 : undefined } = refusal.detail;
  const body: ErrorBody = {
    code: refusal.code,
    message,
    retryable,
    request_id: request.id,
    docs_url: `${context.docs_url}#${refusal.code}`,
    ...(fields && { fields }),
    ...(retry_after_s !== undefined && { retry_after_s }),
  };
  logRefusal(refusal, status, request);
  countRefusal(refusal.code, request);
  if (retry_after_s !== undefined) reply.header('retry-after', String(retry_after_s));
  const challenge = challengeOf(refusal.code, status);
  if (challenge !== null) reply.header('www-authenticate', `Bearer realm="standpoint"${challenge}`);
  return reply
    .headers(headers)
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ status_code: status, message, data: { error: body } });
}

/** The error attribute of WWW-Authenticate (RFC 6750 §3.1); null when the answer has no such header. */
function challengeOf(code: ErrorCode, status: number): string | null {
  if (code === 'scope_denied') return ', error="insufficient_scope"';
  if (status !== 401) return null;
  return code === 'token_missing' || code === 'api_key_missing' ? '' : ', error="invalid_token"';
}

function logRefusal(
  { code, message: reason, detail }: Refusal,
  status: number,
  request: FastifyRequest,
): void {
  const failed = status >= 500;
  request.log[failed ? 'error' : (detail.level ?? 'debug')](
    { code, reason, err: failed ? detail.cause : undefined },
    'refused',
  );
}
