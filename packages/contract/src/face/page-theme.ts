/** Red, green and blue of a colour in the form `#rrggbb`, 0 to 255. */
const channels = (colour: string): [number, number, number] => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};
const linear = (channel: number): number => {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};
const luminance = (colour: string): number => {
  const [r, g, b] = channels(colour).map(linear) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
/** WCAG 2.2 contrast ratio, 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const mix = (colour: string, towards: string, share: number): string => {
  const to = channels(towards);
  const mixed = channels(colour).map((channel, i) => Math.round(channel + (to[i]! - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
};

export type Mode = 'light' | 'dark';
/** The page's own colours beside which an accent appears (a test compares them with the page's style). */
export const SURFACES = {
  light: { surface: '#ffffff', hair: '#e2e7e5' },
  dark: { surface: '#141917', hair: '#2a3330' },
} as const;
export const DEFAULT_ACCENT = '#0f6b5c';
export const DEFAULT_ACCENT_DARK = '#6fc2b0';

/** Share of the accent in the ground of drawings. */
const TINT = 0.11;
/** The ground of drawings: a little of the accent on the page's surface. */
export const tintOf = (accent: string, mode: Mode): string => mix(SURFACES[mode].surface, accent, TINT);

/** Least contrast of text (WCAG 1.4.3) and of graphics (1.4.11). */
const TEXT = 4.5;
const DRAWN = 3;

/** White, or black where white is illegible. On every colour at least one of the two is legible. */
const onAccent = (accent: string): string => (contrast(accent, '#ffffff') >= TEXT ? '#ffffff' : '#000000');

export interface Pair {
  what: string;
  with: string;
  contrast: number;
  /** The least contrast that WCAG 2.2 AA asks for. */
  least: number;
}

/** Every pair of colours in which the page shows an accent. */
export const accentPairs = (accent: string, mode: Mode): Pair[] => {
  const { surface, hair } = SURFACES[mode];
  const pair = (what: string, other: string, least: number): Pair => ({
    what,
    with: other,
    contrast: contrast(accent, other),
    least,
  });
  return [
    pair('the words on a button', onAccent(accent), TEXT),
    pair('the page behind buttons, rings and focus', surface, TEXT),
    pair('the ground of a drawing', tintOf(accent, mode), DRAWN),
    pair('the track of a progress bar', hair, DRAWN),
  ];
};

const reads = (accent: string, mode: Mode): boolean =>
  accentPairs(accent, mode).every(({ contrast: has, least }) => has >= least);

/** A dark surface gets more contrast than AA asks for, because dull colours look disabled there. */
const WANTED = { light: TEXT + 0.1, dark: 7 } as const;

/**
 * The accent as the page shows it, with the colour of text on it. A legible accent that was chosen for
 * this mode stays as it is; any other is mixed with black or white until it is legible.
 */
export const accentFor = (wanted: string, mode: Mode, exact = mode === 'light') => {
  const towards = mode === 'light' ? '#000000' : '#ffffff';
  const enough = (colour: string) =>
    reads(colour, mode) && (exact || contrast(colour, SURFACES[mode].surface) >= WANTED[mode]);
  let accent = wanted;
  for (let share = 0; share <= 1 && !enough(accent); share += 0.04) accent = mix(wanted, towards, share);
  return { accent, on_accent: onAccent(accent) };
};
