import { endpoint, WITH_BODY } from '../../endpoint.ts';
import { Check, GeolocationDecision, nullable } from '../../geolocation/decision.ts';
import { POLICY_ACTIONS, PolicyDefinition, PolicyId, PolicyShape } from '../../geolocation/policy.ts';
import { closed, id, oneOf, optional, type Static, Type, text, timestamp } from '../../schema.ts';
import { DASHBOARD_API, inOrg, person, WITH_PERSON } from '../person.ts';
import { BUILDERS, ROLES } from '../roles.ts';

/**
 * Every role reads policies: a reviewer who has to explain a decision reads the rule that made it. Builders change
 * and publish them, as they do with workflows and keys: a policy is part of what is built, and its publication is
 * audited under their name.
 */
const read = person(ROLES);
const write = {
  ...person(BUILDERS),
  max_body: 'body_bytes' as const,
  idempotency_key: true as const,
};
/** Shapes make a policy large. */
const large = { ...write, max_body: 'policy_body_bytes' as const };

const at = `${DASHBOARD_API}/{org}/policies`;
const one = `${at}/{policy_id}`;
const aPolicy = inOrg({ policy_id: PolicyId });
const status = oneOf('draft', 'published', 'archived');

/** A person of the team, as the dashboard names them. */
export const Saver = closed({ user_id: Type.String(), name: Type.String() });

export const ListedPolicy = closed({
  policy_id: PolicyId,
  name: Type.String(),
  /** Empty: the default policy, for every type without its own. */
  transaction_types: Type.Array(Type.String()),
  published: nullable(closed({ version: Type.Integer(), published_at: timestamp() })),
  versions: Type.Integer(),
  /** Work that is not published. `saved_by` is null for a draft of the command line. */
  draft: nullable(closed({ version: Type.Integer(), saved_at: timestamp(), saved_by: nullable(Saver) })),
});
export type ListedPolicy = Static<typeof ListedPolicy>;

export const PolicyField = closed({ path: Type.String(), message: Type.String() });
export type PolicyField = Static<typeof PolicyField>;

/** What people edit together until it is published. */
export const PolicyDraft = closed({
  /** The version that it becomes when it is published. */
  version: Type.Integer(),
  /** The version that it began from. */
  based_on: nullable(Type.Integer()),
  /** Counts its saves: a save names the one that its author has seen. 0: nothing was saved here yet. */
  revision: Type.Integer(),
  saved_at: nullable(timestamp()),
  saved_by: nullable(Saver),
  definition: PolicyDefinition,
  /** Why it cannot be published; empty: it can. */
  problems: Type.Array(PolicyField),
  /** Of its content: a back-test belongs to exactly one. */
  digest: Type.String(),
});
export type PolicyDraft = Static<typeof PolicyDraft>;

const Version = closed({
  version: Type.Integer(),
  status,
  name: Type.String(),
  created_at: timestamp(),
  published_at: nullable(timestamp()),
});

export const ReadPolicy = closed({
  policy_id: PolicyId,
  /** Newest first. */
  versions: Type.Array(Version),
  published: nullable(Type.Integer()),
  draft: PolicyDraft,
});
export type ReadPolicy = Static<typeof ReadPolicy>;

export const listPolicies = endpoint({
  ...read,
  name: 'dashboardPolicies',
  method: 'GET',
  path: at,
  summary: 'Geolocation policies: what is published, and what is in work.',
  params: inOrg(),
  answer: closed({ policies: Type.Array(ListedPolicy) }),
  errors: WITH_PERSON,
});

export const policyChoices = endpoint({
  ...read,
  name: 'dashboardPolicyChoices',
  method: 'GET',
  path: `${at}/choices`,
  summary:
    'What a policy can name: regions, checks with their defaults, and the values that hold when it is silent.',
  params: inOrg(),
  answer: closed({
    regions: Type.Array(closed({ code: Type.String(), name: nullable(Type.String()) })),
    /** Territories with codes of their own, which a rule that allows their state does not allow. */
    territories: Type.Array(closed({ state: Type.String(), codes: Type.Array(Type.String()) })),
    checks: Type.Array(
      closed({
        code: Type.String(),
        question: Type.String(),
        group: Type.String(),
        fail: nullable(oneOf(...POLICY_ACTIONS)),
        uncertain: nullable(oneOf(...POLICY_ACTIONS)),
      }),
    ),
    defaults: closed({ max_age_s: Type.Integer(), retry_hops: Type.Integer(), review_due_s: Type.Integer() }),
    corners_most: Type.Integer(),
    body_most: Type.Integer(),
  }),
  errors: WITH_PERSON,
});

export const readPolicy = endpoint({
  ...read,
  name: 'dashboardPolicy',
  method: 'GET',
  path: one,
  summary: 'One policy: its versions, and its draft, which is the published definition until it is changed.',
  params: aPolicy,
  answer: ReadPolicy,
  errors: WITH_PERSON,
});

export const readPolicyVersion = endpoint({
  ...read,
  name: 'dashboardPolicyVersion',
  method: 'GET',
  path: `${one}/versions/{version}`,
  summary: 'One version of a policy with its whole definition.',
  params: inOrg({ policy_id: PolicyId, version: Type.String({ pattern: '^[0-9]{1,9}$' }) }),
  answer: closed({ ...Version.properties, definition: PolicyDefinition }),
  errors: WITH_PERSON,
});

