import {
  BRIDGE_NS,
  BRIDGE_VERSION,
  type ChildMessage,
  type Hello,
  type ParentMessage,
  type Welcome,
} from './bridge.ts';

export interface FrameLink {
  /** The frame has sent anything: the browser did not refuse it. */
  alive?: boolean;
  /** Returns false while no child is listening. */
  post(message: ParentMessage): boolean;
}

const isHello = (data: Partial<Hello> | null): data is Hello =>
  (data?.ns === BRIDGE_NS &&
    data.v === BRIDGE_VERSION &&
    data.type === 'hello' &&
    data.nonce &&
    data.nonce.length < 129) as boolean;

/**
 * The parent's end of the bridge. Only our own frame (`source`), and only while it shows the face app
 * (`origin`), gets a port. Messages of any other window are ignored. The link ends with the signal.
 */
export const linkFrame = (
  frame: HTMLIFrameElement,
  origin: string,
  signal: AbortSignal,
  onConnect: () => void,
  onMessage: (message: ChildMessage) => void,
): FrameLink => {
  let port: MessagePort | undefined;
  const listen = (event: MessageEvent) => {
    link.alive ||= event.source === frame.contentWindow;
    if (event.origin !== origin || event.source !== frame.contentWindow || !isHello(event.data)) return;
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      if (typeof data?.type === 'string') onMessage(data);
    };
    const welcome: Welcome = {
      ns: BRIDGE_NS,
      v: BRIDGE_VERSION,
      type: 'welcome',
      nonce: event.data.nonce,
    };
    frame.contentWindow!.postMessage(welcome, origin, [channel.port2]);
    onConnect();
  };
  addEventListener('message', listen, { signal });
  signal.addEventListener('abort', () => {
    port?.close();
    port = undefined;
  });
  const link: FrameLink = {
    post: (message) => {
      port?.postMessage(message);
      return !!port;
    },
  };
  return link;
};
