import type { ChildMessage, ParentMessage } from '@standpoint/web/bridge';
import { expect, test } from 'vitest';
import { openEmbedding } from './embedding.ts';

const PARENT = 'https://shop.example';

/** A frame in a page of PARENT that answers hello, and the messages that each side has received. */
const framed = () => {
  const target = new EventTarget();
  const said: string[] = [];
  const asked: ParentMessage['type'][] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<ChildMessage>) => said.push(data.type);
  const parent = {
    postMessage: (hello: object) =>
      void queueMicrotask(() =>
        target.dispatchEvent(
          Object.assign(new Event('message'), {
            source: parent,
            origin: PARENT,
            ports: [port2],
            data: { ...hello, type: 'welcome' },
          }),
        ),
      ),
  } as unknown as Window;
  const embedding = openEmbedding({
    window: target as unknown as Window,
    parent,
    framed: true,
    native: {},
    own: 'https://id.example',
    parentOrigin: () => PARENT,
    onMessage: ({ type }) => asked.push(type),
    onConnected: () => {},
  });
  const ask = (type: string) => port1.postMessage({ type });
  const close = () => port1.close();
  return { embedding, said, asked, ask, close };
};
const delivered = () => new Promise((done) => setTimeout(done, 50));

/**
 * An error before the session exists is reported to the embedding page. Then the token turns out to belong
 * to another workflow.
 */
const settledWith = async (origins: string[]) => {
  const { embedding, said, asked, ask, close } = framed();
  embedding.connect();
  embedding.post({ type: 'error', code: 'connection_lost', fatal: false });
  await delivered();
  ask('cancel');
  await delivered();
  embedding.settle(origins);
  embedding.post({ type: 'close' });
  ask('theme');
  await delivered();
  close();
  return { said, asked, heard: embedding.isHeard() };
};

test('neither speaks nor listens to a page that the session’s workflow does not list', async () => {
  expect(await settledWith([])).toEqual({ said: ['error'], asked: ['cancel'], heard: false });
});

test('control: keeps talking to a page that the workflow lists', async () => {
  expect(await settledWith([PARENT])).toEqual({
    said: ['error', 'close'],
    asked: ['cancel', 'theme'],
    heard: true,
  });
});
