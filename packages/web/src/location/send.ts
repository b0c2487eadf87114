import type { Envelope, ErrorBody } from '@standpoint/contract';
import type { Config } from '../config.ts';
import { onCspBlock } from '../csp.ts';
import { type ErrorCode, type ErrorFacts, StandpointError } from '../errors.ts';
import { SDK_GENERATION } from '../version.ts';

type Path = '/geolocation/verify' | '/geolocation/collect';

export interface Sending {
  body?: Record<string, unknown>;
  /** Names the attempt on a retransmission, so that the service returns the stored answer. */
  attemptId?: string;
}

const TRIES = 3;
/** Three tries and their pauses take less than the 120 s for which the service keeps the answer. */
const TRY_MS = 20_000;
const PAUSES_MS = [500, 2_000];
/** Statuses of a proxy or a busy service. The request may or may not have been processed. */
const UNKNOWN_FATE = [502, 503, 504];

export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const refusal = (config: Config, { status, headers }: Response, error: ErrorBody | undefined) => {
  const seconds = error?.retry_after_s ?? Number.parseFloat(headers.get('retry-after') ?? '');
  const own = status === 429 ? 'rate_limited' : status >= 500 ? 'server_error' : 'bad_response';
  const code = error?.code ?? own;
  const facts: ErrorFacts = {
    status,
    requestId: error?.request_id ?? headers.get('x-request-id') ?? undefined,
    retryAfterMs: seconds >= 0 ? seconds * 1_000 : undefined,
    message: error?.message,
    retryable: error ? error.retryable : own !== 'bad_response',
    detail: `HTTP ${status},`,
  };
  return config.error(code, error?.docs_url ? { ...facts, docsUrl: error.docs_url } : facts);
};

/** Sends one request. Throws on a refusal, and when no answer of the service arrives. */
export const once = async (
  config: Config,
  address: string,
  init: { method?: 'GET'; body?: string; headers: Record<string, string> },
  signal: AbortSignal,
): Promise<unknown> => {
  const controller = new AbortController();
  const stop = () => controller.abort();
  let failure: ErrorCode | undefined;
  const timer = setTimeout(() => {
    failure = 'timeout';
    stop();
  }, TRY_MS);
  const unwatch = onCspBlock(config.origin, () => {
    failure = 'csp_blocked';
  });
  signal.addEventListener('abort', stop);
  try {
    const response = await config.fetch(address, {
      method: 'POST',
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: controller.signal,
    });
    const text = await response.text();
    let data: { error?: ErrorBody } | undefined;
    try {
      ({ data } = JSON.parse(text) as Envelope<{ error?: ErrorBody }>);
    } catch {}
    if (!response.ok || !data || data.error) throw refusal(config, response, data?.error);
    return { request_id: response.headers.get('x-request-id') ?? '', ...data };
  } catch (cause) {
    if (cause instanceof StandpointError) throw cause;
    // The event of a policy violation comes after the failed fetch.
    await pause(0, signal);
    signal.throwIfAborted();
    throw config.error(failure ?? (navigator.onLine ? 'network' : 'offline'), { cause });
  } finally {
    clearTimeout(timer);
    unwatch();
    signal.removeEventListener('abort', stop);
  }
};

/** For 0.3 tokens the service answers a reuse with `attestation_failed` (service interface §7.1). */
export const saysSpent = (code: string): boolean => /^(token_already_used|attestation_failed)$/.test(code);

/** Whether the request may have been processed although no answer of the service arrived. */
export const fateUnknown = ({ status, code }: StandpointError): boolean =>
  status ? UNKNOWN_FATE.includes(status) : code !== 'csp_blocked';

/** Posts the body, and posts the same bytes again when the reply was lost. A refusal is thrown at once. */
export const post = async <D>(
  config: Config,
  path: Path,
  token: string,
  signal: AbortSignal,
  { body = {}, attemptId }: Sending = {},
): Promise<D & { request_id: string }> => {
  const init = {
    body: JSON.stringify(body),
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Standpoint-SDK': SDK_GENERATION,
      ...(config.locale && { 'Accept-Language': config.locale }),
    } as Record<string, string>,
  };
  for (let tries = 1; ; tries++) {
    try {
      return (await once(config, config.baseUrl + path, init, signal)) as D & { request_id: string };
    } catch (cause) {
      const error = cause as StandpointError;
      // A browser resends a request by itself when its kept-alive connection breaks, and then finds its own
      // token spent. Marked as a retransmission, the same payload gets the stored answer; another payload is
      // refused again.
      const mine = tries === 1 && attemptId && saysSpent(error.code);
      if (tries === TRIES || signal.aborted || !(mine || fateUnknown(error))) throw error;
      config.log(`${path}: ${error.code}, trying again`, 'warn');
      const wait = Math.max(PAUSES_MS[tries - 1]!, Math.min(error.retryAfterMs ?? 0, 10_000));
      await pause(wait * (1 + Math.random() / 4), signal);
      signal.throwIfAborted();
      if (attemptId) init.headers['Standpoint-Retry'] = attemptId;
    }
  }
};
