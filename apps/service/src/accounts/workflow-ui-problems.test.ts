import { accentFor, accentPairs, PAGE_TEXTS, type WorkflowDefinition } from '@standpoint/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uiProblems } from './workflow-ui-problems.ts';

const problems = (ui: WorkflowDefinition['ui']) => uiProblems({ name: 'x', ui });
const paths = (ui: WorkflowDefinition['ui']) => problems(ui).map(({ path }) => path);

describe('the theme of a workflow', () => {
  test.each([
    [{ accent: '#ffcc00' }, ['ui.theme.accent']],
    [{ accent: '#8a8a8a' }, ['ui.theme.accent']],
    [{ mode: 'dark' as const, accent: '#ffcc00' }, []],
    [{ accent_dark: '#14594d' }, ['ui.theme.accent_dark']],
    [{ accent: '#1f5fae', accent_dark: '#8ab4f8' }, []],
    [{ mode: 'light' as const, accent: '#1f5fae', accent_dark: '#8ab4f8' }, ['ui.theme.accent_dark']],
    [{ accent: '#FFCC00', accent_dark: '#000000' }, ['ui.theme.accent', 'ui.theme.accent_dark']],
  ])('%j is checked for the modes that the page shows', (theme, expected) => {
    expect(paths({ theme })).toEqual(expected);
  });

  test('names the pair and the numbers', () => {
    expect(problems({ theme: { accent: '#ffcc00' } })[0]!.message).toBe(
      'has a contrast of 1.51 : 1 with #ffffff, the page behind buttons, rings and focus; WCAG 2.2 AA asks for 4.5 : 1',
    );
  });

  test('any theme that may be published is legible in both modes and shown as it was chosen', () => {
    const colour = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(colour, colour, (accent, accent_dark) => {
        const refused = paths({ theme: { accent, accent_dark } });
        const light = accentFor(accent, 'light');
        const dark = accentFor(accent_dark, 'dark', true);
        expect(light.accent === accent).toBe(!refused.includes('ui.theme.accent'));
        expect(dark.accent === accent_dark).toBe(!refused.includes('ui.theme.accent_dark'));
        const derived = accentFor(accent, 'dark');
        for (const pair of [
          ...accentPairs(light.accent, 'light'),
          ...accentPairs(dark.accent, 'dark'),
          ...accentPairs(derived.accent, 'dark'),
        ])
          expect(pair.contrast).toBeGreaterThanOrEqual(pair.least);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the texts of a workflow', () => {
  const text = (key: string, value: string, locale = 'en') =>
    problems({ texts: { [locale]: { [key]: value } } });

  test.each([
    ['consent.title', 'Please show us that it is you'],
    ['ended.expired.body', 'Please go back to {integrator}.'],
    ['result.declined.body', 'Ring us: 0 < not shown'.replace('<', 'is')],
  ])('%s may be replaced', (key, value) => {
    expect(text(key, value)).toEqual([]);
  });

  test.each([
    ['consent.titel', 'x', 'en', 'may change'],
    ['confirm.not_me', 'OK', 'en', 'may change'],
    ['retention.frames_none', 'Never kept', 'en', 'may change'],
    ['constructor', 'x', 'en', 'may change'],
    ['consent.title', 'x'.repeat(81), 'en', 'at most 80'],
    ['consent.title', '<b>You</b>', 'en', 'plain text'],
    ['consent.title', '&lt;script&gt;', 'en', 'plain text'],
    ['consent.title', 'Pay \u202etfarD', 'en', 'direction'],
    ['consent.title', '   ', 'en', 'say something'],
    ['consent.title', 'Hello {name}', 'en', '{name}'],
    ['consent.title', 'Ciao', 'it', 'never shown'],
    ['retry.left', '{n} left', 'en', 'retry.left.one, retry.left.other'],
    ['retry.left.few', '{n} left', 'en', 'one, other'],
  ])('%s = %j in %s is refused', (key, value, locale, words) => {
    const found = text(key, value, locale);
    expect(found[0]!.path).toBe(locale === 'it' ? 'ui.texts.it' : `ui.texts.${locale}.${key}`);
    expect(found[0]!.message).toContain(words);
  });

  test('with a count must have every plural form of their language', () => {
    const two = { 'retry.left.one': 'One left', 'retry.left.other': '{n} left' };
    expect(paths({ texts: { en: two, de: two } })).toEqual([]);
    expect(paths({ texts: { ar: two } })).toEqual(
      ['zero', 'two', 'few', 'many'].map((form) => `ui.texts.ar.retry.left.${form}`),
    );
  });

  test('have a limit on their total length', () => {
    const everything = Object.fromEntries(
      Object.entries(PAGE_TEXTS)
        .filter(([, { counted }]) => !counted)
        .map(([key, { max }]) => [key, 'x'.repeat(max)]),
    );
    expect(paths({ texts: { en: everything } })).toEqual([]);
    expect(paths({ texts: { en: everything, de: everything, fr: everything, es: everything } })).toEqual([
      'ui.texts',
    ]);
  });
});

test('the support address is a web page, an e-mail address or a telephone number', () => {
  for (const support_url of ['https://example.com/help', 'mailto:help@example.com', 'tel:+4930123456'])
    expect(paths({ support_url })).toEqual([]);
  for (const support_url of ['http://example.com/', 'javascript:alert(1)', 'data:text/html,x'])
    expect(paths({ support_url })).toEqual(['ui.support_url']);
});
