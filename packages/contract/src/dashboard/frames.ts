import { endpoint } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { closed, id, oneOf, open, optional, type Static, Type, timestamp } from '../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from './person.ts';
import { DECIDERS, ROLES } from './roles.ts';

const session = `${DASHBOARD_API}/{org}/{env}/sessions/{session_id}`;
const aSession = inEnv({ session_id: id('fcs') });
const errors = [...WITH_PERSON, 'session_not_found', 'record_contradicted'] as const;

/** How wrong a threshold is, where that was measured. */
const Rates = closed({
  /** Share of pairs of two people that reach the threshold. */
  fmr: nullable(Type.Number()),
  /** Share of pairs of one person that do not. */
  fnmr: nullable(Type.Number()),
  genuine_pairs: Type.Integer(),
  impostor_pairs: Type.Integer(),
});

const ExplainedAttempt = closed({
  attempt_id: id('fca'),
  decided_at: timestamp(),
  engine_version: Type.String(),
  pack: nullable(closed({ id: Type.String(), version: Type.String() })),
  outcome: Type.String(),
  elapsed_ms: nullable(Type.Number()),
  /** The steps of the challenge, as they were asked and shown. */
  steps: Type.Array(
    closed({
      id: Type.String(),
      kind: Type.String(),
      window_ms: Type.Number(),
      t_ms: nullable(Type.Number()),
      /** 1 is the least that counts. */
      strength: nullable(Type.Number()),
      outcome: Type.String(),
    }),
  ),
  /** The clip, as it was taken; null without one. Its pictures are read like a frame. */
  clip: nullable(
    closed({
      /** Its number among the frames. */
      index: Type.Integer(),
      pictures: Type.Array(
        closed({
          /** Null where the capture could not be judged. */
          t_ms: nullable(Type.Number()),
          /** Of the screen at that moment; null before the first colour and after the last. */
          colour: nullable(Type.String()),
        }),
      ),
    }),
  ),
  match: nullable(
    closed({
      source: Type.String(),
      score: Type.Number(),
      threshold: Type.Number(),
      review_threshold: Type.Number(),
      target_fmr: Type.Number(),
      template_age_days: Type.Number(),
      /** Of the very pack that matched, from its own calibration; null where that is not here any more. */
      rates: nullable(Rates),
    }),
  ),
  /** From these values on: liveness passes, and goes to review. Null where the pack has no calibrated one. */
  liveness: nullable(
    closed({
      passes: Type.Number(),
      review: Type.Number(),
      /** What the pack's own report claims; null where that pack is not here any more. */
      measured: nullable(closed({ apcer: Type.String(), bpcer: Type.String(), report: Type.String() })),
    }),
  ),
  dedupe: nullable(closed({ gallery: Type.Integer(), threshold: Type.Number(), target_fpir: Type.Number() })),
});
export type ExplainedAttempt = Static<typeof ExplainedAttempt>;

export const SessionExplanation = closed({
  /** Judged attempts, from their signed records, oldest first; empty after a redaction or erasure. */
  attempts: Type.Array(ExplainedAttempt),
  workflow: nullable(closed({ name: Type.String(), settings: open() })),
  locale: nullable(Type.String()),
});
export type SessionExplanation = Static<typeof SessionExplanation>;

export const explainSession = endpoint({
  ...person(ROLES),
  name: 'dashboardExplainSession',
  method: 'GET',
  path: `${session}/explanation`,
  summary: 'What the checks of a face session compared: steps, thresholds and their measured error rates.',
  params: aSession,
  answer: SessionExplanation,
  errors,
});

/** How long a person sees the frames of a session after revealing them. */
export const REVEAL_MINUTES = 30;

/**
 * Only those who decide may look: a face is shown to judge it. An auditor checks a decision by its signed record, which
 * holds the digest of every frame, and sees in the audit log who looked.
 */
export const revealFrames = endpoint({
  ...person(DECIDERS),
  name: 'dashboardRevealFrames',
  method: 'POST',
  path: `${session}/reveal`,
  summary:
    'Reveal the frames of one session to the caller for 30 minutes. It is written to the audit log ' +
    'first, with the review that it is for.',
  params: aSession,
  idempotency_key: true,
  body: closed({
    /** Of this session, or of one whose customer looks like this one’s: why the caller looks. */
    review_id: optional(id('rev')),
  }),
  answer: closed({ until: timestamp(), frames: oneOf('none', 'kept', 'deleted') }),
  errors,
});

const MEDIA_TYPE = oneOf('image/jpeg', 'image/webp');

/** 404 without a reveal by this very person, and once the frames are deleted. */
export const readFrame = endpoint({
  ...person(DECIDERS),
  name: 'dashboardFrame',
  method: 'GET',
  path: `${session}/frames/{attempt_id}/{index}`,
  summary: 'One revealed frame; by the number of the clip, all pictures of the clip.',
  params: inEnv({
    session_id: id('fcs'),
    attempt_id: id('fca'),
    index: Type.String({ pattern: '^[0-9]{1,2}$', description: 'the number of the frame, from 0' }),
  }),
  answer: closed({
    media_type: MEDIA_TYPE,
    width: Type.Integer(),
    height: Type.Integer(),
    base64: Type.String(),
    /** Of the clip alone, whose first picture the fields above describe: every picture, in order. */
    pictures: optional(Type.Array(closed({ media_type: MEDIA_TYPE, base64: Type.String() }))),
  }),
  errors,
});

export const FRAMES_ENDPOINTS = [explainSession, revealFrames, readFrame] as const;
