import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installFolder } from '../../../../testing/install-folder.ts';
import { openTestService, type TestService } from '../../testing/service.ts';
import { BY_CLI } from '../accounts/audit.ts';
import { endPackageToken, makePackageToken } from '../accounts/package-tokens.ts';
import { packTarball } from '../sdk/tarball.ts';
import { packageRegistries } from './all.ts';
import { contentsOf } from './contents.ts';
import { addFiles } from './stored.ts';

/** In `npm test`: `registries.test.ts`. */

const CLIENTS = join(import.meta.dirname, '../../testing/registries');
let folder: string;
let service: TestService;
let base: string;
/** A token that works, one that was revoked, an API key, and nothing at all. */
let secrets: Record<'works' | 'revoked' | 'api_key' | 'none', string>;
let revoked: string;
let tools: string;
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const MAVEN = has('mvn') && has('jar');
const CURL = has('curl');

const pom = (group: string, artifact: string, version: string) =>
  Buffer.from(`<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></project>`);

function jar(): Buffer {
  const path = join(folder, 'core.jar');
  writeFileSync(join(folder, 'core.txt'), 'core');
  if (MAVEN) spawnSync('jar', ['cf', path, '-C', folder, 'core.txt']);
  return existsSync(path) ? readFileSync(path) : Buffer.from('PK\u0003\u0004', 'latin1');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'standpoint-clients-'));
  tools = installFolder(CLIENTS);
  service = await openTestService({
    listen: 'ports',
    unlimited: true,
    plugins: () => [packageRegistries(null)],
  });
  base = service.config.base_url;
  const organization = await service.organization('Shop');
  const { org } = organization;
  const { db } = service.database;
  const [works, old] = [
    await makePackageToken(db, BY_CLI, { org, name: 'CI' }),
    await makePackageToken(db, BY_CLI, { org, name: 'Old' }),
  ];
  await endPackageToken(db, BY_CLI, { org, token_id: old.id });
  revoked = old.id;
  secrets = { works: works.token, revoked: old.token, api_key: organization.api.sandbox, none: '' };
  const manifest = { name: '@standpoint/react-native', version: '0.5.0', main: 'index.js' };
  const tarball = packTarball(
    new Map([
      ['package.json', Buffer.from(JSON.stringify(manifest))],
      ['index.js', Buffer.from('module.exports = 1;')],
    ]),
  );
  const given = [
    { name: 'rn.tgz', bytes: tarball },
    { name: 'core-0.5.0.pom', bytes: pom('dev.standpoint', 'core', '0.5.0') },
    { name: 'core-0.5.0.jar', bytes: jar() },
    // Maven adds this one to every extension of a build.
    { name: 'plexus-utils-1.1.pom', bytes: pom('org.codehaus.plexus', 'plexus-utils', '1.1') },
    { name: 'plexus-utils-1.1.jar', bytes: jar() },
    { name: 'Standpoint-0.5.0.xcframework.zip', bytes: jar() },
  ];
  await addFiles(db, BY_CLI, contentsOf(given));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Place {
  project: string;
  home: string;
}

interface Ended {
  ok: boolean;
  /** The package lies where the tool puts it. */
  there: boolean;
  said: string;
}

let count = 0;
/** A project and a home folder of their own, with the files that docs/packages.md names. */
function place(secret: string): Place {
  const root = join(folder, `${count++}`);
  const [project, home] = [join(root, 'app'), join(root, 'home')];
  for (const each of [project, home]) mkdirSync(each, { recursive: true });
  const { host, hostname } = new URL(base);
  writeFileSync(join(project, '.npmrc'), `@standpoint:registry=${base}/npm/\n`);
  const dependencies = { '@standpoint/react-native': '0.5.0' };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'app', private: true, dependencies }));
  if (secret) {
    writeFileSync(join(home, '.npmrc'), `//${host}/npm/:_authToken=${secret}\n`);
    writeFileSync(join(home, '.netrc'), `machine ${hostname}\n  login token\n  password ${secret}\n`);
  }
  return { project, home };
}

async function run(
  program: string,
  args: readonly string[],
  { project, home }: Place,
): Promise<Omit<Ended, 'there'>> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    npm_config_userconfig: join(home, '.npmrc'),
    npm_config_cache: join(home, 'cache'),
    npm_config_fetch_retries: '0',
  };
  const ended = await promisify(execFile)(program, args, { cwd: project, env, timeout: 100_000 }).then(
    ({ stdout, stderr }) => ({ ok: true, said: stdout + stderr }),
    ({ stdout, stderr }) => ({ ok: false, said: `${stdout}${stderr}` }),
  );
  return ended;
}

const installedIn = ({ project }: Place): boolean =>
  existsSync(join(project, 'node_modules/@standpoint/react-native/index.js'));

