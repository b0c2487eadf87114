import type { Envelope, ErrorBody } from '@standpoint/contract';
import { checkTries, type Options, type Settings } from './config.ts';
import { ConnectionError, refusalOf, StandpointApiError } from './errors.ts';

export interface RateLimit {
  limit: number | undefined;
  remaining: number;
  resetSeconds: number;
}

/** `_meta` is not enumerable, so it is not copied when an answer is spread or serialised as JSON. */
export type WithMeta<T> = T & {
  readonly _meta: {
    requestId: string;
    status: number;
    rateLimit?: RateLimit;
    /** The service had answered this idempotency key before, and gave the same answer again. */
    replayed?: true;
  };
};

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Whose bearer: a key of the client, or a token that this call brings itself. */
  key: 'apiKey' | 'resultsKey' | { token: string };
  body?: object;
  /** Bytes that are sent unchanged instead of `body`. */
  image?: { type: string; bytes: Uint8Array<ArrayBuffer> };
  /** Parts that are sent instead of `body`. */
  form?: FormData;
  query?: Record<string, string | number | undefined>;
  /** A repetition after a lost answer must not do it again: such a call gets an idempotency key by itself. */
  once?: true;
}

const BACKOFF_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

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

/** What an answer says that did not come from the service: a proxy, or another site at this address. */
const strangeAnswer = ({ status, headers }: Response, origin: string): string => {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location)
    return `HTTP ${status} to ${location}: set baseUrl to the address where the service itself answers`;
  return `HTTP ${status} from ${origin}, and no answer of the service: check baseUrl`;
};

const refusal = (response: Response, error: ErrorBody | undefined, origin: string): StandpointApiError => {
  const { status, headers } = response;
  const seconds = error?.retry_after_s ?? Number.parseFloat(headers.get('retry-after') ?? '');
  return refusalOf({
    status,
    headers,
    code: error?.code ?? 'bad_response',
    message: error?.message ?? strangeAnswer(response, origin),
    retryable: error?.retryable ?? status >= 500,
    requestId: error?.request_id ?? headers.get('x-request-id') ?? undefined,
    docsUrl: error?.docs_url,
    fields: error?.fields,
    retryAfterMs: seconds >= 0 ? seconds * 1_000 : undefined,
  });
};

const readAnswer = async <T extends object>(response: Response, origin: string): Promise<WithMeta<T>> => {
  const text = await response.text();
  let data: (T & { error?: ErrorBody }) | undefined;
  try {
    ({ data } = JSON.parse(text) as Envelope<T & { error?: ErrorBody }>);
  } catch {}
  if (!response.ok || typeof data !== 'object' || data === null) throw refusal(response, data?.error, origin);
  const rateLimit = rateLimitOf(response.headers);
  const _meta = {
    requestId: response.headers.get('x-request-id') ?? '',
    status: response.status,
    ...(rateLimit && { rateLimit }),
    ...(response.headers.get('idempotent-replayed') === 'true' && { replayed: true }),
  };
  return Object.defineProperty(data, '_meta', { value: _meta }) as WithMeta<T>;
};

const MISSING = {
  apiKey: 'This call needs an apiKey (sp_…); a results key creates no tokens',
  resultsKey: 'This call needs a resultsKey (sr_…); the API key can only create tokens',
};

const bearerOf = (settings: Settings, { key }: Call): string => {
  if (typeof key === 'object') return key.token;
  const value = settings[key];
  if (!value) throw new TypeError(MISSING[key]);
  return value;
};

const contentOf = ({ method, body, image, form }: Call): { type?: string; body?: BodyInit } => {
  if (image) return { type: image.type, body: image.bytes };
  if (form) return { body: form }; // fetch itself adds the type, with the boundary
  return body || method === 'POST' ? { type: 'application/json', body: JSON.stringify(body ?? {}) } : {};
};

/** One request, whose tries are all the same. Throws a `TypeError` for what can never be sent. */
const prepare = (settings: Settings, call: Call, options: Options) => {
  const content = contentOf(call);
  const { idempotencyKey = call.once && crypto.randomUUID() } = options;
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
    throw new TypeError('`idempotencyKey` must be 1 to 255 visible ASCII characters');
  const headers = new Headers(options.headers);
  headers.set('accept', 'application/json');
  headers.set('authorization', `Bearer ${bearerOf(settings, call)}`);
  headers.set('user-agent', settings.userAgent);
  if (content.type) headers.set('content-type', content.type);
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  const url = new URL(settings.baseUrl + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return { url, init: { method: call.method, headers, body: content.body, redirect: 'manual' as const } };
};

const ADVICE: Record<string, string> = {
  ECONNREFUSED: ': is the service running there?',
  ERR_SSL_WRONG_VERSION_NUMBER: ': it speaks http, not https',
};

/** `ECONNREFUSED` and the like, which undici keeps in the cause. */
const codeOf = (error: unknown): string => {
  const code = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code;
  return typeof code === 'string' ? ` (${code})${ADVICE[code] ?? ''}` : '';
};

const attempt = async <T extends object>(
  settings: Settings,
  { url, init }: ReturnType<typeof prepare>,
  options: Options,
) => {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? settings.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    return await readAnswer<T>(await settings.fetch(url, { ...init, signal }), url.origin);
  } catch (cause) {
    if (cause instanceof StandpointApiError) throw cause;
    options.signal?.throwIfAborted();
    const why = timeout.aborted ? 'did not answer in time' : `cannot be reached${codeOf(cause)}`;
    throw new ConnectionError(`${url.origin} ${why}`, { cause });
  }
};

/** Nothing was done: the service was busy or away, or the first try of this very call is still running. */
const mayRepeat = ({ status, code }: StandpointApiError): boolean =>
  status === 429 || status === 503 || code === 'idempotency_in_flight';

/** Milliseconds to wait before the next try; undefined when there is no further try. */
const waitAfter = (error: unknown, tries: number): number | undefined => {
  // Jitter, so that many clients do not retry at the same moment.
  const backoff = BACKOFF_MS * 2 ** tries * (0.5 + Math.random() / 2);
  if (error instanceof ConnectionError) return backoff;
  if (!(error instanceof StandpointApiError) || !mayRepeat(error)) return undefined;
  const wanted = Number.parseFloat(error.headers.get('retry-after') ?? '') * 1_000;
  return wanted > LONGEST_WAIT_MS ? undefined : Math.max(wanted || 0, backoff);
};

export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
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
  checkTries(options);
  const prepared = prepare(settings, call, options);
  const retries = options.maxRetries ?? settings.maxRetries;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt<T>(settings, prepared, options);
    } catch (error) {
      const wait = waitAfter(error, tries);
      if (wait === undefined || tries >= retries) throw error;
      await pause(wait, options.signal);
    }
  }
};
