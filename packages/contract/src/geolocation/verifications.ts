import { endpoint } from '../endpoint.ts';
import { closed, id, oneOf, optional, type Static, Type, text, timestamp } from '../schema.ts';
import { Assurance, Check, GeolocationDecision, nullable, Reason } from './decision.ts';

/** The backend's view: everything that the decision was made from; the checks are in their order. */
export const Verification = closed({
  verification_id: id('ver'),
  /** Empty once the person's data was erased. */
  customer_id: Type.String(),
  livemode: Type.Boolean(),
  created_at: timestamp(),
  decision: GeolocationDecision,
  decision_source: oneOf('auto', 'simulated'),
  assurance: Assurance,
  reasons: Type.Array(Reason),
  /** Every reason code, anti-spoofing codes included. */
  reason_codes: Type.Array(Type.String()),
  checks: Type.Array(Check),
  transaction_type: Type.String(),
  transaction_name: nullable(Type.String()),
  transaction_id: nullable(Type.String()),
  install_id: nullable(Type.String()),
  policy: nullable(closed({ policy_id: Type.String(), version: Type.Integer() })),
  engine_version: Type.String(),
  data_versions: Type.Record(Type.String(), Type.Unknown()),
  /** Age of each data set in days at the time of the decision; null where its source states no date. */
  data_age: Type.Record(Type.String(), nullable(Type.Integer())),
  jurisdiction: closed({ country: nullable(Type.String()), subdivision: nullable(Type.String()) }),
  position: nullable(
    closed({ lat: Type.Number(), lng: Type.Number(), p95_m: Type.Number(), measured_at: timestamp() }),
  ),
  network: nullable(
    closed({ ip: nullable(Type.String()), country: nullable(Type.String()), confidence: Type.Number() }),
  ),
  root_jti: nullable(Type.String()),
  hop: Type.Integer(),
  expires_at: timestamp(),
  /** True once the person's data was erased; place, network and inputs are then gone. */
  erased: Type.Boolean(),
});
export type Verification = Static<typeof Verification>;

export const readVerification = endpoint({
  name: 'readVerification',
  method: 'GET',
  path: '/geolocation/verifications/{verification_id}',
  summary: 'Read one verification with its checks.',
  credential: ['results_key'],
  scope: 'results:read',
  limit: 'results',
  cors: 'none',
  params: closed({ verification_id: id('ver') }),
  answer: Verification,
  errors: [
    'invalid_request',
    'api_key_missing',
    'api_key_invalid',
    'key_in_browser',
    'ip_not_allowed',
    'scope_denied',
    'environment_mismatch',
  ],
});

export const page = {
  cursor: optional(text(200)),
  /** 1 to 100, default 20. */
  limit: optional(Type.String({ pattern: '^([1-9][0-9]?|100)$' })),
};

export const listVerifications = endpoint({
  name: 'listVerifications',
  method: 'GET',
  path: '/geolocation/verifications',
  summary: 'List verifications, newest first.',
  credential: ['results_key'],
  scope: 'results:read',
  limit: 'results',
  cors: 'none',
  query: closed({
    customer_id: optional(text(128)),
    install_id: optional(text(128)),
    decision: optional(GeolocationDecision),
    reason: optional(Type.String({ maxLength: 64, pattern: '^[a-z_]+$' })),
    from: optional(timestamp()),
    to: optional(timestamp()),
    /** west,south,east,north in degrees. */
    bbox: optional(Type.String({ pattern: '^-?[0-9.]+,-?[0-9.]+,-?[0-9.]+,-?[0-9.]+$', maxLength: 100 })),
    ...page,
  }),
  answer: closed({ verifications: Type.Array(Verification), next_cursor: nullable(Type.String()) }),
  errors: [
    'invalid_request',
    'api_key_missing',
    'api_key_invalid',
    'key_in_browser',
    'ip_not_allowed',
    'scope_denied',
    'environment_mismatch',
  ],
});
