import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { BY_CLI } from '../../accounts/audit.ts';
import { endPackageToken, makePackageToken } from '../../accounts/package-tokens.ts';
import { packageRegistries } from '../../registry/all.ts';
import { packTarball } from '../../sdk/tarball.ts';
import type { Finding } from '../../system/finding.ts';

let service: TestService;
let org: string;
let api_key: string;
let folder: string;
let home: string;
let project: string;

beforeAll(async () => {
  service = await openTestService({ listen: 'ports', plugins: () => [packageRegistries(null)] });
  const organization = await service.organization('Shop');
  org = organization.org;
  api_key = organization.api.sandbox;
});
afterAll(() => service.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standpoint-login-'));
  [home, project] = [join(folder, 'home'), join(folder, 'app')];
  for (const each of [home, project]) mkdirSync(each);
  writeFileSync(join(project, 'package.json'), '{}');
  return () => rmSync(folder, { recursive: true, force: true });
});

const url = () => service.config.base_url;
const make = (name: string) => makePackageToken(service.database.db, BY_CLI, { org, name });
const login = (stdin: string, ...args: string[]) =>
  standpoint(['packages', 'login', '--url', url(), '--project', project, ...args], { HOME: home }, stdin);
const doctor = async (): Promise<Map<string, Finding>> => {
  const { json } = await standpoint(['packages', 'doctor', '--url', url(), '--project', project, '--json'], {
    HOME: home,
  });
  return new Map(json.findings.map((finding: Finding) => [finding.name, finding]));
};
const bad = async () => [...(await doctor()).values()].filter(({ ok }) => !ok);
const FILES = ['.npmrc', '.netrc', '.gradle/gradle.properties'];
const inHome = (name: string) => join(home, name);

describe('packages login', () => {
  it('writes a token that works, for each tool, and all registries take it', async () => {
    const { token } = await make('laptop');
    const { code, stderr } = await login(token);
    expect([code, stderr.includes(token)]).toEqual([0, false]);
    for (const name of FILES) {
      expect(readFileSync(inHome(name), 'utf8')).toContain(token);
      expect(statSync(inHome(name)).mode & 0o777).toBe(0o600);
    }
    expect(await bad()).toEqual([]);
  });

  it('takes its lines out again with --undo, and no others', async () => {
    const theirs: Record<string, string> = {
      '.npmrc': '//other.example/:_authToken=npm_theirs\n',
      '.netrc': 'machine a.example login me password p\n',
      '.gradle/gradle.properties': 'org.gradle.jvmargs=-Xmx2g\n',
    };
    mkdirSync(inHome('.gradle'));
    for (const [name, text] of Object.entries(theirs)) writeFileSync(inHome(name), text);
    writeFileSync(join(project, '.npmrc'), 'fund=false\n');
    expect((await login((await make('laptop')).token)).code).toBe(0);
    const { code, stdout } = await login('', '--undo');
    expect([code, stdout.match(/Cleaned/g)]).toEqual([0, Array(4).fill('Cleaned')]);
    for (const [name, text] of Object.entries(theirs)) expect(readFileSync(inHome(name), 'utf8')).toBe(text);
    expect(readFileSync(join(project, '.npmrc'), 'utf8')).toBe('fund=false\n');
    expect((await login('', '--undo')).stdout).toContain('nothing to take out');
  });

  it('changes nothing for what installs nothing, and says what it is', async () => {
    const old = await make('old');
    await endPackageToken(service.database.db, BY_CLI, { org, token_id: old.id });
    for (const [text, words] of [
      [api_key, 'This is a key of the API'],
      ['hello', 'begins with pkg_ and has 48 characters'],
      [old.token, `The package token ${old.id} was revoked.`],
      ['', 'Standard input is empty'],
    ] as const) {
      const { code, stderr } = await login(text);
      expect([code === 0, stderr]).toEqual([false, expect.stringContaining(words)]);
      expect(FILES.filter((name) => existsSync(inHome(name)))).toEqual([]);
    }
  });

  it('sends no token over http to another machine, nor to an address that is none', async () => {
    for (const [address, words] of [
      ['http://id.example', 'must begin with https://'],
      ['id.example', 'must be the address of the service'],
      ['https://user@id.example', 'must have no user'],
    ] as const) {
      const { code, stderr } = await standpoint(
        ['packages', 'login', '--url', address],
        { HOME: home },
        'pkg_x',
      );
      expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    }
    const { code, stderr } = await standpoint(
      ['packages', 'login', '--url', 'http://127.0.0.1:59999', '--project', project],
      { HOME: home },
      (await make('laptop')).token,
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('the host refuses the connection')]);
  });
});

