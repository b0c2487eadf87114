import {
  BRIDGE_NS,
  BRIDGE_VERSION,
  type ChildMessage,
  type Hello,
  type ParentMessage,
} from '@standpoint/web/bridge';

export interface Bridge {
  post(message: ChildMessage): void;
  close(): void;
}

/**
 * Whether this page may speak to the embedding page: its origin is listed by the workflow, or is the face
 * app's own.
 */
export const mayEmbed = (parent_origin: string, allowed: readonly string[], own: string): boolean =>
  parent_origin === own || allowed.includes(parent_origin);

export interface Surroundings {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  parent: Pick<Window, 'postMessage'>;
}

/**
 * The child's end of the bridge (`packages/web/src/face/bridge.ts`). Hello goes to one origin only, never
 * to `*`. The port is accepted only from the parent window, at that origin, for the nonce of this load.
 * Messages sent earlier are kept until then.
 */
export const openBridge = (
  { window, parent }: Surroundings,
  parent_origin: string,
  onMessage: (message: ParentMessage) => void,
): Bridge => {
  // Not `randomUUID`, which insecure pages lack: such a page must still report that it is insecure.
  const nonce = [...crypto.getRandomValues(new Uint32Array(4))].join('-');
  const waiting: ChildMessage[] = [];
  let port: MessagePort | undefined;
  const listen = (event: Event) => {
    const { source, origin, data, ports } = event as MessageEvent;
    if (port || source !== parent || origin !== parent_origin) return;
    const fits = data?.ns === BRIDGE_NS && data.v === BRIDGE_VERSION && data.type === 'welcome';
    if (!fits || data.nonce !== nonce || ports.length !== 1) return;
    port = ports[0]!;
    port.onmessage = (message) => {
      if (typeof message.data?.type === 'string') onMessage(message.data);
    };
    for (const message of waiting.splice(0)) port.postMessage(message);
  };
  window.addEventListener('message', listen);
  const hello: Hello = { ns: BRIDGE_NS, v: BRIDGE_VERSION, type: 'hello', nonce };
  parent.postMessage(hello, parent_origin);
  return {
    post: (message) => {
      if (port) port.postMessage(message);
      else waiting.push(message);
    },
    close: () => {
      window.removeEventListener('message', listen);
      port?.close();
    },
  };
};
