import { expect, test } from 'vitest';
import { Refused, Unreachable } from '../api/refused.ts';
import { isNoRecord, kindOfId } from './id-kinds.ts';

const ULID = '01HZX3V9K6T4N8QWERTY234567';

test('names the kind of record and its page when an id is of another kind', () => {
  expect(kindOfId(`fcs_${ULID}`)).toEqual({ one: 'session', at: `sessions/fcs_${ULID}` });
  expect(kindOfId(`rev_${ULID}`)).toEqual({ one: 'case', at: `review?case=rev_${ULID}` });
});

test.each(['foo', '', 'ver_', `key_${ULID}`, `ver_${ULID}0`])('names no kind when the id is %j', (id) => {
  expect(kindOfId(id)).toBeNull();
});

test('tells a record that is not there from one that did not come', () => {
  const refused = (status: number, code: 'not_found' | 'invalid_request' | 'scope_denied') =>
    new Refused(status, { code, message: 'm', retryable: false, request_id: 'req_1', docs_url: 'd' });
  expect(isNoRecord(refused(404, 'not_found'))).toBe(true);
  expect(isNoRecord(refused(400, 'invalid_request'))).toBe(true);
  expect(isNoRecord(refused(403, 'scope_denied'))).toBe(false);
  expect(isNoRecord(new Unreachable('gone'))).toBe(false);
});
