import type { Envelope, ErrorBody } from '@standpoint/contract';
import type { Prover } from './proof.ts';
import { type Reply, send } from './send.ts';

/** A refusal of the service, or `connection_lost`. */
export class ApiError extends Error {
  readonly code: string;
  readonly retry_after_s: number;
  readonly fields: NonNullable<ErrorBody['fields']>;
  constructor(code: string, retry_after_s = 0, fields: ErrorBody['fields'] = []) {
    super(code);
    this.code = code;
    this.retry_after_s = retry_after_s;
    this.fields = fields;
  }
}

interface Ask {
  body?: object | FormData;
  code?: string;
  signal?: AbortSignal;
  /** Names the attempt in a repetition, so that the service returns the stored answer. */
  attempt_id?: string;
  timeout_ms?: number;
  /** 4 by default; fewer if a repetition would be useless. */
  tries?: number;
  /** Sends the request even if the page closes meanwhile. */
  keepalive?: true;
  /** Share of the upload that is sent, 0 to 1. */
  onProgress?: (ratio: number) => void;
}

/** Calls the service. Resolves to the answer's `data`, or rejects with an `ApiError`. */
export type Call = <T>(method: string, path: string, ask?: Ask) => Promise<T>;

const TRIES = 4;
export const REPLY_MS = 15_000;
/** Waits before the second, third and fourth try. */
const PAUSES_MS = [400, 1_200, 3_000] as const;
const NEVER = new AbortController().signal;
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
    return new ApiError(data.error.code, data.error.retry_after_s ?? 0, data.error.fields);
  } catch {
    return new ApiError(reply.status >= 500 ? 'unavailable' : 'internal');
  }
};

/**
 * How far this device's clock is behind the service's, in ms: the service accepts proofs only within two
 * minutes.
 */
const clockOffset = (reply: Reply): number => (reply.date ? Date.parse(reply.date) - Date.now() : 0);

interface Try {
  url: string;
  method: string;
  bearer: string | undefined;
  /** The service's time, in ms. */
  now: number;
  signal: AbortSignal;
  again: boolean;
}

const sendOnce = async (prover: Prover, ask: Ask, { url, method, bearer, now, signal, again }: Try) => {
  // Fresh for each try: a proof is accepted once.
  const proof = await prover.prove(method, url, { token: bearer, code: ask.code, now });
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

/**
 * Whether a refusal may end otherwise the next time. `moved_ms`: by how much the known clock offset changed.
 */
const mayRepeat = (reply: Reply, { code, retry_after_s }: ApiError, moved_ms: number): boolean => {
  if (code === 'proof_invalid' && Math.abs(moved_ms) > 30_000) return true;
  const busy = reply.status >= 500 || reply.status === 429 || code === 'idempotency_in_flight';
  return busy && retry_after_s <= 30;
};

/**
 * Every call may be repeated, because the service answers a repetition with its first answer. So the page
 * asks again after a lost answer, waits out a rate limit, and tells the person only when all tries have
 * failed.
 */
export const openCall = (base: string, prover: Prover, token: () => string | undefined): Call => {
  let offset_ms = 0;
  return async <T>(method: string, path: string, ask: Ask = {}): Promise<T> => {
    const signal = ask.signal ?? NEVER;
    let failure = new ApiError('connection_lost');
    for (let at = 0; at < (ask.tries ?? TRIES); at++) {
      if (at > 0) await pause(Math.max(PAUSES_MS[at - 1]!, failure.retry_after_s * 1_000), signal);
      // The offset of this try's proof: another call may learn the right time meanwhile.
      const before = offset_ms;
      const bearer = ask.code ? undefined : token();
      const sent = { url: `${base}${path}`, method, bearer, now: Date.now() + before, signal, again: at > 0 };
      const reply = await sendOnce(prover, ask, sent).catch(() => null);
      signal.throwIfAborted();
      if (!reply) {
        failure = new ApiError('connection_lost');
        continue;
      }
      offset_ms = clockOffset(reply);
      if (reply.status === 200) return (JSON.parse(reply.text) as Envelope<T>).data;
      failure = refusalOf(reply);
      if (!mayRepeat(reply, failure, offset_ms - before)) throw failure;
    }
    throw failure;
  };
};
