import { FACE_DECISIONS, SESSION_STATUSES } from '../face/public-session.ts';
import { GeolocationDecision, nullable } from '../geolocation/decision.ts';
import {
  closed,
  id,
  oneOf,
  optional,
  type Static,
  type TProperties,
  type TSchema,
  Type,
  timestamp,
} from '../schema.ts';
import type { EventType } from './types.ts';

/** Where a fix lies. Only endpoints that ask for `coordinates` get it. */
export const EventPosition = closed({ lat: Type.Number(), lng: Type.Number(), p95_m: Type.Number() });

/** Read from the fact at each delivery, so that an erased person is never named later. */
const PERSON = { customer_id: nullable(Type.String()) };
const LIVE = { livemode: Type.Boolean() };

const VERIFICATION = {
  verification_id: id('ver'),
  decision: GeolocationDecision,
  ...LIVE,
  ...PERSON,
  transaction_id: nullable(Type.String()),
  position: optional(nullable(EventPosition)),
};
const SESSION = {
  session_id: id('fcs'),
  workflow_id: Type.String(),
  status: oneOf(...SESSION_STATUSES),
  decision: nullable(oneOf(...FACE_DECISIONS)),
  ...LIVE,
  ...PERSON,
};
const HANDOFF = { handoff_id: id('hnd') };
const REVIEW_DUE = { review_id: id('rev'), due_at: timestamp() };
const REVIEWED = { review_id: id('rev'), outcome: oneOf('approve', 'decline') };
/** The check whose desktop shows the code; `transaction_id` is that of its verification. */
const LOCATION_HANDOFF = {
  ...HANDOFF,
  verification_id: id('ver'),
  ...LIVE,
  ...PERSON,
  transaction_id: nullable(Type.String()),
};
const PUBLISHED = { version: Type.Integer(), ...LIVE };

const ULID = '01KAJ6V8M0Z3T5W7Y9ABCDEFGH';
const AT = '2026-11-22T09:30:00.000Z';
const VERIFIED = { verification_id: `ver_${ULID}`, decision: 'pass', transaction_id: 'order-20931' };
const SEEN = { session_id: `fcs_${ULID}`, workflow_id: `wf_${ULID}`, status: 'in_progress', decision: null };
const PHONE = { handoff_id: `hnd_${ULID}` };
const CUSTOMER = { customer_id: 'customer-8471' };
const DUE = { review_id: `rev_${ULID}`, due_at: '2026-11-23T09:30:00.000Z' };
const DECIDED = { review_id: `rev_${ULID}`, outcome: 'approve' };

interface EventForm {
  summary: string;
  data: TSchema;
  /** `data` of an example, as `trigger` sends it; without `livemode`, which the environment decides. */
  fixture: Record<string, unknown>;
}

const form = <P extends TProperties>(summary: string, fields: P, fixture: Record<string, unknown>) => ({
  summary,
  data: closed(fields),
  fixture,
});

const session = (summary: string, changed: Record<string, unknown> = {}) =>
  form(summary, SESSION, { ...SEEN, ...CUSTOMER, ...changed });
const completed = { status: 'completed', decision: 'approved' };

/**
 * What each event tells. Payloads are thin: ids, status, decision; no biometrics, and no coordinates unless
 * the endpoint asks for them.
 */
