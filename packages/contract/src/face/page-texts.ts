export const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0]!;

/**
 * By locale, then by key of `PAGE_TEXTS` (a text with a count has its plural category appended to the key).
 */
export type PageTexts = Record<string, Record<string, string>>;

/** Tries the exact tag first, then the language, then another region of the language. */
export const entryFor = <T>(entries: Record<string, T>, locale: string): [string, T] | undefined => {
  const found = Object.entries(entries);
  const tag = locale.toLowerCase();
  const language = languageOf(locale);
  return (
    found.find(([key]) => key.toLowerCase() === tag) ??
    found.find(([key]) => key.toLowerCase() === language) ??
    found.find(([key]) => languageOf(key) === language)
  );
};

/**
 * Consent text for the person's locale: the nearest of its language, otherwise English, otherwise the
 * first. Undefined when there is no text.
 */
export const consentEntry = (
  texts: Record<string, string>,
  locale: string | undefined,
): [locale: string, text: string] | undefined =>
  (locale ? entryFor(texts, locale) : undefined) ?? entryFor(texts, 'en') ?? Object.entries(texts)[0];

/**
 * Where a refusal with `consent_required` tells the consent that is asked for now: paths of `data.error.fields`,
 * whose messages are the version, the text and the language of the text.
 */
export const NEEDED_CONSENT = {
  version: 'consent.version',
  text: 'consent.text',
  locale: 'consent.locale',
} as const;
