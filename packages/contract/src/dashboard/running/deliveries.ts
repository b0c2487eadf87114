import { endpoint, WITH_BODY } from '../../endpoint.ts';
import { EVENT_TYPES } from '../../events/types.ts';
import { lastTry } from '../../events/webhooks.ts';
import { nullable } from '../../geolocation/decision.ts';
import { page } from '../../results.ts';
import { closed, id, oneOf, open, optional, type Static, Type, timestamp } from '../../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from '../person.ts';
import { BUILDERS, SEE_BUILD } from '../role-sets.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

/** An event on its way to one endpoint. */
export const Delivery = closed({
  event_id: id('evt'),
  webhook_id: id('whk'),
  url: Type.String(),
  type: Type.String(),
  /** Of the event. */
  at: timestamp(),
  state: oneOf(...DELIVERY_STATES),
  attempts: Type.Integer(),
  /** How often it was sent again by hand. */
  replays: Type.Integer(),
  /** Null unless it is pending; in the past while an attempt runs or waits for its turn. */
  next_attempt_at: nullable(timestamp()),
  last: lastTry(),
});
export type Delivery = Static<typeof Delivery>;

/** One attempt: what was answered, or why there was no answer. */
export const DeliveryTry = closed({
  /** 1 for the first. */
  number: Type.Integer(),
  /** 0 for the first sending, 1 after it was sent again by hand, and so on. */
  replay: Type.Integer(),
  at: timestamp(),
  ms: nullable(Type.Integer()),
  status: nullable(Type.Integer()),
  problem: nullable(Type.String()),
  detail: nullable(Type.String()),
  /** The first 1 KB of what was answered; null where nothing was, and once the person was erased. */
  answer: nullable(Type.String()),
});
export type DeliveryTry = Static<typeof DeliveryTry>;

const type = oneOf(...EVENT_TYPES);
const list = `${DASHBOARD_API}/{org}/{env}/deliveries`;

export const listDeliveries = endpoint({
  ...person(SEE_BUILD),
  name: 'dashboardDeliveries',
  method: 'GET',
  path: list,
  summary: 'Deliveries of events to webhook endpoints, newest event first.',
  params: inEnv(),
  query: closed({
    webhook_id: optional(id('whk')),
    type: optional(type),
    state: optional(oneOf(...DELIVERY_STATES)),
    event_id: optional(id('evt')),
    ...page('evt_[0-9A-HJKMNP-TV-Z]{26}\\.whk_[0-9A-HJKMNP-TV-Z]{26}'),
  }),
  answer: closed({ rows: Type.Array(Delivery), next_cursor: nullable(Type.String()) }),
  errors: WITH_PERSON,
});

export const readDelivery = endpoint({
  ...person(SEE_BUILD),
  name: 'dashboardDelivery',
  method: 'GET',
  path: `${list}/{webhook_id}/{event_id}`,
  summary: 'One delivery with its request, and each attempt with what was answered.',
  params: inEnv({ webhook_id: id('whk'), event_id: id('evt') }),
  answer: closed({
    ...Delivery.properties,
    request: closed({
      /** The body as an attempt sends it now: after an erasure it names no person. */
      body: open(),
      /** Names and values; the signature is made anew for each attempt. */
      headers: Type.Array(closed({ name: Type.String(), value: Type.String() })),
    }),
    /** The newest first, at most 30. */
    tries: Type.Array(DeliveryTry),
    enabled: Type.Boolean(),
  }),
  errors: WITH_PERSON,
});

/** Deliveries of one endpoint that are chosen by hand. */
export const REPLAY_CHOSEN_MAX = 100;

export const replayDeliveries = endpoint({
  ...person(BUILDERS),
  name: 'dashboardReplayDeliveries',
  method: 'POST',
  path: `${list}/replay`,
  summary: 'Send events to an endpoint again: chosen ones, or those of a filter. `dry` only counts them.',
  params: inEnv(),
  body: closed({
    webhook_id: id('whk'),
    event_ids: optional(
      Type.Array(id('evt'), { minItems: 1, maxItems: REPLAY_CHOSEN_MAX, uniqueItems: true }),
    ),
    types: optional(Type.Array(type, { minItems: 1, uniqueItems: true })),
    state: optional(oneOf('delivered', 'failed')),
    from: optional(timestamp()),
    to: optional(timestamp()),
    dry: Type.Boolean(),
  }),
  max_body: 'body_bytes',
  idempotency_key: true,
  answer: closed({
    /** At most 10,000 a call, the oldest first. */
    count: Type.Integer(),
    more: Type.Boolean(),
  }),
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const DELIVERIES_ENDPOINTS = [listDeliveries, readDelivery, replayDeliveries] as const;
