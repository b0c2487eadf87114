/**
 * The eight colours that light a face: relative luminance 0.50 to 0.58, so that no change between two of them is
 * a flash (WCAG 2.3.1), and none of them a saturated red. Words on them are #131917, at 9 : 1 or more.
 */
export const GLOW: Readonly<Record<string, string>> = {
  peach: '#ffb070',
  amber: '#f0bf3c',
  lime: '#b4d63c',
  mint: '#4fdc9a',
  aqua: '#3cd6dc',
  sky: '#74c4ff',
  lilac: '#d6aaff',
  rose: '#ff9fd0',
};

const HEX = /^#[0-9a-f]{6}$/;

/** The colour around the oval, as the challenge gives it; white for what is no colour. */
export const glowOf = (colour: string): string => (HEX.test(colour) ? colour : '#ffffff');
