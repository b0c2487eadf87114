import { endpoint } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { closed, formed, id, oneOf, optional, type Static, Type, timestamp } from '../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from './person.ts';
import { ROLES } from './roles.ts';

export const HOME_RANGES = ['1h', '24h', '7d', '30d'] as const;
export type HomeRange = (typeof HOME_RANGES)[number];

const count = () => Type.Integer({ minimum: 0 });
/** Of the range, and of the same time before it. */
const compared = () => closed({ now: count(), before: count() });

/** What needs a person now. Which of the other fields are there depends on the kind. */
const Attention = closed({
  kind: oneOf(
    'reviews_overdue',
    'webhook_disabled',
    'webhook_failing',
    'key_misused',
    'records_contradicted',
    'network_data_old',
    'audit_head_late',
    'retention_failed',
  ),
  since: nullable(timestamp()),
  count: count(),
  /** Of the endpoint, or the start of the key. */
  name: nullable(Type.String()),
  /** A record, endpoint or key to open. */
  id: nullable(Type.String()),
  /** The page that sent a key, or what the endpoint answered last. */
  detail: nullable(Type.String()),
  next_at: nullable(timestamp()),
});
export type Attention = Static<typeof Attention>;

const Point = closed({
  at: timestamp(),
  pass: count(),
  fail: count(),
  review: count(),
  retry: count(),
  sessions: count(),
  decided: count(),
  approved: count(),
  /** Milliseconds; null where none was measured. */
  p50_ms: nullable(Type.Number()),
  p95_ms: nullable(Type.Number()),
});
export type HomePoint = Static<typeof Point>;

const decisions = { pass: count(), fail: count(), review: count(), retry: count() };

export const Home = closed({
  range: oneOf(...HOME_RANGES),
  from: timestamp(),
  to: timestamp(),
  /** False until the first record of either area: then the page teaches. */
  any: Type.Boolean(),
  attention: Type.Array(Attention),
  figures: closed({
    verifications: compared(),
    passed: compared(),
    decision_time: nullable(
      closed({ p50_ms: Type.Number(), p95_ms: Type.Number(), p95_before_ms: nullable(Type.Number()) }),
    ),
    reviews: closed({ open: count(), overdue: count(), oldest_at: nullable(timestamp()) }),
    sessions: compared(),
    decided: compared(),
    approved: compared(),
  }),
  series: Type.Array(Point),
  published: Type.Array(
    closed({ at: timestamp(), policy_id: id('pol'), version: Type.Integer(), name: Type.String() }),
  ),
  /** Only steps that are counted, of whole quarters of an hour: the first one may begin before the range. */
  funnels: closed({
    location: closed({
      /** A token was minted, or the check was asked for and decided in one call; null for one policy. */
      asked: nullable(compared()),
      begun: compared(),
      /** The first try came with a position. */
      positioned: compared(),
      decided: compared(),
      passed: compared(),
    }),
    face: closed({
      /** A token was minted. */
      asked: compared(),
      opened: compared(),
      consented: compared(),
      /** The camera showed a picture, and an attempt began. */
      filmed: compared(),
      captured: compared(),
      decided: compared(),
      approved: compared(),
    }),
    by_phone: count(),
  }),
  /** Of verifications that did not pass; the most frequent first. */
  reasons: Type.Array(closed({ code: Type.String(), now: count(), before: count() })),
  /** By the position of the device; '' where it is not known. As first decided. */
  countries: Type.Array(closed({ country: Type.String(), ...decisions })),
  regions: Type.Array(closed({ country: Type.String(), subdivision: Type.String(), ...decisions })),
  /** The last 24 hours; null for a role that sees no webhooks. */
  webhooks: nullable(
    Type.Array(
      closed({
        webhook_id: id('whk'),
        host: Type.String(),
        delivered: count(),
        failed: count(),
        waiting: count(),
        /** First attempts: the time from the event to their end, and how many failed; null where there was none. */
        first: nullable(
          closed({ count: count(), failed: count(), p50_ms: Type.Number(), p95_ms: Type.Number() }),
        ),
        state: oneOf('healthy', 'failing', 'disabled'),
      }),
    ),
  ),
  data: Type.Array(
    closed({
      name: oneOf('borders', 'addresses'),
      days: nullable(Type.Integer()),
      state: oneOf('fresh', 'due', 'old', 'unknown'),
    }),
  ),
  policies: Type.Array(closed({ policy_id: id('pol'), name: Type.String() })),
  /** What was done of the first steps. */
  steps: closed({
    api_key: Type.Boolean(),
    policy: Type.Boolean(),
    workflow: Type.Boolean(),
    webhook: Type.Boolean(),
    team: Type.Boolean(),
  }),
});
export type Home = Static<typeof Home>;

export const readHome = endpoint({
  ...person(ROLES),
  name: 'dashboardHome',
  method: 'GET',
  path: `${DASHBOARD_API}/{org}/{env}/home`,
  summary: 'What needs attention, and how both areas do in a range that ends now.',
  params: inEnv(),
  query: closed({
    range: optional(oneOf(...HOME_RANGES)),
    /** `default`: the built-in policy. */
    policy: optional(formed('^(default|pol_[0-9A-HJKMNP-TV-Z]{26})$', 'the id of a policy, or default')),
    /** IANA name; days of the series begin at its midnight (UTC when absent). */
    zone: optional(formed('^[A-Za-z0-9_+/-]{1,64}$', 'the name of a time zone, like Europe/Berlin')),
  }),
  answer: Home,
  errors: WITH_PERSON,
});

export const HOME_ENDPOINTS = [readHome] as const;
