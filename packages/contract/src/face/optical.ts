import { endpoint, WITH_BODY, WITH_TOKEN } from '../endpoint.ts';
import { closed, oneOf, optional, type Static, Type, text } from '../schema.ts';
import { OPTICAL_STATES, PublicSession } from './public-session.ts';

/**
 * Optical pairing (experimental, `handoff.optical` of the workflow): the phone's rear camera reads codes that
 * the desktop changes all the time, and the service measures how late they come back. A signal: nothing is
 * refused for it.
 */
const PATH = '/facecheck/session/handoff/optical';

/** Consecutive codes that a phone has to see. */
export const OPTICAL_NEEDED = 3;

export const OpticalCodeAnswer = closed({
  /** 8 Crockford symbols; to be shown as a QR code in alphanumeric mode. */
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

/** Exactly one of the two. */
export const OpticalSightingBody = closed({
  /** What the rear camera read, as it was read. */
  code: optional(text(64)),
  /** The person goes on without. */
  skip: optional(Type.Literal(true)),
});
export type OpticalSightingBody = Static<typeof OpticalSightingBody>;

export const OpticalSightingAnswer = closed({
  /** False: not a code of the last 10 s, or one that was counted before, or pairing is over already. */
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
  summary: 'A code that the phone’s rear camera read, or that the person goes on without. Safe to repeat.',
  credential: ['handoff'],
  limit: 'optical_sighting',
  cors: 'face',
  body: OpticalSightingBody,
  max_body: 16 * 1024,
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
   * 1: read within half a second · 0: two seconds or more late, as through a relay. Not calibrated. Null
   * unless paired.
   */
  score: Type.Union([Type.Number(), Type.Null()]),
  /**
   * Median of the consecutive codes: from a code's beginning to its sighting's arrival, by the service's
   * clock.
   */
  latency_ms: Type.Union([Type.Integer(), Type.Null()]),
  /** Codes counted, consecutive or not. */
  seen: Type.Integer(),
});
export type OpticalProximity = Static<typeof OpticalProximity>;
