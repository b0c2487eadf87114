import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundle, type Mutation } from '../../../../packages/web/src/testing/bundle.ts';
import { type NativeHost, openNativeBridge } from './native-bridge.ts';

/** The bridge with one of its defences removed. */
const without = async (from: string, to = ''): Promise<typeof openNativeBridge> => {
  const mutation: Mutation = { file: 'apps/face/src/page/native-bridge.ts', from, to };
  const path = JSON.stringify(fileURLToPath(new URL('./native-bridge.ts', import.meta.url)));
  const { code } = await bundle(`export { openNativeBridge } from ${path}`, [mutation]);
  const module = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  return module.openNativeBridge;
};

const box = () => {
  const said: unknown[] = [];
  return { said, postMessage: (text: string) => void said.push(JSON.parse(text)) };
};

test('sends the same message to React Native, WKWebView and Android as one JSON text', () => {
  for (const wrap of [
    (postbox: ReturnType<typeof box>): NativeHost => ({ ReactNativeWebView: postbox }),
    (postbox: ReturnType<typeof box>): NativeHost => ({
      webkit: { messageHandlers: { facecheck: postbox } },
    }),
    (postbox: ReturnType<typeof box>): NativeHost => ({ facecheck: postbox }),
  ]) {
    const postbox = box();
    const host = wrap(postbox);
    openNativeBridge(host, () => {})!.post({ type: 'consent', state: 'shown' });
    expect(postbox.said).toEqual([{ ns: 'facecheck', v: 1, type: 'consent', state: 'shown' }]);
  }
});

test('repeats the nonce that the application gave this load, and no other value', () => {
  for (const [facecheckNonce, repeated] of [
    ['nonce-1', { nonce: 'nonce-1' }],
    [undefined, {}],
    [{ a: 1 }, {}],
    ['x'.repeat(129), {}],
  ]) {
    const postbox = box();
    openNativeBridge({ facecheck: postbox, facecheckNonce }, () => {})!.post({ type: 'ready' });
    expect(postbox.said).toEqual([{ ns: 'facecheck', v: 1, ...(repeated as object), type: 'ready' }]);
  }
});

test('opens no bridge and defines no function without an application', () => {
  const host: NativeHost = { webkit: { messageHandlers: {} } };
  expect(openNativeBridge(host, () => {})).toBeNull();
  expect(host.facecheckReceive).toBeUndefined();
});

test('tells an application that a session has ended, never what was decided', async () => {
  const ended = { type: 'completed', session_id: 'fcs_1', status: 'completed', livemode: true } as const;
  const decided = { ...ended, decision: 'approved', result_token: 'a.b.c' } as const;
  const saidBy = (open: typeof openNativeBridge): unknown[] => {
    const postbox = box();
    open({ facecheck: postbox }, () => {})!.post(decided);
    return postbox.said;
  };
  expect(saidBy(openNativeBridge)).toEqual([{ ns: 'facecheck', v: 1, ...ended }]);
  const careless = await without('...withoutDecision(message)', '...message');
  expect(saidBy(careless)).toEqual([{ ns: 'facecheck', v: 1, ...decided }]);
});

test('control: accepts another token once the list of accepted messages is removed', async () => {
  const heard: unknown[] = [];
  const host: NativeHost = { facecheck: box() };
  const open = await without("if (HEARD.includes(known?.type as ParentMessage['type'])) ");
  open(host, (message) => heard.push(message));
  host.facecheckReceive!({ type: 'token', token: 'a.b.c' });
  expect(heard).toEqual([{ type: 'token', token: 'a.b.c' }]);
});

test('accepts preferences only: no token, no unknown message, no malformed one', () => {
  const heard: unknown[] = [];
  const host: NativeHost = { facecheck: box() };
  const bridge = openNativeBridge(host, (message) => heard.push(message))!;
  for (const message of [
    { type: 'token', token: 'a.b.c' },
    { type: 'completed' },
    { type: 'constructor' },
    '{"type":',
    'null',
    null,
    7,
  ])
    host.facecheckReceive!(message);
  expect(heard).toEqual([]);
  host.facecheckReceive!('{"type":"locale","locale":"ar"}');
  host.facecheckReceive!({ type: 'cancel' });
  expect(heard).toEqual([{ type: 'locale', locale: 'ar' }, { type: 'cancel' }]);
  bridge.close();
  expect(host.facecheckReceive).toBeUndefined();
});
