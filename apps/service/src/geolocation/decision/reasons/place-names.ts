import type { ReasonLanguage } from '@standpoint/contract/words/languages';

/** The name of a subdivision in the data; null without one. */
export type NameOf = (code: string) => string | null;

/** Words that lists of names put behind the name itself, so that they sort by it: "Bristol, City of". */
const GENERIC =
  /^(.+), (City of|County|The|Respublika|Principado de|Región de|Comunidad(?: Foral)?(?: de)?|Hlavní město|unitatea teritorială din)$/;

/** As it is said: "City of Bristol", and "Sofia" without "(stolitsa)". */
export const spoken = (name: string): string =>
  name.replace(/ \([^)]*\)$/, '').replace(GENERIC, (_, head: string, word: string) => `${word} ${head}`);

/** Making one costs more than all else of a text. */
const countryNames = new Map<ReasonLanguage, Intl.DisplayNames>();

function countriesIn(language: ReasonLanguage): Intl.DisplayNames {
  const made = countryNames.get(language);
  if (made) return made;
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  countryNames.set(language, names);
  return names;
}

/**
 * The name of a place for a text. A country has one in the text's own language. A subdivision has the one that is in
 * use there, in Latin letters: "Bayern" also in English, because no free data have all of them in every language.
 */
export function placeName(code: string, language: ReasonLanguage, nameOf: NameOf): string | undefined {
  if (!code.includes('-')) return countriesIn(language).of(code);
  const name = nameOf(code);
  return name === null ? undefined : spoken(name);
}
