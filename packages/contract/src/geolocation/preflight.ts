import { endpoint, WITH_API_KEY, WITH_BODY } from '../endpoint.ts';
import {
  closed,
  country,
  id,
  jwt,
  optional,
  origin,
  type Static,
  subdivision,
  Type,
  text,
  timestamp,
} from '../schema.ts';

/** Suggested values of `transaction_type`; any other text gets the default policy. */
export const TRANSACTION_TYPES = [
  'registration',
  'login',
  'deposit',
  'withdrawal',
  'wager',
  'game_launch',
  'purchase',
  'payout',
  'transfer',
  'content_access',
  'account_change',
  'periodic_check',
  'ip_change',
] as const;

/** The customer and the transaction of a verification; shared by preflight and evaluate. */
export const transactionContext = {
  customer_id: text(128),
  transaction_type: text(128),
  transaction_name: optional(text(200)),
  name: optional(text(200)),
  email: optional(Type.String({ maxLength: 254, format: 'email' })),
  transaction_id: optional(text(128)),
  expected_jurisdiction: optional(closed({ country: country(), subdivision: optional(subdivision()) })),
  policy_id: optional(id('pol')),
};

export const PreflightBody = closed({
  ...transactionContext,
  /** Value of the integrator's first-party cookie; a malformed value is replaced by a new id. */
  install_id: optional(Type.String({ maxLength: 4096 })),
  origins: optional(Type.Array(origin(), { minItems: 1, maxItems: 5 })),
});
export type PreflightBody = Static<typeof PreflightBody>;

export const PreflightAnswer = closed({
  token: jwt(),
  install_id: optional(Type.String()),
  expires_at: timestamp(),
});
export type PreflightAnswer = Static<typeof PreflightAnswer>;

export const preflight = endpoint({
  name: 'preflight',
  method: 'POST',
  path: '/geolocation/preflight',
  summary: 'Mint a short-lived token for one verify().',
  given: '2.1, 2.2, 4, 5',
  credential: ['api_key'],
  limit: 'preflight',
  idempotency_key: true,
  cors: 'none',
  body: PreflightBody,
  max_body: 'preflight_body_bytes',
  answer: PreflightAnswer,
  errors: [
    ...WITH_API_KEY,
    ...WITH_BODY,
    'policy_not_found',
    'idempotency_mismatch',
    'idempotency_in_flight',
  ],
});

export const PREFLIGHT_ENDPOINTS = [preflight] as const;
