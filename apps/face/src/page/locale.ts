import type { Texts } from '../texts/texts.ts';

/** BCP 47 tags of the catalogues; the first is the fallback. */
export const LOCALES = ['en', 'es', 'fr', 'de', 'pt', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];

/** The Portuguese catalogue is Brazilian: screen readers and voices are told so. */
export const tagOf = (locale: Locale): string => (locale === 'pt' ? 'pt-BR' : locale);

const RIGHT_TO_LEFT: readonly Locale[] = ['ar'];
export const directionOf = (locale: Locale): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(locale) ? 'rtl' : 'ltr';

const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0]!;
const known = (tag: string | null | undefined): Locale | undefined =>
  tag ? LOCALES.find((locale) => locale === languageOf(tag)) : undefined;

/**
 * The person's own choice wins, then the workflow's list in the browser's order of preference, then the
 * browser.
 */
export const chooseLocale = (
  explicit: string | null | undefined,
  workflow: readonly string[],
  browser: readonly string[],
): Locale => {
  const chosen = known(explicit);
  if (chosen) return chosen;
  const offered = workflow.map(known).filter((locale) => locale !== undefined);
  const wished = browser.map(known).filter((locale) => locale !== undefined);
  if (offered.length > 0) return wished.find((locale) => offered.includes(locale)) ?? offered[0]!;
  return wished[0] ?? LOCALES[0];
};

const CATALOGUES: Record<Locale, () => Promise<Texts>> = {
  en: async () => (await import('../texts/en.ts')).en,
  es: async () => (await import('../texts/es.ts')).es,
  fr: async () => (await import('../texts/fr.ts')).fr,
  de: async () => (await import('../texts/de.ts')).de,
  pt: async () => (await import('../texts/pt.ts')).pt,
  ar: async () => (await import('../texts/ar.ts')).ar,
};
export const loadTexts = (locale: Locale): Promise<Texts> => CATALOGUES[locale]();
