import type { ChildMessage, ParentMessage } from '@standpoint/web/bridge';
import { type Bridge, mayEmbed, openBridge, type Surroundings } from './bridge.ts';
import { type NativeHost, openNativeBridge } from './native-bridge.ts';

export interface Embedding {
  post(message: ChildMessage): void;
  /** Whether there is somebody who hears. */
  isHeard(): boolean;
  /**
   * Before the session is known: the page's own `frame-ancestors` has held, and hello goes to the declared
   * origin only.
   */
  connect(): void;
  /** The session's workflow is known: its list decides from here on. */
  settle(origins: readonly string[]): void;
}

export interface Around extends Surroundings {
  framed: boolean;
  native: NativeHost;
  /** The face app's own origin. */
  own: string;
  /** What the frame's address declared. */
  parentOrigin(): string | undefined;
  onMessage(message: ParentMessage): void;
  /** In a frame only. */
  onConnected(): void;
}

/** Whoever shows this page: another page around a frame, an application around a WebView, or nobody. */
export const openEmbedding = (around: Around): Embedding => {
  const { framed, native, own, parentOrigin, onMessage, onConnected } = around;
  let bridge: Bridge | undefined;
  const connect = (): void => {
    if (bridge) return;
    if (!framed) bridge = openNativeBridge(native, onMessage) ?? undefined;
    const origin = parentOrigin();
    if (!framed || !origin) return;
    bridge = openBridge(around, origin, onMessage);
    onConnected();
  };
  return {
    post: (message) => bridge?.post(message),
    isHeard: () => bridge !== undefined,
    connect,
    settle: (origins) => {
      const origin = parentOrigin();
      if (origin && mayEmbed(origin, origins, own)) return connect();
      if (!framed) return;
      // A frame of a listed workflow with a token of another: what was said before this list was known is the
      // last that is heard.
      bridge?.close();
      bridge = undefined;
    },
  };
};
