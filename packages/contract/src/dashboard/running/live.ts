import { endpoint } from '../../endpoint.ts';
import type { EventType } from '../../events/types.ts';
import { nullable } from '../../geolocation/decision.ts';
import { closed, formed, oneOf, optional, type Static, Type, timestamp } from '../../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from '../person.ts';
import { ROLES, type RoleName, SEE_BUILD } from '../role-sets.ts';

/**
 * What news is about. Two are of a review and no event, so they are not told again: `claim`, who works on it, and
 * `held`, a decision that its person may still take back was made, taken back, or has come to its end.
 */
export const LIVE_KINDS = [
  'verification',
  'session',
  'review',
  'claim',
  'held',
  'customer',
  'policy',
  'workflow',
  'webhook',
  'key',
] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** Who hears of a kind; every member when it is not named. */
const HEARD_BY: Partial<Record<LiveKind, readonly RoleName[]>> = { webhook: SEE_BUILD, key: SEE_BUILD };
export const hears = (role: RoleName, kind: LiveKind): boolean => (HEARD_BY[kind] ?? ROLES).includes(role);

const KINDS: Partial<Record<EventType, readonly LiveKind[]>> = {
  'geolocation.verification.review_required': ['verification', 'review'],
  'geolocation.verification.reviewed': ['verification', 'review'],
  'facecheck.session.review_required': ['session', 'review'],
  'facecheck.session.reviewed': ['session', 'review'],
  'customer.erased': ['customer', 'verification', 'session', 'review'],
  'policy.published': ['policy'],
  'workflow.published': ['workflow'],
  'webhook.disabled': ['webhook'],
  'key.misused': ['key'],
  'audit.head': [],
};

/** Which news an event is. */
export const kindsOf = (type: EventType): readonly LiveKind[] =>
  KINDS[type] ?? (type.startsWith('facecheck.') ? ['session'] : ['verification']);

/** Thin: what it says is read where it is shown. */
export const News = closed({
  kind: oneOf(...LIVE_KINDS),
  /** Null where many are meant. */
  id: nullable(Type.String()),
  /** The event that it comes from; null for what is no event. */
  type: nullable(Type.String()),
  at: timestamp(),
});
export type News = Static<typeof News>;

/**
 * Why a stream ends. session: the person is signed out, or their role is another one. restart: this node goes down.
 * many: a newer stream of the session took its place. slow: the reader did not keep up.
 */
export const LIVE_ENDS = ['session', 'restart', 'many', 'slow'] as const;
export type LiveEnd = (typeof LIVE_ENDS)[number];

/** Streams of one session on one node; the oldest gives way. */
export const LIVE_STREAMS_MAX = 8;
/** A stream that says nothing for three times as long is broken. */
export const LIVE_BEAT_S = 10;

export const live = endpoint({
  ...person(ROLES),
  name: 'dashboardLive',
  method: 'GET',
  path: `${DASHBOARD_API}/{org}/{env}/live`,
  summary:
    'News as server-sent events: `news` with a list, `all` when more was missed than is told again, `beat`, and ' +
    '`end` with the reason. Each has an id; pass the last one as `after` to miss nothing.',
  stream: 'text/event-stream',
  params: inEnv(),
  query: closed({
    after: optional(formed('^[0-9a-f-]{36}\\.[0-9]{1,20}$', 'the id of the last event of an earlier stream')),
  }),
  /** Of each `news`. */
  answer: Type.Array(News),
  errors: WITH_PERSON,
});

export const LIVE_ENDPOINTS = [live] as const;
