import { endpoint, WITH_BODY } from './endpoint.ts';
import { nullable } from './geolocation/decision.ts';
import { repeatable, results, WITH_REPEATS, WITH_RESULTS_KEY } from './results.ts';
import { closed, id, jwt, optional, type Static, Type, text, timestamp } from './schema.ts';

/** While a legal hold is in force, nothing of the customer is deleted. */
export const LegalHold = closed({
  hold_id: id('hld'),
  customer_id: Type.String(),
  livemode: Type.Boolean(),
  reason: Type.String(),
  placed_at: timestamp(),
  /** Null: until it is removed. */
  until: nullable(timestamp()),
  /** When an erasure was asked for that happens at the end of the hold; null when none was. */
  erasure_asked_at: nullable(timestamp()),
});
export type LegalHold = Static<typeof LegalHold>;

const params = closed({ customer_id: text(128) });

export const putHold = endpoint({
  name: 'putHold',
  method: 'PUT',
  path: '/customers/{customer_id}/hold',
  summary:
    'Place a legal hold on a customer, or change its reason and end. Nothing is deleted while it lasts.',
  ...results('customers:write'),
  params,
  body: closed({
    /** Kept sealed, and deleted with the hold. */
    reason: text(500),
    /** Absent: until it is removed. */
    until: optional(timestamp()),
  }),
  max_body: 'body_bytes',
  answer: LegalHold,
  errors: [...WITH_RESULTS_KEY, ...WITH_BODY],
});

export const readHold = endpoint({
  name: 'readHold',
  method: 'GET',
  path: '/customers/{customer_id}/hold',
  summary: 'Read the legal hold of a customer. 404 when there is none.',
  ...results('customers:write'),
  params,
  answer: LegalHold,
  errors: WITH_RESULTS_KEY,
});

export const removeHold = endpoint({
  name: 'removeHold',
  method: 'DELETE',
  path: '/customers/{customer_id}/hold',
  summary: 'Remove a legal hold. An erasure that was asked for meanwhile happens now.',
  ...results('customers:write'),
  ...repeatable,
  params,
  answer: closed({
    hold_id: id('hld'),
    livemode: Type.Boolean(),
    ended_at: timestamp(),
    /** The erasure that waited for the end of the hold; null when none was asked for. Its receipt names the hold. */
    erased: nullable(closed({ erased_at: timestamp(), receipt: jwt() })),
  }),
  errors: [...WITH_RESULTS_KEY, ...WITH_REPEATS],
});

export const HOLDS_ENDPOINTS = [putHold, readHold, removeHold] as const;
