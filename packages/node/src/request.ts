import type { Envelope, ErrorBody } from '@standpoint/contract';
import type { Options, Settings } from './config.ts';
import { ConnectionError, refusalOf, StandpointApiError } from './errors.ts';

export interface RateLimit {
  limit: number | undefined;
  remaining: number;
  resetSeconds: number;
}

/** `_meta` is not enumerable, so it is not copied when an answer is spread or serialised as JSON. */
export type WithMeta<T> = T & {
  readonly _meta: { requestId: string; status: number; rateLimit?: RateLimit };
};

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  key: 'apiKey' | 'resultsKey';
  body?: object;
  /** Bytes that are sent unchanged instead of `body`. */
  image?: { type: string; bytes: Uint8Array<ArrayBuffer> };
  query?: Record<string, string | number | undefined>;
}

const BACKOFF_MS = 500;
const LONGEST_WAIT_MS = 30_000;

const number = (text: string | null, name: string): number | undefined => {
  const found = text?.match(new RegExp(`;\\s*${name}=(\\d+)`))?.[1];
  return found === undefined ? undefined : Number(found);
};

/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers). */
const rateLimitOf = (headers: Headers): RateLimit | undefined => {
  const remaining = number(headers.get('ratelimit'), 'r');
  const resetSeconds = number(headers.get('ratelimit'), 't') ?? 0;
  const limit = number(headers.get('ratelimit-policy'), 'q');
  return remaining === undefined ? undefined : { limit, remaining, resetSeconds };
};

const refusal = (response: Response, error: ErrorBody | undefined): StandpointApiError => {
  const { status, headers } = response;
  const seconds = error?.retry_after_s ?? Number.parseFloat(headers.get('retry-after') ?? '');
  return refusalOf({
    status,
    headers,
    code: error?.code ?? 'bad_response',
    message: error?.message ?? `HTTP ${status} without an answer of the service`,
    retryable: error?.retryable ?? status >= 500,
    requestId: error?.request_id ?? headers.get('x-request-id') ?? undefined,
    docsUrl: error?.docs_url,
    fields: error?.fields,
    retryAfterMs: seconds >= 0 ? seconds * 1_000 : undefined,
  });
};

const readAnswer = async <T extends object>(response: Response): Promise<WithMeta<T>> => {
  const text = await response.text();
  let data: (T & { error?: ErrorBody }) | undefined;
  try {
    ({ data } = JSON.parse(text) as Envelope<T & { error?: ErrorBody }>);
  } catch {}
  if (!response.ok || typeof data !== 'object' || data === null) throw refusal(response, data?.error);
  const rateLimit = rateLimitOf(response.headers);
  const _meta = {
    requestId: response.headers.get('x-request-id') ?? '',
    status: response.status,
    ...(rateLimit && { rateLimit }),
  };
  return Object.defineProperty(data, '_meta', { value: _meta }) as WithMeta<T>;
};

const once = async <T extends object>(settings: Settings, call: Call, options: Options) => {
  const key = settings[call.key];
  if (!key) throw new TypeError('This call needs a resultsKey; the API key can only create tokens');
  const url = new URL(settings.baseUrl + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const timeout = AbortSignal.timeout(options.timeoutMs ?? settings.timeoutMs);
  try {
    const response = await settings.fetch(url, {
      method: call.method,
      redirect: 'error',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      headers: {
        ...options.headers,
        accept: 'application/json',
        authorization: `Bearer ${key}`,
        'user-agent': settings.userAgent,
        ...(call.method === 'POST' && { 'content-type': 'application/json' }),
        ...(call.image && { 'content-type': call.image.type }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      ...(call.method === 'POST' && { body: JSON.stringify(call.body ?? {}) }),
      ...(call.image && { body: call.image.bytes }),
    });
    return await readAnswer<T>(response);
  } catch (cause) {
    if (cause instanceof StandpointApiError) throw cause;
    options.signal?.throwIfAborted();
    const why = timeout.aborted ? 'did not answer in time' : 'cannot be reached';
    throw new ConnectionError(`${url.origin} ${why}`, { cause });
  }
};

/** Milliseconds to wait before the next try; undefined when there is no further try. */
const waitAfter = (error: unknown, tries: number): number | undefined => {
  // Jitter, so that many clients do not retry at the same moment.
  const backoff = BACKOFF_MS * 2 ** tries * (0.5 + Math.random() / 2);
  if (error instanceof ConnectionError) return backoff;
  if (!(error instanceof StandpointApiError) || (error.status !== 429 && error.status !== 503))
    return undefined;
  const wanted = Number.parseFloat(error.headers.get('retry-after') ?? '') * 1_000;
  return wanted > LONGEST_WAIT_MS ? undefined : Math.max(wanted || 0, backoff);
};

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });

/** Sends one call, and tries again after connection failures, 429 (after Retry-After) and 503. */
export const request = async <T extends object>(
  settings: Settings,
  call: Call,
  options: Options = {},
): Promise<WithMeta<T>> => {
  const retries = options.maxRetries ?? settings.maxRetries;
  for (let tries = 0; ; tries++) {
    try {
      return await once<T>(settings, call, options);
    } catch (error) {
      const wait = waitAfter(error, tries);
      if (wait === undefined || tries >= retries) throw error;
      await pause(wait, options.signal);
    }
  }
};