export const makePolicy = endpoint({
  ...large,
  name: 'dashboardMakePolicy',
  method: 'POST',
  path: at,
  summary: 'Make a policy as a draft. It decides nothing until it is published.',
  params: inOrg(),
  body: closed({ definition: PolicyDefinition }),
  answer: ReadPolicy,
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const savePolicyDraft = endpoint({
  ...large,
  name: 'dashboardSavePolicyDraft',
  method: 'PUT',
  path: `${one}/draft`,
  summary: 'Save the draft. One that could not be published is saved too, and its problems are named.',
  params: aPolicy,
  body: closed({ revision: Type.Integer({ minimum: 0 }), definition: PolicyDefinition }),
  answer: PolicyDraft,
  errors: [...WITH_BODY, ...WITH_PERSON, 'draft_changed'],
});

export const discardPolicyDraft = endpoint({
  ...write,
  name: 'dashboardDiscardPolicyDraft',
  method: 'DELETE',
  path: `${one}/draft`,
  summary: 'Discard the draft. A policy that has no version goes with it.',
  params: aPolicy,
  body: closed({ revision: Type.Integer({ minimum: 1 }) }),
  answer: closed({ policy_id: PolicyId, gone: Type.Boolean() }),
  errors: [...WITH_BODY, ...WITH_PERSON, 'draft_changed'],
});

export const publishPolicy = endpoint({
  ...write,
  name: 'dashboardPublishPolicy',
  method: 'POST',
  path: `${one}/publish`,
  summary: 'Publish the draft as a version that never changes. Needs a back-test of exactly this draft.',
  params: aPolicy,
  body: closed({
    revision: Type.Integer({ minimum: 0 }),
    backtest_id: id('bkt'),
    /** The version that decided when the person compared; null when none did. */
    published: nullable(Type.Integer()),
  }),
  answer: closed({ policy_id: PolicyId, version: Type.Integer() }),
  errors: [...WITH_BODY, ...WITH_PERSON, 'draft_changed', 'backtest_needed'],
});

export const archivePolicy = endpoint({
  ...write,
  name: 'dashboardArchivePolicy',
  method: 'POST',
  path: `${one}/archive`,
  summary:
    'Archive the published version: the policy decides nothing any more, and its types fall to the default.',
  params: aPolicy,
  body: closed({ version: Type.Integer() }),
  answer: closed({ policy_id: PolicyId, version: Type.Integer() }),
  errors: [...WITH_BODY, ...WITH_PERSON, 'draft_changed'],
});

export const rollBackPolicy = endpoint({
  ...write,
  name: 'dashboardRollBackPolicy',
  method: 'POST',
  path: `${one}/rollback`,
  summary:
    'Publish the definition of an older version as a new version, with or without a back-test ' +
    'of it. The audit log says which, and why a back-test does not count.',
  params: aPolicy,
  body: closed({
    version: Type.Integer(),
    published: nullable(Type.Integer()),
    /** What the person saw. It blocks nothing: the audit log names one that does not count as evidence. */
    backtest_id: optional(id('bkt')),
  }),
  answer: closed({ policy_id: PolicyId, version: Type.Integer() }),
  errors: [...WITH_BODY, ...WITH_PERSON, 'draft_changed'],
});

/** A version's number, or `draft`. */
const side = () => Type.String({ pattern: '^([0-9]{1,9}|draft)$' });

export const policyDifferences = endpoint({
  ...read,
  name: 'dashboardPolicyDifferences',
  method: 'GET',
  path: `${one}/differences`,
  summary: 'What differs between two versions, or a version and the draft, in words.',
  params: aPolicy,
  query: closed({ from: side(), to: side() }),
  answer: closed({
    differences: Type.Array(
      closed({ kind: oneOf('added', 'removed', 'changed'), what: Type.String(), detail: Type.String() }),
    ),
  }),
  errors: WITH_PERSON,
});

export const readPolicyShapes = endpoint({
  ...large,
  name: 'dashboardReadPolicyShapes',
  method: 'POST',
  path: `${at}/shapes`,
  summary: 'Read shapes from GeoJSON. Stores nothing; every mistake is named with its place.',
  params: inOrg(),
  body: closed({
    geojson: Type.Unknown(),
    effect: oneOf('allow', 'deny', 'exclusion'),
    /** Guessed when absent; GeoJSON says longitude first. */
    order: optional(oneOf('lng_lat', 'lat_lng')),
  }),
  answer: closed({
    shapes: Type.Array(PolicyShape),
    order: oneOf('lng_lat', 'lat_lng'),
    /** What was done to the file, in words. */
    notes: Type.Array(Type.String()),
  }),
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const tryPolicyPoint = endpoint({
  ...person(ROLES),
  max_body: 'policy_body_bytes',
  name: 'dashboardTryPolicyPoint',
  method: 'POST',
  path: `${one}/try`,
  summary: 'Decide about one place by the draft, as the service would. Stores nothing.',
  params: aPolicy,
  body: closed({
    lat: Type.Number({ minimum: -90, maximum: 90 }),
    lng: Type.Number({ minimum: -180, maximum: 180 }),
    /** Radius that holds the device with 95 %. */
    accuracy_m: Type.Number({ minimum: 0, maximum: 1_000_000 }),
    /** Its address. */
    network: optional(text(45)),
    /** What is tried; the saved draft when absent. For builders alone. */
    definition: optional(PolicyDefinition),
  }),
  answer: closed({
    decision: GeolocationDecision,
    reason_codes: Type.Array(Type.String()),
    country: nullable(Type.String()),
    subdivision: nullable(Type.String()),
    checks: Type.Array(Check),
    p_inside: nullable(Type.Number()),
    signed_distance_m: nullable(Type.Number()),
  }),
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const POLICY_ENDPOINTS = [
  listPolicies,
  policyChoices,
  readPolicy,
  readPolicyVersion,
  makePolicy,
  savePolicyDraft,
  discardPolicyDraft,
  publishPolicy,
  archivePolicy,
  rollBackPolicy,
  policyDifferences,
  readPolicyShapes,
  tryPolicyPoint,
] as const;
