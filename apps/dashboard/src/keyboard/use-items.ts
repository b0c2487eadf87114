import type { Me } from '@standpoint/contract';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { roleIn } from '../api/me.ts';
import { mayOpen, PAGES, SETTINGS_PAGES } from '../app/pages.ts';
import { type Place, usePlace } from '../app/place.ts';
import { savePreferences } from '../app/save-preferences.ts';
import { signOut } from '../app/sign-out.ts';
import { useEnvironmentSwitch } from '../navigation/environment-switch.tsx';
import { otherOrganization } from '../navigation/other-place.ts';
import { labelOf } from './match.ts';
import type { Item } from './palette-items.ts';
import { recordsOf } from './palette-items.ts';
import { EVERYWHERE, keyGroups } from './use-keys.ts';

const switches = (
  me: Me,
  place: Place,
  toEnvironment: (env: Place['env']) => void,
  toOrganization: (org: string) => () => void,
): Item[] => [
  {
    id: 'environment',
    group: 'Switch',
    icon: 'swap',
    title: place.env === 'sandbox' ? 'Go to production' : 'Go to the sandbox',
    run: () => toEnvironment(place.env === 'sandbox' ? 'production' : 'sandbox'),
  },
  ...me.memberships
    .filter(({ org }) => org !== place.org)
    .map(({ org, name }) => ({
      id: org,
      group: 'Switch' as const,
      icon: 'people' as const,
      title: `Go to ${name}`,
      sub: 'organization',
      run: toOrganization(org),
    })),
];

/** Everything that the palette can do from here. */
export function useItems(me: Me, typed: string): Item[] {
  const place = usePlace();
  const navigate = useNavigate();
  const toEnvironment = useEnvironmentSwitch();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const go = (to: string) => () => void navigate({ to: to as '/' });
  const role = roleIn(me, place.org);
  const base = `/${place.org}/${place.env}`;
  return [
    ...recordsOf(typed).map(({ page, id, title, icon }) => ({
      id: `record ${page}`,
      group: page === 'customers' ? ('Look up' as const) : ('Records' as const),
      icon,
      title,
      sub: id,
      run: go(`${base}/${page}/${encodeURIComponent(id)}`),
    })),
    ...commands(),
    ...PAGES.filter((page) => mayOpen(role, page)).map(({ path, title, icon, key }) => ({
      id: path,
      group: 'Go to' as const,
      icon,
      title,
      keys: ['G', key.toUpperCase()],
      run: go(`${base}/${path}`),
    })),
    ...SETTINGS_PAGES.filter((page) => mayOpen(role, page)).map(({ path, title }) => ({
      id: `settings ${path}`,
      group: 'Go to' as const,
      icon: 'gear' as const,
      title,
      sub: 'Settings',
      run: go(`/${place.org}/settings/${path}`),
    })),
    ...switches(me, place, toEnvironment, (org) => go(otherOrganization(pathname, org))),
    ...appearance(me),
    { id: 'out', group: 'Switch', icon: 'out', title: 'Sign out', run: () => void signOut() },
  ];
}

/** What the keys of this page do, as commands. */
const commands = (): Item[] =>
  keyGroups()
    .filter(({ title }) => title !== EVERYWHERE)
    .flatMap(({ bindings }) => bindings)
    .filter(({ hidden, when }) => !hidden && (!when || when()))
    .map(({ words, keys, run }) => ({
      id: `key ${keys.join(' ')}`,
      group: 'This page',
      icon: 'arrow',
      title: words,
      keys: keys.map(labelOf),
      run,
    }));

const THEMES = { system: 'Theme of the system', light: 'Light theme', dark: 'Dark theme' } as const;

function appearance({ preferences }: Me): Item[] {
  const now = preferences.theme ?? 'system';
  const rtl = preferences.direction === 'rtl';
  return [
    ...Object.entries(THEMES)
      .filter(([theme]) => theme !== now)
      .map(([theme, title]) => ({
        id: `theme ${theme}`,
        group: 'Switch' as const,
        icon: 'moon' as const,
        title,
        run: () => savePreferences({ theme: theme as keyof typeof THEMES }),
      })),
    {
      id: 'direction',
      group: 'Switch',
      icon: 'swap',
      title: rtl ? 'Left to right' : 'Right to left',
      run: () => savePreferences({ direction: rtl ? 'auto' : 'rtl' }),
    },
  ];
}
