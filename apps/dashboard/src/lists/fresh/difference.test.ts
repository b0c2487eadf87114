import { expect, test } from 'vitest';
import { differenceOf, freshWords } from './difference.ts';

const row = (id: string, state = 'a') => ({ id, state });
const keyOf = ({ id }: { id: string }) => id;
const shown = [row('5'), row('4'), row('3')];
const none = { fresh: [], hole: false };
const page = (...rows: { id: string; state: string }[]) => ({ rows, whole: true });

test('tells new rows, changed rows, and leaves the others alone', () => {
  const { waiting, changed } = differenceOf(
    shown,
    none,
    page(row('7'), row('6'), row('5'), row('4', 'b')),
    keyOf,
  );
  expect(waiting).toEqual({ fresh: [row('7'), row('6')], hole: false });
  expect([...changed]).toEqual([['4', row('4', 'b')]]);
});

test('adds to what waits, newest first, and exchanges what waits', () => {
  const before = { fresh: [row('7')], hole: false };
  const read = { rows: [row('8'), row('7', 'b'), row('6')], whole: false };
  expect(differenceOf(shown, before, read, keyOf).waiting.fresh).toEqual([row('8'), row('7', 'b'), row('6')]);
});

test('knows that there may be more between, when nothing that is known was read', () => {
  const { waiting } = differenceOf(shown, none, page(row('9'), row('8')), keyOf);
  expect([waiting.hole, freshWords(waiting)]).toEqual([true, '2+ new']);
  const some = differenceOf(shown, none, { rows: [row('9')], whole: false }, keyOf);
  expect(some.waiting.hole).toBe(false);
});

test('takes every row of a list that was empty, and no older row for a new one', () => {
  expect(differenceOf([], none, page(row('2'), row('1')), keyOf).waiting.hole).toBe(false);
  expect(differenceOf(shown, none, page(row('5'), row('2')), keyOf).waiting.fresh).toEqual([]);
});

test('keeps no more than it shows at once', () => {
  const many = Array.from({ length: 300 }, (_, i) => row(String(1_000 + i)));
  const { waiting } = differenceOf([row('0')], none, { rows: many, whole: false }, keyOf);
  expect([waiting.fresh.length, waiting.hole]).toEqual([200, true]);
});
