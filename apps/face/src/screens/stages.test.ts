import { expect, test } from 'vitest';
import { stageOf } from './stages.ts';

const of = (kinds: string) => kinds.split(' ').map((kind) => ({ kind }));
const counted = (kinds: string) => of(kinds).map((_, at) => stageOf(of(kinds), at));

test('counts each movement with the look ahead after it as one step', () => {
  expect(counted('front turn_left front smile front front approach')).toEqual(
    [1, 1, 1, 2, 2, 2, 3].map((n) => ({ n, total: 3 })),
  );
});

test('announces at most four steps, each of them in order, however many movements are asked for', () => {
  const shown = counted('front turn_left front smile front tilt_left front recede front turn_right front');
  expect(new Set(shown.map((stage) => stage?.total))).toEqual(new Set([4]));
  const numbers = shown.map((stage) => stage!.n);
  expect(numbers).toEqual(numbers.slice().sort());
  expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4]));
});

test('counts the light as the last step, from the first step on', () => {
  const steps = of('front turn_left front smile front');
  expect(steps.map((_, at) => stageOf(steps, at, 'later'))).toEqual(
    [1, 1, 1, 2, 2].map((n) => ({ n, total: 3 })),
  );
  expect(stageOf(steps, 4, 'now')).toEqual({ n: 3, total: 3 });
  const many = of('front turn_left front smile front tilt_left front recede front');
  const shown = [...many.map((_, at) => stageOf(many, at, 'later')!.n), stageOf(many, 8, 'now')!.n];
  expect(shown).toEqual(shown.toSorted());
  expect([shown[0], shown.at(-1)]).toEqual([1, 4]);
});

test('announces no number before the first step, nor where there is one thing to do', () => {
  expect(stageOf(of('front turn_left front smile'), -1)).toBeNull();
  expect(stageOf(of('front'), 0)).toBeNull();
  expect(stageOf([], 0)).toBeNull();
});
