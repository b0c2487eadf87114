import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { parseSearch, stringifySearch } from '../lists/search-text.ts';
import { Lost } from './lost.tsx';
import { PageFailed, PagePending } from './page-states.tsx';
import { PAGES, SETTINGS_PAGES } from './pages.ts';
import { Root } from './root.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { Shell } from './shell.tsx';
import { Start } from './start.tsx';

const lazy = (load: () => Promise<ComponentType>) =>
  lazyRouteComponent(async () => ({ Page: await load() }), 'Page');

const root = createRootRoute({ component: Root, notFoundComponent: Lost });
const outside = (path: string, load: () => Promise<ComponentType>) =>
  createRoute({ getParentRoute: () => root, path, component: lazy(load) });

const outsidePages = [
  outside('/sign-in', async () => (await import('../pages/sign-in/page.tsx')).SignInPage),
  outside('/setup', async () => (await import('../pages/setup/page.tsx')).SetupPage),
  outside('/invitation', async () => (await import('../pages/invitation/page.tsx')).InvitationPage),
  outside('/reset', async () => (await import('../pages/reset/page.tsx')).ResetPage),
];

const start = createRoute({ getParentRoute: () => root, path: '/', component: Start });

const shell = createRoute({ getParentRoute: () => root, path: '/$org', component: Shell });
const org = createRoute({ getParentRoute: () => shell, path: '/', component: Start });
const env = createRoute({ getParentRoute: () => shell, path: '/$env', component: Outlet });
const pages = PAGES.flatMap(({ path, load, record }) => [
  createRoute({ getParentRoute: () => env, path: `/${path}`, component: lazy(load) }),
  ...(record
    ? [createRoute({ getParentRoute: () => env, path: `/${path}/$id`, component: lazy(record) })]
    : []),
]);
const settings = createRoute({ getParentRoute: () => shell, path: '/settings', component: SettingsFrame });
const settingsPages = SETTINGS_PAGES.map(({ path, load }) =>
  createRoute({ getParentRoute: () => settings, path: `/${path}`, component: lazy(load) }),
);
const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    const first = SETTINGS_PAGES[0];
    if (first) throw redirect({ to: `/${(params as { org: string }).org}/settings/${first.path}` as '/' });
  },
});

const routeTree = root.addChildren([
  start,
  ...outsidePages,
  shell.addChildren([org, env.addChildren(pages), settings.addChildren([settingsStart, ...settingsPages])]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  defaultPreload: 'intent',
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailed,
  defaultPendingMs: 150,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});
