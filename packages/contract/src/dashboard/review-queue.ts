import { endpoint, WITH_BODY } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { REVIEW_AREAS, REVIEW_OUTCOMES, REVIEW_STATES, ReviewAnswer } from '../reviews.ts';
import { closed, formed, id, oneOf, optional, type Static, Type, text, timestamp } from '../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from './person.ts';
import { DECIDERS, ROLES } from './roles.ts';

/** Seconds in which a person may take a decision back. The service holds it for so long, and then makes it final. */
export const REVIEW_HOLD_S = 8;
/** Seconds that a claim lasts; whatever its holder does renews it. */
export const REVIEW_CLAIM_S = 600;
/** Reviews that one press may decide. */
export const REVIEW_BULK_MOST = 50;

const outcome = oneOf(...REVIEW_OUTCOMES);
const reason = text(200);
const note = text(2_000);
const who = closed({ user_id: id('usr'), name: Type.String() });

/** A review as a row of the queue: what a person needs to know before they open it. */
export const QueuedReview = closed({
  review_id: id('rev'),
  area: oneOf(...REVIEW_AREAS),
  /** Of the verification or session. */
  id: Type.String(),
  state: oneOf(...REVIEW_STATES),
  four_eyes: Type.Boolean(),
  opened_at: timestamp(),
  due_at: timestamp(),
  /** Empty once the person’s data was erased. */
  customer_id: Type.String(),
  reasons: Type.Array(Type.String()),
  /** The transaction type of a verification; null for a session. */
  about: nullable(Type.String()),
  /** The name and version of the policy or workflow; null for the built-in policy. */
  rules: nullable(closed({ name: Type.String(), version: Type.Integer() })),
  /** Which try it was, and of how many where that is known. */
  attempt: closed({ number: Type.Integer(), most: nullable(Type.Integer()) }),
  /** Who works on it; null when it is free. */
  claim: nullable(closed({ by: who, until: timestamp(), mine: Type.Boolean() })),
  /** Who gave the first of two answers. */
  first: nullable(closed({ name: Type.String(), mine: Type.Boolean() })),
  escalated: nullable(closed({ at: timestamp(), by: nullable(who) })),
  /** A decision that can still be taken back. */
  held: nullable(
    closed({ hold_id: id('rvh'), by: nullable(who), mine: Type.Boolean(), outcome, until: timestamp() }),
  ),
  /** Why the last held decision was not taken. */
  problem: nullable(Type.String()),
  outcome: nullable(outcome),
  decided_at: nullable(timestamp()),
  decided_by: nullable(Type.String()),
});
export type QueuedReview = Static<typeof QueuedReview>;

/** How many reviews wait, and for whom. */
export const QueueCounts = closed({
  open: Type.Integer(),
  overdue: Type.Integer(),
  /** Within the hour. */
  due_soon: Type.Integer(),
  later: Type.Integer(),
  mine: Type.Integer(),
  escalated: Type.Integer(),
  /** In the last seven days. */
  decided: Type.Integer(),
});
export type QueueCounts = Static<typeof QueueCounts>;

