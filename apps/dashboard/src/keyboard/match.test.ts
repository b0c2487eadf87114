import { expect, test } from 'vitest';
import { type Binding, labelOf, nameOf, step } from './match.ts';

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});
const binding = (keys: Binding['keys'], when?: () => boolean): Binding => ({
  keys,
  words: keys.join(' '),
  run: () => {},
  when,
});
const J = binding(['j']);
const GV = binding(['g', 'v']);
const V = binding(['v']);
const ALL = [J, GV, V];

test('one key, and two keys one after the other', () => {
  expect(step(null, press('j'), ALL, true).run).toBe(J);
  const first = step(null, press('g'), ALL, true);
  expect(first).toEqual({ run: null, waits: 'g' });
  expect(step('g', press('v'), ALL, true).run).toBe(GV);
  expect(step(null, press('v'), ALL, true).run).toBe(V);
});

test('a second key that means nothing after the first means what it means alone', () => {
  expect(step('g', press('j'), ALL, true).run).toBe(J);
  expect(step('g', press('x'), ALL, true)).toEqual({ run: null, waits: null });
});

test('keys of the browser stay the browser’s', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(step(null, press('j', { [held]: true }), ALL, true).run).toBeNull();
});

test('letters can be switched off, other keys stay', () => {
  const home = binding(['Home']);
  expect(step(null, press('j'), [...ALL, home], false)).toEqual({ run: null, waits: null });
  expect(step(null, press('Home'), [...ALL, home], false).run).toBe(home);
});

test('the page’s own key comes before one that works everywhere, when it counts', () => {
  const closed = binding(['j'], () => false);
  const own = binding(['j'], () => true);
  expect(step(null, press('j'), [J, own], true).run).toBe(own);
  expect(step(null, press('j'), [J, closed], true).run).toBe(J);
});

test.each([
  [press('J'), 'j'],
  [press('D', { shiftKey: true }), 'Shift+d'],
  [press('?', { shiftKey: true }), '?'],
  [press('Enter'), 'Enter'],
])('names %o %s', (pressed, name) => {
  expect(nameOf(pressed)).toBe(name);
});

test.each([
  ['g', 'G'],
  ['Shift+d', '⇧D'],
  ['Escape', 'Esc'],
  ['ArrowDown', '↓'],
  ['Home', 'Home'],
])('prints %s as %s', (key, label) => {
  expect(labelOf(key)).toBe(label);
});
