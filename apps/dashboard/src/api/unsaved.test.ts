import { beforeEach, expect, test, vi } from 'vitest';
import { forgetTyped, setTyped, typedIn } from './unsaved.ts';

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
  setTyped('policy 1', '{');
  setTyped('policy 2', '[');
  expect([typedIn('policy 1'), typedIn('policy 2'), typedIn('policy 3')]).toEqual(['{', '[', null]);
});

test('the browser asks before a reload when something is typed, until all of it is saved', () => {
  expect(asks()).toBe(false);
  setTyped('project', { name: 'Harbour' });
  setTyped('policy 1', '{');
  expect(asks()).toBe(true);
  setTyped('project', null);
  expect(asks()).toBe(true);
  setTyped('policy 1', null);
  expect(asks()).toBe(false);
});

test('nothing of what was typed stays when the person signs out', () => {
  setTyped('project', { name: 'Harbour' });
  forgetTyped();
  expect([typedIn('project'), asks()]).toEqual([null, false]);
});
