import type { Locale } from '../../page/locale.ts';
import type { LocationTexts } from './shape.ts';

const CATALOGUES: Record<Locale, () => Promise<LocationTexts>> = {
  en: async () => (await import('./en.ts')).en,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  de: async () => (await import('./de.ts')).de,
  pt: async () => (await import('./pt.ts')).pt,
  ar: async () => (await import('./ar.ts')).ar,
};
export const loadLocationTexts = (locale: Locale): Promise<LocationTexts> => CATALOGUES[locale]();
