import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addNews, emptyPlan, forget, giveBack, takeGathered } from './plan.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('news that could not be read are read a while later, with what came meanwhile', () => {
  const [plan, look] = [emptyPlan(), vi.fn()];
  addNews(plan, [{ id: 'ver_1' }], true, look);
  vi.runAllTimers();
  const gathered = takeGathered(plan);
  // News that came during the reading would have been read at once.
  addNews(plan, [{ id: 'ver_2' }], false, look);
  giveBack(plan, gathered, 5_000, look);
  vi.advanceTimersByTime(4_000);
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  expect(look).toHaveBeenCalledTimes(2);
  expect(takeGathered(plan)).toEqual({ ids: new Set(['ver_1', 'ver_2']), erased: true });
});

test('a list that is gone reads nothing more', () => {
  const [plan, look] = [emptyPlan(), vi.fn()];
  giveBack(plan, { ids: 'all', erased: true }, 5_000, look);
  forget(plan);
  vi.runAllTimers();
  expect(look).not.toHaveBeenCalled();
  expect(takeGathered(plan)).toEqual({ ids: new Set(), erased: false });
});
