import type { Me } from '@standpoint/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { roleIn } from '../api/me.ts';
import { schemeOf } from '../app/appearance.ts';
import { mayOpen, PAGES } from '../app/pages.ts';
import { usePlace } from '../app/place.ts';
import { savePreferences } from '../app/save-preferences.ts';
import { undoLast } from '../toast/toasts.ts';
import { openKeys, useKeysOpen } from './help-state.ts';
import { KeyListener } from './listener.tsx';
import { openPalette, usePaletteOpen } from './palette-state.ts';
import { EVERYWHERE, useKeys } from './use-keys.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const KeyHelp = lazy(async () => ({ default: (await import('./help.tsx')).KeyHelp }));

/** Keys that work everywhere, the palette, and the list of keys. */
export function Tools({ me }: { me: Me }) {
  const { org, env } = usePlace();
  const navigate = useNavigate();
  const role = roleIn(me, org);
  const letters = me.preferences.letter_keys ?? true;
  useKeys(EVERYWHERE, [
    { keys: ['/'], words: 'Search, commands', run: openPalette },
    ...PAGES.filter((page) => mayOpen(role, page)).map(({ key, path, title }) => ({
      keys: ['g', key] as const,
      words: `Go to ${title.toLowerCase()}`,
      run: () => void navigate({ to: `/${org}/${env}/${path}` as '/' }),
    })),
    { keys: ['u'], words: 'Undo', run: () => void undoLast() },
    { keys: ['Shift+d'], words: 'Light or dark', run: () => savePreferences({ theme: otherTheme(me) }) },
    { keys: ['?'], words: 'These keys', run: openKeys },
  ]);
  // A person who presses ⌘K types on at once, so the palette is loaded before.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), 1_500);
    return () => clearTimeout(timer);
  }, []);
  const palette = usePaletteOpen();
  const keys = useKeysOpen();
  return (
    <Suspense fallback={null}>
      <KeyListener letters={letters} />
      {palette && <Palette me={me} />}
      {keys && <KeyHelp letters={letters} />}
    </Suspense>
  );
}

/** The theme that looks different from the one that is shown. */
function otherTheme({ preferences }: Me): 'light' | 'dark' {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return schemeOf(preferences.theme ?? 'system', dark) === 'dark' ? 'light' : 'dark';
}
