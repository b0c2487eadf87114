import { expect, test } from 'vitest';
import { mayEmbed, openBridge } from './bridge.ts';

const PARENT = 'https://shop.example';

/** Windows as objects: records every message, and can deliver any message from any sender. */
const surroundings = () => {
  const sent: [unknown, string][] = [];
  const target = new EventTarget();
  const parent = { postMessage: (data: unknown, origin: string) => void sent.push([data, origin]) };
  const deliver = (change: Record<string, unknown>) =>
    target.dispatchEvent(
      Object.assign(new Event('message'), { source: parent, origin: PARENT, ports: [], ...change }),
    );
  return { window: target as unknown as Window, parent: parent as unknown as Window, sent, deliver };
};
const welcomeTo = (sent: [unknown, string][]) => ({
  ns: 'facecheck',
  v: 1,
  type: 'welcome',
  nonce: (sent[0]![0] as { nonce: string }).nonce,
});
const heard = (port: MessagePort) =>
  new Promise<unknown>((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
  });

test('says hello to the declared origin only, and speaks on the port that comes back', async () => {
  const { window, parent, sent, deliver } = surroundings();
  const bridge = openBridge({ window, parent }, PARENT, () => {});
  expect(sent).toHaveLength(1);
  expect(sent[0]![1]).toBe(PARENT);
  bridge.post({ type: 'ready' });
  const { port1, port2 } = new MessageChannel();
  const first = heard(port1);
  deliver({ data: welcomeTo(sent), ports: [port2] });
  expect(await first).toEqual({ type: 'ready' });
  bridge.close();
  port1.close();
});

test('ignores a foreign origin, a foreign window, another nonce and a second welcome', async () => {
  const { window, parent, sent, deliver } = surroundings();
  const bridge = openBridge({ window, parent }, PARENT, () => {});
  const wrong: Record<string, unknown>[] = [
    { origin: 'https://evil.example' },
    { source: {} },
    { data: { ...welcomeTo(sent), nonce: 'other' } },
    { data: { ...welcomeTo(sent), ns: 'other' } },
    { data: null },
  ];
  const channels = wrong.map((change) => {
    const channel = new MessageChannel();
    let got = 0;
    channel.port1.onmessage = () => {
      got++;
    };
    deliver({ data: welcomeTo(sent), ports: [channel.port2], ...change });
    return { ...channel, port1: channel.port1, got: () => got };
  });
  const honest = new MessageChannel();
  const said = heard(honest.port1);
  deliver({ data: welcomeTo(sent), ports: [honest.port2] });
  const late = new MessageChannel();
  let replayed = 0;
  late.port1.onmessage = () => {
    replayed++;
  };
  deliver({ data: welcomeTo(sent), ports: [late.port2] });
  bridge.post({ type: 'ready' });
  expect(await said).toEqual({ type: 'ready' });
  expect(channels.map(({ got }) => got())).toEqual(wrong.map(() => 0));
  expect(replayed).toBe(0);
  bridge.close();
  for (const port of [honest.port1, late.port1, ...channels.map(({ port1 }) => port1)]) port.close();
});

test('speaks only to origins of the workflow, or to the face app’s own', () => {
  expect(mayEmbed(PARENT, [PARENT], 'https://id.example')).toBe(true);
  expect(mayEmbed('https://id.example', [], 'https://id.example')).toBe(true);
  expect(mayEmbed('https://evil.example', [PARENT], 'https://id.example')).toBe(false);
});
