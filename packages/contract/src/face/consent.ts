import { endpoint, WITH_BODY, WITH_DEVICE } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { results, WITH_RESULTS_KEY } from '../results.ts';
import { closed, oneOf, optional, type Static, Type, text, timestamp } from '../schema.ts';
import { PublicSession } from './public-session.ts';

/**
 * What a person consents to, each on its own: a check that a living person is there, the comparison with a
 * template or a reference, a template that is kept, the search for the same face under another name, prints
 * that notice a recording of this check, people who decide a doubtful check, and the signed record of it.
 */
export const CONSENT_PURPOSES = [
  'liveness',
  'match',
  'template',
  'search',
  'replay',
  'review',
  'record',
] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** The consent that a session asks for. */
export const Consent = closed({
  /** Of the workflow's text and of the text that the service makes from the workflow. */
  version: Type.String(),
  /**
   * Made from the workflow, in the person's locale or English. Paragraphs are separated by an empty line: the
   * first has the lines for the screen, the last is the sentence above the buttons, and each one between them
   * begins with its heading.
   */
  text: Type.String(),
  required: Type.Boolean(),
});
export type Consent = Static<typeof Consent>;

export const ConsentBody = closed({
  /** The `version` that was shown. To refuse or withdraw, any version will do. */
  version: text(64),
  accepted: Type.Boolean(),
  locale: optional(text(35)),
  /** The words on the button that the person pressed: kept as the act of agreement. */
  pressed: optional(text(80)),
});
export type ConsentBody = Static<typeof ConsentBody>;

export const consent = endpoint({
  name: 'consent',
  method: 'POST',
  path: '/facecheck/session/consent',
  summary:
    'Record that the person consents, refuses (which ends the session), or withdraws (which also deletes).',
  credential: ['portal', 'handoff'],
  limit: 'face_token',
  cors: 'face',
  body: ConsentBody,
  max_body: 'body_bytes',
  answer: closed({ session: PublicSession }),
  errors: [...WITH_DEVICE, 'consent_required', 'legal_hold'],
});

/** A consent or refusal as it is kept, for the backend. */
export const GivenConsent = closed({
  version: Type.String(),
  accepted: Type.Boolean(),
  locale: nullable(Type.String()),
  text_sha256: nullable(Type.String()),
  at: timestamp(),
  device: oneOf('desktop', 'phone'),
  /** The legal name of the company that the consent was given to. */
  controller: nullable(Type.String()),
  /**
   * Days that each purpose keeps its data; 0: not beyond the decision, null: until the person's data are
   * deleted.
   */
  purposes: Type.Array(
    closed({ purpose: oneOf(...CONSENT_PURPOSES), days: nullable(Type.Integer({ minimum: 0 })) }),
  ),
  withdrawn_at: nullable(timestamp()),
});

export const withdrawConsent = endpoint({
  name: 'withdrawConsent',
  method: 'POST',
  path: '/customers/{customer_id}/consent/withdraw',
  summary:
    'Withdraw a person’s consent: open sessions end, pictures, templates, prints and records of face checks ' +
    'are deleted; decisions stay. Safe to repeat.',
  ...results('customers:write'),
  params: closed({ customer_id: text(128) }),
  body: closed({}),
  max_body: 'body_bytes',
  answer: closed({
    customer_id: Type.String(),
    livemode: Type.Boolean(),
    withdrawn_at: timestamp(),
    /** What this call ended and deleted. */
    counts: closed({
      sessions_canceled: Type.Integer(),
      frames: Type.Integer(),
      templates: Type.Integer(),
      prints: Type.Integer(),
      pending: Type.Integer(),
      records: Type.Integer(),
    }),
  }),
  errors: [...WITH_RESULTS_KEY, ...WITH_BODY, 'legal_hold'],
});

export const CONSENT_ENDPOINTS = [consent, withdrawConsent] as const;
