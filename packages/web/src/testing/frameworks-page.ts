declare global {
  interface Window {
    cleared: number[];
    ui: {
      mount(props: object): void;
      unmount(): void;
      tokens: number;
      told: [string, unknown][];
      verify: { status: string; decision?: string; code?: string };
    };
  }
}

/** A page with the package, its React entry below StrictMode, and its custom element: `window.sdk` and `window.ui`. */
export const FRAMEWORKS_PAGE = `
import { createElement as h, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { FaceCheck, useVerify } from './react.ts';
import { defineFaceCheck } from './element.ts';
import * as sdk from './index.ts';
window.sdk = sdk;
let root;
const told = [];
const ui = {
  tokens: 0,
  told,
  verify: {},
  mount({ jwt, verify, url, ...props }) {
    defineFaceCheck();
    ui.jwt = verify;
    const client = sdk.createClient({ baseUrl: location.origin });
    root ??= createRoot(document.getElementById('place'));
    const Verify = () => {
      const { verify: run, status, result, error } = useVerify(client);
      useEffect(() => { ui.verify = { status, decision: result?.decision, code: error?.code }; });
      return h('button', { id: 'verify', onClick: () => run(ui.jwt).catch(() => {}) }, status);
    };
    const token = () => { ui.tokens++; return Promise.resolve(jwt); };
    ui.verifier ??= Verify;
    root.render(h(StrictMode, null, h(ui.verifier), jwt && h(FaceCheck, {
      ...props, client: (ui.client ??= client), url, token,
      onComplete: (value) => told.push(['complete', value]),
      onError: (error) => told.push(['error', error.code]),
      onEvent: (name) => told.push(['event', name]),
    })));
  },
  unmount() { root.unmount(); root = undefined; },
};
window.ui = ui;`;
