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

/** Puts values into `{places}`. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

export const counted = (forms: Plural, n: number, locale: string): string =>
  fill(forms[new Intl.PluralRules(locale).select(n)] ?? forms.other, {
    n: new Intl.NumberFormat(locale).format(n),
  });
