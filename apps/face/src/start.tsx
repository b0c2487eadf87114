import { signal } from '@preact/signals';
import type { SessionBody } from '@standpoint/contract';
import type { ChildMessage, ParentMessage, Theme } from '@standpoint/web/bridge';
import { render } from 'preact';
import { claimsOf, type Opened, readAddress, returnAddress, roleOf } from './address.ts';
import { openApi } from './api.ts';
import { App } from './app.tsx';
import { type Bridge, mayEmbed, openBridge } from './bridge.ts';
import { sha256Text } from './bytes.ts';
import { countCameras } from './camera.ts';
import { type Driver, drive } from './driver.ts';
import type { World } from './effects.ts';
import { begin, type Device } from './flow-state.ts';
import { chooseLocale, directionOf, type Locale, loadTexts } from './locale.ts';
import { openProver } from './proof.ts';
import { openSaved, type SavedStore } from './saved.ts';
import { closingMessage } from './tell.ts';
import type { Texts } from './texts/texts.ts';
import { applyTheme } from './theme.ts';

const MOBILE = /Android|iPhone|iPad|iPod|Mobile/;
const framed = window.parent !== window;

const lookAround = async (): Promise<Device> => ({
  // iPadOS says that it is a Mac, but no Mac has a touch screen.
  mobile:
    MOBILE.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1),
  camera: (await countCameras()) > 0,
  framed,
});

/** One key for each portal token and each code, so that two tabs of one browser are one device. */
const keyName = async (opened: Opened): Promise<string> =>
  opened.role === 'portal' ? `portal:${claimsOf(opened.token).jti}` : `code:${await sha256Text(opened.code)}`;

/** Takes what the address says into this tab's storage, and out of the history and the address bar. */
const takeAddress = async (saved: SavedStore): Promise<void> => {
  const opened = readAddress(location.pathname, location.hash);
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  if (!opened) return;
  const key = await keyName(opened);
  const before = saved.read();
  // The same frame or link, loaded again: what this tab knows of it stays.
  if (before?.key === key) return;
  saved.replace({ ...opened, key });
};

