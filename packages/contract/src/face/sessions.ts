import { endpoint, WITH_BODY } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { page, repeatable, results, WITH_REPEATS, WITH_RESULTS_KEY } from '../results.ts';
import { Review } from '../reviews.ts';
import { closed, id, oneOf, open, optional, type Static, Type, text, timestamp } from '../schema.ts';
import { GivenConsent } from './consent.ts';
import { OpticalProximity } from './optical.ts';
import { FACE_DECISIONS, HANDOFF_STATES, SESSION_PHASES, SESSION_STATUSES } from './public-session.ts';

/** The backend's view of a face session. */
export const FaceSession = closed({
  session_id: id('fcs'),
  customer_id: Type.String(),
  workflow_id: Type.String(),
  workflow_version: Type.Integer(),
  livemode: Type.Boolean(),
  status: oneOf(...SESSION_STATUSES),
  phase: oneOf(...SESSION_PHASES),
  decision: nullable(oneOf(...FACE_DECISIONS)),
  decision_source: nullable(oneOf('auto', 'review', 'simulated')),
  reasons: Type.Array(Type.String()),
  /**
   * Keys: quality, challenge, liveness, injection, match, dedupe. `outcome`: pass, fail, suspected,
   * unavailable, skipped.
   */
  checks: Type.Record(
    Type.String(),
    closed({
      outcome: Type.String(),
      score: nullable(Type.Number()),
      threshold: nullable(Type.Number()),
      reasons: Type.Array(Type.String()),
      model: optional(Type.String()),
    }),
  ),
  /** Null unless the checks asked for a review. */
  review: nullable(Review),
  attempts: Type.Array(
    closed({
      attempt_id: id('fca'),
      state: Type.String(),
      opened_at: timestamp(),
      submitted_at: nullable(timestamp()),
      challenge_type: Type.String(),
      device: oneOf('desktop', 'phone'),
      frames: Type.Array(
        closed({
          sha256: Type.String(),
          bytes: Type.Integer(),
          width: Type.Integer(),
          height: Type.Integer(),
          t_ms: Type.Number(),
          step: Type.String(),
        }),
      ),
      outcome: nullable(Type.String()),
    }),
  ),
  attempts_max: Type.Integer(),
  handoffs: Type.Array(
    closed({
      handoff_id: id('hnd'),
      state: oneOf(...HANDOFF_STATES),
      channel: Type.String(),
      created_at: timestamp(),
      redeemed_at: nullable(timestamp()),
      confirmed_at: nullable(timestamp()),
      bound: Type.Boolean(),
      device_label: nullable(Type.String()),
      ip_same: nullable(Type.Boolean()),
      reason: nullable(Type.String()),
      /** Null where the workflow does not ask for optical pairing. */
      proximity: nullable(OpticalProximity),
    }),
  ),
  consent: nullable(GivenConsent),
  /** Other customers of the organization with a similar face, best match first; for the reviewer. */
  duplicates: Type.Array(closed({ customer_id: Type.String(), score: Type.Number() })),
  /** Whether the portal token is bound to a key (proof of possession). */
  bound: Type.Boolean(),
  client: nullable(open()),
  retention: closed({
    frames: oneOf('none', 'kept', 'deleted'),
    delete_after: nullable(timestamp()),
    redacted_at: nullable(timestamp()),
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
  completed_at: nullable(timestamp()),
  expires_at: timestamp(),
  version: Type.Integer(),
  /** True where the row differs from the signed record: do not rely on it. Reading it alone is a 500. */
  record_contradicted: Type.Boolean(),
});
export type FaceSession = Static<typeof FaceSession>;

const params = closed({ session_id: id('fcs') });

export const readSession = endpoint({
  ...results('results:read'),
  name: 'readSession',
  method: 'GET',
  path: '/facecheck/session/{session_id}',
  summary: 'Read one face session.',
  params,
  answer: FaceSession,
  errors: [...WITH_RESULTS_KEY, 'session_not_found', 'record_contradicted'],
});

export const listSessions = endpoint({
  ...results('results:read'),
  name: 'listSessions',
  method: 'GET',
  path: '/facecheck/sessions',
  summary: 'List face sessions, newest first.',
  query: closed({
    customer_id: optional(text(128)),
    workflow_id: optional(text(128)),
    status: optional(oneOf(...SESSION_STATUSES)),
    decision: optional(oneOf(...FACE_DECISIONS)),
    from: optional(timestamp()),
    to: optional(timestamp()),
    /** The number that a person reads to a support desk: the last eight symbols of the session's id. */
    receipt_number: optional(text(32)),
    ...page('fcs_[0-9A-HJKMNP-TV-Z]{26}'),
  }),
  answer: closed({ sessions: Type.Array(FaceSession), next_cursor: nullable(Type.String()) }),
  errors: WITH_RESULTS_KEY,
});

export const cancelSession = endpoint({
  ...results('sessions:write'),
  ...repeatable,
  name: 'cancelSession',
  method: 'POST',
  path: '/facecheck/session/{session_id}/cancel',
  summary: 'Cancel a session from the backend.',
  params,
  body: closed({ reason: optional(text(64)) }),
  max_body: 'body_bytes',
  answer: FaceSession,
  errors: [
    ...WITH_RESULTS_KEY,
    ...WITH_BODY,
    ...WITH_REPEATS,
    'session_not_found',
    'session_terminal',
    'record_contradicted',
  ],
});

export const redactSession = endpoint({
  ...results('sessions:write'),
  name: 'redactSession',
  method: 'POST',
  path: '/facecheck/session/{session_id}/redact',
  summary: 'Delete frames and derived data of a session; ids, times and decision stay. Safe to repeat.',
  params,
  body: closed({}),
  max_body: 'body_bytes',
  answer: FaceSession,
  errors: [...WITH_RESULTS_KEY, ...WITH_BODY, 'session_not_found', 'record_contradicted', 'legal_hold'],
});

export const simulateSession = endpoint({
  ...results('sessions:write'),
  ...repeatable,
  name: 'simulateSession',
  method: 'POST',
  path: '/facecheck/session/{session_id}/simulate',
  summary: 'Bring a session to an end, without a camera, for tests of your own code.',
  sandbox_only: true,
  params,
  body: closed({
    /** Three decisions, and two ends without one. */
    outcome: oneOf('approved', 'declined', 'review', 'expired', 'canceled'),
  }),
  max_body: 'body_bytes',
  answer: closed({
    session: FaceSession,
    /** As the page gets it: after a decision, if the workflow says `client_result: decision`. */
    result_token: optional(Type.String()),
  }),
  errors: [
    ...WITH_RESULTS_KEY,
    ...WITH_BODY,
    ...WITH_REPEATS,
    'session_not_found',
    'session_terminal',
    'attempt_open',
    'record_contradicted',
  ],
});

export const SESSIONS_ENDPOINTS = [
  readSession,
  listSessions,
  cancelSession,
  redactSession,
  simulateSession,
] as const;
