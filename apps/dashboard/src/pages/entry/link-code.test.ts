import { expect, test } from 'vitest';
import { forgetLinkCode, linkCode, purposeOf, readCode, takeLinkCode } from './link-code.ts';

const CODE = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

test.each([
  [`#${CODE}`, CODE],
  [`#${CODE.toLowerCase()}`, CODE],
  [`#${CODE.replace('0', 'o').replace('1', 'l')}`, CODE],
  [`#${CODE.slice(0, 16)}%20${CODE.slice(16)}`, CODE],
  [`#${CODE.slice(0, 31)}`, null],
  [`#${CODE}A`, null],
  [`#%E0%A4%A`, null],
  ['', null],
])('reads %s', (fragment, code) => {
  expect(readCode(fragment)).toBe(code);
});

test('a code leaves the address at once, survives a reload, and is forgotten when it was used', () => {
  const store = storage();
  const at = { pathname: '/dashboard/setup', hash: `#${CODE}`, search: '?a=1' };
  expect(takeLinkCode(at, store)).toBe('/dashboard/setup?a=1');
  expect(linkCode('setup', store)).toBe(CODE);
  expect(takeLinkCode({ ...at, hash: '' }, store)).toBeNull();
  expect(linkCode('setup', store)).toBe(CODE);
  forgetLinkCode('setup', store);
  expect(linkCode('setup', store)).toBeNull();
});

test('what is no code leaves the address too, and is told from nothing', () => {
  const store = storage();
  expect(takeLinkCode({ pathname: '/dashboard/reset', hash: '#x', search: '' }, store)).toBe(
    '/dashboard/reset',
  );
  expect(linkCode('reset', store)).toBe('');
  expect(linkCode('setup', store)).toBeNull();
});

test('only pages of links take codes', () => {
  expect(purposeOf('/dashboard/invitation/')).toBe('invitation');
  expect(purposeOf('/dashboard/sign-in')).toBeNull();
  expect(purposeOf('/dashboard/org_1/setup')).toBeNull();
});
