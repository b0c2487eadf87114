import { expect, test } from 'vitest';
import EXAMPLE from '../../../../../../workflow.example.json' with { type: 'json' };
import { FIELDS, fieldOf } from '../fields/all.ts';
import { valueAt, withValue } from '../fields/place.ts';
import { problemWords } from '../fields/problem-words.ts';
import type { Definition } from '../queries.ts';
import { differences } from './differences.ts';

const example = EXAMPLE as Definition;
const lines = (from: Definition | null, to: Definition) =>
  differences(from, to).map((each) => `${each.title}: ${each.from} → ${each.to}`);

test('says each setting that differs in the editor’s own words, and nothing else', () => {
  expect(lines(example, example)).toEqual([]);
  const next = withValue(
    withValue(withValue(example, 'attempts', 1), 'retention.frames_days', undefined),
    'review.when',
    [],
  );
  expect(lines(example, next)).toEqual([
    'Attempts: 3\u00a0attempts → 1\u00a0attempts',
    'Pictures: 30\u00a0days → as usual: 1 day',
    'A person decides: When the likeness is in doubt, When the proof of life is in doubt → none of them',
  ]);
});

test('what is set to what holds anyway is no change', () => {
  const usual = withValue(withValue(example, 'review.four_eyes', undefined), 'handoff.confirm', undefined);
  expect(lines(example, usual)).toEqual([]);
  expect(lines(example, withValue(example, 'review.four_eyes', true))).toEqual([
    'Two reviewers for an approval: no → yes',
  ]);
});

test('names each text that changed by itself, with its language', () => {
  const next = {
    ...example,
    consent: { ...example.consent, texts: { ...example.consent?.texts, de: 'Neu.' } },
    ui: { ...example.ui, texts: { en: { 'primer.go': 'Begin' } } },
  };
  expect(lines(example, next)).toEqual([
    'What you add, German: “Fragen zu Ihren Daten? Schreiben Sie an privacy@example.com.” → “Neu.”',
    'Words of the page, English · Before the camera: button: the page’s own words → “Begin”',
  ]);
});

test('says what no field is about by its place', () => {
  const { dedupe: _, ...without } = example;
  expect(lines(example, without)).toContain('dedupe.action: "review" → not set');
});

test('every part of the example has a field, but for what a search does', () => {
  const places = differences(null, example).map(({ place }) => place);
  const unknown = places.filter((place) => !fieldOf(place));
  expect(unknown).toEqual(['dedupe.action']);
});

test('a value that is taken out takes its group with it, and only then', () => {
  const one = withValue({ name: 'x' }, 'handoff.policy', 'off');
  expect(one).toEqual({ name: 'x', handoff: { policy: 'off' } });
  expect(withValue(one, 'handoff.policy', undefined)).toEqual({ name: 'x' });
  const two = withValue(one, 'handoff.optical', true);
  expect(withValue(two, 'handoff.policy', undefined)).toEqual({ name: 'x', handoff: { optical: true } });
  expect(withValue({ name: 'x' }, 'name', '')).toEqual({ name: '' });
  expect(
    withValue({ name: 'x', dedupe: { scope: 'none', action: 'review' } }, 'dedupe.scope', undefined),
  ).toEqual({ name: 'x' });
  expect(valueAt(withValue({ name: 'x' }, 'ui.theme.accent', '#000000'), 'ui.theme.accent')).toBe('#000000');
});

test('a problem is said at its field, with the line or the name that it is about', () => {
  const at = (path: string, message: string) => problemWords(fieldOf(path)!, [{ path, message }]);
  expect(at('redirect_urls.1', 'must be https')).toBe('Line 2 must be https.');
  expect(at('ui.theme.accent', 'has a contrast of 2')).toBe('Accent has a contrast of 2.');
  expect(at('ui.texts.de.primer.go', 'must say something')).toBe('“de.primer.go” must say something.');
  expect(fieldOf('liveness.challenges.0')!.place).toBe('liveness.challenges');
  expect(new Set(FIELDS.map(({ place }) => place)).size).toBe(FIELDS.length);
});
