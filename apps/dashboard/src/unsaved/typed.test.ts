import { beforeEach, expect, test, vi } from 'vitest';
import { forgetTyped, isOutdated, setTyped, typedIn } from './typed.ts';

/** The window that the browser closes or loads anew. */
let browser: EventTarget;
beforeEach(() => {
  browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
  return () => {
    forgetTyped();
    vi.unstubAllGlobals();
  };
});

/** Whether the browser asks the person before it loads the page anew. */
const asks = () => !browser.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('what was typed is there again when the person comes back to its form', () => {
  setTyped('policy 1', '{', 'stored');
  setTyped('policy 2', '[', 'stored');
  expect([typedIn('policy 1'), typedIn('policy 2'), typedIn('policy 3')]).toEqual(['{', '[', null]);
});

test('the browser asks before a reload when something is typed, until all of it is saved', () => {
  expect(asks()).toBe(false);
  setTyped('project', { name: 'Harbour' }, 'stored');
  setTyped('policy 1', '{', 'stored');
  expect(asks()).toBe(true);
  setTyped('project', null, 'stored');
  expect(asks()).toBe(true);
  setTyped('policy 1', null, 'stored');
  expect(asks()).toBe(false);
});

test('nothing of what was typed stays when the person signs out', () => {
  setTyped('project', { name: 'Harbour' }, 'stored');
  forgetTyped();
  expect([typedIn('project'), asks()]).toEqual([null, false]);
});

test('what is typed is outdated when something else was stored after the person began', () => {
  setTyped('policy 1', '{', 'first');
  expect(isOutdated('policy 1', 'first')).toBe(false);
  setTyped('policy 1', '{}', 'second');
  expect(isOutdated('policy 1', 'second')).toBe(true);
  setTyped('policy 1', null, 'second');
  setTyped('policy 1', '[', 'second');
  expect([isOutdated('policy 1', 'second'), isOutdated('policy 2', 'second')]).toEqual([false, false]);
});
