import { contrast } from '@standpoint/contract/face/page-theme';
import { expect, it } from 'vitest';
import { lightOf } from '../decision/light/seen.ts';
import { COLOUR_MS, COLOURS, drawLight } from './light.ts';

/** WCAG 2.2, SC 2.3.1 and its definition of general and red flashes. */
const luminance = (colour: string): number => {
  const [r, g, b] = lightOf(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const redness = (colour: string): number => {
  const [r, g, b] = lightOf(colour);
  return r / (r + g + b);
};

/** Every pair of neighbours of every order that can be drawn. */
const PAIRS = COLOURS.flatMap((a) => COLOURS.filter((b) => b !== a).map((b) => [a, b] as const));

it('has no general flash between any two colours, in whatever order they are drawn', () => {
  // A flash is a pair of opposing changes of 10 % or more of the maximum relative luminance.
  for (const [a, b] of PAIRS) expect(Math.abs(luminance(a) - luminance(b)), `${a} ${b}`).toBeLessThan(0.1);
});

it('has no red flash: no colour is a saturated red', () => {
  for (const colour of COLOURS) expect(redness(colour), colour).toBeLessThan(0.8);
});

it('changes fewer than three times a second, which would be one and a half flashes if they were any', () => {
  expect(1_000 / COLOUR_MS).toBeLessThan(3);
});

it('keeps the page’s dark words readable on every colour', () => {
  for (const colour of COLOURS) expect(contrast(colour, '#131917'), colour).toBeGreaterThanOrEqual(7);
});

it('finds the flashes of a palette that has them', () => {
  expect(Math.abs(luminance('#ff0000') - luminance('#00ff00'))).toBeGreaterThan(0.1);
  expect(redness('#ff2d2d')).toBeGreaterThan(0.8);
});

it('draws every order of the colours from one draw for each place', () => {
  const first = drawLight(() => 0).map(({ colour }) => colour);
  const last = drawLight((n) => n - 1).map(({ colour }) => colour);
  expect([first, last]).toEqual([[...COLOURS], COLOURS.toReversed()]);
  expect(drawLight(() => 0).every(({ ms }) => ms === COLOUR_MS)).toBe(true);
});
