import { endpoint, WITH_BODY } from '../../endpoint.ts';
import { Check, GeolocationDecision, nullable } from '../../geolocation/decision.ts';
import { PolicyId } from '../../geolocation/policy.ts';
import { closed, id, oneOf, optional, type Static, Type, timestamp } from '../../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from '../person.ts';
import { BUILDERS, ROLES } from '../roles.ts';
import { Saver } from './policies.ts';

/** Decisions that one back-test decides again, at most; the newest. */
export const BACKTEST_MOST = 20_000;
/** Flips of which the list is kept; all are counted. */
export const FLIPS_LISTED = 2_000;

const at = `${DASHBOARD_API}/{org}/{env}/policies/{policy_id}/backtests`;
const one = `${at}/{backtest_id}`;
const aPolicy = inEnv({ policy_id: PolicyId });
const aBacktest = inEnv({ policy_id: PolicyId, backtest_id: id('bkt') });
const write = { ...person(BUILDERS), max_body: 'body_bytes' as const, idempotency_key: true as const };

export const Transition = closed({
  from: GeolocationDecision,
  to: GeolocationDecision,
  count: Type.Integer(),
});

/** Stored decisions, decided again by a draft. */
export const Backtest = closed({
  backtest_id: id('bkt'),
  policy_id: PolicyId,
  /** Of the draft that it belongs to. */
  digest: Type.String(),
  /** The last days before its start; null where it was given a time of its own. */
  days: nullable(Type.Integer()),
  /** Decisions from here, and before `to`; null: until its start. */
  from: timestamp(),
  to: nullable(timestamp()),
  most: Type.Integer(),
  /** interrupted: the service stopped in the middle. */
  state: oneOf('running', 'done', 'canceled', 'failed', 'interrupted'),
  started_at: timestamp(),
  started_by: Saver,
  ended_at: nullable(timestamp()),
  /** Decisions of that time, and how many of them were looked at; `in_time` ends at `in_time_most`. */
  in_time: Type.Integer(),
  in_time_most: Type.Integer(),
  /** Of one that is done: why it is too little to publish by. Null: it is enough. */
  lacks: nullable(oneOf('sandbox', 'too_little')),
  looked_at: Type.Integer(),
  replayed: Type.Integer(),
  flipped: Type.Integer(),
  /** Customers whose decision flips. */
  people: Type.Integer(),
  /** The decisions that stay the same are among them. */
  transitions: Type.Array(Transition),
  skipped: closed({ erased: Type.Integer(), simulated: Type.Integer(), other_policy: Type.Integer() }),
  recorded_differs: closed({
    engine: Type.Integer(),
    data: Type.Integer(),
    engine_and_data: Type.Integer(),
  }),
  facts_rederived: closed({ rule: Type.Integer(), place: Type.Integer(), network: Type.Integer() }),
  /** Time of the oldest decision that was decided again. */
  back_to: nullable(timestamp()),
  listed: Type.Integer(),
  per_second: Type.Integer(),
});
export type Backtest = Static<typeof Backtest>;

export const ListedFlip = closed({
  verification_id: id('ver'),
  /** Null once the person was erased. */
  customer_id: nullable(Type.String()),
  transaction_type: nullable(Type.String()),
  decided_at: nullable(timestamp()),
  from: GeolocationDecision,
  to: GeolocationDecision,
  reasons_added: Type.Array(Type.String()),
  reasons_removed: Type.Array(Type.String()),
  /** Inside, or within its buffer: the shape that the decision now depends on. */
  because: nullable(Type.String()),
  country: nullable(Type.String()),
  subdivision: nullable(Type.String()),
  position: nullable(closed({ lat: Type.Number(), lng: Type.Number(), accuracy_m: Type.Number() })),
});
export type ListedFlip = Static<typeof ListedFlip>;

