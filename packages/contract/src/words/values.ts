export const textOf = (value: unknown, none = 'not known'): string =>
  typeof value === 'string' && value !== '' ? value : none;

export const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** A code of a later version has no words yet: its own, made readable. */
export const codeWords = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/** "France (FR-75C)"; the country alone where no part of it is known. */
export function placeWords({
  country,
  subdivision,
}: {
  country: string | null;
  subdivision: string | null;
}): string {
  const code = country ?? subdivision?.split('-')[0] ?? null;
  if (code === null) return '';
  let name = code;
  try {
    name = COUNTRIES.of(code) ?? code;
  } catch {
    // A code that is none of a country stays as it is.
  }
  return subdivision ? `${name} (${subdivision})` : name;
}
