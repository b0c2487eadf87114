import { accentFor, DEFAULT_ACCENT, DEFAULT_ACCENT_DARK, tintOf } from '@standpoint/contract/face/page-theme';

const isColour = (text: unknown): text is string =>
  typeof text === 'string' && /^#[0-9a-fA-F]{6}$/.test(text);

export interface ThemeWish {
  mode?: string | null;
  accent?: string | null;
  /** For dark mode; derived from `accent` when absent. */
  accent_dark?: string | null;
}

/**
 * Uses CSSOM, which a Content-Security-Policy without inline styles allows. A workflow's colours were
 * checked when it was published; those of the embedding page were not, so both are adjusted until they are
 * readable.
 */
export const applyTheme = (root: HTMLElement, { mode, accent, accent_dark }: ThemeWish): void => {
  if (mode === 'light' || mode === 'dark') root.dataset.mode = mode;
  else delete root.dataset.mode;
  const wanted = isColour(accent) ? accent : DEFAULT_ACCENT;
  const dark = isColour(accent) ? accent_dark : (accent_dark ?? DEFAULT_ACCENT_DARK);
  const colours = {
    light: accentFor(wanted, 'light'),
    dark: isColour(dark) ? accentFor(dark, 'dark', true) : accentFor(wanted, 'dark'),
  };
  for (const each of ['light', 'dark'] as const) {
    root.style.setProperty(`--accent-${each}`, colours[each].accent);
    root.style.setProperty(`--on-accent-${each}`, colours[each].on_accent);
    // For browsers without `color-mix()`.
    root.style.setProperty(`--tint-${each}`, tintOf(colours[each].accent, each));
  }
};
