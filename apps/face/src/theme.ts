/** WCAG 2.2 relative luminance and contrast; pure. Colours are `#rrggbb`. */
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
export const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const mix = (colour: string, towards: string, share: number): string => {
  const to = channels(towards);
  const mixed = channels(colour).map((channel, i) => Math.round(channel + (to[i]! - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
};

export const SURFACES = { light: '#ffffff', dark: '#161b1a' } as const;
export const DEFAULT_ACCENT = '#14594d';
const AA = 4.5;
/** On a dark surface a little more: dull colours look switched off there. */
const WANTED = { light: AA + 0.1, dark: 7 } as const;

/**
 * The workflow's accent, moved towards black or white until it reads on the surface (4.5 : 1), with the text that reads on
 * it. An accent that reads already stays as it is.
 */
export const accentFor = (wanted: string, mode: 'light' | 'dark'): { accent: string; on_accent: string } => {
  const surface = SURFACES[mode];
  const towards = mode === 'light' ? '#000000' : '#ffffff';
  let accent = wanted;
  for (let share = 0; share <= 1 && contrast(accent, surface) < WANTED[mode]; share += 0.04) {
    accent = mix(wanted, towards, share);
  }
  const on_accent = contrast(accent, '#ffffff') >= AA ? '#ffffff' : '#0b0f0e';
  return { accent, on_accent };
};

const isColour = (text: unknown): text is string =>
  typeof text === 'string' && /^#[0-9a-fA-F]{6}$/.test(text);

export interface ThemeWish {
  mode?: string | null;
  accent?: string | null;
}

/** Through CSSOM, which a Content-Security-Policy without inline styles allows. */
export const applyTheme = (root: HTMLElement, { mode, accent }: ThemeWish): void => {
  if (mode === 'light' || mode === 'dark') root.dataset.mode = mode;
  else delete root.dataset.mode;
  const wanted = isColour(accent) ? accent : DEFAULT_ACCENT;
  for (const each of ['light', 'dark'] as const) {
    const colours = accentFor(wanted, each);
    root.style.setProperty(`--accent-${each}`, colours.accent);
    root.style.setProperty(`--on-accent-${each}`, colours.on_accent);
  }
};
