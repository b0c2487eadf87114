import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { npmPackage, tarball, zip } from '../../../testing/registry/archives.ts';
import { manifestIn } from '../artifacts/npm.ts';
import { readTarball } from './tar.ts';
import { readZip } from './zip.ts';

const file = (name: string, more = {}) => ({ name, content: 'x', ...more });
const record = (key: string, value: string) => {
  const text = ` ${key}=${value}\n`;
  let length = text.length;
  while (`${length}${text}`.length !== length) length = `${length}${text}`.length;
  return `${length}${text}`;
};
const pax = (path: string, size?: number) => ({
  name: 'PaxHeader',
  type: 'x',
  content: record('path', path) + (size === undefined ? '' : record('size', `${size}`)),
});

describe('a tar archive', () => {
  it('is read when it is as npm makes it, long names and folders included', () => {
    const long = `package/${'deep/'.repeat(30)}file.js`;
    const files = readTarball(
      tarball({ name: 'package/', type: '5' }, file('package/a.js'), pax(long, 1), file('package/short')),
    );
    expect(files.map(({ name }) => name)).toEqual(['package/a.js', long]);
    expect(files[0]!.bytes.toString()).toBe('x');
  });

  it.each([
    ['a name that leads up', tarball(file('package/../../etc/passwd')), 'leads out of its folder'],
    ['a root', tarball(file('/etc/passwd')), 'leads out of its folder'],
    ['a drive', tarball(file('C:/x')), 'leads out of its folder'],
    ['a backslash', tarball(file('package\\..\\x')), 'leads out of its folder'],
    ['a pax name that leads up', tarball(pax('../x'), file('package/x')), 'leads out of its folder'],
    ['another size', tarball(pax('package/x', 513), file('package/x')), 'changes a size'],
    ['a global name', tarball({ ...pax('x'), type: 'g' }, file('package/x')), 'renames files'],
    ['a link', tarball(file('package/x', { type: '2' })), 'is a link or a device'],
    ['a hard link', tarball(file('package/x', { type: '1' })), 'is a link or a device'],
    ['two files of one name', tarball(file('package/x'), file('package/x')), 'holds package/x twice'],
    [
      'two files of one name but for case',
      tarball(file('package/X'), file('package/x')),
      'holds package/x twice',
    ],
    ['no gzip', Buffer.from('PK'), 'no gzip file'],
    ['a part of one', npmPackage({}).subarray(0, 60), 'no gzip file'],
  ])('with %s is refused', (_about, bytes, said) => {
    expect(() => readTarball(bytes)).toThrow(said);
  });

  it('that is damaged at any byte is refused, or says the same', () => {
    const honest = npmPackage({ name: '@standpoint/a', version: '1.0.0' });
    const tar = gunzipSync(honest);
    const names = readTarball(honest).map(({ name }) => name);
    // The first header, whose checksum covers each of its bytes.
    for (let at = 0; at < 512; at++) {
      const changed = Buffer.from(tar);
      changed[at]! ^= 1;
      let read: string[] | null = null;
      try {
        read = readTarball(gzipSync(changed, { level: 1 })).map(({ name }) => name);
      } catch (error) {
        expect((error as Error).constructor.name, `byte ${at}`).toBe('Unfit');
      }
      if (read) expect(read, `byte ${at}`).toEqual(names);
    }
  });

  it('that unpacks to a flood is refused before it is in memory', () => {
    const part = gzipSync(Buffer.alloc(2 ** 25), { level: 1 });
    const flood = Buffer.concat(Array.from({ length: 9 }, () => part));
    expect(() => readTarball(flood)).toThrow('unpacks to more than 256 MB');
  });
});

describe('a zip archive', () => {
  it('is read when it is honest, with a link that stays inside', () => {
    const names = ['A.xcframework/Info.plist', 'A.xcframework/m/Versions/Current'];
    expect(readZip(zip(file(names[0]!), { name: names[1]!, link: 'A' }))).toEqual(names);
    expect(readZip(zip())).toEqual([]);
  });

  it.each([
    ['a name that leads up', zip(file('a/../../x')), 'leads out of its folder'],
    ['a root', zip(file('/x')), 'leads out of its folder'],
    ['a link that leads up', zip({ name: 'a/link', link: '../../x' }), 'leads out of its folder'],
    ['a packed link that leads up', zip({ name: 'a/link', link: '../../x', deflated: true }), 'leads out'],
    ['a link of no path', zip({ name: 'a/link', link: 'x'.repeat(9_999), deflated: true }), 'cannot be read'],
    ['a link to a root', zip({ name: 'a/link', link: '/etc' }), 'leads out of its folder'],
    ['two names for one file', zip(file('a/x', { local: 'a/../../x' })), 'has two names'],
    ['two files of one name', zip(file('a'), file('a')), 'holds a twice'],
    ['two files of one name but for case', zip(file('a/X'), file('a/x')), 'holds a/x twice'],
    ['bytes after its end', Buffer.concat([zip(file('a')), Buffer.from('x')]), 'no zip file'],
    ['bytes before its directory', Buffer.concat([Buffer.from('x'), zip(file('a'))]), 'damaged'],
    ['nothing', Buffer.alloc(0), 'no zip file'],
  ])('with %s is refused', (_about, bytes, said) => {
    expect(() => readZip(bytes)).toThrow(said);
  });

  it('that is cut off anywhere is refused', () => {
    const whole = zip(file('a/x'), { name: 'a/link', link: 'x' });
    for (let length = 0; length < whole.length; length++)
      expect(() => readZip(whole.subarray(0, length)), `${length}`).toThrow(/zip/);
  });
});

describe('a package of npm', () => {
  it.each([
    [{ name: '@standpoint/a', version: '1.0' }, 'no version such as 0.5.0'],
    [{ name: '@standpoint/a' }, 'no version such as 0.5.0'],
    [{ name: 'left-pad', version: '1.0.0' }, 'no name of the form @standpoint/name'],
    [{ name: '@standpoint/../web', version: '1.0.0' }, 'no name of the form'],
    [[], 'no name of the form'],
  ])('with the package.json %j is refused', (manifest, said) => {
    expect(() => manifestIn(npmPackage(manifest))).toThrow(said);
  });

  it('with files beside package/, or without package.json, is refused', () => {
    expect(() => manifestIn(npmPackage({}, file('other/x')))).toThrow('other/x in it is not below package/');
    expect(() => manifestIn(tarball(file('package/x')))).toThrow('no package/package.json');
  });
});
