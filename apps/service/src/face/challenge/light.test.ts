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

/** Pairs of opposing changes of 10 % or more whose darker side is below 0.8, within any second. */
const flashesIn = (painted: readonly { at_ms: number; light: number }[]): number => {
  const changes = painted.slice(1).flatMap(({ at_ms, light }, i) => {
    const before = painted[i]!.light;
    const counts = Math.abs(light - before) >= 0.1 && Math.min(light, before) < 0.8;
    return counts ? [{ at_ms, up: light > before }] : [];
  });
  const within = changes.map(({ at_ms }) => {
    const second = changes.filter((each) => each.at_ms >= at_ms && each.at_ms < at_ms + 1_000);
    return Math.ceil(second.filter(({ up }, i) => i === 0 || up !== second[i - 1]!.up).length / 2);
  });
  return Math.max(0, ...within);
};

/** As the page paints it: its ground, white, the colours, white and the ground, and once more at once. */
const painted = (ground: number, colours: readonly string[], white_ms: number) => {
  const once = [
    ['#ffffff', white_ms],
    ...colours.map((each) => [each, COLOUR_MS]),
    ['#ffffff', white_ms],
  ] as const;
  let at_ms = 0;
  const all = [{ at_ms: -1, light: ground }];
  for (const _ of [1, 2]) {
    for (const [colour, ms] of once) {
      all.push({ at_ms, light: luminance(colour as string) });
      at_ms += Number(ms);
    }
    all.push({ at_ms, light: ground });
  }
  return all;
};

it('flashes at most three times in any second, with the white before and after and the page’s ground', () => {
  for (const ground of [0, 0.02, 0.5, 1])
    for (const [a, b] of PAIRS) {
      const rest = COLOURS.filter((colour) => colour !== a && colour !== b);
      expect(flashesIn(painted(ground, [a, ...rest, b], 500))).toBeLessThanOrEqual(3);
    }
  // Black and white by turns, ten times a second.
  const flicker = Array.from({ length: 9 }, (_, i) => ({ at_ms: 100 * i, light: i % 2 }));
  expect(flashesIn(flicker)).toBeGreaterThan(3);
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
