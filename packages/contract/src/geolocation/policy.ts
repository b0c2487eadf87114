import { reviewRules } from '../reviews.ts';
import { closed, id, name, oneOf, optional, region, type Static, Type, text } from '../schema.ts';
import { AssuranceFact } from './decision.ts';

export const POLICY_ACTIONS = ['ignore', 'review', 'fail', 'retry'] as const;

const Ring = Type.Array(
  Type.Tuple([Type.Number({ minimum: -180, maximum: 180 }), Type.Number({ minimum: -90, maximum: 90 })]),
  { minItems: 4, maxItems: 10_000 },
);

/** The operator's own areas. GeoJSON order: longitude, latitude. */
export const PolicyShape = closed({
  effect: oneOf('allow', 'deny', 'exclusion'),
  name: optional(name(100)),
  polygon: optional(Type.Array(Ring, { minItems: 1, maxItems: 100 })),
  circle: optional(
    closed({
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lng: Type.Number({ minimum: -180, maximum: 180 }),
      radius_m: Type.Number({ exclusiveMinimum: 0, maximum: 5_000_000 }),
    }),
  ),
  /** Metres by which the allowed side is narrowed at this shape's border; the rule's value when absent. */
  buffer_m: optional(Type.Number({ minimum: 0, maximum: 50_000 })),
  /** 95 % error of the drawn border in metres; the rule's value when absent. */
  boundary_error_m: optional(Type.Number({ minimum: 0, maximum: 50_000 })),
});

export const PolicyRule = closed({
  /**
   * ISO 3166-1 alpha-2 or ISO 3166-2 codes; a country covers its subdivisions. Empty allows everything that
   * is not denied.
   */
  allow: optional(Type.Array(region(), { maxItems: 500 })),
  deny: optional(Type.Array(region(), { maxItems: 500 })),
  shapes: optional(Type.Array(PolicyShape, { maxItems: 1_000 })),
  buffer_m: optional(Type.Number({ minimum: 0, maximum: 50_000 })),
  /**
   * 95 % error of the rule's own shapes in metres, 0 by default. Borders of countries and subdivisions come
   * with their own error.
   */
  boundary_error_m: optional(Type.Number({ minimum: 0, maximum: 50_000 })),
  coast: optional(oneOf('ignore', 'enforce')),
});
export type PolicyRule = Static<typeof PolicyRule>;

/** A policy file (interface §4). Versions are immutable once published. */
export const PolicyDefinition = closed({
  name: name(100),
  /** Empty makes this the default policy, for every type without its own policy. */
  transaction_types: optional(Type.Array(text(128), { maxItems: 100 })),
  depth: optional(oneOf('light', 'full')),
  /** The fact that a `pass` needs. `consistent`, or absent, demands none. */
  min_assurance: optional(AssuranceFact),
  rule: optional(PolicyRule),
  /** p95, metres. */
  max_accuracy_m: optional(Type.Number({ minimum: 5, maximum: 100_000 })),
  max_age_s: optional(Type.Number({ minimum: 5, maximum: 600 })),
  actions: optional(Type.Record(Type.String({ pattern: '^[a-z_]{3,64}$' }), oneOf(...POLICY_ACTIONS))),
  retry: optional(
    closed({ on: optional(Type.Boolean()), hops: optional(Type.Integer({ minimum: 0, maximum: 3 })) }),
  ),
  /**
   * Whether a browser that cannot show where it is may hand over to a phone (on by default). `confirm`:
   * whether the person types a number on the phone (`number` by default).
   */
  /** `code_life_s`: seconds that the phone's code lives (600); never longer than the token that it goes with. */
  handoff: optional(
    closed({
      on: optional(Type.Boolean()),
      confirm: optional(oneOf('number', 'none')),
      code_life_s: optional(Type.Integer({ minimum: 60, maximum: 900 })),
    }),
  ),
  /**
   * Whether a place where a customer keeps passing excuses small contradictions there (off by default). It
   * never decides about a jurisdiction.
   */
  trusted_places: optional(closed({ on: Type.Boolean() })),
  recheck: optional(
    closed({
      max_s: optional(Type.Integer({ minimum: 10, maximum: 1_200 })),
      border_m: optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    }),
  ),
  /** Verifications of this policy whose decision is `review`. */
  review: optional(closed(reviewRules)),
  retention_days: optional(Type.Integer({ minimum: 1, maximum: 1_095 })),
});
export type PolicyDefinition = Static<typeof PolicyDefinition>;

export const PolicyId = id('pol');
