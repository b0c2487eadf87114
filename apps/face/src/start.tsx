import { effect } from '@preact/signals';
import { faceFragment } from '@standpoint/web/bridge';
import { render } from 'preact';
import { type Driver, drive } from './effects/driver.ts';
import { obey } from './effects/obey.ts';
import { closingMessage } from './effects/tell.ts';
import { watchBrowser } from './effects/watch-browser.ts';
import type { World } from './effects/world.ts';
import { begin, type ScreenName, type State } from './flow/state.ts';
import { inherited, openPage, type Page, setTheme } from './open-page.ts';
import { returnAddress, roleOf } from './page/address.ts';
import { type Embedding, openEmbedding } from './page/embedding.ts';
import { askBeforeExpiry } from './page/expiring.ts';
import { chooseLocale, tagOf } from './page/locale.ts';
import type { NativeHost } from './page/native-bridge.ts';
import { about, framed } from './page/this-device.ts';
import type { Ui } from './page/ui.ts';
import { App } from './screens/app.tsx';
import { attachSenses } from './senses/attach.ts';
import { openApi } from './service/api.ts';
import { openCall } from './service/call.ts';

/** Reports the page's height to the embedding page, and obeys its requests. */
const embed = ({ root, saved, wording, setLocale }: Page, driver: () => Driver): Embedding => {
  const reportHeight = () =>
    embedding.post({ type: 'resize', height: Math.ceil(root.getBoundingClientRect().height) });
  const embedding = openEmbedding({
    window,
    parent: window.parent,
    framed,
    native: window as NativeHost,
    own: location.origin,
    parentOrigin: () => saved.read()?.parent_origin,
    onConnected: () => new ResizeObserver(reportHeight).observe(root),
    onMessage: (message) =>
      obey(
        {
          ...driver(),
          saved,
          locale: () => wording.locale.value,
          setLocale: (tag) => setLocale(chooseLocale(tag, [], [wording.locale.value])),
          setTheme: (theme) => setTheme({ ...driver().state.value.workflow?.ui.theme, ...theme }),
          post: embedding.post,
        },
        message,
      ),
  });
  return embedding;
};

const makeWorld = (
  { saved, device, prover, wording, colour, motion, frozen, takeover, setLocale }: Page,
  embedding: Embedding,
  { state, dispatch }: Pick<Driver, 'state' | 'dispatch'>,
): World => {
  const { locale, texts } = wording;
  const api = openApi(openCall(location.origin, prover, () => saved.read()?.token));
  return {
    api,
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
      takeover.value = await openLocation({ answer, api, saved, locale, texts, setLocale });
    },
    colour: (shown) => {
      colour.value = shown;
    },
    motion,
    frozen,
    lit: false,
    video: null,
    camera: null,
    guidance: null,
    capture: null,
    watching: null,
  };
};

/** The address of this check for another browser. */
const checkAddress = ({ saved, wording }: Page): string => {
  const { token, code, return_url, state } = saved.read() ?? {};
  const fragment = faceFragment({ t: token ?? '', r: return_url, s: state, l: wording.locale.value });
  return `${location.origin}${location.pathname}#${token ? fragment : (code ?? '')}`;
};

/** The address to return to, if the workflow allows it. */
const backAddress = ({ saved }: Page, { workflow, session }: State): string | null => {
  const { return_url, state } = saved.read() ?? {};
  return session ? returnAddress(return_url, workflow?.redirect_urls ?? [], session.session_id, state) : null;
};

/** The input of the screens at the moment. Reads signals, so a component that calls it follows them. */
const uiOf = (page: Page, embedding: Embedding, { state, dispatch }: Driver, world: World): Ui => ({
  state: state.value,
  t: page.wording.texts.value,
  locale: page.wording.locale.value,
  colour: page.colour.value,
  motion: page.motion,
  lamp: page.lamp,
  frozen: page.frozen.value,
  dispatch,
  stream: () => world.camera?.stream ?? null,
  setVideo: (video) => {
    world.video = video;
  },
  setLocale: page.setLocale,
  choose: (value) => dispatch({ type: 'alternative', value }),
  openInNewTab: () => void window.open(checkAddress(page), '_blank', 'noopener'),
  link: () => checkAddress(page),
  close: embedding.isHeard() ? () => embedding.post(closingMessage(state.value)) : null,
  back_url: backAddress(page, state.value),
});

/** Screens that show the last picture, or that may come back to one that does. */
const SHOW_LAST_PICTURE: readonly ScreenName[] = ['capture', 'uploading', 'processing', 'error'];

/** Starts the page: everything around the flow (language, theme, embedding, storage and browser events). */
export const start = async (root: Element): Promise<void> => {
  const page = await openPage(root);
  const { saved, device, wording, takeover } = page;
  const embedding = embed(page, () => driver);
  let world!: World;
  const driver = drive(
    begin(roleOf(location.pathname), device),
    (given) => {
      world = makeWorld(page, embedding, given);
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
  effect(() => {
    if (!SHOW_LAST_PICTURE.includes(driver.state.value.screen.name)) page.frozen.value = null;
  });
  if (!framed) embedding.connect();
  await wording.use(wording.locale.value);
  setTheme({});
  const Root = () => takeover.value?.() ?? <App ui={uiOf(page, embedding, driver, world)} />;
  root.replaceChildren();
  render(<Root />, root);
  attachSenses(driver, saved, () => ({ t: wording.texts.value, tag: tagOf(wording.locale.value) }));
  askBeforeExpiry(saved.read()?.token, () => driver.state.value.screen.name, embedding.post);
  driver.dispatch({ type: 'reload' });
};
