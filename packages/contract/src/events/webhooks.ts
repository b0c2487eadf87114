import { endpoint, WITH_BODY } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { repeatable, results, WITH_REPEATS, WITH_RESULTS_KEY } from '../results.ts';
import { closed, formed, id, oneOf, optional, type Static, Type, text, timestamp } from '../schema.ts';
import { ListedEvent } from './schemas.ts';
import { EVENT_TYPES } from './types.ts';

/** Endpoints of one organization and environment. */
export const WEBHOOKS_MAX = 20;

const url = () =>
  formed('^https?://[^\\s]+$', 'an address like https://shop.example/standpoint', { maxLength: 2_048 });
const types = () => Type.Array(oneOf(...EVENT_TYPES), { maxItems: EVENT_TYPES.length, uniqueItems: true });
const eventId = () => id('evt');

/** The last attempt: the status that was answered, or why there was no answer. */
export const lastTry = () =>
  nullable(
    closed({
      at: timestamp(),
      status: nullable(Type.Integer()),
      problem: nullable(Type.String()),
      /** After a failure: in words, or the first 1 KB of what was answered. */
      detail: nullable(Type.String()),
    }),
  );

/** A webhook endpoint: an address that events are sent to. */
export const Webhook = closed({
  webhook_id: id('whk'),
  url: Type.String(),
  description: nullable(Type.String()),
  /** Empty: every type. */
  types: Type.Array(Type.String()),
  /** hmac: `v1`, with a shared secret. ed25519: `v1a`, with the public key `public_key`. */
  signature: oneOf('hmac', 'ed25519'),
  public_key: nullable(Type.String()),
  /** Events of verifications carry the position. */
  coordinates: Type.Boolean(),
  enabled: Type.Boolean(),
  /** gone: it answered 410. failing: every attempt of five days failed. operator: switched off by a call. */
  disabled_reason: nullable(oneOf('gone', 'failing', 'operator')),
  disabled_at: nullable(timestamp()),
  /** While both secrets sign: when the older one ends. */
  rotating_until: nullable(timestamp()),
  last: lastTry(),
  /** Deliveries that wait for their next attempt. */
  pending: Type.Integer(),
  created_at: timestamp(),
});
export type Webhook = Static<typeof Webhook>;

const write = results('webhooks:write');
const one = closed({ webhook_id: id('whk') });
const max_body = 'body_bytes' as const;

export const listWebhooks = endpoint({
  ...write,
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List the webhook endpoints of this environment, each with its last outcome.',
  answer: closed({ webhooks: Type.Array(Webhook) }),
  errors: WITH_RESULTS_KEY,
});

export const addWebhook = endpoint({
  ...write,
  ...repeatable,
  name: 'addWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Add an address that events are sent to. The secret is given once.',
  body: closed({
    url: url(),
    description: optional(text(200)),
    types: optional(types()),
    signature: optional(oneOf('hmac', 'ed25519')),
    coordinates: optional(Type.Boolean()),
  }),
  max_body,
  answer: closed({
    ...Webhook.properties,
    /** `whsec_…` to check signatures with; null with ed25519, where `public_key` does that. */
    secret: nullable(Type.String()),
  }),
  errors: [...WITH_RESULTS_KEY, ...WITH_BODY, ...WITH_REPEATS],
});

export const changeWebhook = endpoint({
  ...write,
  name: 'changeWebhook',
  method: 'PATCH',
  path: '/webhooks/{webhook_id}',
  summary: 'Change an endpoint; `enabled: true` brings a disabled one back, with what waits for it.',
  params: one,
  body: closed({
    url: optional(url()),
    description: optional(text(200)),
    types: optional(types()),
    coordinates: optional(Type.Boolean()),
    enabled: optional(Type.Boolean()),
  }),
  max_body,
  answer: Webhook,
  errors: [...WITH_RESULTS_KEY, ...WITH_BODY],
});

export const removeWebhook = endpoint({
  ...write,
  ...repeatable,
  name: 'removeWebhook',
  method: 'DELETE',
  path: '/webhooks/{webhook_id}',
  summary: 'Remove an endpoint with the deliveries that wait for it. Its events stay in GET /events.',
  params: one,
  answer: closed({ webhook_id: id('whk'), removed: Type.Boolean() }),
  errors: [...WITH_RESULTS_KEY, ...WITH_REPEATS],
});

export const rotateWebhook = endpoint({
  ...write,
  ...repeatable,
  name: 'rotateWebhook',
  method: 'POST',
  path: '/webhooks/{webhook_id}/rotate',
  summary: 'Make a new secret. Both sign until the older one ends.',
  params: one,
  body: closed({
    /** How long the older secret signs too, in seconds (default: 24 h; 0: it ends now). */
    overlap_s: optional(Type.Integer({ minimum: 0, maximum: 7 * 86_400 })),
  }),
  max_body,
  answer: closed({
    webhook_id: id('whk'),
    secret: nullable(Type.String()),
    public_key: nullable(Type.String()),
    rotating_until: nullable(timestamp()),
  }),
  errors: [...WITH_RESULTS_KEY, ...WITH_BODY, ...WITH_REPEATS],
});

export const replayWebhook = endpoint({
  ...write,
  ...repeatable,
  name: 'replayWebhook',
  method: 'POST',
  path: '/webhooks/{webhook_id}/replay',
  summary: 'Send events again: one, those of a type, of a range of time, or those that failed.',
  params: one,
  body: closed({
    event_id: optional(eventId()),
    types: optional(types()),
    /** The range holds its first moment and not its last. */
    from: optional(timestamp()),
    to: optional(timestamp()),
    /** Only events whose attempts are used up, or that came while this endpoint was disabled. */
    missed: optional(Type.Boolean()),
  }),
  max_body,
  answer: closed({
    /** Events that are sent again, oldest first; at most 10,000 a call. */
    queued: Type.Integer(),
    /** True when there are more: repeat the call with `from` as given here. */
    more: Type.Boolean(),
    next_from: nullable(timestamp()),
  }),
  errors: [...WITH_RESULTS_KEY, ...WITH_BODY, ...WITH_REPEATS],
});

export const listEvents = endpoint({
  ...results('results:read'),
  name: 'listEvents',
  method: 'GET',
  path: '/events',
  summary: 'The same events as webhooks send, in the order in which they were stored. Kept for 30 days.',
  query: closed({
    type: optional(oneOf(...EVENT_TYPES)),
    /** Only events after this one: the `next_after` of the page before, or any event’s id. */
    after: optional(eventId()),
    /** 1 to 100, default 20. */
    limit: optional(formed('^([1-9][0-9]?|100)$', 'a whole number from 1 to 100')),
  }),
  answer: closed({
    events: Type.Array(ListedEvent),
    /** Pass it as `after`. While there is nothing new it stays what was passed; null when there are no events. */
    next_after: nullable(eventId()),
    more: Type.Boolean(),
  }),
  errors: WITH_RESULTS_KEY,
});

export const WEBHOOK_ENDPOINTS = [
  listWebhooks,
  addWebhook,
  changeWebhook,
  removeWebhook,
  rotateWebhook,
  replayWebhook,
  listEvents,
] as const;