/** Everything around the flow: language, theme, bridge, storage, the browser's own events. */
export const start = async (root: Element): Promise<void> => {
  const role = roleOf(location.pathname);
  const saved = openSaved(`standpoint.face:${location.pathname}`, () => sessionStorage);
  await takeAddress(saved);
  const first = saved.read();
  const [device, prover] = await Promise.all([lookAround(), openProver(first?.key ?? 'none')]);

  const locale = signal<Locale>(chooseLocale(first?.locale, [], navigator.languages));
  const texts = signal<Texts>(await loadTexts(locale.value));
  const colour = signal<string | null>(null);
  const taken = signal<(() => ReturnType<typeof App>) | null>(null);
  let bridge: Bridge | undefined;

  const setLocale = async (next: Locale, remember = true): Promise<void> => {
    if (remember) saved.write({ locale: next });
    texts.value = await loadTexts(next);
    locale.value = next;
    document.documentElement.lang = next;
    document.documentElement.dir = directionOf(next);
  };
  const setTheme = (theme: Pick<Theme, 'mode' | 'accent'>) => applyTheme(document.documentElement, theme);

  const hear = (driver: Pick<Driver, 'state' | 'dispatch'>) => (message: ParentMessage) => {
    const { state, dispatch } = driver;
    switch (message.type) {
      case 'init':
        if (message.locale) void setLocale(chooseLocale(message.locale, [], [locale.value]));
        if (message.theme) setTheme({ ...workflowTheme(state.value.workflow), ...message.theme });
        if (message.handoff) dispatch({ type: 'prefer', handoff: message.handoff });
        return;
      case 'locale':
        return void setLocale(chooseLocale(message.locale, [], [locale.value]));
      case 'theme':
        return setTheme({ ...workflowTheme(state.value.workflow), ...message.theme });
      case 'cancel': {
        const { name } = state.value.screen;
        if (name === 'result' || name === 'ended') return bridge?.post(closingMessage(state.value));
        return dispatch({ type: 'leave' });
      }
      case 'token':
        // Another portal token is another session: the page begins anew, in this tab's storage.
        if (!claimsOf(message.token).jti) return;
        saved.replace({
          role: 'portal',
          token: message.token,
          key: `portal:${claimsOf(message.token).jti}`,
          parent_origin: saved.read()?.parent_origin,
          locale: locale.value,
        });
        return location.reload();
    }
  };

  const connect = (driver: Pick<Driver, 'state' | 'dispatch'>): void => {
    const { parent_origin } = saved.read() ?? {};
    if (!framed || !parent_origin || bridge) return;
    bridge = openBridge({ window, parent: window.parent }, parent_origin, hear(driver));
    const report = () =>
      bridge?.post({ type: 'resize', height: Math.ceil(root.getBoundingClientRect().height) });
    new ResizeObserver(report).observe(root);
  };

  const makeWorld = (driver: Pick<Driver, 'state' | 'dispatch'>): World => ({
    api: openApi(location.origin, prover, () => saved.read()?.token),
    saved,
    state: () => driver.state.value,
    dispatch: driver.dispatch,
    locale: () => locale.value,
    about: async (): Promise<SessionBody> => ({
      client: { sdk: 'face', version: '0.5.0', surface: framed ? 'iframe' : 'tab' },
      device: { mobile: device.mobile },
      locale: locale.value,
      parent_origin: framed ? saved.read()?.parent_origin : undefined,
      capabilities: {
        camera_api: !!navigator.mediaDevices,
        camera: device.camera,
        secure_context: isSecureContext,
      },
    }),
    opened: async (workflow) => {
      setTheme(workflowTheme(workflow));
      const explicit = saved.read()?.locale;
      const wanted = chooseLocale(explicit, workflow.ui.locales, navigator.languages);
      if (wanted !== locale.value) await setLocale(wanted, false);
      const { parent_origin } = saved.read() ?? {};
      if (parent_origin && mayEmbed(parent_origin, workflow.origins, location.origin)) connect(driver);
    },
    location: async (answer) => {
      const { openLocation } = await import('./location/location.tsx');
      const show = await openLocation({ answer, api: world.api, saved, locale, texts, setLocale });
      taken.value = show;
    },
    colour: (name) => {
      colour.value = name;
    },
    video: null,
    camera: null,
    capture: null,
    watching: null,
  });

  const tell = (message: ChildMessage): void => {
    // Without a session the workflow's list is not known here; the page's own frame-ancestors has held, and hello goes to
    // the declared origin only.
    if (message.type === 'error') connect(driver);
    bridge?.post(message);
  };
  let world!: World;
  const driver = drive(
    begin(role, device),
    (given) => {
      world = makeWorld(given);
      return world;
    },
    tell,
  );
  watchBrowser(driver);
  await setLocale(locale.value, false);
  setTheme({});

  const backUrl = (): string | null => {
    const { workflow, session } = driver.state.value;
    const { return_url, state } = saved.read() ?? {};
    return session
      ? returnAddress(return_url, workflow?.redirect_urls ?? [], session.session_id, state)
      : null;
  };
  const openInNewTab = (): void => {
    const token = saved.read()?.token;
    if (token)
      window.open(
        `${location.pathname}#t=${encodeURIComponent(token)}&l=${locale.value}`,
        '_blank',
        'noopener',
      );
  };
  const Root = () =>
    taken.value?.() ?? (
      <App
        ui={{
          state: driver.state.value,
          t: texts.value,
          locale: locale.value,
          colour: colour.value,
          dispatch: driver.dispatch,
          stream: () => world.camera?.stream ?? null,
          setVideo: (video) => {
            world.video = video;
          },
          setLocale: (next) => void setLocale(next),
          choose: (value) => driver.dispatch({ type: 'alternative', value }),
          openInNewTab,
          close: bridge ? () => bridge?.post(closingMessage(driver.state.value)) : null,
          back_url: backUrl(),
        }}
      />
    );
  root.replaceChildren();
  render(<Root />, root);
  // A person who asked for less motion is not shown flashing colours unless they wish it.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches)
    driver.dispatch({ type: 'alternative', value: 'no_flash' });
  driver.dispatch({ type: 'reload' });
};

const workflowTheme = (workflow: { ui: { theme: { mode: string; accent: string | null } } } | null) => ({
  mode: workflow?.ui.theme.mode as Theme['mode'],
  accent: workflow?.ui.theme.accent ?? undefined,
});

/** The light goes off when the page goes, and a capture in the background is worth nothing. */
const watchBrowser = (driver: Driver): void => {
  document.addEventListener('visibilitychange', () => {
    const { name } = driver.state.value.screen;
    if (document.hidden && (name === 'ready' || name === 'capture')) driver.dispatch({ type: 'paused' });
  });
  addEventListener('pagehide', () => driver.stop());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) driver.dispatch({ type: 'reload' });
  });
  addEventListener('offline', () => driver.dispatch({ type: 'network', offline: true }));
  addEventListener('online', () => driver.dispatch({ type: 'network', offline: false }));
};
