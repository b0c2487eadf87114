/** Languages of the texts. The first is used when none of the person's languages is shipped. */
export const REASON_LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'ar'] as const;
export type ReasonLanguage = (typeof REASON_LANGUAGES)[number];

/** One text in each language. */
export type InEveryLanguage = Record<ReasonLanguage, string>;
