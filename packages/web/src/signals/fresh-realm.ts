import type { Signals } from '@standpoint/contract';

import type { FreshRealm } from './scene.ts';

type NotRun = NonNullable<Signals['not_run']>[string];

interface Opened {
  realm: FreshRealm | null;
  reason?: NotRun;
  close(): void;
}

/**
 * Opens a fresh realm. It stays in the document until `close()`, because a removed frame has no geolocation.
 * Scripts that are injected into every frame (by an extension or an automation protocol) reach it too; other
 * probes detect those.
 */
export const openFreshRealm = (): Opened => {
  const frame = document.createElement('iframe');
  const close = () => frame.remove();
  // Overrides the page's own styles for frames. Screen readers pass over what is not displayed.
  frame.style.setProperty('display', 'none', 'important');
  document.documentElement.append(frame);
  const realm = frame.contentWindow as FreshRealm | null;
  try {
    if (realm?.Function.prototype.toString) return { realm, close };
    return { realm: null, reason: 'unsupported', close };
  } catch {
    // The frame has another origin than its parent: this page is sandboxed without `allow-same-origin`, or a
    // policy blocked the frame.
    return { realm: null, reason: origin === 'null' ? 'sandboxed_iframe' : 'csp', close };
  }
};
