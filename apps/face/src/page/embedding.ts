import type { ChildMessage, ParentMessage } from '@standpoint/web/bridge';
import { type Bridge, mayEmbed, openBridge, type Surroundings } from './bridge.ts';
import { type NativeHost, openNativeBridge } from './native-bridge.ts';

export interface Embedding {
  post(message: ChildMessage): void;
  /** Whether an embedding page or application is listening. */
  isHeard(): boolean;
  /**
   * For the time before the session is known: the page's own `frame-ancestors` has held, and hello goes to
   * the declared origin only.
   */
  connect(): void;
  /** The session's workflow is known: from here on its list decides. */
  settle(origins: readonly string[]): void;
}

export interface Around extends Surroundings {
  framed: boolean;
  native: NativeHost;
  /** The face app's own origin. */
  own: string;
  /** The origin that the frame's address declared. */
  parentOrigin(): string | undefined;
  onMessage(message: ParentMessage): void;
  /** Called in a frame only. */
  onConnected(): void;
}

/**
 * Connects to the surroundings of this page: another page around a frame, or an application around a
 * WebView, if any.
 */
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
      // A frame of a listed workflow was given the token of another workflow. It keeps what it received
      // before this list was known, and receives nothing more.
      bridge?.close();
      bridge = undefined;
    },
  };
};
