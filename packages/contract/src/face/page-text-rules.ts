/** Languages of the face app, as BCP 47 tags. */
export const PAGE_LOCALES = ['en', 'es', 'fr', 'de', 'pt-BR', 'ar'] as const;

/** The limits of one text of the page that a workflow may replace. */
export interface TextRule {
  /** Characters. */
  max: number;
  /** Names of placeholders that may appear in braces; the page fills them in. */
  places: readonly string[];
  /** Written once for each plural form of the language: `retry.left.one`, `retry.left.other` … */
  counted?: true;
}

const TITLE: TextRule = { max: 80, places: [] };
const BODY: TextRule = { max: 400, places: [] };
const BUTTON: TextRule = { max: 40, places: [] };
const ASKER: TextRule = { max: 400, places: ['integrator'] };
const ending = (name: string): Record<string, TextRule> => ({
  [`${name}.title`]: TITLE,
  [`${name}.body`]: ASKER,
});

/**
 * Texts of the page that a workflow may replace (`ui.texts`). Texts that protect the person or state a
 * fact cannot be replaced: consent and its buttons, the hand-off and its number, the instructions of a
 * challenge, remedies, how long pictures are kept, test mode.
 */
export const PAGE_TEXTS: Readonly<Record<string, TextRule>> = {
  'consent.title': TITLE,
  'primer.title': TITLE,
  'primer.body': BODY,
  'primer.tips.light': { max: 120, places: [] },
  'primer.tips.face': { max: 120, places: [] },
  'primer.tips.hold': { max: 120, places: [] },
  'primer.go': BUTTON,
  'ready.title': TITLE,
  'ready.body': BODY,
  'uploading.title': TITLE,
  'uploading.body': BODY,
  'processing.title': TITLE,
  'processing.body': BODY,
  'retry.title': TITLE,
  'retry.left': { max: 120, places: ['n'], counted: true },
  ...ending('result.approved'),
  ...ending('result.declined'),
  ...ending('result.review'),
  ...ending('result.status'),
  ...ending('ended.expired'),
  ...ending('ended.canceled'),
  ...ending('ended.failed'),
  ...ending('ended.consent_declined'),
};
