import { endpoint, WITH_BODY, WITH_TOKEN } from '../endpoint.ts';
import { closed, id, jwt, oneOf, optional, type Static, Type, text, timestamp } from '../schema.ts';
import { Consent } from './consent.ts';
import { PublicSession } from './public-session.ts';
import { PublicWorkflow } from './workflow.ts';

export const ShortCodeBody = closed({
  /** `qr`: lives 60 s and is refreshed every 30 s. `link`: lives 10 minutes. */
  channel: optional(oneOf('qr', 'link')),
  /** Language of the page that shows the code; the phone starts in this language. */
  locale: optional(text(35)),
});
export const ShortCodeAnswer = closed({
  handoff_id: id('hnd'),
  /** 16 Crockford symbols (80 bits). */
  code: Type.String(),
  /** `{face_base}/h#CODE`: the fragment never reaches a log or a link preview. */
  url: Type.String(),
  expires_at: timestamp(),
  refresh_after_s: Type.Integer(),
});
export type ShortCodeAnswer = Static<typeof ShortCodeAnswer>;

const write = {
  path: '/facecheck/short-code',
  credential: ['portal'],
  wrong_purpose: 'handoff',
  limit: 'short_code_write',
  cors: 'face',
  body: ShortCodeBody,
  max_body: 'body_bytes',
  answer: ShortCodeAnswer,
} as const;
const errors = [
  ...WITH_TOKEN,
  ...WITH_BODY,
  'token_wrong_purpose',
  'proof_invalid',
  'not_active_device',
  'session_terminal',
  'handoff_not_allowed',
  'handoff_claimed',
] as const;

export const createShortCode = endpoint({
  ...write,
  name: 'createShortCode',
  method: 'POST',
  summary: 'Create a short code for the phone; replaces any earlier unredeemed one.',
  given: '4',
  errors: [...errors],
});

export const refreshShortCode = endpoint({
  ...write,
  name: 'refreshShortCode',
  method: 'PUT',
  summary: 'Refresh the short code of the same hand-off; the old code works 10 s more.',
  given: '4',
  errors: [...errors, 'handoff_not_found'],
});

export const FaceRedeemAnswer = closed({
  kind: Type.Literal('face'),
  /** `handoff+jwt`; never the portal token. */
  handoff_token: jwt(),
  expires_at: timestamp(),
  session: PublicSession,
  workflow: PublicWorkflow,
  origin: closed({
    integrator: Type.String(),
    purpose: Type.Union([Type.String(), Type.Null()]),
    device_label: Type.String(),
    started_at: timestamp(),
    /** Masked, e.g. `j•••@e•••.com`. */
    customer_hint: Type.String(),
  }),
  confirm: closed({ type: oneOf('number', 'none') }),
  /** The desktop's language as a BCP 47 tag; null when the desktop sent none. */
  locale: Type.Union([Type.String(), Type.Null()]),
  /** The consent text that the phone shows. */
  consent: Consent,
});
export type RedeemAnswer = Static<typeof RedeemAnswer>;

export type FaceRedeemAnswer = Static<typeof FaceRedeemAnswer>;

/**
 * For a code of a location check. `origin` shows who asks and from where, so that the person does not answer
 * for a stranger.
 */
export const LocationRedeemAnswer = closed({
  kind: Type.Literal('location'),
  /** `handoff+jwt` with scope `location`. */
  handoff_token: jwt(),
  expires_at: timestamp(),
  origin: closed({
    integrator: Type.String(),
    /** Name of the transaction, or its type when it has no name. */
    purpose: Type.String(),
    device_label: Type.String(),
    started_at: timestamp(),
    customer_hint: Type.String(),
    /** Country of the other device's network (ISO 3166-1 alpha-2); null when not known. */
    place: Type.Union([Type.String(), Type.Null()]),
  }),
  confirm: closed({ type: oneOf('number', 'none') }),
  livemode: Type.Boolean(),
});
export type LocationRedeemAnswer = Static<typeof LocationRedeemAnswer>;

/** `kind` says which check the phone takes over. */
export const RedeemAnswer = Type.Union([FaceRedeemAnswer, LocationRedeemAnswer]);

export const redeemShortCode = endpoint({
  name: 'redeemShortCode',
  method: 'GET',
  path: '/facecheck/short-code',
  summary: 'Redeem a short code (public). Exactly one redeemer wins.',
  given: '4, 5.4',
  credential: ['none'],
  limit: 'none',
  client_only: true,
  cors: 'face',
  /** Any text: a malformed code counts as a miss (404), however long it is. */
  query: closed({ code: optional(Type.String()) }),
  answer: RedeemAnswer,
  errors: [
    'invalid_request',
    'client_required',
    'environment_mismatch',
    'proof_invalid',
    'short_code_not_found',
    'short_code_expired',
    'short_code_used',
  ],
});

const onPhone = [
  ...WITH_TOKEN,
  ...WITH_BODY,
  'proof_invalid',
  'not_active_device',
  'handoff_not_found',
  'session_terminal',
] as const;

export const confirmHandoff = endpoint({
  name: 'confirmHandoff',
  method: 'POST',
  path: '/facecheck/session/handoff/confirm',
  summary: 'The phone types the number that the desktop shows; one wrong number ends the hand-off.',
  credential: ['handoff'],
  limit: 'face_token',
  cors: 'face',
  body: closed({ number: text(8) }),
  max_body: 'body_bytes',
  answer: closed({ confirmed: Type.Boolean(), session: PublicSession }),
  errors: [...onPhone],
});

export const denyHandoff = endpoint({
  name: 'denyHandoff',
  method: 'POST',
  path: '/facecheck/session/handoff/deny',
  summary: '“This wasn’t me”: cancels the session and raises an event.',
  credential: ['handoff'],
  limit: 'face_token',
  cors: 'face',
  body: closed({}),
  max_body: 'body_bytes',
  answer: closed({ session: PublicSession }),
  errors: [...onPhone],
});

export const cancelHandoff = endpoint({
  name: 'cancelHandoff',
  method: 'POST',
  path: '/facecheck/session/handoff/cancel',
  summary: 'Frees the desktop when the phone is lost.',
  credential: ['portal'],
  wrong_purpose: 'handoff',
  limit: 'face_token',
  cors: 'face',
  body: closed({}),
  max_body: 'body_bytes',
  answer: closed({ session: PublicSession }),
  errors: [
    ...WITH_TOKEN,
    ...WITH_BODY,
    'token_wrong_purpose',
    'proof_invalid',
    'not_active_device',
    'handoff_not_found',
    'session_not_found',
    'session_terminal',
  ],
});
export type ShortCodeBody = Static<typeof ShortCodeBody>;

export const SHORT_CODE_ENDPOINTS = [
  createShortCode,
  refreshShortCode,
  redeemShortCode,
  confirmHandoff,
  denyHandoff,
  cancelHandoff,
] as const;
