import { endpoint, WITH_BODY, WITH_TOKEN } from '../endpoint.ts';
import { longPollQuery } from '../long-poll.ts';
import { closed, id, jwt, oneOf, optional, type Static, Type, text } from '../schema.ts';
import { GeolocationDecision, Reason } from './decision.ts';
import { VerifyBody } from './verify.ts';

/** The phone's part of a desktop's location check (interface §4, phone hand-off). */
export const LOCATION_HANDOFF_STATES = [
  'issued',
  'redeemed',
  'confirmed',
  'completed',
  'denied',
  'aborted',
  'expired',
] as const;
export type LocationHandoffState = (typeof LOCATION_HANDOFF_STATES)[number];

/** The phone's answer. It has no result token, because the result belongs to the desktop. */
export const LocationHandoffAnswer = closed({
  verification_id: id('ver'),
  decision: GeolocationDecision,
  livemode: Type.Boolean(),
  reasons: Type.Array(Reason),
  /** Only with `retry`: a new hand-off JWT for another try; three tries in all. */
  next_token: optional(jwt()),
});
export type LocationHandoffAnswer = Static<typeof LocationHandoffAnswer>;

const onPhone = {
  credential: ['handoff'],
  handoff_scope: 'location',
  cors: 'face',
} as const;
const errors = [
  ...WITH_TOKEN,
  ...WITH_BODY,
  'proof_invalid',
  'not_active_device',
  'handoff_not_found',
] as const;

export const verifyLocation = endpoint({
  ...onPhone,
  name: 'verifyLocation',
  method: 'POST',
  path: '/geolocation/handoff/verify',
  summary: 'A full decision on the phone’s evidence, in place of the desktop’s. Spends the hand-off JWT.',
  limit: 'verify_address',
  limit_by: 'address',
  retry_grace_s: 120,
  body: VerifyBody,
  max_body: 'evidence_body_bytes',
  answer: LocationHandoffAnswer,
  errors: [
    ...errors,
    'handoff_unconfirmed',
    'token_already_used',
    'policy_not_found',
    'payload_unreadable',
    'challenge_mismatch',
  ],
});

export const confirmLocation = endpoint({
  ...onPhone,
  name: 'confirmLocation',
  method: 'POST',
  path: '/geolocation/handoff/confirm',
  summary: 'The phone types the number that the desktop shows; one wrong number ends the hand-off.',
  limit: 'face_token',
  body: closed({ number: text(8) }),
  max_body: 'body_bytes',
  answer: closed({ confirmed: Type.Boolean() }),
  errors: [...errors],
});

export const denyLocation = endpoint({
  ...onPhone,
  name: 'denyLocation',
  method: 'POST',
  path: '/geolocation/handoff/deny',
  summary: '“This wasn’t me”: ends the hand-off, tells the desktop and raises an event.',
  limit: 'face_token',
  body: closed({}),
  max_body: 'body_bytes',
  answer: closed({ denied: Type.Boolean() }),
  errors: [...errors],
});

export const LocationStatusAnswer = closed({
  state: oneOf(...LOCATION_HANDOFF_STATES),
  /** Two digits to type on the phone; only in state `redeemed`. */
  number: optional(Type.String()),
  /** Name of the phone that redeemed the code. */
  device_label: optional(Type.String()),
  /** No further change will come: verify with the same token, whatever the state. */
  done: Type.Boolean(),
  /** Increases with every change; also the ETag. */
  version: Type.Integer(),
  poll_after_ms: Type.Integer(),
});
export type LocationStatusAnswer = Static<typeof LocationStatusAnswer>;

export const locationStatus = endpoint({
  name: 'locationStatus',
  method: 'GET',
  path: '/geolocation/handoff/status',
  summary: 'Read how far the phone is, with next_token, which is not spent. Long-polls with wait and since.',
  credential: ['preflight'],
  limit: 'none',
  long_poll: true,
  cors: 'token',
  query: longPollQuery(),
  answer: LocationStatusAnswer,
  errors: [
    ...WITH_TOKEN,
    'invalid_request',
    'origin_not_allowed',
    'handoff_not_found',
    'token_already_used',
    'slow_down',
  ],
});

export const LOCATION_HANDOFF_ENDPOINTS = [
  verifyLocation,
  locationStatus,
  confirmLocation,
  denyLocation,
] as const;
