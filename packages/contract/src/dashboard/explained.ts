import { endpoint, WITH_BODY } from '../endpoint.ts';
import { GeolocationDecision, nullable } from '../geolocation/decision.ts';
import { POLICY_ACTIONS, PolicyRule } from '../geolocation/policy.ts';
import { closed, id, oneOf, type Static, Type, timestamp } from '../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from './person.ts';
import { ROLES } from './roles.ts';

const verification = `${DASHBOARD_API}/{org}/{env}/verifications/{verification_id}`;
const read = { ...person(ROLES), method: 'GET' as const };
const aVerification = inEnv({ verification_id: id('ver') });
const action = () => oneOf(...POLICY_ACTIONS);

const Spot = closed({
  lat: Type.Number(),
  lng: Type.Number(),
  p95_m: Type.Number(),
  measured_at: timestamp(),
});

/** One check with what stands around its outcome: the question, its limits, and what the policy says of it. */
const ExplainedCheck = closed({
  code: Type.String(),
  group: Type.String(),
  question: Type.String(),
  /** What the policy makes of a finding, and of a doubt; null where the code can never be that. */
  if_found: nullable(action()),
  if_uncertain: nullable(action()),
  /** Whether the policy names the code; otherwise these are the code's own actions. */
  stated: Type.Boolean(),
  /** Fixed limits of the engine that decided, by name; empty where its inputs hold every limit, or none is known. */
  limits: Type.Record(Type.String(), Type.Number()),
});
export type ExplainedCheck = Static<typeof ExplainedCheck>;

/** Another verification of the same customer, for the map. */
const Earlier = closed({
  verification_id: id('ver'),
  at: timestamp(),
  hop: Type.Integer(),
  decision: GeolocationDecision,
  reason_codes: Type.Array(Type.String()),
  transaction_type: Type.String(),
  /** Null without a position, and once it was deleted. */
  position: nullable(Spot),
});

const RuleVersion = closed({
  policy_id: id('pol'),
  version: Type.Integer(),
  name: Type.String(),
  status: oneOf('draft', 'published', 'archived'),
});

export const VerificationExplanation = closed({
  /** False once position and evidence are gone, by erasure or age: then nothing below is known. */
  known: Type.Boolean(),
  /** The code that decided: the first of the strictest. Null where nothing asked for more than a pass. */
  decided_by: nullable(Type.String()),
  checks: Type.Array(ExplainedCheck),
  /** The state or region, as ISO 3166-2 lists it; null where the service has no name for it. */
  place_name: nullable(Type.String()),
  policy: nullable(
    closed({
      name: Type.String(),
      depth: oneOf('light', 'full'),
      hops: Type.Integer(),
      max_accuracy_m: Type.Number(),
      max_age_s: Type.Number(),
      rule: nullable(PolicyRule),
    }),
  ),
  /** Where the position stands against the rule; null without a rule or a position. */
  border: nullable(
    closed({
      /** To the nearest border of the rule itself, before its buffer; positive inside. Null: none is in reach. */
      distance_m: nullable(Type.Number()),
      buffer_m: Type.Number(),
      at: nullable(closed({ lat: Type.Number(), lng: Type.Number() })),
      p_inside: Type.Number(),
      inside_from: Type.Number(),
      outside_to: Type.Number(),
      boundary_error_m: Type.Number(),
      decided_by: oneOf('exclusion', 'shape', 'subdivision', 'country'),
      shape: nullable(Type.String()),
      /** The border, its error, the fix and the probability as an SVG; null where no border of places is in reach. */
      picture: nullable(Type.String()),
      /** Who made the operator's own borders, where the picture shows some and names their makers; else null. */
      attribution: nullable(Type.String()),
      /** The lines of the data that the rule follows around the position; none where a shape decided. */
      lines: Type.Array(
        closed({
          /** How far the line may be off to either side, 95 %, metres. */
          error_m: Type.Number(),
          /** Longitude, latitude, … in one flat list. */
          points: Type.Array(Type.Number()),
        }),
      ),
    }),
  ),
  /** Every reading that came; `used` is the one that decided. */
  readings: Type.Array(
    closed({
      lat: Type.Number(),
      lng: Type.Number(),
      accuracy_m: Type.Number(),
      accuracy_basis: Type.String(),
      measured_at: Type.String(),
      source: nullable(Type.String()),
      used: Type.Boolean(),
    }),
  ),
  age_ms: nullable(Type.Number()),
  network: nullable(
    closed({
      ip: nullable(Type.String()),
      ip_source: Type.String(),
      country: nullable(Type.String()),
      country_confidence: Type.Number(),
      sources: Type.Array(closed({ database: Type.String(), country: nullable(Type.String()) })),
      asn: nullable(closed({ number: Type.Integer(), org: Type.String() })),
      /** Where the operator's city database puts the address; never precise. */
      location: nullable(
        closed({ lat: Type.Number(), lng: Type.Number(), radius_m: nullable(Type.Number()) }),
      ),
      usage: Type.Array(closed({ kind: Type.String(), confidence: Type.Number() })),
    }),
  ),
  device: nullable(
    closed({
      platform: Type.String(),
      sdk: nullable(Type.String()),
      install_customers: nullable(Type.Integer()),
      /** An analyst declared the customers of this install a household. */
      household: Type.Boolean(),
      attestation: Type.String(),
    }),
  ),
  /** Codes that were recorded and not told. */
  kept_from_person: Type.Array(Type.String()),
  /** Language of what was told, as the client asked for it. */
  locale: nullable(Type.String()),
  /** Tries of the same chain, without this one, oldest first. */
  tries: Type.Array(Earlier),
  /** Other verifications of the customer, newest first, of 30 days. */
  earlier: Type.Array(Earlier),
  /** Policies that it can be decided under again. */
  rules: Type.Array(RuleVersion),
});
export type VerificationExplanation = Static<typeof VerificationExplanation>;

export const explainVerification = endpoint({
  ...read,
  name: 'dashboardExplainVerification',
  path: `${verification}/explanation`,
  summary: 'Everything around the checks of one verification: questions, limits, the rule, earlier tries.',
  params: aVerification,
  answer: VerificationExplanation,
  errors: [...WITH_PERSON, 'record_contradicted'],
});

const Redecided = closed({
  decision: GeolocationDecision,
  reason_codes: Type.Array(Type.String()),
  /** Null without a rule or a position. */
  p_inside: nullable(Type.Number()),
});

/** Reads and writes nothing: the same facts, decided again by the present engine. */
export const redecideVerification = endpoint({
  ...person(ROLES),
  name: 'dashboardRedecideVerification',
  method: 'POST',
  path: `${verification}/decide-again`,
  summary:
    'Decide the stored facts of one verification again under another policy version. Nothing is stored.',
  params: aVerification,
  body: closed({ policy_id: id('pol'), version: Type.Integer({ minimum: 1 }) }),
  max_body: 'body_bytes',
  idempotency_key: true,
  answer: closed({
    /** As it was recorded. */
    recorded: Redecided,
    /** The policy of that time, by the present engine and data. */
    before: Redecided,
    after: Redecided,
    /** Codes whose outcome or action differs between the two. */
    changed: Type.Array(closed({ code: Type.String(), before: Type.String(), after: Type.String() })),
  }),
  errors: [...WITH_BODY, ...WITH_PERSON, 'record_contradicted'],
});

export const EXPLAINED_ENDPOINTS = [explainVerification, redecideVerification] as const;
