import { contrast } from '@standpoint/contract/face/page-theme';
import { expect, test } from 'vitest';
import { COLOURS } from '../../../service/src/face/challenge/light.ts';
import { GLOW, glowOf } from './glow.ts';

const linear = (colour: string): number[] =>
  [1, 3, 5].map((at) => {
    const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
const luminance = (colour: string): number => {
  const [r, g, b] = linear(colour) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
/** WCAG 2.3.1: a pair of changes in luminance of 10 % or more is a flash, and a saturated red may be one. */
const mayFlash = (a: string, b: string): boolean =>
  Math.abs(luminance(a) - luminance(b)) >= 0.1 ||
  [a, b].some((colour) => {
    const [r, g, b] = linear(colour) as [number, number, number];
    return r / (r + g + b) >= 0.8;
  });

test('makes no flash of any change between two colours, and keeps words readable on each', () => {
  const colours = Object.values(GLOW);
  expect(colours).toHaveLength(8);
  for (const a of colours) {
    expect(contrast(a, '#131917'), a).toBeGreaterThanOrEqual(7);
    for (const b of colours) expect(mayFlash(a, b), `${a} ${b}`).toBe(false);
  }
});

test('control: the measure finds the flashes of saturated colours', () => {
  expect(mayFlash('#ff2d2d', '#27e34f')).toBe(true);
  expect(mayFlash('#ff0000', '#ff0000')).toBe(true);
});

test('shows the colour that the challenge gives, and white for what is no colour', () => {
  expect(glowOf('#4fdc9a')).toBe('#4fdc9a');
  for (const other of ['plaid', 'red', 'toString', '#4fdc9a;', 'url(x)'])
    expect(glowOf(other)).toBe('#ffffff');
});

test('has the colours that the service draws', () => {
  expect(Object.values(GLOW).toSorted()).toEqual([...COLOURS].toSorted());
});
