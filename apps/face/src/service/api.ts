import type {
  AttemptAnswer,
  FaceRedeemAnswer,
  LocationHandoffAnswer,
  LocationRedeemAnswer,
  OpticalCodeAnswer,
  OpticalSightingAnswer,
  PublicSession,
  SessionAnswer,
  SessionBody,
  SessionStatusAnswer,
  ShortCodeAnswer,
} from '@standpoint/contract';
import { type Call, REPLY_MS } from './call.ts';

interface CodeBody {
  channel: 'qr' | 'link';
  /** The language that the phone begins in. */
  locale: string;
}

export interface Api {
  createSession(body: SessionBody): Promise<SessionAnswer>;
  status(since: number | null, signal: AbortSignal): Promise<SessionStatusAnswer>;
  consent(body: {
    version: string;
    accepted: boolean;
    locale: string;
    pressed?: string;
  }): Promise<PublicSession>;
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
  opticalCode(signal: AbortSignal): Promise<OpticalCodeAnswer>;
  opticalSighting(body: { code: string }, signal: AbortSignal): Promise<OpticalSightingAnswer>;
  skipPairing(): Promise<unknown>;
  deny(): Promise<unknown>;
  cancelHandoff(): Promise<unknown>;
  cancel(): Promise<unknown>;
  event(type: string, detail?: string): Promise<unknown>;
  confirmLocation(number: string): Promise<{ confirmed: boolean }>;
  denyLocation(): Promise<unknown>;
  verifyLocation(evidence: { payload: string; attempt_id: string }): Promise<LocationHandoffAnswer>;
}

const LONG_POLL_S = 25;
const UPLOAD_MS = 60_000;
const OPTICAL = '/facecheck/session/handoff/optical';
/** A late answer is ignored: by then the caller has a newer question. */
const AT_ONCE = { tries: 1, timeout_ms: 4_000 } as const;
/** People press the button and close the page. */
const LAST_WORD = { body: {}, keepalive: true } as const;

/** All endpoints that the page calls. */
export const openApi = (call: Call): Api => {
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
    opticalCode: (signal) => call('GET', OPTICAL, { signal, ...AT_ONCE }),
    opticalSighting: (body, signal) => call('POST', OPTICAL, { body, signal, ...AT_ONCE }),
    skipPairing: () => call('POST', OPTICAL, { ...LAST_WORD, body: { skip: true } }),
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
