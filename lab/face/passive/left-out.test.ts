import { expect, it } from 'vitest';
import { chosenBy, leftOut, meetsBar, peopleReport, type Tried } from './left-out.ts';

const tried = (person: string, kind: string, score: number | null, approved = true): Tried => ({
  person,
  kind,
  score,
  approved,
  why: approved ? [] : ['liveness_fail'],
});
/** People whose captures score 0.9, and attacks on them that score 0.1. */
const crowd = (people: number): Tried[] =>
  Array.from({ length: people }, (_, i) => `p${i}`).flatMap((person) => [
    tried(person, 'honest', 0.9),
    tried(person, 'honest', 0.8),
    tried(person, 'looped still', 0.1, false),
  ]);

it('chooses the threshold with the fewest errors, in the middle of several', () => {
  expect(chosenBy(crowd(5))).toBe(0.45);
  expect(chosenBy([tried('a', 'honest', 0.3), tried('b', 'looped still', 0.25)])).toBe(0.3);
  // A capture without a score is no living person.
  expect(chosenBy([tried('a', 'honest', 0.3), tried('b', 'looped still', null)])).toBe(0.15);
});

it('tries each person on a threshold that the others chose', () => {
  // One person scores far below all others: they would choose too high for that person.
  const odd = [tried('odd', 'honest', 0.2), tried('odd', 'looped still', 0.05, false)];
  const all = [...crowd(4), ...odd];
  const { thresholds, above } = leftOut(all);
  expect(above.has(odd[0]!)).toBe(false);
  expect(all.filter((each) => above.has(each))).toHaveLength(8);
  // Control: with that person among those who choose, the capture passes.
  expect(chosenBy(all)).toBeLessThanOrEqual(0.2);
  expect(thresholds).toHaveLength(5);
});

it('meets its bar with 95 % of the captures of at least 14 people', () => {
  expect(meetsBar(crowd(14))).toBe(true);
  expect(meetsBar(crowd(13))).toBe(false);
  expect(meetsBar([...crowd(14), tried('p1', 'honest', 0.1, false), tried('p2', 'honest', 0.1, false)])).toBe(
    false,
  );
});

it('reports people and captures', () => {
  const text = peopleReport([...crowd(14), tried('p1', 'honest', 0.1, false)], ['p99'], 0.3);
  expect(text).toContain('| honest | 14 | 28 of 29, 96.6 % (');
  expect(text).toContain('Honest captures not approved: liveness_fail.');
  expect(text).toContain('the page would take every picture: 1.');
});
