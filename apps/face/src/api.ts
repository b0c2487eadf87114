import type {
  AttemptAnswer,
  Envelope,
  ErrorBody,
  FaceRedeemAnswer,
  LocationHandoffAnswer,
  LocationRedeemAnswer,
  PublicSession,
  SessionAnswer,
  SessionBody,
  SessionStatusAnswer,
  ShortCodeAnswer,
} from '@standpoint/contract';
import type { Prover } from './proof.ts';
import { type Reply, send } from './send.ts';

/** A refusal of the service, or `connection_lost`. */
export class ApiError extends Error {
  readonly code: string;
  readonly retry_after_s: number;
  constructor(code: string, retry_after_s = 0) {
    super(code);
    this.code = code;
    this.retry_after_s = retry_after_s;
  }
}

interface Ask {
  body?: object | FormData;
  code?: string;
  signal?: AbortSignal;
  /** Names the attempt on a repetition, so that the service gives the stored answer. */
  attempt_id?: string;
  timeout_ms?: number;
  /** Goes out although the page is closed meanwhile. */
  keepalive?: true;
  /** 0 to 1 of the upload. */
  onProgress?: (ratio: number) => void;
}

interface CodeBody {
  channel: 'qr' | 'link';
  /** The language that the phone begins in. */
  locale: string;
}

export interface Api {
  createSession(body: SessionBody): Promise<SessionAnswer>;
  status(since: number | null, signal: AbortSignal): Promise<SessionStatusAnswer>;
  consent(body: { version: string; accepted: boolean; locale: string }): Promise<PublicSession>;
  openAttempt(
    body: { client_attempt_id: string; alternative?: string },
    signal: AbortSignal,
  ): Promise<AttemptAnswer>;
  submit(
    attempt_id: string,
    parts: FormData,
    signal: AbortSignal,
    onProgress: (ratio: number) => void,
  ): Promise<PublicSession>;
  createCode(body: CodeBody, signal: AbortSignal): Promise<ShortCodeAnswer>;
  refreshCode(body: CodeBody, signal: AbortSignal): Promise<ShortCodeAnswer>;
  redeem(code: string): Promise<FaceRedeemAnswer | LocationRedeemAnswer>;
  confirm(number: string): Promise<{ confirmed: boolean; session: PublicSession }>;
  deny(): Promise<unknown>;
  cancelHandoff(): Promise<unknown>;
  cancel(): Promise<unknown>;
  event(type: string, detail?: string): Promise<unknown>;
  confirmLocation(number: string): Promise<{ confirmed: boolean }>;
  denyLocation(): Promise<unknown>;
  verifyLocation(evidence: { payload: string; attempt_id: string }): Promise<LocationHandoffAnswer>;
}

const TRIES = 4;
const REPLY_MS = 15_000;
const LONG_POLL_S = 25;
const UPLOAD_MS = 60_000;
/** Waits before the second, third and fourth try. */
const PAUSES_MS = [400, 1_200, 3_000] as const;
const NEVER = new AbortController().signal;
/** People say it and close the page. */
const LAST_WORD = { body: {}, keepalive: true } as const;

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

const refusalOf = (reply: Reply): ApiError => {
  try {
    const { data } = JSON.parse(reply.text) as Envelope<{ error: ErrorBody }>;
    return new ApiError(data.error.code, data.error.retry_after_s ?? 0);
  } catch {
    return new ApiError(reply.status >= 500 ? 'unavailable' : 'internal');
  }
};

/** How far this device's clock is behind the service's, in ms: proofs are only believed within two minutes. */
const clockOffset = (reply: Reply): number => (reply.date ? Date.parse(reply.date) - Date.now() : 0);

/**
 * Every call may be repeated: the service answers a repetition with what it answered before. So a lost reply is asked
 * for again, a limit is waited for, and only then the person hears of it.
 */
