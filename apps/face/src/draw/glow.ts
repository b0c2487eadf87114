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

/** A service may name a colour by its older, saturated name: it is shown as the soft one of its hue. */
const OLDER: Readonly<Record<string, keyof typeof GLOW>> = {
  red: 'rose',
  yellow: 'amber',
  green: 'mint',
  cyan: 'aqua',
  blue: 'sky',
  magenta: 'lilac',
};

/** The colour around the oval; white for a name that this page does not know. */
export const glowOf = (name: string): string => {
  const soft = Object.hasOwn(OLDER, name) ? OLDER[name]! : name;
  return Object.hasOwn(GLOW, soft) ? GLOW[soft]! : '#ffffff';
};
