import { expect, it } from 'vitest';
import type { Outcome } from './outcome.ts';
import { met, report } from './report.ts';
import type { Result } from './run.ts';

const outcome = (end: Outcome['end']): Outcome => ({ end, by: [], checks: {}, ms: 1 });
const result = (side: 'honest' | 'attack', ...ends: Outcome['end'][]): Result => ({
  species: { name: side, what: '', side, ways: [], present: async () => outcome('review') },
  outcomes: ends.map(outcome),
});

it('meets no bar without an honest presentation, which alone shows that people get through', () => {
  expect(met([result('attack', 'declined')])).toBe(false);
  expect(met([result('honest', 'approved'), result('attack', 'declined')])).toBe(true);
  expect(met([result('honest', 'approved'), result('attack', 'approved')])).toBe(false);
});

it('leaves out times that were not measured', () => {
  const found = { bits: [], people: 0, pack: { id: 'accurate', version: '1' }, liveness_threshold: 0.3 };
  const text = report({ ...found, results: [result('attack', 'declined')], times: [] });
  expect(text).toContain('Honest presentations: 0 of 0 approved');
  expect(text).not.toContain('From submit');
});
