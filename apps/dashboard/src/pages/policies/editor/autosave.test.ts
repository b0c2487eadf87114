import type { ErrorBody } from '@standpoint/contract';
import { expect, test } from 'vitest';
import { Refused, Unreachable } from '../../../api/refused.ts';
import type { Definition } from '../queries.ts';
import { restOf } from './autosave.ts';

const [stored, changed]: Definition[] = [{ name: 'A' }, { name: 'B' }] as never;
const refused = new Refused(422, { code: 'invalid_request', message: 'No.', retryable: false } as ErrorBody);

test('a draft rests before it is saved, and is not saved twice', () => {
  expect(restOf(changed!, { sent: stored!, failed: null })).toBe(600);
  expect(restOf({ ...stored! }, { sent: stored!, failed: null })).toBeNull();
});

test('a refused draft waits for a change, and one that did not arrive is sent again', () => {
  const failed = (error: unknown) => ({ sent: stored!, failed: { definition: changed!, error, key: 'k' } });
  const ended = new Refused(401, { code: 'token_missing', message: 'No.', retryable: false } as ErrorBody);
  const busy = { code: 'rate_limited', message: 'No.', retryable: true, retry_after_s: 9 } as ErrorBody;
  expect(restOf(changed!, failed(refused))).toBeNull();
  expect(restOf(changed!, failed(new Unreachable('no network')))).toBe(5_000);
  expect(restOf(changed!, failed(ended)), 'the person signs in again').toBe(5_000);
  expect(restOf(changed!, failed(new Refused(429, busy)))).toBe(9_000);
  expect(restOf({ ...changed! }, failed(refused)), 'after a change').toBe(600);
});
