import { reviewRules } from '../reviews.ts';
import { closed, formed, name, oneOf, optional, origin, type Static, Type, text } from '../schema.ts';

/**
 * `look` occurs in older files; the person is asked to tilt the head instead
 * (docs/decisions/0017-challenge.md).
 */
const CHALLENGES = ['turn', 'look', 'tilt', 'smile', 'approach', 'flash'] as const;

const LOCALE = '^[a-zA-Z]{2,3}(-[A-Za-z0-9]{2,8})*$';
const texts = () =>
  Type.Record(
    Type.String({ pattern: LOCALE }),
    Type.Record(Type.String({ pattern: '^[a-z_.]{1,64}$' }), text(400), { maxProperties: 60 }),
    { maxProperties: 12 },
  );
const purposes = () => Type.Record(Type.String({ pattern: LOCALE }), text(200), { maxProperties: 12 });
const consentTexts = () => Type.Record(Type.String({ pattern: LOCALE }), text(4_000));

const colour = () => formed('^#[0-9a-fA-F]{6}$', 'a colour like #1a7f5a');

/** A workflow file (interface §5). Versions are immutable once published; the portal token pins one. */
export const WorkflowDefinition = closed({
  name: name(100),
  liveness: optional(
    closed({
      mode: optional(oneOf('passive', 'active', 'adaptive')),
      challenges: optional(Type.Array(oneOf(...CHALLENGES), { minItems: 1, maxItems: 6, uniqueItems: true })),
      alternatives: optional(
        Type.Array(oneOf('no_flash', 'no_head_motion', 'audio'), { maxItems: 3, uniqueItems: true }),
      ),
    }),
  ),
  match: optional(
    closed({
      source: optional(oneOf('none', 'template', 'reference')),
      target_fmr: optional(Type.Number({ exclusiveMinimum: 0, maximum: 0.01 })),
      threshold: optional(Type.Number({ minimum: 0, maximum: 1 })),
    }),
  ),
  enroll: optional(closed({ on_pass: Type.Boolean() })),
  dedupe: optional(
    closed({ scope: oneOf('none', 'organization'), action: optional(Type.Literal('review')) }),
  ),
  attempts: optional(Type.Integer({ minimum: 1, maximum: 9 })),
  handoff: optional(
    closed({
      policy: optional(oneOf('off', 'offer', 'force')),
      channels: optional(Type.Array(oneOf('qr', 'link'), { maxItems: 2, uniqueItems: true })),
      confirm: optional(oneOf('number', 'none')),
      /**
       * Experimental: the phone also reads a moving code from the desktop's screen
       * (docs/decisions/0026-optical-pairing.md).
       */
      optical: optional(Type.Boolean()),
      /**
       * Seconds that a code lives: 60 as a QR code, which is renewed at half of its life, and 600 as a link.
       * No code outlives the portal token.
       */
      qr_life_s: optional(Type.Integer({ minimum: 30, maximum: 600 })),
      link_life_s: optional(Type.Integer({ minimum: 60, maximum: 1_800 })),
    }),
  ),
  consent: optional(
    closed({
      version: optional(text(32)),
      required: optional(Type.Boolean()),
      /**
       * Locale (BCP 47) to what the operator adds to the text that the service makes from this workflow. It
       * never replaces that text.
       */
      texts: optional(consentTexts()),
    }),
  ),
  retention: optional(
    closed({
      frames_days: optional(Type.Integer({ minimum: 0, maximum: 365 })),
      template_days: optional(Type.Integer({ minimum: 0, maximum: 1_095 })),
    }),
  ),
  review: optional(
    closed({
      when: optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
      ...reviewRules,
    }),
  ),
  /** Exact origins that may frame the face app. */
  origins: optional(Type.Array(origin(), { maxItems: 20 })),
  redirect_urls: optional(Type.Array(Type.String({ format: 'uri', maxLength: 500 }), { maxItems: 20 })),
  ui: optional(
    closed({
      theme: optional(
        closed({
          mode: optional(oneOf('light', 'dark', 'system')),
          /** Accent on light surfaces; refused at publication where it is illegible (`page-theme.ts`). */
          accent: optional(colour()),
          /** Accent on dark surfaces; derived from `accent` when absent. */
          accent_dark: optional(colour()),
        }),
      ),
      /** The workflow's own texts for the page: locale → key of `PAGE_TEXTS` → text. */
      texts: optional(texts()),
      /** Where a person finds help: https, mailto or tel. */
      support_url: optional(Type.String({ format: 'uri', maxLength: 500 })),
      /** The name of the asking company, shown to the person; the organization's name when absent. */
      integrator: optional(name(100)),
      /** What the check is for, in the first of `locales`, or in English. */
      purpose: optional(text(200)),
      /** The same in other languages: locale (BCP 47) to text. The page shows it in the person's language or not. */
      purposes: optional(purposes()),
      logo: optional(Type.String({ format: 'uri', maxLength: 500 })),
      locales: optional(Type.Array(Type.String({ maxLength: 16 }), { maxItems: 50 })),
    }),
  ),
  client_result: optional(oneOf('none', 'status', 'decision')),
});
export type WorkflowDefinition = Static<typeof WorkflowDefinition>;

const effort = () => ({
  /** How many movements are asked for, at most. */
  movements: Type.Integer(),
  /** How long a capture usually takes, from measured ones. */
  seconds: Type.Integer(),
});

/** The part of a workflow that a client may see. */
export const PublicWorkflow = closed({
  workflow_id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  integrator: Type.String(),
  purpose: Type.Union([Type.String(), Type.Null()]),
  purposes: Type.Record(Type.String({ pattern: LOCALE }), Type.String()),
  attempts_max: Type.Integer(),
  ui: closed({
    theme: closed({
      mode: Type.String(),
      accent: Type.Union([Type.String(), Type.Null()]),
      accent_dark: Type.Union([Type.String(), Type.Null()]),
    }),
    logo: Type.Union([Type.String(), Type.Null()]),
    locales: Type.Array(Type.String()),
    texts: texts(),
    support_url: Type.Union([Type.String(), Type.Null()]),
  }),
  /**
   * The whole consent text in every language of the page, so that a person who changes the language reads the
   * text that is recorded.
   */
  consent_texts: Type.Record(Type.String({ pattern: LOCALE }), Type.String()),
  /** Days; 0 means not kept beyond the decision. */
  retention: closed({ frames_days: Type.Integer(), template_days: Type.Integer() }),
  alternatives: Type.Array(Type.String()),
  /** What a capture asks of the person, so that the page can say so before it. */
  capture: closed({
    /** Kinds of movements that may be asked for; empty where the person only looks ahead. */
    kinds: Type.Array(Type.String()),
    ...effort(),
    /** Whether light may appear around the face. */
    colours: Type.Boolean(),
    /** For a person who sees none of that light: they declined it, or their room or device rules it out. */
    unlit: optional(closed(effort())),
    /** For a person who does not move the head. */
    motionless: optional(closed({ ...effort(), unlit: optional(closed(effort())) })),
  }),
  origins: Type.Array(Type.String()),
  redirect_urls: Type.Array(Type.String()),
  client_result: oneOf('none', 'status', 'decision'),
});
export type PublicWorkflow = Static<typeof PublicWorkflow>;
