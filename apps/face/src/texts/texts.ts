import type { en } from './en.ts';

/** Forms of a counted text, by plural category (Unicode CLDR). */
export type Plural = { other: string } & { [K in Intl.LDMLPluralRule]?: string };
/** The shape of a catalogue: a missing or a surplus key is a type error. */
type Shape<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends { one: string; other: string }
      ? Plural
      : Shape<T[K]>;
};
export type Texts = Shape<typeof en>;

/** Fills values into `{placeholders}`. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

export const counted = (forms: Plural, n: number, locale: string): string =>
  fill(forms[new Intl.PluralRules(locale).select(n)] ?? forms.other, {
    n: new Intl.NumberFormat(locale).format(n),
  });

/**
 * The catalogue with the workflow's own texts (`ui.texts`: dotted key → text). They were checked when the
 * workflow was published; an unknown key is ignored. Pure.
 */
export const inTheWordsOf = (own: Readonly<Record<string, string>>, texts: Texts): Texts => {
  const entries = Object.entries(own);
  if (entries.length === 0) return texts;
  const said = structuredClone(texts);
  for (const [key, text] of entries) {
    const path = key.split('.');
    const last = path.pop()!;
    const at = path.reduce<unknown>(
      (level, name) => (isLevel(level) && Object.hasOwn(level, name) ? level[name] : undefined),
      said,
    );
    if (isLevel(at) && typeof at[last] === 'string' && Object.hasOwn(at, last)) at[last] = text;
  }
  return said;
};
const isLevel = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
