import { languageOf, PAGE_LOCALES, PAGE_TEXTS } from '@standpoint/contract';
import { expect, test } from 'vitest';
import { chooseLocale, directionOf, LOCALES, type Locale, loadTexts, tagOf } from '../page/locale.ts';
import { counted, inTheWordsOf, type Plural } from './texts.ts';

const isPlural = (value: object): value is Plural =>
  Object.keys(value).every((key) => /^(zero|one|two|few|many|other)$/.test(key)) && 'other' in value;

/** Every text by its path; a counted text once, with all its forms. */
const flatten = (value: object, path: string[] = []): [string, string | Plural][] =>
  Object.entries(value).flatMap(([key, entry]) => {
    const here = [...path, key];
    return typeof entry === 'string' || isPlural(entry)
      ? [[here.join('.'), entry] as [string, string | Plural]]
      : flatten(entry, here);
  });
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('has every text in every language, with the same placeholders', async () => {
  const english = new Map(flatten(await loadTexts('en')));
  for (const locale of LOCALES) {
    const texts = flatten(await loadTexts(locale));
    expect(texts.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of texts) {
      if (typeof text !== 'string') continue;
      expect(text.trim(), `${locale}.${path}`).not.toBe('');
      expect(places(text), `${locale}.${path}`).toEqual(places(String(english.get(path))));
    }
  }
});

/** The rules of plurals look at the last two digits, and some languages say a million in a way of its own. */
const NUMBERS = [...Array(111).keys(), 1_000, 1_001, 1_002, 1_011, 1_100, 1_000_000];

test('has exactly the plural forms of the language for every counted text', async () => {
  let seen = 0;
  for (const locale of LOCALES) {
    const rules = new Intl.PluralRules(locale);
    const { pluralCategories } = new Intl.PluralRules(tagOf(locale)).resolvedOptions();
    for (const [path, forms] of flatten(await loadTexts(locale))) {
      if (typeof forms === 'string') continue;
      seen++;
      expect(Object.keys(forms).sort(), `${locale}.${path}`).toEqual([...pluralCategories].sort());
      const wrong: string[] = [];
      for (const n of NUMBERS) {
        const text = counted(forms, n, locale);
        // A form for several numbers contains the number; only a form for a single number may omit it.
        const omits = ['zero', 'one', 'two'].includes(rules.select(n));
        if (/[{}]/.test(text) || !(omits || /[0-9\u0660-\u0669]/.test(text))) wrong.push(`${n}: ${text}`);
      }
      expect(wrong, `${locale}.${path}`).toEqual([]);
    }
  }
  expect(seen).toBe(4 * LOCALES.length);
  expect(new Intl.PluralRules('ar').resolvedOptions().pluralCategories).toHaveLength(6);
});

test('uses the plural form of the language for a number', async () => {
  const left = async (locale: Locale, n: number) => counted((await loadTexts(locale)).retry.left, n, locale);
  expect(await left('en', 1)).toBe('1 try left');
  expect(await left('en', 2)).toBe('2 tries left');
  const arabic = await Promise.all([0, 1, 2, 3, 11, 100].map((n) => left('ar', n)));
  expect(new Set(arabic).size).toBe(6);
  const kept = async (locale: Locale, n: number) =>
    counted((await loadTexts(locale)).retention.frames, n, locale);
  expect(await kept('de', 1)).toContain('nach 1 Tag gelöscht');
  expect(await kept('de', 30)).toContain('nach 30 Tagen gelöscht');
  expect(await kept('ar', 2)).toContain('يومين');
});

test('lets a workflow override only texts of the page, with the placeholders that it fills in', async () => {
  for (const locale of LOCALES) {
    const texts = new Map(flatten(await loadTexts(locale)));
    for (const [key, rule] of Object.entries(PAGE_TEXTS)) {
      const ours = texts.get(key);
      expect(ours, key).toBeDefined();
      expect(typeof ours === 'string', key).toBe(!rule.counted);
      for (const text of typeof ours === 'string' ? [ours] : Object.values(ours!)) {
        expect(text.length, `${locale}.${key}`).toBeLessThanOrEqual(rule.max);
        for (const place of places(text)) expect(rule.places).toContain(place.slice(1, -1));
      }
    }
  }
  expect(PAGE_LOCALES.map(languageOf).sort()).toEqual([...LOCALES].sort());
  expect([...PAGE_LOCALES].sort()).toEqual(LOCALES.map(tagOf).sort());
});

test("replaces the page's texts by the workflow's, and no other text", async () => {
  const ours = await loadTexts('ar');
  const said = inTheWordsOf(
    { 'consent.title': 'أهلًا', 'retry.left.two': 'اثنتان', 'no.such.key': 'x', 'toString.name': 'x' },
    ours,
  );
  expect(said.consent.title).toBe('أهلًا');
  expect(counted(said.retry.left, 2, 'ar')).toBe('اثنتان');
  const { consent, retry, ...rest } = said;
  const { consent: _, retry: __, ...before } = ours;
  expect(rest).toEqual(before);
  // The catalogue itself is not changed.
  expect((await loadTexts('ar')).consent.title).not.toBe(consent.title);
  expect(retry.title).toBe(ours.retry.title);
  const hostile = inTheWordsOf({ '__proto__.polluted': 'x', 'constructor.name': 'x' }, ours);
  expect(hostile).toEqual(ours);
  expect((Object.prototype as Record<string, unknown>).polluted).toBeUndefined();
});

test('prefers the chosen language, then the workflow’s list, then the browser', () => {
  expect(chooseLocale('pt-BR', ['en'], ['de'])).toBe('pt');
  expect(chooseLocale(undefined, ['fr', 'ar'], ['de', 'ar-EG', 'fr'])).toBe('ar');
  expect(chooseLocale(undefined, ['fr', 'ar'], ['de'])).toBe('fr');
  expect(chooseLocale(null, [], ['nl', 'es-MX'])).toBe('es');
  expect(chooseLocale(null, [], ['nl'])).toBe('en');
  expect(directionOf('ar')).toBe('rtl');
});