const MAVEN_PROJECT = (url: string) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>app</groupId><artifactId>app</artifactId><version>1</version>
<packaging>pom</packaging>
<pluginRepositories><pluginRepository><id>standpoint</id><url>${url}/maven</url></pluginRepository></pluginRepositories>
<build><extensions><extension><groupId>dev.standpoint</groupId><artifactId>core</artifactId>
<version>0.5.0</version></extension></extensions></build></project>`;
const MAVEN_SETTINGS = (secret: string) =>
  secret
    ? `<settings><servers><server><id>standpoint</id><username>token</username><password>${secret}</password></server></servers></settings>`
    : '<settings/>';

/**
 * Maven resolves extensions of a build by itself, with their files and checksums: no plugin has to be fetched from
 * anywhere else for it.
 */
async function maven(secret: string): Promise<Ended> {
  const at = place(secret);
  writeFileSync(join(at.project, 'pom.xml'), MAVEN_PROJECT(base));
  writeFileSync(join(at.home, 'settings.xml'), MAVEN_SETTINGS(secret));
  const store = join(at.home, 'm2');
  const args = ['-B', '-C', '-s', join(at.home, 'settings.xml'), `-Dmaven.repo.local=${store}`, 'validate'];
  const ended = await run('mvn', args, at);
  return { ...ended, there: existsSync(join(store, 'dev/standpoint/core/0.5.0/core-0.5.0.jar')) };
}

/** As CocoaPods fetches a zip. */
async function curl(secret: string): Promise<Ended> {
  const at = place(secret);
  const file = join(at.project, 'Standpoint.zip');
  const url = `${base}/ios/Standpoint-0.5.0.xcframework.zip`;
  const args = ['-f', '-L', '-v', '-o', file, '--netrc-optional', '--retry', '0', url];
  const ended = await run('curl', args, at);
  return { ...ended, there: existsSync(file) };
}

const node = process.execPath;
const CLIENT: Record<string, { skip?: string; install(secret: string): Promise<Ended> }> = {
  npm: {
    async install(secret) {
      const at = place(secret);
      const ended = await run('npm', ['install', '--no-audit', '--no-fund'], at);
      return { ...ended, there: installedIn(at) };
    },
  },
  pnpm: {
    async install(secret) {
      const at = place(secret);
      const store = ['--store-dir', join(at.home, 'store'), '--reporter', 'append-only'];
      const ended = await run(node, [join(tools, 'pnpm/bin/pnpm.cjs'), 'install', ...store], at);
      return { ...ended, there: installedIn(at) };
    },
  },
  yarn: {
    async install(secret) {
      const at = place(secret);
      const options = ['install', '--non-interactive', '--cache-folder', join(at.home, 'yarn')];
      const ended = await run(node, [join(tools, 'yarn/bin/yarn.js'), ...options], at);
      return { ...ended, there: installedIn(at) };
    },
  },
  Maven: { skip: MAVEN ? '' : 'no mvn and jar', install: maven },
  curl: { skip: CURL ? '' : 'no curl', install: curl },
};
/** What each shows of the reason: yarn 1 shows none, and curl shows it with -v. */
const SHOWS_REASON = new Set(['npm', 'pnpm', 'Maven', 'curl']);

for (const [name, { skip, install }] of Object.entries(CLIENT))
  describe.skipIf(skip)(`${name}${skip ? ` (skipped: ${skip})` : ''}`, () => {
    it('installs with a package token', async () => {
      const { ok, there, said } = await install(secrets.works);
      expect([ok, there], said).toEqual([true, true]);
    });

    it('installs nothing without one, and says what is missing', async () => {
      const { ok, there, said } = await install(secrets.none);
      expect([ok, there]).toEqual([false, false]);
      expect(said).toMatch(/needs a package token|401|Couldn't find package/);
    });

    it('installs nothing with a revoked token, and names it', async () => {
      const { ok, there, said } = await install(secrets.revoked);
      expect([ok, there]).toEqual([false, false]);
      if (SHOWS_REASON.has(name)) expect(said).toContain(`The package token ${revoked} was revoked`);
      expect(said).not.toContain(secrets.revoked);
    });

    it('installs nothing with an API key, and says that it is one', async () => {
      const { ok, there, said } = await install(secrets.api_key);
      expect([ok, there]).toEqual([false, false]);
      if (SHOWS_REASON.has(name)) expect(said).toContain('This is an API key');
      expect(said).not.toContain(secrets.api_key);
    });
  });

it('notes which tool installed last', async () => {
  const { rows } = await service.database.pool.query('SELECT last_tool FROM package_token WHERE name = $1', [
    'CI',
  ]);
  expect(rows[0].last_tool).toMatch(/^(npm|pnpm|yarn|Apache-Maven|curl)\//);
});

it('has each client, or says its name where it is missing', () => {
  expect(Object.keys(CLIENT)).toEqual(['npm', 'pnpm', 'yarn', 'Maven', 'curl']);
  expect(dirname(tools)).toBe(CLIENTS);
});
