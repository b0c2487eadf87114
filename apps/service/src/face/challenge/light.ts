import type { Draw } from '../../chance.ts';

/**
 * Soft colours of nearly equal luminance (relative luminance 0.50 to 0.58), so that no change between two of
 * them is a flash, and none is a saturated red (WCAG 2.2, SC 2.3.1). The signal is in the hue: in linear light
 * red goes from 0.05 to 1, blue from 0.05 to 1, green from 0.36 to 0.72.
 */
export const COLOURS = [
  '#ffb070',
  '#f0bf3c',
  '#b4d63c',
  '#4fdc9a',
  '#3cd6dc',
  '#74c4ff',
  '#d6aaff',
  '#ff9fd0',
] as const;

/** How long each colour is shown: 2.86 changes a second. */
export const COLOUR_MS = 350;

/**
 * What the light adds to a path's bits. The client is told the order, and a program that multiplies the face by
 * its colours passes more often than not (docs/accuracy.md, "Light"). So the 15.3 bits of the order do not count.
 */
export const LIGHT_BITS = 1;

/** A colour of the screen, and how long it is shown. */
export interface ShownColour {
  colour: string;
  ms: number;
}

/** Every colour once, each order with equal probability: each draw is as strong a signal as any other. */
export function drawLight(draw: Draw): ShownColour[] {
  const left: string[] = [...COLOURS];
  return COLOURS.map(() => ({ colour: left.splice(draw(left.length), 1)[0]!, ms: COLOUR_MS }));
}