export const EVENTS = {
  'geolocation.verification.completed': form(
    'The last verification of a chain was decided. A retry is not the last.',
    VERIFICATION,
    { ...VERIFIED, ...CUSTOMER },
  ),
  'geolocation.verification.review_required': form(
    'A person has to decide a verification, by `due_at`.',
    { ...VERIFICATION, ...REVIEW_DUE },
    { ...VERIFIED, decision: 'review', ...CUSTOMER, ...DUE },
  ),
  'geolocation.verification.reviewed': form(
    'A person has decided a verification: `decision` is the final one.',
    { ...VERIFICATION, ...REVIEWED },
    { ...VERIFIED, ...CUSTOMER, ...DECIDED },
  ),
  'geolocation.install.shared': form(
    'More customers than the policy allows use one install; told once a day. `install_id` is null once erased.',
    {
      install_id: nullable(Type.String()),
      verification_id: id('ver'),
      customers: Type.Integer(),
      ...LIVE,
      ...PERSON,
      transaction_id: nullable(Type.String()),
    },
    {
      install_id: `ins_${ULID}.Zm9vYmFy`,
      verification_id: `ver_${ULID}`,
      customers: 4,
      ...CUSTOMER,
      transaction_id: null,
    },
  ),
  'geolocation.handoff.redeemed': form('A phone has taken over a location check.', LOCATION_HANDOFF, {
    ...PHONE,
    verification_id: `ver_${ULID}`,
    ...CUSTOMER,
    transaction_id: null,
  }),
  'geolocation.handoff.denied': form(
    'The person at the phone said that the location check was not theirs.',
    LOCATION_HANDOFF,
    { ...PHONE, verification_id: `ver_${ULID}`, ...CUSTOMER, transaction_id: null },
  ),
  'facecheck.session.created': session('A face session was created.', { status: 'created' }),
  'facecheck.session.started': session('The person has begun.'),
  'facecheck.session.handoff_redeemed': form(
    'A phone has redeemed the code of the session. `first` is false when it was used again.',
    { ...SESSION, ...HANDOFF, first: Type.Boolean() },
    { ...SEEN, ...CUSTOMER, ...PHONE, first: true },
  ),
  'facecheck.session.handoff_denied': form(
    'The person at the phone said that the session was not theirs.',
    { ...SESSION, ...HANDOFF },
    { ...SEEN, status: 'canceled', ...CUSTOMER, ...PHONE },
  ),
  'facecheck.session.submitted': session('A capture was submitted.', { status: 'processing' }),
  'facecheck.session.completed': session('The session was decided.', completed),
  'facecheck.session.review_required': form(
    'A person has to decide a session, by `due_at`.',
    { ...SESSION, ...REVIEW_DUE },
    { ...SEEN, status: 'completed', decision: 'review', ...CUSTOMER, ...DUE },
  ),
  'facecheck.session.reviewed': form(
    'A person has decided a session: `decision` is the final one.',
    { ...SESSION, ...REVIEWED },
    { ...SEEN, ...completed, ...CUSTOMER, ...DECIDED },
  ),
  'facecheck.session.expired': session('The session ran out of time.', { status: 'expired' }),
  'facecheck.session.canceled': session('The person or the backend canceled it.', { status: 'canceled' }),
  'facecheck.session.failed': session('The session failed without a decision.', { status: 'failed' }),
  'facecheck.session.redacted': session('Frames and derived data were deleted.', completed),
  'webhook.disabled': form(
    'A webhook endpoint gets no more events: it answered 410, or failed for five days.',
    { webhook_id: id('whk'), reason: oneOf('gone', 'failing'), disabled_at: timestamp(), ...LIVE },
    { webhook_id: `whk_${ULID}`, reason: 'failing', disabled_at: AT },
  ),
  'audit.head': form(
    'The end of the audit chain, signed every hour in which it grew. Keep `head`: `audit verify` needs it.',
    {
      /** The number of entries of the chain. */
      seq: Type.Integer(),
      audit_id: id('aud'),
      /** Of the last link, base64url. */
      hash: Type.String(),
      at: timestamp(),
      /** A JWS of kind `audit-head+jwt` about the same, made with a key of production. */
      head: Type.String(),
      ...LIVE,
    },
    {
      seq: 1_204,
      audit_id: `aud_${ULID}`,
      hash: 'MV9b23bQeMQ7isAGTkoBZGErH853yGk0W_yUx1iU7dM',
      at: AT,
      head: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF1ZGl0LWhlYWQrand0Iiwia2lkIjoiZXhhbXBsZSJ9.e30.c2lnbmF0dXJl',
    },
  ),
  'customer.erased': form(
    'A person was erased. The receipt in the answer of the call names them; the event does not.',
    { erased_at: timestamp(), ...LIVE },
    { erased_at: AT },
  ),
  'policy.published': form(
    'A version of a policy was published.',
    { policy_id: Type.String(), ...PUBLISHED },
    { policy_id: `pol_${ULID}`, version: 2 },
  ),
  'workflow.published': form(
    'A version of a workflow was published.',
    { workflow_id: Type.String(), ...PUBLISHED },
    { workflow_id: `wf_${ULID}`, version: 2 },
  ),
  'key.misused': form(
    'A browser sent a key, which is a server secret: rotate it. Told once a minute.',
    { key_id: id('key'), origin: Type.String(), path: Type.String(), ...LIVE },
    { key_id: `key_${ULID}`, origin: 'https://shop.example', path: '/geolocation/preflight' },
  ),
} satisfies Record<EventType, EventForm>;

/** `data` of one type of event. */
export type EventData<T extends EventType> = Static<(typeof EVENTS)[T]['data']>;

/** The body of a webhook, to the letter of Standard Webhooks. The id of the event is the header `webhook-id`. */
export const eventSchema = (type: EventType): TSchema =>
  closed({ type: oneOf(type), timestamp: timestamp(), data: EVENTS[type].data });

/** One event of `GET /events`: the id, and what a webhook's body holds. */
export const ListedEvent = closed({
  event_id: id('evt'),
  type: Type.String(),
  timestamp: timestamp(),
  data: Type.Record(Type.String(), Type.Unknown()),
});
export type ListedEvent = Static<typeof ListedEvent>;
