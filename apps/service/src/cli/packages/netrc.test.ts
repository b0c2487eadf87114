import { describe, expect, it } from 'vitest';
import { withLines } from './lines.ts';
import { machineIn, withMachine } from './netrc.ts';

const ENTRY = 'machine id.example\n  login token\n  password pkg_new\n';
const put = (text: string) => withMachine(text, 'id.example', ENTRY);

describe('an entry of a .netrc', () => {
  it.each([
    ['of an empty file', '', ENTRY],
    ['after others', 'machine a login b password c\n', `machine a login b password c\n${ENTRY}`],
    [
      'after a last line without an end',
      'machine a login b password c',
      `machine a login b password c\n${ENTRY}`,
    ],
    [
      'in the place of the old one',
      'machine a login b password c\nmachine id.example login token password pkg_old\nmachine d login e password f\n',
      `machine a login b password c\n${ENTRY.trimEnd()}\nmachine d login e password f\n`,
    ],
    [
      'before the default, after which none is read',
      'machine a login b password c\ndefault login d password e\n',
      `machine a login b password c\n${ENTRY}default login d password e\n`,
    ],
    [
      'beside a machine whose name begins alike',
      'machine id.example.org login me password mine\n',
      `machine id.example.org login me password mine\n${ENTRY}`,
    ],
    [
      'where a password is the word machine',
      'machine a login b password machine\nmachine id.example login token password pkg_old',
      `machine a login b password machine\n${ENTRY.trimEnd()}`,
    ],
    [
      'where a macro only speaks of it',
      'machine a login b password c\nmacdef init\nmachine id.example login x\n\nmachine d login e password f\n',
      `machine a login b password c\nmacdef init\nmachine id.example login x\n\nmachine d login e password f\n${ENTRY}`,
    ],
  ])('is written %s', (_, before, after) => {
    expect(put(before)).toBe(after);
    // A second time changes nothing more.
    expect(put(after)).toBe(after);
  });

  it.each(['# machine id.example login me password mine', '  # note: machine id.example'])(
    'is written beside the comment %j, which is no entry',
    (comment) => {
      expect(put(`${comment}\n`)).toBe(`${comment}\n${ENTRY}`);
      expect(machineIn(`${comment}\n`, 'id.example')).toBeNull();
    },
  );

  it('keeps a password in which a # stands', () => {
    const text = 'machine id.example login token password pkg_#x\n';
    expect(machineIn(text, 'id.example')?.fields.password).toBe('pkg_#x');
  });

  it.each([
    'machine id.example login me password mine',
    'machine id.example login token password another',
    'machine id.example\n',
    'machine\nid.example\nlogin\nme\npassword\npkg_x\n',
  ])('does not replace the entry of another program: %j', (before) => {
    expect(put(before)).toBeNull();
  });
});

describe('a line of .npmrc or .properties', () => {
  it.each([
    ['', 'a=1\n'],
    ['b=2', 'b=2\na=1\n'],
    ['a=0\nb=2\n', 'a=1\nb=2\n'],
    ['a = 0\nb=2\na=3\n', 'a=1\nb=2\n'],
    ['ab=0\n#a=0\n', 'ab=0\n#a=0\na=1\n'],
    ['b=2\r\na=0\r\n', 'b=2\r\na=1\r\n'],
  ])('in %j', (before, after) => {
    expect(withLines(before, ['a=1'])).toBe(after);
    expect(withLines(after, ['a=1'])).toBe(after);
  });
});
