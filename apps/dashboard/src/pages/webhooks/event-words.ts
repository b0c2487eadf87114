import { EVENT_TYPES, type EventType } from '@standpoint/contract/events/types';

/** What happened, in words; the type itself stands beside it. */
const WORDS: Record<EventType, string> = {
  'geolocation.verification.completed': 'A verification was decided',
  'geolocation.verification.review_required': 'A verification waits for a review',
  'geolocation.verification.reviewed': 'A verification was reviewed',
  'geolocation.install.shared': 'An installation is used by several customers',
  'geolocation.handoff.redeemed': 'A phone took over a location check',
  'geolocation.handoff.denied': 'A phone declined a location check',
  'facecheck.session.created': 'A session was created',
  'facecheck.session.started': 'A session was started',
  'facecheck.session.handoff_redeemed': 'A phone took over a session',
  'facecheck.session.handoff_denied': 'A phone declined a session',
  'facecheck.session.submitted': 'A capture was sent',
  'facecheck.session.completed': 'A session was decided',
  'facecheck.session.review_required': 'A session waits for a review',
  'facecheck.session.reviewed': 'A session was reviewed',
  'facecheck.session.expired': 'A session ran out of time',
  'facecheck.session.canceled': 'A session was canceled',
  'facecheck.session.failed': 'A session failed',
  'facecheck.session.redacted': 'Pictures of a session were deleted',
  'webhook.disabled': 'A webhook endpoint was switched off',
  'audit.head': 'A head of the audit log was signed',
  'customer.erased': 'A customer was erased',
  'policy.published': 'A policy was published',
  'workflow.published': 'A workflow was published',
  'key.misused': 'A page sent a secret key',
};

const isKnown = (type: string): type is EventType => Object.hasOwn(WORDS, type);
/** A type of a newer service keeps its own name. */
export const eventWords = (type: string): string => (isKnown(type) ? WORDS[type] : type);

export interface EventGroup {
  title: string;
  types: readonly EventType[];
}

const beginning = (start: string) => EVENT_TYPES.filter((type) => type.startsWith(start));
const LOCATION = beginning('geolocation.');
const FACE = beginning('facecheck.');

export const EVENT_GROUPS: readonly EventGroup[] = [
  { title: 'Location', types: LOCATION },
  { title: 'Face', types: FACE },
  {
    title: 'Organization',
    types: EVENT_TYPES.filter((type) => !LOCATION.includes(type) && !FACE.includes(type)),
  },
];

/** The types of an endpoint in one line; an empty list stands for every type. */
export function typesWords(types: readonly string[]): string {
  if (types.length === 0) return 'every event';
  if (types.length === 1) return types[0]!;
  const group = EVENT_GROUPS.find(
    (each) => each.types.length === types.length && each.types.every((type) => types.includes(type)),
  );
  return group ? `all of ${group.title.toLowerCase()}` : `${types.length} types`;
}
