import { DEFAULT_SETTINGS, RETENTION_MAX_DAYS } from '@standpoint/contract';
import { SIGHTINGS_KEPT_DAYS } from '../geolocation/history/sightings.ts';
import { PLACES_KEPT_DAYS } from '../geolocation/history/trusted-places.ts';
import type { RetentionClass } from './class.ts';
import { OF_STAFF } from './of-staff.ts';
import { DECISION_DAYS, DEVICE_KEY_DAYS, HOUSEHOLD_DAYS } from './periods.ts';
import { PROOFS } from './proofs.ts';
import { SESSION_PARTS } from './session-parts.ts';

const { verification_days, session_days } = DEFAULT_SETTINGS.retention;
const NO_CONTENT = 'a hash without content';

/** The one schedule: the sweep, the page /docs/retention and docs/retention.md are made from it. */
export const SCHEDULE = {
  frames: {
    what: 'Pictures and clips that the camera took during a face session, encrypted',
    tables: [],
    kept: '`retention.frames_days` of the workflow after the capture: 1 day unless it says otherwise',
    set_by: 'workflow',
    at_most: 365,
    face: true,
    end: 'the files are deleted, within minutes',
    why: 'A reviewer looks at them, and a template is made anew from them.',
    held: true,
    exported: ['frame'],
  },
  templates: {
    what: 'Face templates of people who passed a session, under the secret transform of the organization',
    tables: ['face_template'],
    kept:
      '`retention.template_days` of the workflow after the last session that passed: 365 days unless it ' +
      'says otherwise, none where the workflow does not enrol',
    set_by: 'workflow',
    at_most: RETENTION_MAX_DAYS,
    face: true,
    end: 'deleted, and dropped from the memory of every node',
    why: 'The next session is compared with it.',
    held: true,
    exported: ['template'],
  },
  references: {
    what: 'Face templates made from a picture that the backend gave',
    tables: [],
    kept: '1,095 days after it was given, or until it is replaced',
    set_by: 'fixed',
    at_most: RETENTION_MAX_DAYS,
    face: true,
    end: 'deleted, and dropped from the memory of every node',
    why: 'Sessions are compared with it.',
    held: true,
    exported: ['template'],
  },
  prints: {
    what: 'Perceptual hashes of accepted captures',
    tables: ['face_print'],
    kept: 'as long as the template, and at least 30 days',
    set_by: 'workflow',
    at_most: RETENTION_MAX_DAYS,
    face: true,
    end: 'deleted',
    why: 'A replayed recording is recognised by them.',
    held: true,
    exported: ['print'],
  },
  pending: {
    what: 'The face of a capture that waits for a review, encrypted',
    tables: ['face_pending'],
    kept: 'until the review is decided or due, or as long as the frames if that is longer',
    set_by: 'workflow',
    at_most: 365,
    face: true,
    end: 'deleted',
    why: 'An approval enrols it.',
    held: true,
    exported: 'a copy of the capture for one purpose; the session and its frames are exported',
  },
  sessions: {
    what:
      'Face sessions: decision, checks, consent, hand-offs, attempts, hashes of frames, the signed ' +
      'evidence of each attempt, reviews',
    tables: ['face_session', ...SESSION_PARTS],
    kept: `\`retention.session_days\` of the organization: ${session_days} days unless it says otherwise`,
    set_by: 'organization',
    at_most: RETENTION_MAX_DAYS,
    face: true,
    end: 'deleted whole',
    why: 'The decision can be explained, and defended in a dispute.',
    held: true,
    exported: ['session'],
  },
  consents: {
    what:
      'The proof of each consent: the text, its purposes and periods, language, time, what was pressed ' +
      'and on which device; of the person only the id of the session',
    tables: ['face_consent', 'face_consent_text'],
    kept: 'as long as the organization has an account',
    set_by: 'fixed',
    at_most: null,
    end: 'none by age',
    why: 'Whoever took a picture has to be able to prove that it was agreed to, also after the picture has gone.',
    held: true,
    exported: ['session'],
  },
  approvals: {
    what: 'The note that a customer was approved at least once: the id and a date',
    tables: ['face_approval'],
    kept: 'until the person is erased',
    set_by: 'fixed',
    at_most: null,
    end: 'deleted by the erasure',
    why: 'Without it, a stranger who comes after the template has gone would count as a first visit.',
    held: true,
    exported: ['customer'],
  },
  evidence: {
    what:
      'Positions of verifications, and what each was decided from: addresses, device, names, signed ' +
      'record, answers of reviews; encrypted',
    tables: [],
    kept:
      '`retention_days` of the policy that decided, else `retention.verification_days` of the ' +
      `organization: ${verification_days} days unless they say otherwise`,
    set_by: 'policy',
    at_most: RETENTION_MAX_DAYS,
    end: 'emptied; the bare decision stays and says when',
    why: 'The decision can be explained, replayed, and defended in a dispute.',
    held: true,
    exported: ['verification'],
  },
  decisions: {
    what:
      'Bare decisions of verifications: ids, keyed hashes of customer, install and transaction, times, ' +
      'transaction type, decision, reason codes, policy version; their reviews',
    tables: ['verification', 'review'],
    kept: `${DECISION_DAYS.toLocaleString('en')} days`,
    set_by: 'fixed',
    at_most: DECISION_DAYS,
    end: 'deleted',
    why: 'They can be counted, and a customer can be told what was decided.',
    held: true,
    exported: ['verification'],
  },
  notes: {
    what: 'Notes and tags that people of the organization wrote beside verifications and sessions, encrypted',
    tables: ['record_note'],
    kept: 'as long as the evidence of the verification, or the session, that they stand beside',
    set_by: 'policy',
    at_most: RETENTION_MAX_DAYS,
    end: 'deleted',
    why: 'Whoever decides the next case of the person reads what was seen in this one.',
    held: true,
    exported: ['note'],
  },
  sightings: {
    what: 'The days, installs and networks (as keyed hashes) and countries in which a customer was seen',
    tables: ['sighting'],
    kept: `${SIGHTINGS_KEPT_DAYS} days`,
    set_by: 'fixed',
    at_most: SIGHTINGS_KEPT_DAYS,
    end: 'deleted',
    why: 'Shared installs and bursts are found by them.',
    held: true,
    exported: ['sighting'],
  },
  places: {
    what: 'Places where the checks of a customer keep passing, encrypted',
    tables: ['trusted_place'],
    kept: `${PLACES_KEPT_DAYS} days after the last visit`,
    set_by: 'fixed',
    at_most: PLACES_KEPT_DAYS,
    end: 'deleted',
    why: 'A known place excuses weak signs of a false position.',
    held: true,
    exported: ['place'],
  },
  households: {
    what: 'Customers whom an analyst declared to share an install',
    tables: ['household_member'],
    kept: `${HOUSEHOLD_DAYS} days after the end that the analyst set`,
    set_by: 'fixed',
    // An analyst sets two years at most.
    at_most: 730 + HOUSEHOLD_DAYS,
    end: 'deleted',
    why: 'A family on one device is not a ring of fraudsters.',
    held: true,
    exported: ['household'],
  },
  device_keys: {
    what: 'Public keys that a device attested, with the facts of the attestation',
    tables: ['attested_key'],
    kept: `${DEVICE_KEY_DAYS.toLocaleString('en')} days after the last use`,
    set_by: 'fixed',
    at_most: DEVICE_KEY_DAYS,
    end: 'deleted',
    why: 'Later evidence of the device is checked with them.',
    held: true,
    exported: ['device_key'],
  },
  handoffs: {
    what: 'Location checks that a phone may finish',
    tables: ['location_handoff'],
    kept: 'a day after their end',
    set_by: 'fixed',
    at_most: 2,
    end: 'deleted',
    why: 'A used code is told from an unknown one.',
    held: true,
    exported: ['handoff'],
  },
  customers: {
    what:
      'The customer: id, name and e-mail of the last face session (encrypted), legal hold; the data ' +
      'key, which lies in the key store',
    tables: ['customer', 'legal_hold'],
    kept: 'until nothing else of the customer is left',
    set_by: 'fixed',
    at_most: null,
    end: 'deleted; the data key is destroyed',
    why: 'All that is encrypted is opened with the data key.',
    held: true,
    exported: ['customer', 'hold'],
  },
  events: {
    what:
      'Events and their deliveries to webhooks: ids, status, decision; of each attempt the first KB ' +
      'that the receiver answered',
    tables: ['event', 'delivery', 'delivery_attempt'],
    kept: '30 days; longer only while a delivery waits',
    set_by: 'fixed',
    at_most: null,
    end: 'deleted',
    why: 'A backend that was down can catch up.',
    held: false,
    exported: ['event'],
  },
  requests: {
    what:
      'Traces of single requests: spent tokens, answers to repeat (encrypted), hashes of evidence and ' +
      'proofs, limits',
    tables: [
      'spent_token',
      'evidence_seen',
      'evaluated_payload',
      'seen_proof',
      'idempotency',
      'guess_bucket',
      'install_shared_told',
      'play_token',
    ],
    kept:
      'from minutes to 4 days, until the repetition that they recognise cannot come any more; the note ' +
      'that a shared install was told, 31 days',
    set_by: 'fixed',
    at_most: 31,
    end: 'deleted',
    why: 'A token, a payload and a proof work once.',
    held: false,
    exported: NO_CONTENT,
  },
  ...OF_STAFF,
  ...PROOFS,
} as const satisfies Record<string, RetentionClass>;

export type { RetentionClass } from './class.ts';
export type ClassName = keyof typeof SCHEDULE;
export const CLASSES = Object.keys(SCHEDULE) as ClassName[];
