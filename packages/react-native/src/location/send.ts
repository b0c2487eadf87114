import type { Envelope, ErrorBody } from '@standpoint/contract';
import { type ErrorCode, type ErrorFacts, StandpointError } from '../../../web/src/errors.ts';
import { fateUnknown, saysSpent } from '../../../web/src/location/send.ts';
import type { Config } from '../config.ts';
import { pause, type Stop } from '../stop.ts';

export { fateUnknown, saysSpent };

export interface Sending {
  body?: Record<string, unknown>;
  /** Names the attempt on a retransmission, so that the service returns the stored answer. */
  attemptId?: string;
}

const TRIES = 3;
/** Three tries and their pauses take less than the 120 s for which the service keeps the answer. */
const TRY_MS = 20_000;
const PAUSES_MS = [500, 2_000];

const refusal = (config: Config, { status, headers }: Response, error: ErrorBody | undefined) => {
  const seconds = error?.retry_after_s ?? Number.parseFloat(headers.get('retry-after') ?? '');
  const own = status === 429 ? 'rate_limited' : status >= 500 ? 'server_error' : 'bad_response';
  const facts: ErrorFacts = {
    status,
    requestId: error?.request_id ?? headers.get('x-request-id') ?? undefined,
    retryAfterMs: seconds >= 0 ? seconds * 1_000 : undefined,
    message: error?.message,
    retryable: error ? error.retryable : own !== 'bad_response',
    detail: `HTTP ${status},`,
    ...(error?.docs_url && { docsUrl: error.docs_url }),
  };
  return config.error(error?.code ?? own, facts);
};

/** Sends one request. Throws on a refusal, and when no answer of the service arrives. */
export const once = async (
  config: Config,
  address: string,
  init: RequestInit,
  stop: Stop,
): Promise<unknown> => {
  const controller = new AbortController();
  const end = () => controller.abort();
  let failure: ErrorCode = 'network';
  const timer = setTimeout(() => {
    failure = 'timeout';
    end();
  }, TRY_MS);
  stop.signal.addEventListener('abort', end);
  try {
    const response = await config.fetch(address, { ...init, signal: controller.signal });
    const text = await response.text();
    let data: { error?: ErrorBody } | undefined;
    try {
      ({ data } = JSON.parse(text) as Envelope<{ error?: ErrorBody }>);
    } catch {}
    if (!response.ok || !data || data.error) throw refusal(config, response, data?.error);
    return { request_id: response.headers.get('x-request-id') ?? '', ...data };
  } catch (cause) {
    if (cause instanceof StandpointError) throw cause;
    stop.check();
    throw config.error(failure, { cause });
  } finally {
    clearTimeout(timer);
    stop.signal.removeEventListener('abort', end);
  }
};

/** Posts the body, and posts the same bytes again when the reply was lost. A refusal is thrown at once. */
export const post = async <D>(
  config: Config,
  path: '/geolocation/verify' | '/geolocation/collect',
  token: string,
  stop: Stop,
  { body = {}, attemptId }: Sending = {},
): Promise<D & { request_id: string }> => {
  const headers: Record<string, string> = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Standpoint-SDK': config.line.generation,
    ...(config.locale && { 'Accept-Language': config.locale }),
  };
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
    credentials: 'omit',
    cache: 'no-store',
    // A token follows no redirect: it would reach another server. React Native's own fetch knows no such option, and
    // its systems drop the Authorization header where the host changes.
    redirect: 'error',
  } as const;
  for (let tries = 1; ; tries++) {
    stop.check();
    try {
      return (await once(config, config.baseUrl + path, init, stop)) as D & { request_id: string };
    } catch (cause) {
      stop.check();
      const error = cause as StandpointError;
      // The system's HTTP client resends a request by itself when its kept-alive connection breaks, and then finds
      // its own token spent. Marked as a retransmission, the same payload gets the stored answer.
      const mine = tries === 1 && attemptId && saysSpent(error.code);
      if (tries === TRIES || !(mine || fateUnknown(error))) throw error;
      config.log(`${path}: ${error.code}, trying again`, 'warn');
      const wait = Math.max(PAUSES_MS[tries - 1]!, Math.min(error.retryAfterMs ?? 0, 10_000));
      await pause(wait * (1 + Math.random() / 4), stop);
      if (attemptId) headers['Standpoint-Retry'] = attemptId;
    }
  }
};
