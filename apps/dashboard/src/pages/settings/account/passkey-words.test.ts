import { expect, it } from 'vitest';
import { Refused } from '../../../api/refused.ts';
import { addingWords } from './passkey-words.ts';

const named = (name: string) => Object.assign(new Error('The operation failed.'), { name });
const refused = (status: number) =>
  new Refused(status, {
    code: 'scope_denied',
    message: 'No.',
    retryable: false,
    request_id: 'req_1',
    docs_url: '',
  });

it.each([
  [named('NotAllowedError'), 'No passkey was made'],
  [named('InvalidStateError'), 'has a passkey for this account already'],
  [named('SecurityError'), 'need https'],
  [refused(403), 'signed in too long ago'],
  [refused(400), 'No.'],
  [named('Error'), 'The operation failed.'],
])('%s', (error, words) => {
  expect(addingWords(error)).toContain(words);
  expect(addingWords(error)).toContain('Nothing was changed');
});
