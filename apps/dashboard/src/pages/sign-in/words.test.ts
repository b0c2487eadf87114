import { expect, test } from 'vitest';
import { Refused, Unreachable } from '../../api/refused.ts';
import { digitsOf, mustBeginAgain, returnTo, wordsFor } from './words.ts';

const refused = (status: number, message: string, retry_after_s?: number) =>
  new Refused(status, {
    code: status === 429 ? 'rate_limited' : 'token_invalid',
    message,
    retryable: false,
    request_id: 'req_1',
    docs_url: '',
    retry_after_s,
  });

test('a wrong password does not tell whether the account exists', () => {
  const words = wordsFor(refused(401, 'Invalid email or password.'), 'password');
  expect(words).toBe('No account here has this e-mail address and this password.');
  expect(wordsFor(refused(401, 'User not found.'), 'password')).toBe(words);
});

test('too many attempts and a locked account are told apart', () => {
  expect(wordsFor(refused(429, 'Too many requests', 30), 'password')).toMatch(/Too many attempts/);
  expect(wordsFor(refused(429, 'Your account is temporarily locked.'), 'code')).toMatch(/15 min/);
});

test('a code after too long a pause begins again', () => {
  const late = refused(401, 'Invalid two factor cookie.');
  expect(mustBeginAgain(late)).toBe(true);
  expect(wordsFor(late, 'code')).toMatch(/Begin again/);
  expect(mustBeginAgain(refused(401, 'Invalid code.'))).toBe(false);
});

test('what is no refusal keeps its own words', () => {
  expect(wordsFor(new Unreachable('The service could not be reached.'), 'code')).toMatch(/reached/);
  expect(wordsFor(Object.assign(new Error('x'), { name: 'NotAllowedError' }), 'passkey')).toMatch(/closed/);
});

test.each([
  ['123 456', '123456'],
  [' 12-34-56 7', '123456'],
  ['abc', ''],
])('reads the code %s', (typed, code) => {
  expect(digitsOf(typed)).toBe(code);
});

test.each([
  ['/dashboard/org_1/sandbox/sessions?status=done', '/dashboard/org_1/sandbox/sessions?status=done'],
  ['//evil.example', '/dashboard'],
  ['/dashboard//evil.example', '/dashboard'],
  ['/dashboard/\\evil.example', '/dashboard'],
  ['https://evil.example/dashboard/x', '/dashboard'],
  ['/dashboard/sign-in', '/dashboard'],
  ['/dashboard/api/me', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  [undefined, '/dashboard'],
])('goes back to %s', (asked, to) => {
  expect(returnTo(asked)).toBe(to);
});