export const QUEUE_TABS = ['open', 'mine', 'escalated', 'decided'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

const reviews = `${DASHBOARD_API}/{org}/{env}/reviews`;
const aReview = inEnv({ review_id: id('rev') });
const read = person(ROLES);
const write = { ...person(DECIDERS), max_body: 'body_bytes' as const, idempotency_key: true as const };
const WRITES = [
  ...WITH_BODY,
  ...WITH_PERSON,
  'already_reviewed',
  'review_held',
  'record_contradicted',
  'unavailable',
] as const;

export const readQueue = endpoint({
  ...read,
  name: 'dashboardReviewQueue',
  method: 'GET',
  path: `${reviews}/queue`,
  summary: 'Reviews for people: the most overdue first, with who works on each.',
  params: inEnv(),
  query: closed({
    tab: optional(oneOf(...QUEUE_TABS)),
    area: optional(oneOf(...REVIEW_AREAS)),
    reason: optional(formed('^[a-z_]+$', 'a reason code in lower case, like ip_vpn', { maxLength: 64 })),
    overdue: optional(oneOf('true')),
    cursor: optional(
      formed('^[0-9]{1,16}-rev_[0-9A-HJKMNP-TV-Z]{26}$', 'the next_cursor of an earlier page'),
    ),
    limit: optional(formed('^([1-9][0-9]?|100)$', 'a whole number from 1 to 100')),
  }),
  answer: closed({
    reviews: Type.Array(QueuedReview),
    next_cursor: nullable(Type.String()),
    counts: QueueCounts,
    /** One’s own decisions that can still be taken back. */
    held: Type.Array(QueuedReview),
  }),
  errors: WITH_PERSON,
});

/** What a person in a pair of similar faces has in common with the other one. */
const TwinFact = closed({
  fact: oneOf('installs', 'networks', 'countries', 'name', 'email', 'first_seen', 'last_seen', 'checks'),
  /** In words that hold no secret: a name is said to be there, and not said. */
  this: Type.String(),
  other: Type.String(),
  /** Null where the two cannot be compared. */
  same: nullable(Type.Boolean()),
});
export const Twin = closed({
  customer_id: Type.String(),
  score: Type.Number(),
  /** Of the search that found it. */
  threshold: nullable(Type.Number()),
  /** Their last session with frames, else their last one; null where they have none. */
  session_id: nullable(id('fcs')),
  facts: Type.Array(TwinFact),
});
export type Twin = Static<typeof Twin>;

/** An earlier decision about the same customer. */
const Earlier = closed({
  id: Type.String(),
  at: timestamp(),
  about: Type.String(),
  decision: nullable(Type.String()),
});

export const readCase = endpoint({
  ...read,
  name: 'dashboardReview',
  method: 'GET',
  path: `${reviews}/{review_id}`,
  summary: 'One review: its row, the answers so far, the customer’s last decisions, and similar people.',
  params: aReview,
  answer: closed({
    review: QueuedReview,
    answers: Type.Array(ReviewAnswer),
    /** What was written when it was escalated. */
    escalation: nullable(closed({ reason, note: nullable(note) })),
    earlier: Type.Array(Earlier),
    /** Customers with a similar face, most alike first. */
    twins: Type.Array(Twin),
  }),
  errors: [...WITH_PERSON, 'record_contradicted'],
});

export const claimReview = endpoint({
  ...write,
  name: 'dashboardClaimReview',
  method: 'POST',
  path: `${reviews}/{review_id}/claim`,
  summary: 'Tell the others that one works on it, for ten minutes; again to renew. A manager may take over.',
  params: aReview,
  body: closed({ take_over: optional(Type.Boolean()) }),
  answer: QueuedReview,
  errors: WRITES,
});

export const releaseReview = endpoint({
  ...write,
  name: 'dashboardReleaseReview',
  method: 'POST',
  path: `${reviews}/{review_id}/release`,
  summary: 'Give one’s claim back.',
  params: aReview,
  body: closed({}),
  answer: QueuedReview,
  errors: WRITES,
});

export const escalateReview = endpoint({
  ...write,
  name: 'dashboardEscalateReview',
  method: 'POST',
  path: `${reviews}/{review_id}/escalate`,
  summary: 'Leave it to a manager, and say why. Others cannot decide it any more.',
  params: aReview,
  body: closed({ reason, note: optional(note) }),
  answer: QueuedReview,
  errors: WRITES,
});

const decision = { outcome, reason, note: optional(note) };
const held = {
  hold_id: id('rvh'),
  /** Until then `undo` takes it back; the service makes it final afterwards. */
  until: timestamp(),
};

export const decideReview = endpoint({
  ...write,
  name: 'dashboardDecideReview',
  method: 'POST',
  path: `${reviews}/{review_id}/decide`,
  summary: 'Decide as the signed-in person. The decision can be taken back for 8 seconds.',
  params: aReview,
  body: closed(decision),
  answer: closed({ ...held, review: QueuedReview }),
  errors: WRITES,
});

export const decideReviews = endpoint({
  ...write,
  name: 'dashboardDecideReviews',
  method: 'POST',
  path: `${reviews}/decide`,
  summary: 'Decide up to 50 reviews alike; with `dry`, only say what would become of each.',
  params: inEnv(),
  body: closed({
    ...decision,
    review_ids: Type.Array(id('rev'), { minItems: 1, maxItems: REVIEW_BULK_MOST, uniqueItems: true }),
    dry: optional(Type.Boolean()),
  }),
  answer: closed({
    /** Null after a dry run, and where none was decided. */
    hold_id: nullable(id('rvh')),
    until: nullable(timestamp()),
    /** `awaiting_second`: it is the first of two answers. */
    decided: Type.Array(
      closed({
        review_id: id('rev'),
        customer_id: Type.String(),
        becomes: oneOf('decided', 'awaiting_second'),
      }),
    ),
    refused: Type.Array(closed({ review_id: id('rev'), code: Type.String(), message: Type.String() })),
  }),
  errors: WRITES,
});

export const undoReviews = endpoint({
  ...write,
  name: 'dashboardUndoReviews',
  method: 'POST',
  path: `${reviews}/undo`,
  summary: 'Take back what one decided with one press, while the service still holds it.',
  params: inEnv(),
  body: closed({ hold_id: id('rvh') }),
  answer: closed({ undone: Type.Array(id('rev')) }),
  errors: WRITES,
});

export const readFigures = endpoint({
  ...read,
  name: 'dashboardReviewFigures',
  method: 'GET',
  path: `${reviews}/figures`,
  summary: 'How fast reviews are decided; for managers also by whom.',
  params: inEnv(),
  answer: closed({
    decided_1h: Type.Integer(),
    decided_24h: Type.Integer(),
    decided_7d: Type.Integer(),
    /** Of the last seven days; null when none was decided. */
    median_wait_s: nullable(Type.Number()),
    share_overdue: nullable(Type.Number()),
    share_approved: nullable(Type.Number()),
    last: nullable(closed({ at: timestamp(), by: nullable(Type.String()) })),
    /** Null for everybody but managers. */
    by_person: nullable(
      Type.Array(closed({ name: Type.String(), decided: Type.Integer(), median_wait_s: Type.Number() })),
    ),
  }),
  errors: WITH_PERSON,
});

export const readCount = endpoint({
  ...read,
  name: 'dashboardReviewCount',
  method: 'GET',
  path: `${reviews}/count`,
  summary: 'How many reviews wait, and how many of them are late: what the navigation shows.',
  params: inEnv(),
  answer: closed({ open: Type.Integer(), overdue: Type.Integer() }),
  errors: WITH_PERSON,
});

export const REVIEW_QUEUE_ENDPOINTS = [
  readCount,
  readQueue,
  readCase,
  claimReview,
  releaseReview,
  escalateReview,
  decideReview,
  decideReviews,
  undoReviews,
  readFigures,
] as const;
