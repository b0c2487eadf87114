import type { Webhook } from '@standpoint/contract';
import { expect, it } from 'vitest';
import { stateOf, urlProblem, waitingWords } from './endpoint-state.ts';

const AT = '2026-11-23T12:00:00.000Z';
const on = (last: Webhook['last']) => ({ enabled: true, disabled_reason: null, last });
const off = (disabled_reason: Webhook['disabled_reason']) => ({
  enabled: false,
  disabled_reason,
  last: null,
});
const last = (status: number | null, problem: string | null = null) => ({
  at: AT,
  status,
  problem,
  detail: null,
});

it.each([
  [on(null), 'none', 'Nothing sent yet'],
  [on(last(204)), 'pass', 'Answered 204'],
  [on(last(301)), 'fail', 'Answered 301'],
  [on(last(500)), 'fail', 'Answered 500'],
  [on(last(null, 'timed_out')), 'fail', 'No answer in time'],
  [on(last(null, 'moon')), 'fail', 'moon'],
  [off('operator'), 'none', 'Switched off'],
  [off('gone'), 'fail', 'Off: it answered 410, “gone”'],
  [off('failing'), 'fail', 'Off: every attempt of five days failed'],
  [off(null), 'none', 'Switched off'],
] as const)('%j is %s: %s', (webhook, tone, words) => {
  expect(stateOf(webhook)).toEqual({ tone, words });
});

it('counts what waits', () => {
  expect([0, 1, 1_200].map(waitingWords)).toEqual(['', '1 waits', '1,200 wait']);
});

it.each([
  ['https://shop.example/standpoint', null],
  [' http://127.0.0.1:3001/hook ', null],
  ['shop.example/standpoint', 'Write the whole address'],
  ['ftp://shop.example', 'Write the whole address'],
  ['https://a:b@shop.example', 'Leave the name and password'],
  ['https://shop.example/#x', 'Leave out everything from #'],
])('%s: %s', (text, problem) => {
  if (problem === null) expect(urlProblem(text)).toBeNull();
  else expect(urlProblem(text)).toContain(problem);
});
