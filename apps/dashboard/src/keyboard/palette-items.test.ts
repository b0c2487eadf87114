import { expect, test } from 'vitest';
import { fit, found, type Item, recordsOf } from './palette-items.ts';

const item = (group: Item['group'], title: string): Item => ({
  id: title,
  group,
  icon: 'dash',
  title,
  run: () => {},
});
const ITEMS = [
  item('Go to', 'Sessions'),
  item('Switch', 'Sandbox'),
  item('This page', 'Filter'),
  item('Go to', 'Team settings'),
];
const titles = (typed: string) => found(ITEMS, typed).map(({ title }) => title);

test('lists by group, and by how early a word fits', () => {
  expect(titles('')).toEqual(['Filter', 'Sessions', 'Team settings', 'Sandbox']);
  expect(titles('s')).toEqual(['Sessions', 'Team settings', 'Sandbox']);
  expect(titles('set te')).toEqual(['Team settings']);
  expect(titles('essions')).toEqual([]);
});

test('> leaves commands only', () => {
  expect(titles('>')).toEqual(['Filter', 'Sandbox']);
  expect(titles('> sa')).toEqual(['Sandbox']);
});

test('accents are no obstacle', () => {
  expect(fit('Zürich', 'zur')).toBe(0);
  expect(fit('Zurich', 'ZÜR')).toBe(0);
});

const ID = '01M83JJGZK1HG374ZQQQY1WANX';
test.each([
  [`ver_${ID}`, 'verifications'],
  [` fcs_${ID} `, 'sessions'],
  ['cus_4821', 'customers'],
  ['ada@bank.example', 'customers'],
])('%s opens a record of %s', (typed, page) => {
  expect(recordsOf(typed).map((each) => each.page)).toEqual([page]);
});

test.each([`key_${ID}`, 'two words', '>', 'a', ''])('%s is no id of a record', (typed) => {
  expect(recordsOf(typed)).toEqual([]);
});
