import { expect, test } from 'vitest';
import type { Column } from '../table/column.ts';
import { visibleOf } from './visible-columns.ts';

const column = (id: string, more: Partial<Column<never>> = {}): Column<never> => ({
  id,
  head: id,
  cell: () => null,
  ...more,
});
const COLUMNS = [column('time', { always: true }), column('why'), column('install', { extra: true })];

test.each([
  [null, { time: true, why: true, install: false }],
  ['{"why":false,"install":true,"time":false,"gone":true}', { time: true, why: false, install: true }],
  ['no json', { time: true, why: true, install: false }],
  ['null', { time: true, why: true, install: false }],
])('%s', (stored, visible) => {
  expect(visibleOf(COLUMNS, stored)).toEqual(visible);
});
