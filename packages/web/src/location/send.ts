import type { Envelope, ErrorBody } from '@standpoint/contract';
import { type Config, withSignal } from '../config.ts';
import { onCspBlock } from '../csp.ts';
import { StandpointError } from '../errors.ts';
import { SDK_GENERATION } from '../version.ts';

type Path = '/geolocation/verify' | '/geolocation/collect';

export interface Sending {
  body?: Record<string, unknown>;
  /** Names the attempt on a retransmission, so that the service returns the stored answer. */
  attemptId?: string;
  /** One try, of so long: for a question without which nothing is lost. */
  timeoutMs?: number;
}

/** The directive that may forbid a request. */
const CONNECT = 'connect-src';
const TRIES = 3;
/** Three tries and their pauses take less than the 120 s for which the service keeps the answer. */
const TRY_MS = 20_000;
const PAUSES_MS = [500, 2_000];

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
  return config.error(code, {
    status,
    requestId: error?.request_id ?? headers.get('x-request-id') ?? undefined,
    retryAfterMs: seconds >= 0 ? seconds * 1_000 : undefined,
    message: error?.message,
    retryable: error ? error.retryable : own !== 'bad_response',
    detail: `HTTP ${status},`,
    docsUrl: error?.docs_url,
  });
};

/** Sends one request. Throws on a refusal, and when no answer of the service arrives. */
export const once = (
  config: Config,
  address: string,
  init: { method?: 'GET'; body?: string; headers: Record<string, string> },
  outer: AbortSignal,
  timeoutMs = TRY_MS,
): Promise<unknown> =>
  withSignal(config, { signal: outer, timeoutMs }, async (signal) => {
    let blocked: string | undefined;
    onCspBlock(CONNECT, address, signal, () => {
      blocked = CONNECT;
    });
    try {
      const response = await config.fetch(address, {
        method: 'POST',
        ...init,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal,
      });
      const text = await response.text();
      let data: { error?: ErrorBody } | undefined;
      try {
        ({ data } = JSON.parse(text) as Envelope<{ error?: ErrorBody }>);
      } catch {}
      if (!response.ok || !data || data.error) throw refusal(config, response, data?.error);
      return { request_id: response.headers.get('x-request-id') ?? '', ...data };
    } catch (cause) {
      outer.throwIfAborted();
      signal.throwIfAborted();
      if (cause instanceof StandpointError) throw cause;
      // The event of a policy violation comes after the failed fetch.
      await pause(0, signal);
      const code = blocked ? 'csp_blocked' : navigator.onLine ? 'network' : 'offline';
      throw config.error(code, { detail: blocked, cause });
    }
  });

/** For 0.3 tokens the service answers a reuse with `attestation_failed` (service interface §7.1). */
export const saysSpent = (code: string): boolean => /^(token_already_used|attestation_failed)$/.test(code);

/**
 * Whether the request may have been processed although no answer of the service arrived. 502 to 504 come from a proxy
 * or a busy service.
 */
export const fateUnknown = ({ status, code }: StandpointError): boolean =>
  status ? status > 501 && status < 505 : code !== 'csp_blocked';

/** Posts the body, and posts the same bytes again when the reply was lost. A refusal is thrown at once. */
export const post = async <D>(
  config: Config,
  path: Path,
  token: string,
  signal: AbortSignal,
  { body = {}, attemptId, timeoutMs }: Sending = {},
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
      return (await once(config, config.baseUrl + path, init, signal, timeoutMs)) as D & {
        request_id: string;
      };
    } catch (cause) {
      const error = cause as StandpointError;
      // A browser resends a request by itself when its kept-alive connection breaks, and then finds its own
      // token spent. Marked as a retransmission, the same payload gets the stored answer; another payload is
      // refused again.
      const mine = tries === 1 && attemptId && saysSpent(error.code);
      if (timeoutMs || tries === TRIES || signal.aborted || !(mine || fateUnknown(error))) throw error;
      config.log(`${path}: ${error.code}, trying again`, 'warn');
      const wait = Math.max(PAUSES_MS[tries - 1]!, Math.min(error.retryAfterMs ?? 0, 10_000));
      await pause(wait * (1 + Math.random() / 4), signal);
      signal.throwIfAborted();
      if (attemptId) init.headers['Standpoint-Retry'] = attemptId;
    }
  }
};
