import { endpoint, WITH_TOKEN } from '../endpoint.ts';
import { longPollQuery } from '../long-poll.ts';
import { closed, jwt, oneOf, optional, type Static, Type } from '../schema.ts';
import { HANDOFF_STATES, optical, publicSession } from './public-session.ts';

export const SessionStatusAnswer = closed({
  ...publicSession,
  handoff: closed({
    state: oneOf(...HANDOFF_STATES),
    device_label: optional(Type.String()),
    /** Two digits. Present only for the portal JWT and only in state `redeemed`. */
    number: optional(Type.String()),
    optical,
  }),
  /** The session is terminal, or the phone has submitted its capture. */
  done: Type.Boolean(),
  poll_after_ms: Type.Integer(),
  /** `face-result+jwt`. Present only when `client_result` of the workflow is `decision`. */
  result_token: optional(jwt()),
});
export type SessionStatusAnswer = Static<typeof SessionStatusAnswer>;

export const sessionStatus = endpoint({
  name: 'sessionStatus',
  method: 'GET',
  path: '/facecheck/session/status',
  summary: 'The latest status of the token’s session; long-polls with wait and since.',
  given: '4',
  credential: ['portal', 'handoff'],
  limit: 'none',
  long_poll: true,
  cors: 'face',
  query: longPollQuery(),
  answer: SessionStatusAnswer,
  errors: [
    ...WITH_TOKEN,
    'invalid_request',
    'session_not_found',
    'slow_down',
    'not_active_device',
    'proof_invalid',
    'record_contradicted',
  ],
});

export const SESSION_STATUS_ENDPOINTS = [sessionStatus] as const;
