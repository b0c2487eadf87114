import { type Case, familyOf } from '../family.ts';
import { INSTALL_ID } from '../tokens.ts';

const cookie = (name: string, why: string, header: string, id: string | null): Case => ({
  name: `read: ${name}`,
  why,
  input: { do: 'read', cookie: header },
  expect: { install_id: id },
});
const set = (
  name: string,
  why: string,
  id: string,
  options: Record<string, unknown>,
  expect: Record<string, unknown>,
): Case => ({
  name: `write: ${name}`,
  why,
  input: { do: 'write', install_id: id, options },
  expect,
});
const kept = (
  name: string,
  why: string,
  platform: string,
  claim: string | null,
  expected: string | null,
): Case => ({
  name,
  why,
  input: { do: 'evidence', platform, claim },
  expect: { install_id: expected },
});
const AGE = 'Max-Age=34560000; Path=/';

export const installId = familyOf(
  'install-id',
  'The rules of the install id. `read`: from the header of a request. `write`: the header that keeps it, for ' +
    '400 days. `evidence`: what the client puts into its evidence; `claim` is the one in the token.',
  [
    cookie('ours', '', `a=1; install_id=${INSTALL_ID}; b=2`, INSTALL_ID),
    cookie(
      'one that the integrator made',
      'Any 1 to 128 visible ASCII characters.',
      'install_id=device-7',
      'device-7',
    ),
    cookie('URL-encoded', '', 'install_id=a%2Bb', 'a+b'),
    cookie('missing', 'The first visit.', 'a=1', null),
    cookie('empty', '', 'install_id=', null),
    cookie('a name that only ends so', '', 'my_install_id=x; install_id2=y', null),
    cookie('129 characters', '', `install_id=${'x'.repeat(129)}`, null),
    cookie('a blank within', '', 'install_id=a%20b', null),
    cookie('broken encoding', '', 'install_id=%E0%A4%A', null),
    cookie(
      'a malformed one before a good one',
      'A parent domain may have set the first.',
      `install_id=%00; install_id=${INSTALL_ID}`,
      INSTALL_ID,
    ),
    set(
      'ours',
      '',
      INSTALL_ID,
      {},
      { set_cookie: `install_id=${INSTALL_ID}; ${AGE}; HttpOnly; Secure; SameSite=Lax` },
    ),
    set(
      'without Secure',
      'For http://localhost only.',
      INSTALL_ID,
      { secure: false },
      { set_cookie: `install_id=${INSTALL_ID}; ${AGE}; HttpOnly; SameSite=Lax` },
    ),
    set(
      'a character that needs encoding',
      '',
      'a;b',
      {},
      { set_cookie: `install_id=a%3Bb; ${AGE}; HttpOnly; Secure; SameSite=Lax` },
    ),
    set(
      'a line break',
      'It would begin another header.',
      'a\r\nSet-Cookie: x=1',
      {},
      { error: 'invalid_install_id' },
    ),
    set('empty', '', '', {}, { error: 'invalid_install_id' }),
    kept('the web takes the claim', '', 'web', INSTALL_ID, INSTALL_ID),
    kept('the web without a claim', 'It works without.', 'web', null, null),
    kept(
      'Android ignores the claim',
      'The claim is for the web SDK alone (given §9).',
      'android',
      INSTALL_ID,
      null,
    ),
    kept('iOS ignores the claim', '', 'ios', INSTALL_ID, null),
  ],
);
