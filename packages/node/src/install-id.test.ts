import { expect, test } from 'vitest';
import { installId } from './index.ts';

test('reads back the cookie that it sets, whatever visible characters the id has', () => {
  for (const id of ['ins_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'a;b, c="d"%'.replaceAll(' ', '_')]) {
    const cookie = installId.toSetCookie(id);
    expect(cookie).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const pair = cookie.split(';')[0]!;
    expect(installId.fromRequest({ cookie: `other=1; ${pair}; more=2` })).toBe(id);
    expect(installId.fromRequest(new Headers({ cookie: pair }))).toBe(id);
  }
});

test('returns no id for a missing, empty or malformed cookie', () => {
  const cookies = [
    undefined,
    '',
    'install_id=',
    'install_id=%zz',
    'xinstall_id=a',
    `install_id=${'a'.repeat(129)}`,
  ];
  cookies.push('install_id=%C3%A9', 'install_id=a%20b', 'install_id');
  for (const cookie of cookies) expect(installId.fromRequest({ cookie })).toBeUndefined();
});

test('refuses ids and names that would split the cookie', () => {
  expect(() => installId.toSetCookie('a\r\nSet-Cookie: x=y')).toThrow(TypeError);
  expect(() => installId.toSetCookie('a', { domain: 'x; Path=/evil' })).toThrow(TypeError);
  expect(
    installId.toSetCookie('a', { domain: 'shop.example', path: '/app', secure: false, name: 'dev' }),
  ).toBe('dev=a; Max-Age=34560000; Path=/app; Domain=shop.example; HttpOnly; SameSite=Lax');
});
