import type { reviewing } from '@standpoint/contract';
import { describe, expect, test } from 'vitest';
import { probit, wouldSettle } from './case/sentences.ts';
import { afterRow, grouped, nextRows, restOf, shownRows } from './groups.ts';
import { inView, layoutOfGroups } from './in-view.ts';
import { aboutWords, CHOICES, clockWords, dueWords, ESCALATIONS, layoutOf, whyWords } from './words.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const row = (review_id: string, minutes: number, change: Partial<reviewing.QueuedReview> = {}) =>
  ({
    review_id,
    area: 'geolocation',
    reasons: ['border_uncertain'],
    due_at: new Date(NOW + minutes * 60_000).toISOString(),
    customer_id: 'cus_1',
    about: 'wager',
    rules: { name: 'New Jersey only', version: 7 },
    attempt: { number: 1, most: null },
    ...change,
  }) as reviewing.QueuedReview;
const rows = [row('a', -60), row('b', -1), row('c', 30), row('d', 90)];

describe('the rows of the queue', () => {
  test('stand under overdue, due within the hour, and later', () => {
    const groups = grouped(rows, 'open', NOW);
    expect(groups.map(({ title, rows }) => [title, rows.map(({ review_id }) => review_id).join()])).toEqual([
      ['Overdue', 'a,b'],
      ['Due within the hour', 'c'],
      ['Later', 'd'],
    ]);
    expect(grouped([], 'open', NOW)).toEqual([]);
    expect(groups.map(({ total }) => total)).toEqual([2, 1, 1]);
    expect(grouped(rows, 'decided', NOW)).toHaveLength(1);
  });

  test('are counted with those that are not loaded, where the service says how many there are', () => {
    const counts = { open: 9, overdue: 2, due_soon: 1, later: 6, mine: 0, escalated: 0, decided: 7 };
    const rest = restOf('open', false, counts, rows, NOW);
    expect(grouped(rows, 'open', NOW, rest).map(({ total }) => total)).toEqual([2, 1, 6]);
    expect(restOf('decided', false, counts, rows, NOW)).toEqual({ decided: 3 });
    const unknown = restOf('open', true, counts, rows, NOW);
    expect(grouped(rows, 'open', NOW, unknown).map(({ total }) => total)).toEqual([2, 1, null]);
  });

  test('are in the page where they are in view, and every heading is', () => {
    const layout = layoutOfGroups(grouped(rows, 'open', NOW));
    // heading a b heading c heading d
    expect([0, 1, 3, 5, 6].map(layout.heightOf)).toEqual([32, 60, 32, 32, 60]);
    expect(['a', 'c', 'd', 'e'].map(layout.itemOf)).toEqual([1, 4, 6, null]);
    const seen = (from: number, to: number) => {
      const { groups, last } = inView(layout, from, to);
      return [groups.map(({ before, first, end }) => [before, first, end].join()).join(' '), last];
    };
    expect(seen(0, 6)).toEqual(['0,0,2 2,0,1 3,0,1', 3]);
    expect(seen(2, 3)).toEqual(['0,1,2 2,0,0 3,0,0', 1]);
    expect(seen(0, -1)).toEqual(['0,0,0 2,0,0 3,0,0', -1]);
  });

  test('lead to the one below when one leaves, and at the end to the one above', () => {
    expect(afterRow(rows, 'b')?.review_id).toBe('c');
    expect(afterRow(rows, 'd')?.review_id).toBe('c');
    expect(afterRow([rows[0]!], 'a')).toBeNull();
    expect(nextRows(rows, 'b', 2).map(({ review_id }) => review_id)).toEqual(['c', 'd']);
    expect(nextRows(rows, null, 2).map(({ review_id }) => review_id)).toEqual(['a', 'b']);
  });

  test('that came later wait behind the pill', () => {
    expect(shownRows(rows, null)).toEqual({ shown: rows, fresh: 0 });
    const { shown, fresh } = shownRows(rows, new Set(['a', 'c', 'gone']));
    expect([shown.map(({ review_id }) => review_id), fresh]).toEqual([['a', 'c'], 2]);
  });
});

describe('words', () => {
  test('say what decides before what is general', () => {
    expect(whyWords(row('a', 0, { reasons: ['attestation_missing', 'ip_vpn'] }))).toBe('Address of a VPN');
    expect(whyWords(row('a', 0, { reasons: ['attestation_missing'] }))).toMatch(/^No attestation/);
    expect(whyWords(row('a', 0, { reasons: ['ip_vpn', 'border_uncertain'] }))).toMatch(/^Too close/);
    expect(whyWords(row('a', 0, { reasons: [] }))).toBe('A person has to decide');
    expect(aboutWords(row('a', 0, { attempt: { number: 3, most: null } }))).toBe(
      'cus_1 · wager · New Jersey only v7 · try 3',
    );
    expect(aboutWords(row('a', 0, { customer_id: '', about: null, rules: null }))).toBe('erased');
  });

  test('choose the layout by what the case is about', () => {
    expect(layoutOf({ area: 'face', reasons: ['liveness_suspected', 'dedupe_suspected'] })).toBe('duplicate');
    expect(layoutOf({ area: 'face', reasons: [] })).toBe('face');
    expect(layoutOf({ area: 'geolocation', reasons: ['ip_vpn'] })).toBe('place');
  });

  test.each([
    [-248, '4 h 08 late'],
    [-1, '1 min late'],
    [11, 'in 11 min'],
    [125, 'in 2 h 05'],
  ])('%i minutes are %s', (minutes, words) => {
    expect(dueWords(row('a', minutes).due_at, NOW)).toBe(words);
  });

  test('count a claim down in minutes and seconds', () => {
    expect([clockWords(582_000), clockWords(59_400), clockWords(-5)]).toEqual(['9:42', '1:00', '0:00']);
  });

  test('of reasons are short, and do not accuse', () => {
    const all = [
      ...Object.values(CHOICES).flatMap(({ approve, decline }) => [...approve, ...decline]),
      ...ESCALATIONS,
    ];
    for (const words of all) {
      expect(words.length).toBeLessThanOrEqual(32);
      expect(words).not.toMatch(/!|\.$|\b(fake|fraudster|liar|invalid|please)\b/i);
    }
  });
});

test('what would settle a border is what the probability lacks', () => {
  expect(probit(0.95)).toBeCloseTo(1.645, 2);
  expect(probit(0.05)).toBeCloseTo(-1.645, 2);
  const border = { distance_m: 610, buffer_m: 0, p_inside: 0.84, inside_from: 0.95 } as never;
  expect(wouldSettle(border)).toBeGreaterThan(350);
  expect(wouldSettle(border)).toBeLessThan(450);
  expect(wouldSettle({ ...(border as object), distance_m: -610 } as never)).toBeNull();
  expect(wouldSettle({ ...(border as object), distance_m: null } as never)).toBeNull();
});
