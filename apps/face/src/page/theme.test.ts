import { readFileSync } from 'node:fs';
import {
  accentFor,
  accentPairs,
  contrast,
  DEFAULT_ACCENT,
  DEFAULT_ACCENT_DARK,
  type Mode,
  SURFACES,
} from '@standpoint/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const STYLE = readFileSync(new URL('../style/tokens.css', import.meta.url), 'utf8');
const colourOf = (block: string) => {
  const found = [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]);
  return Object.fromEntries(found) as Record<string, string>;
};
const blocks = [...STYLE.matchAll(/:root[^{]*\{([^}]*)\}/g)].map(([, block]) => colourOf(block!));
const [light, bySystem, byChoice] = blocks as [
  Record<string, string>,
  Record<string, string>,
  Record<string, string>,
];
const PALETTES: Record<Mode, Record<string, string>> = { light, dark: byChoice };

/**
 * Every pair of the page's own colours in which text or a drawing stands on a ground; drawings need 3 : 1
 * (WCAG 1.4.11).
 */
const PAIRS: readonly [string, string, number][] = [
  ['text', 'surface', 4.5],
  ['text', 'raise', 4.5],
  ['soft', 'surface', 4.5],
  ['soft', 'raise', 4.5],
  ['warn', 'warn-tint', 4.5],
  ['good', 'good-tint', 3],
  ['problem', 'surface', 4.5],
  ['line', 'surface', 3],
  ['good', 'surface', 3],
];

test('has the same colours for both ways to dark mode, and the contract knows them', () => {
  expect(bySystem).toEqual(byChoice);
  for (const mode of ['light', 'dark'] as const) expect(PALETTES[mode]).toMatchObject(SURFACES[mode]);
});

test.each(['light', 'dark'] as const)('has a readable contrast in every pair of colours: %s', (mode) => {
  const palette = PALETTES[mode];
  for (const [front, back, least] of PAIRS)
    expect(contrast(palette[front]!, palette[back]!), `${front} on ${back}`).toBeGreaterThanOrEqual(least);
});

test('makes any accent of an embedding page readable in every pair, and keeps a readable one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const wish = `#${value.toString(16).padStart(6, '0')}`;
      for (const mode of ['light', 'dark'] as const) {
        const { accent, on_accent } = accentFor(wish, mode);
        for (const pair of accentPairs(accent, mode))
          expect(pair.contrast).toBeGreaterThanOrEqual(pair.least);
        expect(contrast(accent, on_accent)).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
  expect(accentFor(DEFAULT_ACCENT, 'light').accent).toBe(DEFAULT_ACCENT);
  expect(accentFor(DEFAULT_ACCENT_DARK, 'dark', true).accent).toBe(DEFAULT_ACCENT_DARK);
});
