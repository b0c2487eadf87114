import { endpoint, WITH_BODY, WITH_TOKEN } from '../endpoint.ts';
import { closed, oneOf, open, optional, type Static, Type, text, timestamp } from '../schema.ts';
import { Consent } from './consent.ts';
import { PublicSession } from './public-session.ts';
import { PublicWorkflow } from './workflow.ts';

export const SessionBody = closed({
  client: optional(
    closed({
      sdk: optional(text(64)),
      version: optional(text(32)),
      surface: optional(oneOf('iframe', 'webview', 'tab')),
    }),
  ),
  device: optional(open()),
  locale: optional(text(35)),
  parent_origin: optional(text(200)),
  capabilities: optional(open()),
});
export type SessionBody = Static<typeof SessionBody>;

/**
 * A reviewer declined the customer's last check. Says what the person may do now, and nothing of why. Null after
 * any other last check, and where the workflow's `client_result` is `none`.
 */
export const PreviousReview = Type.Union([
  closed({ decided_at: timestamp(), may: Type.Array(oneOf('try_again', 'contact_business')) }),
  Type.Null(),
]);
export type PreviousReview = Static<typeof PreviousReview>;

export const SessionAnswer = closed({
  created: Type.Boolean(),
  session: PublicSession,
  workflow: PublicWorkflow,
  consent: Consent,
  handoff: closed({ policy: oneOf('off', 'offer', 'force'), channels: Type.Array(Type.String()) }),
  poll: closed({ after_ms: Type.Integer() }),
  previous_review: PreviousReview,
});
export type SessionAnswer = Static<typeof SessionAnswer>;

export const session = endpoint({
  name: 'session',
  method: 'POST',
  path: '/facecheck/session',
  summary: 'Create the session of a portal token, or resume it.',
  given: '4',
  credential: ['portal'],
  wrong_purpose: 'handoff',
  limit: 'face_token',
  cors: 'face',
  body: SessionBody,
  max_body: 'body_bytes',
  answer: SessionAnswer,
  errors: [
    ...WITH_TOKEN,
    ...WITH_BODY,
    'token_wrong_purpose',
    'origin_not_allowed',
    'not_active_device',
    'proof_invalid',
  ],
});

export const SESSION_ENDPOINTS = [session] as const;
