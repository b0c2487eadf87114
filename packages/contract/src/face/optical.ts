import { endpoint, WITH_BODY, WITH_TOKEN } from '../endpoint.ts';
import { closed, oneOf, optional, type Static, Type, text } from '../schema.ts';
import { OPTICAL_STATES, PublicSession } from './public-session.ts';

/**
 * Optical pairing (experimental, `handoff.optical` of the workflow): the desktop shows a code that keeps
 * changing, the phone's rear camera reads it, and the service measures how late each code comes back. The
 * result is a signal: it refuses nothing.
 */
const PATH = '/facecheck/session/handoff/optical';

/** Consecutive codes that a phone has to see. */
export const OPTICAL_NEEDED = 3;

export const OpticalCodeAnswer = closed({
  /** 8 Crockford symbols. Show them as a QR code in alphanumeric mode. */
  code: Type.String(),
  /** Milliseconds until the next code begins, 1 to 400. */
  next_ms: Type.Integer(),
});
export type OpticalCodeAnswer = Static<typeof OpticalCodeAnswer>;

export const opticalCode = endpoint({
  name: 'opticalCode',
  method: 'GET',
  path: PATH,
  summary: 'The moving code of this moment, for the desktop to show while optical pairing is wanted.',
  credential: ['portal'],
  wrong_purpose: 'handoff',
  limit: 'optical_code',
  cors: 'face',
  answer: OpticalCodeAnswer,
  errors: [...WITH_TOKEN, 'token_wrong_purpose', 'proof_invalid', 'not_active_device', 'handoff_not_found'],
});

/** Exactly one of the two fields. */
export const OpticalSightingBody = closed({
  /** The text that the rear camera read, unchanged. */
  code: optional(text(64)),
  /** The person skips optical pairing. */
  skip: optional(Type.Literal(true)),
});
export type OpticalSightingBody = Static<typeof OpticalSightingBody>;

export const OpticalSightingAnswer = closed({
  /** False when the code is not from the last 10 s, was counted before, or when pairing is over. */
  counted: Type.Boolean(),
  /** Longest run of consecutive codes so far, at most `needed`. */
  seen: Type.Integer(),
  needed: Type.Integer(),
  session: PublicSession,
});
export type OpticalSightingAnswer = Static<typeof OpticalSightingAnswer>;

export const opticalSighting = endpoint({
  name: 'opticalSighting',
  method: 'POST',
  path: PATH,
  summary:
    'Report a code that the rear camera read, or that the person skips optical pairing. Safe to repeat.',
  credential: ['handoff'],
  limit: 'optical_sighting',
  cors: 'face',
  body: OpticalSightingBody,
  max_body: 'body_bytes',
  answer: OpticalSightingAnswer,
  errors: [
    ...WITH_TOKEN,
    ...WITH_BODY,
    'proof_invalid',
    'not_active_device',
    'handoff_unconfirmed',
    'handoff_not_found',
    'session_terminal',
  ],
});

/** The backend's view of a hand-off's optical pairing. */
export const OpticalProximity = closed({
  outcome: oneOf(...OPTICAL_STATES),
  /**
   * 1: read within half a second. 0: two or more seconds late, as through a relay. Not calibrated. Null
   * unless paired.
   */
  score: Type.Union([Type.Number(), Type.Null()]),
  /**
   * Median over the consecutive codes of the time from the start of a code to the arrival of its sighting, by
   * the service's clock.
   */
  latency_ms: Type.Union([Type.Integer(), Type.Null()]),
  /** Codes counted, consecutive or not. */
  seen: Type.Integer(),
});
export type OpticalProximity = Static<typeof OpticalProximity>;

export const OPTICAL_ENDPOINTS = [opticalCode, opticalSighting] as const;
