import { signal } from '@preact/signals';
import { faceFragment } from '@standpoint/web/bridge';
import { render } from 'preact';
import { type Driver, drive } from './effects/driver.ts';
import { obey } from './effects/obey.ts';
import { closingMessage } from './effects/tell.ts';
import { watchBrowser } from './effects/watch-browser.ts';
import type { World } from './effects/world.ts';
import { begin } from './flow/state.ts';
import { returnAddress, roleOf } from './page/address.ts';
import { openEmbedding } from './page/embedding.ts';
import { chooseLocale, type Locale, tagOf } from './page/locale.ts';
import type { NativeHost } from './page/native-bridge.ts';
import type { Saved } from './page/saved.ts';
import { openTab } from './page/tab.ts';
import { applyTheme, type ThemeWish } from './page/theme.ts';
import { about, framed, lookAround } from './page/this-device.ts';
import type { Ui } from './page/ui.ts';
import { openWording } from './page/wording.ts';
import { App } from './screens/app.tsx';
import { attachSenses } from './senses/attach.ts';
import { openApi } from './service/api.ts';
import { openCall } from './service/call.ts';
import { openProver } from './service/proof.ts';

/** The language that the person chose, else the language of the device that they came from. */
const inherited = (saved: Saved | null): string | undefined =>
  saved?.locale ?? saved?.redeemed?.locale ?? undefined;

/** Starts the page: everything around the flow (language, theme, embedding, storage and browser events). */
export const start = async (root: Element): Promise<void> => {
  const saved = await openTab();
  const first = saved.read();
  const [device, prover, wording] = await Promise.all([
    lookAround(),
    openProver(first?.key ?? 'none'),
    openWording(chooseLocale(inherited(first), [], navigator.languages)),
  ]);
  const { locale, texts } = wording;
  const colour = signal<string | null>(null);
  const taken = signal<(() => ReturnType<typeof App>) | null>(null);
  const setLocale = (next: Locale): void => {
    saved.write({ locale: next });
    void wording.use(next);
  };
  const setTheme = (theme: ThemeWish): void => applyTheme(document.documentElement, theme);

  const embedding = openEmbedding({
    window,
    parent: window.parent,
    framed,
    native: window as NativeHost,
    own: location.origin,
    parentOrigin: () => saved.read()?.parent_origin,
    onConnected: () =>
      new ResizeObserver(() =>
        embedding.post({ type: 'resize', height: Math.ceil(root.getBoundingClientRect().height) }),
      ).observe(root),
    onMessage: (message) =>
      obey(
        {
          ...driver,
          saved,
          locale: () => locale.value,
          setLocale: (tag) => setLocale(chooseLocale(tag, [], [locale.value])),
          setTheme: (theme) => setTheme({ ...driver.state.value.workflow?.ui.theme, ...theme }),
          post: embedding.post,
        },
        message,
      ),
  });

  const makeWorld = ({ state, dispatch }: Pick<Driver, 'state' | 'dispatch'>): World => ({
    api: openApi(openCall(location.origin, prover, () => saved.read()?.token)),
    saved,
    state: () => state.value,
    dispatch,
    locale: () => locale.value,
    about: async () => ({
      ...about(device, embedding.isHeard()),
      locale: locale.value,
      parent_origin: framed ? saved.read()?.parent_origin : undefined,
    }),
    opened: async ({ ui, origins }) => {
      setTheme(ui.theme);
      await wording.adopt(ui.texts, chooseLocale(inherited(saved.read()), ui.locales, navigator.languages));
      embedding.settle(origins);
    },
    location: async (answer) => {
      const { openLocation } = await import('./location/location.tsx');
      taken.value = await openLocation({ answer, api: world.api, saved, locale, texts, setLocale });
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

  let world!: World;
  const driver = drive(
    begin(roleOf(location.pathname), device),
    (given) => {
      world = makeWorld(given);
      return world;
    },
    (message) => {
      // Without a session the workflow's list of origins is unknown, but the embedding page must still hear
      // the error.
      if (message.type === 'error' && !driver.state.value.session) embedding.connect();
      embedding.post(message);
    },
  );
  watchBrowser(driver);
  if (!framed) embedding.connect();
  await wording.use(locale.value);
  setTheme({});

  /** The address to return to, if the workflow allows it. */
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
  const ui = (): Ui => ({
    state: driver.state.value,
    t: texts.value,
    locale: locale.value,
    colour: colour.value,
    dispatch: driver.dispatch,
    stream: () => world.camera?.stream ?? null,
    setVideo: (video) => {
      world.video = video;
    },
    setLocale,
    choose: (value) => driver.dispatch({ type: 'alternative', value }),
    openInNewTab: () => void window.open(link(), '_blank', 'noopener'),
    link,
    close: embedding.isHeard() ? () => embedding.post(closingMessage(driver.state.value)) : null,
    back_url: backUrl(),
  });
  const Root = () => taken.value?.() ?? <App ui={ui()} />;
  root.replaceChildren();
  render(<Root />, root);
  attachSenses(driver, saved, () => ({ t: texts.value, tag: tagOf(locale.value) }));
  driver.dispatch({ type: 'reload' });
};