describe('packages doctor', () => {
  it('says what is missing before the login', async () => {
    const findings = await doctor();
    expect(findings.get('service')).toMatchObject({ ok: true });
    for (const name of ['/npm', '/maven', '/ios'])
      expect(findings.get(name)).toMatchObject({
        ok: false,
        says: expect.stringContaining('packages login'),
      });
    expect(findings.get('.npmrc of the project')?.says).toContain(`@standpoint:registry=${url()}/npm/`);
  });

  it('names a token that was revoked, a file that others can read, and a secret that is committed', async () => {
    const { id, token } = await make('laptop');
    await login(token);
    await endPackageToken(service.database.db, BY_CLI, { org, token_id: id });
    chmodSync(inHome('.netrc'), 0o644);
    writeFileSync(join(project, '.npmrc'), `//x/npm/:_authToken=${token}\n`);
    const findings = await doctor();
    for (const name of ['/npm', '/maven', '/ios'])
      expect(findings.get(name)?.says).toContain(`The package token ${id} was revoked.`);
    expect(findings.get('mode')?.says).toContain('chmod 600');
    expect(findings.get('secret')?.says).toContain('move that line to ~/.npmrc');
  });
});

describe('packages import, files and remove', () => {
  const run = (...args: string[]) => standpoint(['packages', ...args, '--json'], service.variables);
  const file = (name: string, version: string, more = {}) => {
    const path = join(folder, `${name.replace('/', '-')}-${version}.tgz`);
    const manifest = Buffer.from(JSON.stringify({ name, version, ...more }));
    writeFileSync(path, packTarball(new Map([['package.json', manifest]])));
    return path;
  };

  it('offers files to tokens, and takes them away', async () => {
    const path = file('@standpoint/react-native', '0.5.0');
    expect((await run('import', path)).json.files).toMatchObject([{ registry: 'npm', added: true }]);
    expect((await run('import', path)).json.files).toMatchObject([{ registry: 'npm', added: false }]);
    const { token } = await make('CI');
    const installed = async () =>
      (
        await fetch(`${url()}/npm/@standpoint%2freact-native`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    expect(await installed()).toBe(200);
    const noted = await service.database.pool.query(
      `SELECT detail FROM audit WHERE org = $1 AND action = 'package.imported'`,
      [org],
    );
    expect(noted.rows).toHaveLength(1);
    expect((await run('remove', '@standpoint/react-native@0.5.0')).json.files).toHaveLength(1);
    expect(await installed()).toBe(404);
    expect((await run('remove', '@standpoint/react-native@0.5.0')).code).toBe(1);
    expect((await run('remove', 'react-native')).code).toBe(2);
  });

  it('imports nothing when one of several files is no package', async () => {
    writeFileSync(join(folder, 'a.txt'), 'hello');
    const { code, stderr } = await run('import', file('@standpoint/one', '1.0.0'), join(folder, 'a.txt'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('a.txt is no package')]);
    expect((await run('import', join(folder, 'none.tgz'))).stderr).toContain('none.tgz cannot be read');
    expect((await run('import')).code).toBe(2);
    expect((await run('import', file('@standpoint/one', '1.0.0'))).json.files).toMatchObject([
      { added: true },
    ]);
  });
});
