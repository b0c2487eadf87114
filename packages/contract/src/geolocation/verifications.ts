import { endpoint } from '../endpoint.ts';
import { page, results, WITH_RESULTS_KEY } from '../results.ts';
import { Review } from '../reviews.ts';
import { closed, formed, id, oneOf, optional, type Static, Type, text, timestamp } from '../schema.ts';
import { Assurance, Check, GeolocationDecision, nullable, Reason } from './decision.ts';

/** The backend's view: everything that the decision was made from; the checks are in their order. */
export const Verification = closed({
  verification_id: id('ver'),
  /** Empty once the person's data was erased. */
  customer_id: Type.String(),
  livemode: Type.Boolean(),
  created_at: timestamp(),
  decision: GeolocationDecision,
  /** `review`: people decided it; the checks and reasons are still those of the engine. */
  decision_source: oneOf('auto', 'review', 'simulated'),
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
  jurisdiction: closed({
    country: nullable(Type.String()),
    subdivision: nullable(Type.String()),
    /** The state that claims or controls the place beside `country`, which follows ISO 3166. */
    disputed: optional(closed({ by: Type.String() })),
  }),
  position: nullable(
    closed({ lat: Type.Number(), lng: Type.Number(), p95_m: Type.Number(), measured_at: timestamp() }),
  ),
  network: nullable(
    closed({ ip: nullable(Type.String()), country: nullable(Type.String()), confidence: Type.Number() }),
  ),
  root_jti: nullable(Type.String()),
  hop: Type.Integer(),
  expires_at: timestamp(),
  /** Null unless the checks asked for a review. */
  review: nullable(Review),
  /** True once the person's data was erased; place, network and inputs are then gone. */
  erased: Type.Boolean(),
  /** When position and evidence were deleted because their retention was over; the decision stays. */
  evidence_deleted_at: nullable(timestamp()),
  /** True where the row differs from the signed record: do not rely on it. Reading it alone is a 500. */
  record_contradicted: Type.Boolean(),
});
export type Verification = Static<typeof Verification>;

export const readVerification = endpoint({
  name: 'readVerification',
  method: 'GET',
  path: '/geolocation/verifications/{verification_id}',
  summary: 'Read one verification with its checks.',
  ...results('results:read'),
  params: closed({ verification_id: id('ver') }),
  answer: Verification,
  errors: [...WITH_RESULTS_KEY, 'record_contradicted'],
});

export const listVerifications = endpoint({
  name: 'listVerifications',
  method: 'GET',
  path: '/geolocation/verifications',
  summary: 'List verifications, newest first.',
  ...results('results:read'),
  query: closed({
    customer_id: optional(text(128)),
    install_id: optional(text(128)),
    decision: optional(GeolocationDecision),
    reason: optional(formed('^[a-z_]+$', 'a reason code in lower case, like ip_vpn', { maxLength: 64 })),
    from: optional(timestamp()),
    to: optional(timestamp()),
    /** west,south,east,north in degrees. */
    bbox: optional(
      formed('^-?[0-9.]+,-?[0-9.]+,-?[0-9.]+,-?[0-9.]+$', 'west,south,east,north in degrees', {
        maxLength: 100,
      }),
    ),
    ...page('ver_[0-9A-HJKMNP-TV-Z]{26}'),
  }),
  answer: closed({ verifications: Type.Array(Verification), next_cursor: nullable(Type.String()) }),
  errors: WITH_RESULTS_KEY,
});

export const VERIFICATIONS_ENDPOINTS = [readVerification, listVerifications] as const;
