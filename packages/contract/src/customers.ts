import { endpoint } from './endpoint.ts';
import { nullable } from './geolocation/decision.ts';
import { page, results, WITH_RESULTS_KEY } from './results.ts';
import { closed, id, jwt, oneOf, type Static, Type, text, timestamp } from './schema.ts';

export const TimelineEntry = closed({
  at: timestamp(),
  area: oneOf('geolocation', 'face'),
  id: Type.String(),
  /** Transaction type, or the workflow's id. */
  about: Type.String(),
  status: Type.String(),
  decision: nullable(Type.String()),
  /** True where the row differs from the signed record: do not rely on it. */
  record_contradicted: Type.Boolean(),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

/**
 * A place where a customer's checks keep passing on one install and network; see `trusted_places` of the
 * policy.
 */
export const CustomerPlace = closed({
  place_id: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  radius_m: Type.Number(),
  install_id: Type.String(),
  /** Clean passes, at most one counted per hour, and the number of days (UTC) on which they happened. */
  passes: Type.Integer(),
  days: Type.Integer(),
  first_at: timestamp(),
  last_at: timestamp(),
  /** Null while the place is not trusted yet. */
  trusted_at: nullable(timestamp()),
});
export type CustomerPlace = Static<typeof CustomerPlace>;

export const readCustomer = endpoint({
  name: 'readCustomer',
  method: 'GET',
  path: '/customers/{customer_id}',
  summary: 'One customer: the timeline of both areas, newest first.',
  ...results('results:read'),
  params: closed({ customer_id: text(128) }),
  query: closed(page('[0-9]{1,16}-(ver|fcs)_[0-9A-HJKMNP-TV-Z]{26}')),
  answer: closed({
    customer_id: Type.String(),
    livemode: Type.Boolean(),
    first_seen: nullable(timestamp()),
    places: Type.Array(CustomerPlace),
    timeline: Type.Array(TimelineEntry),
    next_cursor: nullable(Type.String()),
  }),
  errors: WITH_RESULTS_KEY,
});

export const putFaceReference = endpoint({
  name: 'putFaceReference',
  method: 'PUT',
  path: '/customers/{customer_id}/face-reference',
  summary: 'Store the face image that sessions of this customer are compared with; replaces an earlier one.',
  ...results('customers:write'),
  media: 'image',
  max_body: 'frame_bytes',
  params: closed({ customer_id: text(128) }),
  answer: closed({
    reference_id: id('ref'),
    /** 0 to 1: how well a face can be compared with this image. */
    quality: Type.Number({ minimum: 0, maximum: 1 }),
  }),
  errors: [...WITH_RESULTS_KEY, 'body_too_large', 'unsupported_media_type', 'image_unusable'],
});

export const eraseCustomer = endpoint({
  name: 'eraseCustomer',
  method: 'DELETE',
  path: '/customers/{customer_id}',
  summary:
    'Erase a person: the data key is destroyed, rows, frames and templates are deleted. Safe to repeat. ' +
    '404 for a customer who was never known.',
  ...results('customers:write'),
  params: closed({ customer_id: text(128) }),
  answer: closed({
    customer_id: Type.String(),
    livemode: Type.Boolean(),
    erased_at: timestamp(),
    /** `templates` counts face templates, including the references that the backend gave. */
    counts: closed({
      verifications: Type.Integer(),
      sessions: Type.Integer(),
      frames: Type.Integer(),
      templates: Type.Integer(),
    }),
    /** Signed statement of what was erased and when; check it against the JWKS. */
    receipt: jwt(),
  }),
  errors: [...WITH_RESULTS_KEY, 'not_found', 'legal_hold'],
});

export const CUSTOMERS_ENDPOINTS = [readCustomer, putFaceReference, eraseCustomer] as const;
