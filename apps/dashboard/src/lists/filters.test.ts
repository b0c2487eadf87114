import { expect, test } from 'vitest';
import {
  dayStart,
  type FilterField,
  filterWords,
  queryOf,
  readFilters,
  unreadFilters,
  withFilter,
} from './filters.ts';

const FIELDS: readonly FilterField[] = [
  { name: 'customer_id', label: 'Customer' },
  { name: 'decision', label: 'Decision', options: [{ value: 'fail', label: 'Fail' }] },
  { name: 'from', label: 'From', day: 'from' },
  { name: 'to', label: 'To', day: 'to' },
];

test('reads what the fields know, and nothing else', () => {
  const search = { customer_id: ' cus_1 ', decision: 'perhaps', bbox: '1,2,3,4', from: '', to: 5 };
  expect(readFilters(FIELDS, search)).toEqual({ customer_id: 'cus_1' });
  expect(readFilters(FIELDS, { decision: 'fail' })).toEqual({ decision: 'fail' });
});

test('tells what it does not know when an address has it', () => {
  expect(
    unreadFilters(FIELDS, { decision: 'perhaps', status: 'foo', from: 'yesterday', customer_id: 'c' }),
  ).toEqual({
    decision: 'perhaps',
    status: 'foo',
    from: 'yesterday',
  });
  expect(unreadFilters(FIELDS, { decision: 'fail', from: '2026-11-23', to: '' })).toEqual({});
});

test('changes one filter', () => {
  expect(withFilter({ decision: 'fail' }, 'customer_id', 'c')).toEqual({
    decision: 'fail',
    customer_id: 'c',
  });
  expect(withFilter({ decision: 'fail' }, 'decision', ' ')).toEqual({});
});

test('says a filter in words', () => {
  expect(filterWords(FIELDS, 'decision', 'fail')).toBe('Decision: Fail');
  expect(filterWords(FIELDS, 'customer_id', 'cus_1')).toBe('Customer: cus_1');
});

test.each([
  ['2026-11-23', 'UTC', '2026-11-23T00:00:00.000Z'],
  ['2026-11-23', 'America/New_York', '2026-11-23T05:00:00.000Z'],
  // The day on which the clocks change begins in summer time and ends in winter time.
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-11-23', 'Asia/Kathmandu', '2026-11-22T18:15:00.000Z'],
])('%s in %s begins at %s', (day, zone, start) => {
  expect(dayStart(day, zone)?.toISOString()).toBe(start);
});

test('what is no day is not asked for', () => {
  expect(dayStart('yesterday', 'UTC')).toBeNull();
  expect(queryOf(FIELDS, { from: 'yesterday', to: 'x' }, 'UTC')).toEqual({});
});

test('the last day counts whole', () => {
  expect(queryOf(FIELDS, { from: '2026-11-23', to: '2026-11-23', decision: 'fail' }, 'UTC')).toEqual({
    decision: 'fail',
    from: '2026-11-23T00:00:00.000Z',
    to: '2026-11-23T23:59:59.999Z',
  });
});
