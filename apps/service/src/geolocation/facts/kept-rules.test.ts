import { expect, it } from 'vitest';
import { KeptRules } from './kept-rules.ts';

const rule = () => null as never;
const circles = (count: number) => ({
  shapes: Array.from({ length: count }, () => ({
    effect: 'deny' as const,
    circle: { lat: 40, lng: -74, radius_m: 5 },
  })),
});

it('drops what the largest organization has not used for longest, and nothing of others', () => {
  const kept = new KeptRules(5_000);
  kept.set('small', 'a', rule, circles(0));
  for (const key of ['1', '2', '3']) kept.set('large', key, rule, circles(30));
  expect(kept.get('large', '1')).toBe(rule);
  kept.set('large', '4', rule, circles(30));
  expect(['1', '2', '3', '4'].map((key) => kept.get('large', key) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(kept.get('small', 'a')).toBe(rule);
});

it('keeps one organization’s rule from the eyes of another', () => {
  const kept = new KeptRules();
  kept.set('one', 'a', rule, circles(1));
  expect(kept.get('two', 'a')).toBeUndefined();
});
