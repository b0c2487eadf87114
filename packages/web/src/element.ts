import { readConfig } from './config.ts';
import { isStandpointError } from './errors.ts';
import type { Theme } from './face/bridge.ts';
import type { FaceOutcome } from './face/events.ts';
import { type FaceHandle, runFace } from './face/face.ts';
import type { FaceOptions } from './face/screen.ts';

/**
 * `@standpoint/web/element`: the face check as a custom element, for pages of any framework or of none.
 *
 * Attributes: `base-url` (needed), `token`, `url`, `locale`, `dir`, `frame-title`, `close-label`, `handoff`, and
 * `dialog`, with which nothing is shown until `open()`. Each event of the face check is an event of the element, with
 * its value as `detail`; `error` is also told when the check cannot start.
 */
export interface FaceCheckElement extends HTMLElement {
  /**
   * A portal token, or a function that fetches one. The check starts when it is set. One that has ended starts again
   * with another text. A function in the place of a function is only called instead of it, because frameworks make a
   * new one at each render: set null in between.
   */
  token: FaceOptions['token'] | null;
  theme: Theme | undefined;
  /** Opens the dialog. Call it in a user gesture. */
  open(): void;
  close(): void;
  /** Of the check that runs or has ended; null before. */
  readonly result: Promise<FaceOutcome> | null;
}

const ENDED = /^(complete|cancelled|failed)$/;

/** The class is made on the first call, because a server has no elements. */
const makeClass = () =>
  class extends HTMLElement implements FaceCheckElement {
    static observedAttributes = ['base-url', 'locale', 'token'];
    #token: FaceOptions['token'] | null = null;
    #theme: Theme | undefined;
    #handle: FaceHandle | undefined;
    #soon: ReturnType<typeof setTimeout> | undefined;

    get token() {
      return this.#token;
    }
    set token(token) {
      const before = this.#token;
      this.#token = token;
      const same = token === before || (typeof token === 'function' && typeof before === 'function');
      if (!same || !this.#handle) this.#mountSoon();
    }
    get theme() {
      return this.#theme;
    }
    set theme(theme) {
      this.#theme = theme;
      if (theme) this.#handle?.setTheme(theme);
    }
    get result() {
      return this.#handle?.result ?? null;
    }

    connectedCallback(): void {
      // A framework may have set these before the element was defined.
      for (const name of ['theme', 'token'] as const) {
        if (!Object.hasOwn(this, name)) continue;
        const value = this[name];
        delete this[name];
        Object.assign(this, { [name]: value });
      }
      // One that is moved goes on, or has ended.
      if (!this.#handle) this.#mountSoon();
    }
    disconnectedCallback(): void {
      // An element that is moved is connected again at once.
      setTimeout(() => {
        if (this.isConnected) return;
        this.#handle?.destroy();
        this.#handle = undefined;
      });
    }
    attributeChangedCallback(name: string, _: string | null, value: string | null): void {
      if (name === 'token') this.token = value;
      else if (name === 'base-url') this.#handle || this.#mountSoon();
      else if (value) this.#handle?.setLocale(value);
    }

    open(): void {
      if (this.#handle && !ENDED.test(this.#handle.state)) return;
      this.#start()?.open();
    }
    close(): void {
      this.#handle?.close();
    }

    /** Waits for the other properties and attributes that are set in the same task. */
    #mountSoon(): void {
      clearTimeout(this.#soon);
      this.#soon = setTimeout(() => {
        const wanted = this.isConnected && this.#token && !this.hasAttribute('dialog');
        if (wanted && (!this.#handle || ENDED.test(this.#handle.state))) this.#start()?.mount(this);
      });
    }
    #start(): FaceHandle | undefined {
      const given = (name: string) => this.getAttribute(name) ?? undefined;
      try {
        const config = readConfig({ baseUrl: given('base-url')!, locale: given('locale') });
        const handle = runFace(config, {
          token: async () => (typeof this.#token === 'function' ? this.#token() : (this.#token ?? '')),
          url: given('url'),
          title: given('frame-title'),
          closeLabel: given('close-label'),
          dir: given('dir') as FaceOptions['dir'],
          handoff: given('handoff') as FaceOptions['handoff'],
          theme: this.#theme,
        });
        handle.on('*', (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail })));
        this.#handle = handle;
        return handle;
      } catch (detail) {
        if (!isStandpointError(detail)) throw detail;
        this.dispatchEvent(new CustomEvent('error', { detail }));
        return undefined;
      }
    }
  };

/** Defines the element, once. Importing this module does nothing. */
export const defineFaceCheck = (name = 'standpoint-face-check'): void => {
  if (!customElements.get(name)) customElements.define(name, makeClass());
};

declare global {
  interface HTMLElementTagNameMap {
    'standpoint-face-check': FaceCheckElement;
  }
}
