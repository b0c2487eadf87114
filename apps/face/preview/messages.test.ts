import { expect, test, vi } from 'vitest';
import { receiveFrom } from './messages.ts';

const OWN = 'https://id.example';
const message = { type: 'preview', workflow: {}, consent: {} };

/** A window inside another one. */
function framed() {
  const parent = { postMessage: vi.fn() };
  let heard: (event: unknown) => void = () => {};
  const frame = {
    parent,
    location: { href: `${OWN}/dashboard/preview/` },
    addEventListener: (_: string, listener: typeof heard) => {
      heard = listener;
    },
  };
  return { frame, parent, say: (event: object) => heard(event) };
}

test('hears the page around it when that is of its own address, and answers it alone', () => {
  const { frame, parent, say } = framed();
  const take = vi.fn();
  const post = receiveFrom(frame as never, take)!;
  say({ origin: OWN, source: parent, data: message });
  expect(take).toHaveBeenCalledExactlyOnceWith(message);
  post({ type: 'preview-ready' });
  expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'preview-ready' }, OWN);
});

test.each([
  ['another page', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['another window of its own address', { source: {} }],
  ['words of another kind', { data: { type: 'token', token: 'x' } }],
  ['nothing', { data: null }],
])('does not hear %s', (_, other) => {
  const { frame, parent, say } = framed();
  const take = vi.fn();
  receiveFrom(frame as never, take);
  say({ origin: OWN, source: parent, data: message, ...other });
  expect(take).not.toHaveBeenCalled();
});

test('opened by itself, it hears no page at all', () => {
  const alone = { location: { href: OWN }, addEventListener: vi.fn() };
  Object.assign(alone, { parent: alone });
  expect(receiveFrom(alone as never, vi.fn())).toBeNull();
  expect(alone.addEventListener).not.toHaveBeenCalled();
});