export const startBacktest = endpoint({
  ...write,
  name: 'dashboardStartBacktest',
  method: 'POST',
  path: at,
  summary:
    'Decide the stored decisions of the last days, or of a time, again by the draft or a version, newest ' +
    'first. Ends an earlier one of yours, of the same draft or version.',
  params: aPolicy,
  body: closed({
    /** Either a revision of the draft, or a version that was published once. */
    revision: optional(Type.Integer({ minimum: 0 })),
    version: optional(Type.Integer({ minimum: 1 })),
    /** Either the last days, or a time: from, and before `to` (left out: until now). */
    days: optional(Type.Integer({ minimum: 1, maximum: 1_095 })),
    from: optional(timestamp()),
    to: optional(timestamp()),
    most: optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
  answer: Backtest,
  errors: [...WITH_BODY, ...WITH_PERSON, 'draft_changed'],
});

export const readPeriod = endpoint({
  ...person(ROLES),
  name: 'dashboardBacktestPeriod',
  method: 'GET',
  path: `${DASHBOARD_API}/{org}/{env}/decisions-in-time`,
  summary: 'How many stored decisions lie in a time, and when the oldest that is still stored was made.',
  params: inEnv({}),
  query: closed({ from: timestamp(), to: optional(timestamp()) }),
  answer: closed({
    /** Counted up to `decisions_most`. */
    decisions: Type.Integer(),
    decisions_most: Type.Integer(),
    /** Null where none is stored. Older ones were deleted when their time was over. */
    oldest: nullable(timestamp()),
  }),
  errors: WITH_PERSON,
});

export const listBacktests = endpoint({
  ...person(ROLES),
  name: 'dashboardBacktests',
  method: 'GET',
  path: at,
  summary:
    'The newest back-tests of the drafts of a policy, or of one of its versions; they are kept for 7 days.',
  params: aPolicy,
  query: closed({ version: optional(Type.String({ pattern: '^[0-9]{1,9}$' })) }),
  answer: closed({ backtests: Type.Array(Backtest) }),
  errors: WITH_PERSON,
});

export const readBacktest = endpoint({
  ...person(ROLES),
  name: 'dashboardBacktest',
  method: 'GET',
  path: one,
  summary: 'How far a back-test is, and what it found.',
  params: aBacktest,
  answer: Backtest,
  errors: WITH_PERSON,
});

export const listFlips = endpoint({
  ...person(ROLES),
  name: 'dashboardBacktestFlips',
  method: 'GET',
  path: `${one}/flips`,
  summary: 'The decisions that would flip, newest first.',
  params: aBacktest,
  query: closed({
    to: optional(GeolocationDecision),
    offset: optional(Type.String({ pattern: '^[0-9]{1,5}$' })),
  }),
  answer: closed({ flips: Type.Array(ListedFlip), next: nullable(Type.Integer()) }),
  errors: WITH_PERSON,
});

const Side = closed({
  decision: GeolocationDecision,
  reason_codes: Type.Array(Type.String()),
  checks: Type.Array(Check),
});

export const readFlip = endpoint({
  ...person(ROLES),
  name: 'dashboardBacktestFlip',
  method: 'GET',
  path: `${one}/flips/{verification_id}`,
  summary: 'One decision as it was, and as it would be: every check by both.',
  params: inEnv({ policy_id: PolicyId, backtest_id: id('bkt'), verification_id: id('ver') }),
  answer: closed({
    verification_id: id('ver'),
    decided_at: timestamp(),
    /** What was really answered then. */
    recorded: GeolocationDecision,
    was: closed({ ...Side.properties, policy_id: nullable(Type.String()), version: Type.Integer() }),
    would: Side,
  }),
  errors: WITH_PERSON,
});

export const cancelBacktest = endpoint({
  ...write,
  name: 'dashboardCancelBacktest',
  method: 'POST',
  path: `${one}/cancel`,
  summary: 'Stop a back-test. What it found so far stays readable, and publishes nothing.',
  params: aBacktest,
  body: closed({}),
  answer: Backtest,
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const BACKTEST_ENDPOINTS = [
  startBacktest,
  readPeriod,
  listBacktests,
  readBacktest,
  listFlips,
  readFlip,
  cancelBacktest,
] as const;
