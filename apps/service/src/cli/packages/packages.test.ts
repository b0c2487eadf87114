import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { sharedService, testOrganization } from '../../../testing/hooks.ts';
import { PACKAGE_TOKEN_PATTERN, verifyPackageToken } from '../../accounts/package-tokens.ts';

const service = sharedService();
const org = testOrganization(service, beforeEach);
let folder: string;
let home: string;
let project: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standpoint-packages-'));
  [home, project] = [join(folder, 'home'), join(folder, 'app')];
  for (const each of [home, project]) mkdirSync(each);
  writeFileSync(join(project, 'package.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) =>
  standpoint(['packages', ...args, '--org', org.org], { ...service.variables, HOME: home });
const add = (...args: string[]) => run('add', '--name', 'CI', '--project', project, ...args);
const inHome = (name: string) => join(home, name);
const read = (path: string) => readFileSync(path, 'utf8');
const mode = (path: string) => statSync(path).mode & 0o777;
const tokens = async () => (await run('list', '--json')).json.tokens;
const ADDRESS = 'localhost:4000';

describe('packages add', () => {
  it('prints the token alone as JSON, and it installs', async () => {
    const { code, json } = await add('--json');
    expect([code, Object.keys(json)]).toEqual([0, ['id', 'token']]);
    expect(json.token).toMatch(PACKAGE_TOKEN_PATTERN);
    expect(await verifyPackageToken(service.database.db, json.token)).toEqual({
      org: org.org,
      token_id: json.id,
    });
    expect(await tokens()).toEqual([expect.objectContaining({ id: json.id, name: 'CI', created_by: 'cli' })]);
  });

  it('shows a person the files, and changes none', async () => {
    const { stdout } = await add();
    const token = stdout.split('\n')[0]!;
    expect(stdout).toContain(`@standpoint:registry=http://${ADDRESS}/npm/`);
    expect(stdout).toContain(`//${ADDRESS}/npm/:_authToken=${token}`);
    expect(stdout).toContain(`machine localhost\n    login token\n    password ${token}`);
    expect(stdout).toContain(`standpointToken=${token}`);
    expect(existsSync(join(project, '.npmrc')) || existsSync(inHome('.npmrc'))).toBe(false);
  });

  it('writes them with --write, after showing what, without the token', async () => {
    const { code, json, stderr } = await add('--write', '--json');
    expect(code, stderr).toBe(0);
    const { token, written } = json;
    const npmrc = join(project, '.npmrc');
    const secret = [inHome('.npmrc'), inHome('.netrc'), inHome('.gradle/gradle.properties')];
    expect(written).toEqual([npmrc, ...secret]);
    for (const path of written) expect(stderr).toContain(`${path}: is made\n`);
    expect(stderr).toContain('_authToken=pkg_…');
    expect(stderr).not.toContain(token);
    expect(read(npmrc)).toBe(`@standpoint:registry=http://${ADDRESS}/npm/\n`);
    expect(read(secret[0]!)).toBe(`//${ADDRESS}/npm/:_authToken=${token}\n`);
    expect(read(secret[1]!)).toBe(`machine localhost\n  login token\n  password ${token}\n`);
    expect(read(secret[2]!)).toBe(`standpointRegistry=http://${ADDRESS}/maven\nstandpointToken=${token}\n`);
    expect(secret.map(mode)).toEqual([0o600, 0o600, 0o600]);
  });

  it('replaces its own lines, keeps all others, and follows a link', async () => {
    writeFileSync(
      join(project, '.npmrc'),
      'engine-strict=true\n@standpoint:registry=http://old/\nfund=false',
    );
    const dotfiles = join(folder, 'dotfiles');
    writeFileSync(dotfiles, `//other.example/:_authToken=npm_theirs\n//${ADDRESS}/npm/:_authToken=pkg_old\n`);
    symlinkSync(dotfiles, inHome('.npmrc'));
    const netrc = 'machine a.example login me password machine\ndefault login anonymous password x\n';
    writeFileSync(inHome('.netrc'), netrc, { mode: 0o644 });
    const first = (await add('--write', '--json')).json.token;
    const { token } = (await add('--write', '--json')).json;
    expect(token).not.toBe(first);
    expect(read(join(project, '.npmrc'))).toBe(
      `engine-strict=true\n@standpoint:registry=http://${ADDRESS}/npm/\nfund=false\n`,
    );
    expect(lstatSync(inHome('.npmrc')).isSymbolicLink()).toBe(true);
    expect(read(dotfiles)).toBe(
      `//other.example/:_authToken=npm_theirs\n//${ADDRESS}/npm/:_authToken=${token}\n`,
    );
    expect(read(inHome('.netrc'))).toBe(
      `machine a.example login me password machine\nmachine localhost\n  login token\n  password ${token}\ndefault login anonymous password x\n`,
    );
    expect(mode(inHome('.netrc'))).toBe(0o600);
  });

  it('writes only the files of the tools that were named', async () => {
    const { json } = await add('--write', '--json', '--for', 'ios');
    expect(json.written).toEqual([inHome('.netrc')]);
    expect((await add('--for', 'pip')).stderr).toContain('--for must be one of npm, ios, android');
  });

  it('makes no token where a file cannot take its lines, and changes nothing', async () => {
    writeFileSync(inHome('.netrc'), 'machine localhost login me password mine\n');
    const refused = await add('--write');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/has an entry for localhost with another login[\s\S]*--for npm,android/),
    ]);
    rmSync(join(project, 'package.json'));
    const nowhere = await add('--write');
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('There is no package.json')]);
    expect(await tokens()).toEqual([]);
    expect(existsSync(join(project, '.npmrc'))).toBe(false);
    expect(read(inHome('.netrc'))).toContain('password mine');
  });

  it('tells the token where a file cannot be written after all', async () => {
    writeFileSync(inHome('.gradle'), 'a file where a folder belongs');
    const { code, stderr } = await add('--write');
    expect([code, stderr]).toEqual([1, expect.stringContaining('gradle.properties could not be written')]);
    const token = /pkg_[0-9A-Za-z]{44}/.exec(stderr)![0];
    expect(await verifyPackageToken(service.database.db, token)).not.toBeNull();
    expect(read(inHome('.netrc'))).toContain(token);
  });

  it.each(['', ' ', 'x'.repeat(81), 'a\u0007b'])('refuses the name %j', async (name) => {
    const { code, stderr } = await run('add', `--name=${name}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--name')]);
  });
});

describe('packages list and revoke', () => {
  it('list tokens without their secrets, and end one', async () => {
    expect((await run('list')).stdout).toContain('There is no package token yet');
    const { id, token } = (await add('--json')).json;
    const { stdout } = await run('list');
    expect(stdout).toContain(`${id}  ${token.slice(0, 12)}…`);
    expect(stdout).not.toContain(token.slice(12, 42));
    expect((await run('revoke', id, '--json')).json).toEqual({ id, revoked: true });
    expect(await verifyPackageToken(service.database.db, token)).toBeNull();
    const again = await run('revoke', id);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('packages list')]);
  });

  it('know no token of another organization', async () => {
    const { id } = (await add('--json')).json;
    const other = (await service.organization('Other')).org;
    const revoke = ['packages', 'revoke', id, '--org', other];
    expect((await standpoint(revoke, service.variables)).code).toBe(1);
    expect(await tokens()).toHaveLength(1);
  });
});
