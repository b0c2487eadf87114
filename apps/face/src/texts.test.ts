import { expect, test } from 'vitest';
import { chooseLocale, directionOf, LOCALES, loadTexts } from './locale.ts';
import { counted, type Texts } from './texts/texts.ts';

const flatten = (value: object, path = ''): [string, string][] =>
  Object.entries(value).flatMap(([key, entry]) =>
    typeof entry === 'string'
      ? [[`${path}.${key}`, entry] as [string, string]]
      : flatten(entry as object, `${path}.${key}`),
  );
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('every language says everything, with the same places to fill in', async () => {
  const english = new Map(flatten(await loadTexts('en')));
  for (const locale of LOCALES) {
    const texts = flatten(await loadTexts(locale));
    for (const [path, text] of texts) {
      expect(text.trim(), `${locale}${path}`).not.toBe('');
      if (path.startsWith('.retry.left')) continue;
      expect(places(text), `${locale}${path}`).toEqual(places(english.get(path) ?? ''));
    }
  }
});

test('attempts are counted as the language counts', async () => {
  const left = async (locale: (typeof LOCALES)[number], n: number) => {
    const texts: Texts = await loadTexts(locale);
    return counted(texts.retry.left, n, locale);
  };
  expect(await left('en', 1)).toBe('1 attempt left');
  expect(await left('en', 2)).toBe('2 attempts left');
  const arabic = await Promise.all([1, 2, 3, 11].map((n) => left('ar', n)));
  expect(new Set(arabic).size).toBe(4);
});

test('the chosen language wins, then the workflow’s list, then the browser', () => {
  expect(chooseLocale('pt-BR', ['en'], ['de'])).toBe('pt');
  expect(chooseLocale(undefined, ['fr', 'ar'], ['de', 'ar-EG', 'fr'])).toBe('ar');
  expect(chooseLocale(undefined, ['fr', 'ar'], ['de'])).toBe('fr');
  expect(chooseLocale(null, [], ['nl', 'es-MX'])).toBe('es');
  expect(chooseLocale(null, [], ['nl'])).toBe('en');
  expect(directionOf('ar')).toBe('rtl');
});
