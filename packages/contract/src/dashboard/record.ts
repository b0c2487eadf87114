import { endpoint, WITH_BODY } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { closed, formed, id, oneOf, open, type Static, Type, timestamp } from '../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from './person.ts';
import { DECIDERS, EXPORTERS, ROLES } from './roles.ts';

/** What verifications and face sessions have in common on their pages: evidence, timeline, notes and tags. */
const record = `${DASHBOARD_API}/{org}/{env}/records/{record_id}`;
const aRecord = inEnv({
  record_id: formed('^(ver|fcs)_[0-9A-HJKMNP-TV-Z]{26}$', 'the id of a verification or of a face session'),
});
const read = { ...person(ROLES), method: 'GET' as const, params: aRecord, errors: WITH_PERSON };

const EvidenceCheck = closed({
  /** Of the verification, or of the attempt. */
  id: Type.String(),
  ok: Type.Boolean(),
  sha256: Type.String(),
  signature: Type.String(),
  kid: nullable(Type.String()),
  engine_version: nullable(Type.String()),
  /** Whether the decision was computed again, and is the same. */
  decision: Type.String(),
  /** Whether facts were derived again; of a capture, whether the frames are those that were signed. */
  facts: Type.String(),
  /** What is wrong, or what could not be checked, in words. */
  notes: Type.Array(Type.String()),
});
export type EvidenceCheck = Static<typeof EvidenceCheck>;

export const verifyEvidence = endpoint({
  ...read,
  name: 'dashboardVerifyEvidence',
  path: `${record}/evidence`,
  summary: 'Check the signed evidence of one record as `evidence verify` does, from its text alone.',
  answer: closed({ evidence: Type.Array(EvidenceCheck) }),
});

/** A POST, because it is written to the audit log. */
export const exportEvidence = endpoint({
  ...person(EXPORTERS),
  name: 'dashboardExportEvidence',
  method: 'POST',
  path: `${record}/evidence`,
  summary: 'The signed evidence of one record, as a file for `npx standpoint evidence verify`.',
  params: aRecord,
  answer: closed({ file: Type.String(), text: Type.String() }),
  errors: WITH_PERSON,
});

/** One thing that happened, as it is stored. */
const Step = closed({
  at: timestamp(),
  kind: oneOf('decided', 'event', 'delivery', 'audit', 'review', 'handoff', 'attempt', 'consent', 'session'),
  /** Type of the event, action of the entry, name of the state. */
  name: Type.String(),
  outcome: nullable(Type.String()),
  /** Who did it: a person's name, or what kind of caller. */
  by: nullable(Type.String()),
  /** Facts of the step, by its kind. */
  detail: open(),
});
export type Step = Static<typeof Step>;

export const readTimeline = endpoint({
  ...read,
  name: 'dashboardTimeline',
  path: `${record}/timeline`,
  summary: 'What happened around one record, in order: decision, review, events and their deliveries.',
  answer: closed({ steps: Type.Array(Step) }),
});

export const NOTES_MOST = 100;
export const TAGS_MOST = 20;
const tag = () =>
  formed('^[a-z0-9][a-z0-9_-]{0,39}$', 'a tag: at most 40 small letters, digits, - and _, without blanks');

const Notes = closed({
  notes: Type.Array(
    closed({
      note_id: id('note'),
      at: timestamp(),
      /** The name of the person; null once they have gone. */
      by: nullable(Type.String()),
      mine: Type.Boolean(),
      text: Type.String(),
    }),
  ),
  tags: Type.Array(Type.String()),
  /** False once the customer was erased: nothing can be written about them any more. */
  open: Type.Boolean(),
});
export type Notes = Static<typeof Notes>;

/** Those who judge records also comment on them. */
const write = {
  ...person(DECIDERS),
  max_body: 'body_bytes' as const,
  idempotency_key: true as const,
  answer: Notes,
  errors: [...WITH_BODY, ...WITH_PERSON] as const,
};

export const readNotes = endpoint({
  ...read,
  name: 'dashboardNotes',
  path: `${record}/notes`,
  summary: 'Notes and tags of one record.',
  answer: Notes,
});

/** All but line feeds, and halves of surrogate pairs. */
const CONTROL = '\\u0000-\\u0009\\u000b-\\u001f\\u007f\\ud800-\\udfff';

export const addNote = endpoint({
  ...write,
  name: 'dashboardAddNote',
  method: 'POST',
  path: `${record}/notes`,
  summary: 'Write a note. It is sealed with the customer’s data key, and goes with the customer.',
  params: aRecord,
  body: closed({
    // Blanks first, then one that is none: with overlapping parts, a long run of blanks would hold the process.
    text: formed(`^[^\\S${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`, 'text of at most 2,000 characters', {
      minLength: 1,
      maxLength: 2_000,
    }),
  }),
});

export const removeNote = endpoint({
  ...write,
  name: 'dashboardRemoveNote',
  method: 'DELETE',
  path: `${record}/notes/{note_id}`,
  summary: 'Take back a note of one’s own.',
  params: inEnv({ record_id: aRecord.properties.record_id, note_id: id('note') }),
  errors: WITH_PERSON,
});

export const setTags = endpoint({
  ...write,
  name: 'dashboardSetTags',
  method: 'PUT',
  path: `${record}/tags`,
  summary: 'Replace the tags of one record.',
  params: aRecord,
  body: closed({ tags: Type.Array(tag(), { maxItems: TAGS_MOST }) }),
});

export const RECORD_ENDPOINTS = [
  verifyEvidence,
  exportEvidence,
  readTimeline,
  readNotes,
  addNote,
  removeNote,
  setTags,
] as const;
