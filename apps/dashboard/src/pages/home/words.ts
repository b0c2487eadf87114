import type { Home } from '@standpoint/contract';

const NO_BREAK = '\u00a0';

export const numberWords = (count: number): string => count.toLocaleString('en');

/** "93.8 %"; a dash where there is nothing to divide. */
export const shareWords = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}${NO_BREAK}%`;

const signed = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return `±${text}`;
  return `${value > 0 ? '+' : '−'}${text}`;
};

/** "+3.1 %" against before; null where nothing was before. */
export const changeWords = (now: number, before: number, digits = 1): string | null =>
  before === 0 ? null : `${signed((100 * (now - before)) / before, digits)}${NO_BREAK}%`;

type Compared = Home['figures']['verifications'];

/** Points between two shares; null where one has nothing to divide. */
export function pointsWords(part: Compared, whole: Compared): string | null {
  if (whole.now === 0 || whole.before === 0) return null;
  return signed((100 * part.now) / whole.now - (100 * part.before) / whole.before, 1);
}

export const timeOf = (ms: number): string =>
  ms < 10
    ? `${ms.toFixed(1)}${NO_BREAK}ms`
    : ms < 10_000
      ? `${numberWords(Math.round(ms))}${NO_BREAK}ms`
      : `${(ms / 1_000).toFixed(1)}${NO_BREAK}s`;

const regions = new Intl.DisplayNames('en', { type: 'region' });

/** The name of a country; its code where it has none. */
export function countryName(code: string): string {
  if (code === '') return 'No position';
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}
