import type { Reason } from '@standpoint/contract';
import { CODES } from '../checks/all.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';

export const REASON_TEXTS = { en, es, fr, de, pt, ar } satisfies Record<string, Texts>;
export type ReasonLanguage = keyof typeof REASON_TEXTS;

/** Values that make a remedy more exact. A part of a text whose values are missing is left out. */
export interface ReasonParams {
  /** Names of the supported places, ready to show. */
  regions?: string;
  metres?: number;
  direction?: keyof Texts['compass'];
}

/** The shipped language of a BCP 47 tag, or of the first one in a list that is shipped; English otherwise. */
export function reasonLanguage(locale: string | readonly string[] | undefined): ReasonLanguage {
  const tags = typeof locale === 'string' ? [locale] : (locale ?? []);
  for (const tag of tags) {
    const language = tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
    if (Object.hasOwn(REASON_TEXTS, language)) return language as ReasonLanguage;
  }
  return 'en';
}

/** The reason as a person reads it; null for a code that must not or cannot be told. */
export function reasonText(
  code: string,
  locale: string | readonly string[] | undefined,
  params: ReasonParams = {},
): Reason | null {
  const remedy = CODES.get(code)?.remedy;
  if (!remedy) return null;
  const language = reasonLanguage(locale);
  const texts: Texts = REASON_TEXTS[language];
  const message = (texts.messages as Record<string, string>)[code];
  if (!message) return null;
  return { code, message, remedy: fill(texts.remedies[remedy], language, params) };
}

/** The codes that may be told, in order. */
export function reasonTexts(
  codes: readonly string[],
  locale: string | readonly string[] | undefined,
  params: ReasonParams = {},
): Reason[] {
  return codes.map((code) => reasonText(code, locale, params)).filter((reason) => reason !== null);
}

function fill(text: string, language: ReasonLanguage, { regions, metres, direction }: ReasonParams): string {
  const values: Record<string, string | undefined> = {
    regions,
    metres: metres === undefined ? undefined : new Intl.NumberFormat(language).format(metres),
    direction: direction && REASON_TEXTS[language].compass[direction],
  };
  const place = (part: string) => part.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const known = (part: string) =>
    [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name ?? ''] !== undefined);
  return place(text.replace(/\[([^\]]*)\]/g, (_, part: string) => (known(part) ? part : '')));
}
