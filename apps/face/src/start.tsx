import { signal } from '@preact/signals';
import type { PageTexts, SessionBody } from '@standpoint/contract';
import { entryFor } from '@standpoint/contract/face/page-texts';
import { type ChildMessage, faceFragment, type ParentMessage } from '@standpoint/web/bridge';
import { render } from 'preact';
import { claimsOf, type Opened, readAddress, returnAddress, roleOf } from './address.ts';
import { openApi } from './api.ts';
import { App } from './app.tsx';
import { type Bridge, mayEmbed, openBridge } from './bridge.ts';
import { sha256Text } from './bytes.ts';
import { openCall } from './call.ts';
import { followsIntents, isWebView } from './camera/browser.ts';
import { countCameras } from './camera.ts';
import { type Driver, drive } from './driver.ts';
import { begin, type Device } from './flow-state.ts';
import { chooseLocale, directionOf, type Locale, loadTexts, tagOf } from './locale.ts';
import { type NativeHost, openNativeBridge } from './native-bridge.ts';
import { openProver } from './proof.ts';
import { keepHandoff, openKept, openSaved, type Saved, type SavedStore } from './saved.ts';
import { attachSenses } from './senses/attach.ts';
import { closingMessage } from './tell.ts';
import { inTheWordsOf, type Texts } from './texts/texts.ts';
import { applyTheme, type ThemeWish } from './theme.ts';
import { watchBrowser } from './watch-browser.ts';
import type { World } from './world.ts';

const MOBILE = /Android|iPhone|iPad|iPod|Mobile/;
const framed = window.parent !== window;

const lookAround = async (): Promise<Device> => ({
  // iPadOS says that it is a Mac, but no Mac has a touch screen.
  mobile:
    MOBILE.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1),
  camera: (await countCameras()) > 0,
  framed,
  intents: followsIntents(navigator.userAgent),
});

/** One key for each portal token and each code, so that two tabs of one browser are one device. */
const keyName = async (opened: Opened): Promise<string> =>
  opened.role === 'portal'
    ? `portal:${claimsOf(opened.token).jti}`
    : `code:${isSecureContext ? await sha256Text(opened.code) : ''}`;

/** What this browser knows of a hand-off, when its tab was closed and the link is opened once more. */
const KEPT = 'standpoint.face:handoff';
const KEPT_MS = 20 * 60_000;

/** Takes what the address says into this tab's storage, and out of the history and the address bar. */
const takeAddress = async (saved: SavedStore, kept: SavedStore): Promise<void> => {
  const opened = readAddress(location.pathname, location.hash);
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  if (!opened) return;
  const key = await keyName(opened);
  const before = saved.read();
  // The same frame or link, loaded again: what this tab knows of it stays.
  if (before?.key === key) return;
  const closed = kept.read();
  saved.replace(closed?.key === key ? closed : { ...opened, key });
};

/** The person's own choice, else the language of the screen that they come from. */
const inherited = (saved: Saved | null): string | undefined =>
  saved?.locale ?? saved?.redeemed?.locale ?? undefined;

/** Everything around the flow: language, theme, bridge, storage, the browser's own events. */
export const start = async (root: Element): Promise<void> => {
  const role = roleOf(location.pathname);
  const kept = openKept(KEPT, KEPT_MS, () => localStorage);
  const saved = openSaved(`standpoint.face:${location.pathname}`, () => sessionStorage, keepHandoff(kept));
  await takeAddress(saved, kept);
  const first = saved.read();
  const locale = signal<Locale>(chooseLocale(inherited(first), [], navigator.languages));
  const [device, prover, words] = await Promise.all([
    lookAround(),
    openProver(first?.key ?? 'none'),
    loadTexts(locale.value),
  ]);
  const texts = signal<Texts>(words);
  const colour = signal<string | null>(null);
  const taken = signal<(() => ReturnType<typeof App>) | null>(null);
  let bridge: Bridge | undefined;
  /** The workflow's words in place of the page's. */
  let ownTexts: PageTexts = {};

  const setLocale = async (next: Locale, remember = true): Promise<void> => {
    if (remember) saved.write({ locale: next });
    // Words that do not come are no reason to stop: the ones that are here go on.
    const loaded = await loadTexts(next).catch(() => null);
    if (!loaded) return;
    texts.value = inTheWordsOf(entryFor(ownTexts, tagOf(next))?.[1] ?? {}, loaded);
    locale.value = next;
    document.documentElement.lang = tagOf(next);
    document.documentElement.dir = directionOf(next);
  };
  const setTheme = (theme: ThemeWish) => applyTheme(document.documentElement, theme);

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
    if (!framed) bridge ??= openNativeBridge(window as NativeHost, hear(driver)) ?? undefined;
    if (!framed || !parent_origin || bridge) return;
    bridge = openBridge({ window, parent: window.parent }, parent_origin, hear(driver));
    const report = () =>
      bridge?.post({ type: 'resize', height: Math.ceil(root.getBoundingClientRect().height) });
    new ResizeObserver(report).observe(root);
  };

  const makeWorld = (driver: Pick<Driver, 'state' | 'dispatch'>): World => ({
    api: openApi(openCall(location.origin, prover, () => saved.read()?.token)),
    saved,
    state: () => driver.state.value,
    dispatch: driver.dispatch,
    locale: () => locale.value,
    about: async (): Promise<SessionBody> => ({
      client: {
        sdk: 'face',
        version: '0.5.0',
        surface: framed ? 'iframe' : bridge || isWebView(navigator.userAgent) ? 'webview' : 'tab',
      },
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
      const wanted = chooseLocale(inherited(saved.read()), workflow.ui.locales, navigator.languages);
      ownTexts = workflow.ui.texts;
      if (wanted !== locale.value || Object.keys(ownTexts).length > 0) await setLocale(wanted, false);
      const { parent_origin } = saved.read() ?? {};
      if (parent_origin && mayEmbed(parent_origin, workflow.origins, location.origin)) return connect(driver);
      if (!framed) return;
      // What was said before the list was known is the last that this page hears.
      bridge?.close();
      bridge = undefined;
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
    guidance: null,
    capture: null,
    watching: null,
  });

  const tell = (message: ChildMessage): void => {
    // Without a session the workflow's list is not known here; the page's own frame-ancestors has held, and hello goes to
    // the declared origin only.
    if (message.type === 'error' && !driver.state.value.session) connect(driver);
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
  if (!framed) connect(driver);
  await setLocale(locale.value, false);
  setTheme({});

  const backUrl = (): string | null => {
    const { workflow, session } = driver.state.value;
    const { return_url, state } = saved.read() ?? {};
    return session
      ? returnAddress(return_url, workflow?.redirect_urls ?? [], session.session_id, state)
      : null;
  };
  const link = (): string => {
    const { token, code, return_url, state } = saved.read() ?? {};
    const fragment = faceFragment({ t: token ?? '', r: return_url, s: state, l: locale.value });
    return `${location.origin}${location.pathname}#${token ? fragment : (code ?? '')}`;
  };
  const openInNewTab = (): void => void window.open(link(), '_blank', 'noopener');
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
          link,
          close: bridge ? () => bridge?.post(closingMessage(driver.state.value)) : null,
          back_url: backUrl(),
        }}
      />
    );
  root.replaceChildren();
  render(<Root />, root);
  attachSenses(driver, saved, () => ({ t: texts.value, tag: tagOf(locale.value) }));
  driver.dispatch({ type: 'reload' });
};

const workflowTheme = (workflow: { ui: { theme: ThemeWish } } | null): ThemeWish => ({
  ...workflow?.ui.theme,
});