export const openApi = (base: string, prover: Prover, token: () => string | undefined): Api => {
  let offset_ms = 0;
  const once = async (
    method: string,
    path: string,
    ask: Ask,
    signal: AbortSignal,
    again: boolean,
  ): Promise<Reply> => {
    const url = `${base}${path}`;
    const bearer = ask.code ? undefined : token();
    // Fresh for each try: a proof is accepted once.
    const proof = await prover.prove(method, url, {
      token: bearer,
      code: ask.code,
      now: Date.now() + offset_ms,
    });
    const form = ask.body instanceof FormData;
    return send({
      method,
      url,
      headers: {
        'standpoint-proof': proof,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(ask.body && !form && { 'content-type': 'application/json' }),
        ...(again && ask.attempt_id && { 'standpoint-retry': ask.attempt_id }),
      },
      body: form ? (ask.body as FormData) : ask.body && JSON.stringify(ask.body),
      timeout_ms: ask.timeout_ms ?? REPLY_MS,
      signal,
      keepalive: ask.keepalive,
      onProgress: ask.onProgress,
    });
  };

  const call = async <T>(method: string, path: string, ask: Ask = {}): Promise<T> => {
    const signal = ask.signal ?? NEVER;
    let failure = new ApiError('connection_lost');
    for (let at = 0; at < TRIES; at++) {
      if (at > 0) await pause(Math.max(PAUSES_MS[at - 1]!, failure.retry_after_s * 1_000), signal);
      const reply = await once(method, path, ask, signal, at > 0).catch(() => null);
      signal.throwIfAborted();
      if (!reply) {
        failure = new ApiError('connection_lost');
        continue;
      }
      const before = offset_ms;
      offset_ms = clockOffset(reply);
      if (reply.status === 200) return (JSON.parse(reply.text) as Envelope<T>).data;
      failure = refusalOf(reply);
      const wrongClock = failure.code === 'proof_invalid' && Math.abs(offset_ms - before) > 30_000;
      const busy = reply.status >= 500 || reply.status === 429 || failure.code === 'idempotency_in_flight';
      if (!wrongClock && !(busy && failure.retry_after_s <= 30)) throw failure;
    }
    throw failure;
  };

  const session = async (path: string, body: object): Promise<PublicSession> =>
    (await call<{ session: PublicSession }>('POST', `/facecheck/session/${path}`, { body, keepalive: true }))
      .session;
  const shortCode =
    (method: 'POST' | 'PUT') =>
    (body: CodeBody, signal: AbortSignal): Promise<ShortCodeAnswer> =>
      call(method, '/facecheck/short-code', { body, signal });

  return {
    createSession: (body) => call('POST', '/facecheck/session', { body }),
    status: (since, signal) => {
      const query = since === null ? '' : `?wait=${LONG_POLL_S}&since=${since}`;
      const timeout_ms = since === null ? REPLY_MS : LONG_POLL_S * 1_000 + 8_000;
      return call('GET', `/facecheck/session/status${query}`, { signal, timeout_ms });
    },
    consent: (body) => session('consent', body),
    openAttempt: (body, signal) => call('POST', '/facecheck/session/attempt', { body, signal }),
    submit: async (attempt_id, parts, signal, onProgress) => {
      const path = `/facecheck/session/attempt/${attempt_id}/submit`;
      const ask = { body: parts, signal, onProgress, timeout_ms: UPLOAD_MS };
      return (await call<{ session: PublicSession }>('POST', path, ask)).session;
    },
    createCode: shortCode('POST'),
    refreshCode: shortCode('PUT'),
    redeem: (code) => call('GET', `/facecheck/short-code?code=${encodeURIComponent(code)}`, { code }),
    confirm: (number) => call('POST', '/facecheck/session/handoff/confirm', { body: { number } }),
    deny: () => call('POST', '/facecheck/session/handoff/deny', LAST_WORD),
    cancelHandoff: () => call('POST', '/facecheck/session/handoff/cancel', LAST_WORD),
    cancel: () => call('POST', '/facecheck/session/cancel', LAST_WORD),
    confirmLocation: (number) => call('POST', '/geolocation/handoff/confirm', { body: { number } }),
    denyLocation: () => call('POST', '/geolocation/handoff/deny', LAST_WORD),
    verifyLocation: ({ payload, attempt_id }) =>
      call('POST', '/geolocation/handoff/verify', { body: { payload }, attempt_id }),
    event: (type, detail) => call('POST', '/facecheck/session/event', { body: { type, detail } }),
  };
};
