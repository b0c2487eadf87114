import type { Reason } from '@standpoint/contract';
import { REASON_LANGUAGES, type ReasonLanguage } from '@standpoint/contract/words/languages';
import { TOLD } from '@standpoint/contract/words/told';
import { CODES } from '../checks/all.ts';
import { COMPASS } from './compass.ts';
import { GENERAL_REASONS } from './general.ts';
import { REMEDIES } from './remedies.ts';

/** Values that make a text more exact. A part of a text whose values are missing is left out. */
export interface ReasonParams {
  /** Name of the country where the person is, when the policy does not allow it. */
  country?: string;
  /** Name of the state or region there, likewise. */
  subdivision?: string;
  /** The most exact of both, allowed or not. */
  here?: string;
  /** Names of the supported places, ready to show. */
  regions?: string;
  /** Name of the place where the person is, when it looks like a part of a supported one and is not. */
  not_included?: string;
  metres?: number;
  direction?: keyof typeof COMPASS;
}

/** The shipped language of a BCP 47 tag, or of the first one in a list that is shipped; English otherwise. */
export function reasonLanguage(locale: string | readonly string[] | undefined): ReasonLanguage {
  const tags = typeof locale === 'string' ? [locale] : (locale ?? []);
  for (const tag of tags) {
    const [spoken] = tag.toLowerCase().split(/[-_]/, 1);
    const language = REASON_LANGUAGES.find((shipped) => shipped === spoken);
    if (language) return language;
  }
  return 'en';
}

/** The reason as a person reads it; null for a code that must not or cannot be told. */
export function reasonText(
  code: string,
  locale: string | readonly string[] | undefined,
  params: ReasonParams = {},
): Reason | null {
  const remedy = Object.hasOwn(GENERAL_REASONS, code)
    ? GENERAL_REASONS[code as keyof typeof GENERAL_REASONS]
    : CODES.get(code)?.remedy;
  if (!remedy) return null;
  const message = TOLD[code];
  if (!message) return null;
  const language = reasonLanguage(locale);
  return {
    code,
    message: fill(message[language], language, params),
    remedy: fill(REMEDIES[remedy][language], language, params),
  };
}

/** The codes that may be told, in order. */
export function reasonTexts(
  codes: readonly string[],
  locale: string | readonly string[] | undefined,
  params: ReasonParams = {},
): Reason[] {
  return codes.map((code) => reasonText(code, locale, params)).filter((reason) => reason !== null);
}

function fill(text: string, language: ReasonLanguage, params: ReasonParams): string {
  const { metres, direction, ...names } = params;
  const values: Record<string, string | undefined> = {
    ...names,
    metres: metres === undefined ? undefined : new Intl.NumberFormat(language).format(metres),
    direction: direction && COMPASS[direction][language],
  };
  const place = (part: string) => part.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const known = (part: string) =>
    [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name ?? ''] !== undefined);
  return place(text.replace(/\[([^\]]*)\]/g, (_, part: string) => (known(part) ? part : '')));
}
