import { expect, test } from 'vitest';
import { frameReader } from './frames.ts';
import { waitMs } from './stream.ts';

test('reads events whole, however the text is cut', () => {
  const text =
    'id: a.1\nevent: news\ndata: [{"kind":"key","id":"x:y"}]\n\nid: a.2\nevent: beat\ndata: null\n\n';
  for (const size of [1, 3, 7, 1_000]) {
    const read = frameReader();
    const frames = [];
    for (let at = 0; at < text.length; at += size) frames.push(...read(text.slice(at, at + size)));
    expect(frames).toEqual([
      { id: 'a.1', event: 'news', data: [{ kind: 'key', id: 'x:y' }] },
      { id: 'a.2', event: 'beat', data: null },
    ]);
  }
});

test('leaves out what is no event: comments, and what a proxy puts in between', () => {
  expect(frameReader()(': nothing\n\nevent: news\ndata: {half\n\n<html>\n\n')).toEqual([]);
});

test('waits longer after each failure, up to 30 s, and never all tabs at once', () => {
  expect([0, 1, 2, 9].map((tries) => waitMs(tries, 1))).toEqual([1_000, 2_000, 4_000, 30_000]);
  expect(waitMs(9, 0)).toBe(15_000);
});
