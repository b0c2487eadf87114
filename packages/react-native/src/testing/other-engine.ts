import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { bundle } from '../../../web/src/testing/bundle.ts';

const at = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));

/** `AbortController` as React Native brings it: a signal without a reason and without `throwIfAborted`. */
const ABORT = `
class AbortSignal {
  constructor() { this.aborted = false; this.listeners = new Set(); }
  addEventListener(type, listener) { this.listeners.add(listener); }
  removeEventListener(type, listener) { this.listeners.delete(listener); }
}
class AbortController {
  constructor() { this.signal = new AbortSignal(); }
  abort() {
    if (this.signal.aborted) return;
    this.signal.aborted = true;
    for (const listener of [...this.signal.listeners]) listener({ type: 'abort' });
  }
}`;

export interface OtherEngine {
  openClient: typeof import('../client.ts').openClient;
  LINE_0_5: typeof import('../version.ts').LINE_0_5;
  openFaceCheck: typeof import('../face/check.ts').openFaceCheck;
  readConfig: typeof import('../config.ts').readConfig;
}

/**
 * The package in a realm with the globals of an old Hermes only: no `URL`, `TextDecoder`, `TextEncoder`, `atob`,
 * `btoa`, `crypto.subtle`, `crypto.randomUUID`, `document`, `navigator`, `structuredClone`, `DOMException`.
 */
export const otherEngine = async (
  fetch: (address: string, init: { signal?: unknown }) => Promise<unknown>,
): Promise<OtherEngine> => {
  const { code } = await bundle(
    `export { openClient } from ${at('../client.ts')}; export { LINE_0_5 } from ${at('../version.ts')};
     export { openFaceCheck } from ${at('../face/check.ts')}; export { readConfig } from ${at('../config.ts')};`,
  );
  const names = [...code.matchAll(/(\w[\w$]*) as (openClient|LINE_0_5|openFaceCheck|readConfig)/g)];
  const script = code.replace(/export\s*\{[^}]*\};?\s*$/, '');
  const getRandomValues = (array: Uint8Array<ArrayBuffer>) => {
    array.set(crypto.getRandomValues(new Uint8Array(array.length)));
    return array;
  };
  const context = createContext({
    crypto: { getRandomValues },
    performance: { now: () => performance.now() },
    setTimeout,
    clearTimeout,
    console,
    fetch,
  });
  const found = names.map(([, local, name]) => `${name}: ${local}`).join(', ');
  return new Script(`${ABORT}\n(() => { ${script}\nreturn { ${found} }; })()`).runInContext(context);
};
