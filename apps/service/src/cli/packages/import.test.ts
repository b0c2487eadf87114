import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { testService } from '../../../testing/hooks.ts';
import { npmPackage, pom, tarball, zip } from '../../../testing/registry/archives.ts';
import { RELEASE, writeFiles } from '../../../testing/registry/release.ts';
import { Unfit } from '../../registry/artifact.ts';
import { readArtifacts } from '../../registry/artifacts/read.ts';

const service = testService();
const folder = mkdtempSync(join(tmpdir(), 'sp-import-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...args: string[]) => standpoint(['packages', ...args], service.variables);
const take = (files: Record<string, Buffer>) => run('import', ...writeFiles(folder, files));
const listed = async (): Promise<string[]> =>
  (await run('files', '--json')).json.files.map(({ file }: { file: string }) => file);

/** What the audit log of an organization says of packages, oldest first. */
const audited = async (org: string) =>
  (
    await service.database.db
      .selectFrom('audit')
      .select(['actor', 'action', 'target', 'detail'])
      .where('org', '=', org)
      .where('action', 'like', 'package.%')
      .orderBy('at')
      .orderBy('target')
      .execute()
  ).map(({ actor, action, target, detail }) => [
    actor,
    action,
    target,
    (detail as { files: string[] }).files,
  ]);

describe('packages import', () => {
  it('stands in the audit log of every organization, once for each version, and so does a removal', async () => {
    const orgs = [await service.organization(), await service.organization()].map(({ org }) => org);
    const files = {
      'extra-1.0.0.jar': zip({ name: 'A.class' }),
      'extra-1.0.0.pom': Buffer.from(pom('dev.standpoint', 'extra', '1.0.0')),
      'Extra-1.0.0.zip': zip({ name: 'a' }),
    };
    expect((await take(files)).code).toBe(0);
    // The same again changes nothing, and is no entry.
    expect((await take(files)).code).toBe(0);
    expect((await run('remove', 'maven', 'dev.standpoint:extra@1.0.0')).code).toBe(0);
    expect((await run('remove', 'ios', 'Extra@1.0.0')).code).toBe(0);
    const [zips, jars] = [['Extra-1.0.0.zip'], ['extra-1.0.0.jar', 'extra-1.0.0.pom']];
    for (const org of orgs)
      expect(await audited(org)).toEqual([
        ['cli', 'package.imported', 'ios:Extra@1.0.0', zips],
        ['cli', 'package.imported', 'maven:dev.standpoint:extra@1.0.0', jars],
        ['cli', 'package.removed', 'maven:dev.standpoint:extra@1.0.0', jars],
        ['cli', 'package.removed', 'ios:Extra@1.0.0', zips],
      ]);
  });

  it('is no entry where nothing was imported', async () => {
    const { org } = await service.organization();
    const same = { 'Twice-1.0.0.zip': zip({ name: 'a' }) };
    expect((await take(same)).code).toBe(0);
    const other = { 'Twice-1.0.0.zip': zip({ name: 'b' }), 'New-1.0.0.zip': zip({ name: 'a' }) };
    expect((await take(other)).code).toBe(1);
    expect((await audited(org)).map(([, , target]) => target)).toEqual(['ios:Twice@1.0.0']);
    expect((await run('remove', 'ios', 'Twice@1.0.0')).code).toBe(0);
  });

  it('takes a release, says what it serves where, and takes it once', async () => {
    expect((await run('files')).stdout).toContain('No package was imported yet');
    const { code, stdout, stderr } = await take(RELEASE);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Served at /npm: @standpoint/react-native 0.5.0 (react-native-0.5.0.tgz)');
    expect(stdout).toContain('Served at /maven: dev.standpoint:android 0.5.0 (android-0.5.0.jar)');
    expect(stdout).toContain('Served at /ios: Standpoint 0.5.0 (Standpoint-0.5.0.xcframework.zip)');
    expect((await take(RELEASE)).stdout).toBe('6 files were served before, unchanged.\n');
    expect(await listed()).toHaveLength(6);
    expect((await run('files')).stdout).toContain('/maven');
  });

  it('refuses other bytes for a version, and takes nothing of that call', async () => {
    const changed = npmPackage({ name: '@standpoint/react-native', version: '0.5.0', description: 'other' });
    const next = npmPackage({ name: '@standpoint/react-native', version: '0.6.0' });
    const { code, stderr } = await take({ 'next.tgz': next, 'changed.tgz': changed });
    expect([code, stderr]).toEqual([1, expect.stringContaining('0.5.0 was imported before')]);
    expect(await listed()).not.toContain('react-native-0.6.0.tgz');
  });

  it('removes a version, which comes back with its own bytes alone', async () => {
    expect((await run('remove', 'ios', 'Standpoint@0.5.0')).stdout).toContain(
      'Standpoint-0.5.0.xcframework.zip',
    );
    expect(await listed()).toHaveLength(5);
    const again = await run('remove', 'ios', 'Standpoint@0.5.0');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('packages files')]);
    const name = 'Standpoint-0.5.0.xcframework.zip';
    const other = zip({ name: 'A.xcframework/Info.plist' });
    expect((await take({ [name]: other })).stderr).toContain('had other bytes then');
    expect((await take({ [name]: RELEASE[name]! })).code).toBe(0);
    for (const wrong of [
      ['ios', 'Standpoint'],
      ['pip', 'a@1.0.0'],
    ])
      expect((await run('remove', ...wrong)).code).toBe(2);
  });

  const jar = zip({ name: 'A.class' });
  it.each<[string, Record<string, Buffer>, string]>([
    ['a file that leads out', { 'a.tgz': tarball({ name: '../x' }) }, 'a.tgz: it holds "../x"'],
    ['no package', { 'notes.txt': Buffer.from('x') }, 'notes.txt: it is no package'],
    ['an aar without its POM', { 'a-1.0.0.aar': jar }, 'a-1.0.0.aar: its POM is not among the files'],
    [
      'a POM of another name',
      { 'b-1.0.0.pom': Buffer.from(pom('g', 'a', '1.0.0')) },
      'must be called a-1.0.0.pom',
    ],
    [
      'a broken jar',
      { 'a-1.0.0.jar': Buffer.from('PK'), 'a-1.0.0.pom': Buffer.from(pom('g', 'a', '1.0.0')) },
      'a-1.0.0.jar: it is no zip',
    ],
    ['a zip without a version', { 'Standpoint.zip': jar }, 'its name must be like Standpoint-0.5.0'],
    [
      'a zip of two frameworks',
      { 'A-1.0.0.xcframework.zip': zip({ name: 'A.xcframework/Info.plist' }, { name: 'b' }) },
      'holds A.xcframework, b',
    ],
    [
      'a framework without its list',
      { 'A-1.0.0.xcframework.zip': zip({ name: 'A.xcframework/x' }) },
      'has no Info.plist',
    ],
    [
      'a package of another scope',
      { 'a.tgz': npmPackage({ name: 'left-pad', version: '1.0.0' }) },
      'no name of the form @standpoint/name',
    ],
  ])('refuses %s by name', (_about, files, said) => {
    const good = npmPackage({ name: '@standpoint/beside', version: '1.0.0' });
    const read = () => readArtifacts(writeFiles(folder, { 'beside.tgz': good, ...files }));
    expect(read).toThrow(Unfit);
    expect(read).toThrow(said);
  });

  it('takes nothing of a call with a file that is refused', async () => {
    const before = await listed();
    const good = npmPackage({ name: '@standpoint/beside', version: '1.0.0' });
    const { code, stderr } = await take({ 'beside.tgz': good, 'bad.tgz': tarball({ name: '../x' }) });
    expect([code, stderr]).toEqual([1, expect.stringContaining('bad.tgz: it holds "../x"')]);
    expect(stderr).toContain('Nothing was imported');
    expect(await listed()).toEqual(before);
  });

  it('says which file is not there, and needs one', async () => {
    expect((await run('import', join(folder, 'none.tgz'))).stderr).toContain(
      'none.tgz: there is no such file',
    );
    expect((await run('import', folder)).stderr).toContain('there is no such file');
    expect((await run('import')).code).toBe(2);
  });
});
