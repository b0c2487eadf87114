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
  const failed = (error: unknown) => ({ sent: stored!, failed: { definition: changed!, error } });
  expect(restOf(changed!, failed(refused))).toBeNull();
  expect(restOf(changed!, failed(new Unreachable('no network')))).toBe(5_000);
  expect(restOf({ ...changed! }, failed(refused)), 'after a change').toBe(600);
});
