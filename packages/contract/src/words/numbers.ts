const SPACE = '\u00a0';

const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const format = (value: number, maximumFractionDigits: number): string =>
  new Intl.NumberFormat('en', { maximumFractionDigits }).format(value);
const grouped = (value: number, digits = 0): string => format(value, digits).replace('-', '−');

/** "1 km", "250 m". */
export const lengthWords = (metres: number): string =>
  metres >= 1_000
    ? `${format(metres / 1_000, metres < 10_000 ? 1 : 0)}${SPACE}km`
    : `${Math.round(metres)}${SPACE}m`;

/** "180 m", "12 km"; "not known" for anything else than a number. */
export const metres = (value: unknown): string => {
  const known = number(value);
  return known === null ? 'not known' : lengthWords(Math.abs(known));
};

/** "3 s", "4 min", "31 h". */
export function time(value: unknown): string {
  const known = number(value);
  if (known === null) return 'not known';
  const s = Math.abs(known) / 1_000;
  if (s < 10) return `${grouped(s, 1)}${SPACE}s`;
  if (s < 120) return `${grouped(s)}${SPACE}s`;
  if (s < 7_200) return `${grouped(s / 60)}${SPACE}min`;
  return s < 172_800 ? `${grouped(s / 3_600)}${SPACE}h` : `${grouped(s / 86_400)} days`;
}

/** "0.84"; four digits where two would say 1.00 of what is not. */
export function share(value: unknown): string {
  const known = number(value);
  if (known === null) return 'not known';
  const near = (known > 0.995 && known < 1) || (known > 0 && known < 0.005);
  return known.toFixed(near ? 4 : 2);
}

/** "812 km/h". */
export const speed = (value: unknown): string => {
  const known = number(value);
  return known === null ? 'not known' : `${grouped(known * 3.6)}${SPACE}km/h`;
};

export const count = (value: unknown, one: string, many = `${one}s`): string => {
  const known = number(value);
  return known === null ? 'not known' : `${grouped(known)}${SPACE}${known === 1 ? one : many}`;
};

export const plain = (value: unknown): string => {
  const known = number(value);
  return known === null ? 'not known' : grouped(known, 2);
};
