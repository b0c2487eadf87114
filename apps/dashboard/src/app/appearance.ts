import type { Preferences } from '@standpoint/contract';
import { chooseZone } from '../clock/zone.ts';

export type Theme = NonNullable<Preferences['theme']>;
export type Direction = NonNullable<Preferences['direction']>;

const DARK = '(prefers-color-scheme: dark)';

/** Kept for `first-paint.js` of the next visit. A browser without storage starts with the system's theme. */
function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`standpoint.${name}`, value);
  } catch {
    // Nothing depends on it.
  }
}

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`standpoint.${name}`);
  } catch {
    return null;
  }
}

/** The scheme that a theme means on this device. */
export const schemeOf = (theme: Theme, dark: boolean): 'light' | 'dark' =>
  theme === 'system' ? (dark ? 'dark' : 'light') : theme;

/** There are no translations yet, so `auto` is the direction of English. */
export const directionOf = (direction: Direction): 'ltr' | 'rtl' => (direction === 'rtl' ? 'rtl' : 'ltr');

/** What the person wishes, put on the page. */
export function applyPreferences({ theme = 'system', direction = 'auto', time_zone }: Preferences): void {
  const root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', schemeOf(theme, matchMedia(DARK).matches));
  root.dir = directionOf(direction);
  chooseZone(time_zone ?? null);
  keep('theme', theme);
  keep('direction', directionOf(direction));
}

/** Follows the system's theme until the person chooses another. */
export function followSystem(): void {
  matchMedia(DARK).addEventListener('change', ({ matches }) => {
    const theme = (kept('theme') ?? 'system') as Theme;
    document.documentElement.setAttribute('data-mantine-color-scheme', schemeOf(theme, matches));
  });
}
