export const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0]!;

/** By locale, then by key of `PAGE_TEXTS` (counted ones with their plural category behind). */
export type PageTexts = Record<string, Record<string, string>>;

/** Exact tag first, then the language, then another region of it. */
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
 * Consent text in the person's language: the nearest of its language, then English, then any. Undefined:
 * there is none.
 */
export const consentEntry = (
  texts: Record<string, string>,
  locale: string | undefined,
): [locale: string, text: string] | undefined =>
  (locale ? entryFor(texts, locale) : undefined) ?? entryFor(texts, 'en') ?? Object.entries(texts)[0];
