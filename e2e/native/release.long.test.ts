import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BY_CLI } from '../../apps/service/src/accounts/audit.ts';
import { makePackageToken } from '../../apps/service/src/accounts/package-tokens.ts';
import { readArtifacts } from '../../apps/service/src/registry/artifacts/read.ts';
import { registry } from '../../apps/service/src/registry/serve.ts';
import { storeFiles } from '../../apps/service/src/registry/stored.ts';
import { testOrganization, testService } from '../../apps/service/testing/hooks.ts';
import { zip } from '../../apps/service/testing/registry/archives.ts';
import { COROUTINES, KOTLIN, RUNTIME } from '../../packages/native/build/kotlin.ts';
import { CORE, nativeRelease } from '../../packages/native/build/release.ts';
import { centralOf, gradleApp, mavenApp, type Repositories } from './jvm-app.ts';

// In `npm test`: `../../packages/native/build/release.test.ts`.

/** The native files of a release, imported, and installed by the tools that people have. */
const folder = mkdtempSync(join(tmpdir(), 'sp-release-'));
afterAll(() => rmSync(folder, { recursive: true }));
const service = testService({ plugins: () => [registry], listen: 'ports', unlimited: true });
const org = testOrganization(service);
const { files, skipped } = await nativeRelease();
for (const each of skipped) console.log(each);

const has = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
/** A busy machine needs minutes for what takes seconds. */
const PATIENCE_MS = 400_000;
const noJdk = skipped.length > 0;
const central = join(folder, 'central');

beforeAll(async () => {
  const paths = [...files].map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  });
  await storeFiles(service.database.db, readArtifacts(paths));
  if (noJdk) return;
  const [stdlib, coroutines] = RUNTIME.map((path) => readFileSync(path)) as [Buffer, Buffer];
  centralOf(central, [
    { name: 'org.jetbrains.kotlin:kotlin-stdlib', version: KOTLIN, jar: stdlib },
    { name: 'org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm', version: COROUTINES, jar: coroutines },
    // Maven 3 adds it to every build extension.
    { name: 'org.codehaus.plexus:plexus-utils', version: '1.1', jar: zip({ name: 'Nothing.class' }) },
  ]);
});

let made = 0;
function projectOf(write: (project: string, of: Repositories) => void, token: string | null): string {
  const project = join(folder, `project-${++made}`);
  mkdirSync(project);
  write(project, { base_url: service.config.base_url, token, central, version: CORE.version });
  return project;
}
const token = async () =>
  (await makePackageToken(service.database.db, BY_CLI, { org: org.org, name: 'CI' })).token;

async function minted(): Promise<string> {
  const { data } = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: { customer_id: 'customer-1', transaction_type: 'login' },
  });
  return data.token as string;
}

/** Runs a program with a home folder of its own; returns its exit code and what it printed. */
function run(
  project: string,
  command: string,
  ...args: string[]
): Promise<{ status: number | null; said: string }> {
  const env = {
    PATH: process.env.PATH,
    HOME: project,
    JAVA_HOME: process.env.JAVA_HOME,
  } as NodeJS.ProcessEnv;
  const child = spawn(command, args, { cwd: project, env, timeout: PATIENCE_MS });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, said }));
  });
}

const DECIDED = /^decided (PASS|REVIEW|FAIL|RETRY) ver_\w+$/m;

describe.skipIf(noJdk || !has('mvn'))(
  'Maven (skipped where there is no mvn or no JDK)',
  { timeout: PATIENCE_MS },
  () => {
    const maven = (project: string) =>
      run(
        project,
        'mvn',
        '-B',
        '-ntp',
        '-s',
        'settings.xml',
        `-Dmaven.repo.local=${join(project, 'repository')}`,
        'validate',
      );

    it('resolves the core with what it needs; an app compiles against it and gets a decision', async () => {
      const project = projectOf(mavenApp, await token());
      const { status, said } = await maven(project);
      expect(status, said).toBe(0);
      const repository = join(project, 'repository');
      const jars = globSync('{com/standpoint,org/jetbrains}/**/*.jar', { cwd: repository });
      expect(jars.map((path) => path.split('/').at(-1)).sort()).toEqual([
        `kotlin-stdlib-${KOTLIN}.jar`,
        `kotlinx-coroutines-core-jvm-${COROUTINES}.jar`,
        `standpoint-core-${CORE.version}.jar`,
      ]);
      const path = jars.map((jar) => join(repository, jar)).join(':');
      const compiled = await run(
        project,
        'javac',
        '-cp',
        path,
        '-d',
        'classes',
        'src/main/java/shop/App.java',
      );
      expect(compiled.status, compiled.said).toBe(0);
      const ran = await run(
        project,
        'java',
        '-cp',
        `${path}:classes`,
        'shop.App',
        service.config.base_url,
        await minted(),
      );
      expect(ran.said).toMatch(DECIDED);
    });

    it('resolves nothing without a token, and says why', async () => {
      const project = projectOf(mavenApp, null);
      const { status, said } = await maven(project);
      expect(status).not.toBe(0);
      expect(said).toMatch(/Package token missing/);
      expect(globSync('repository/com/standpoint/**/*.jar', { cwd: project })).toEqual([]);
    });
  },
);

describe.skipIf(noJdk || !has('gradle'))(
  'Gradle (skipped where there is no gradle or no JDK)',
  { timeout: PATIENCE_MS },
  () => {
    const gradle = async (project: string) =>
      run(
        project,
        'gradle',
        '--no-daemon',
        '-q',
        '-g',
        join(project, '.gradle-home'),
        `-Pbase=${service.config.base_url}`,
        `-Pminted=${await minted()}`,
        'call',
      );

    it('resolves the core, compiles an app against it, and runs it to a decision', async () => {
      const { status, said } = await gradle(projectOf(gradleApp, await token()));
      expect(said).toMatch(DECIDED);
      expect(status).toBe(0);
    });

    it('resolves nothing without a token', async () => {
      const { status, said } = await gradle(projectOf(gradleApp, null));
      expect(status).not.toBe(0);
      expect(said).toMatch(/401/);
    });
  },
);

describe.skipIf(!has('curl') || !has('unzip'))(
  'the Swift package (skipped where there is no curl or unzip)',
  () => {
    it('is at /ios with its hash, and unpacks to a folder of the layout that its manifest names', async () => {
      const name = `Standpoint-${CORE.version}.zip`;
      const project = projectOf(() => {}, null);
      const get = async (path: string) =>
        run(
          project,
          'curl',
          '-sSf',
          '-u',
          `token:${await token()}`,
          '-O',
          `${service.config.base_url}/ios/${path}`,
        );
      for (const path of [name, `${name}.sha256`]) expect((await get(path)).status).toBe(0);
      const bytes = readFileSync(join(project, name));
      const sum = createHash('sha256').update(bytes).digest('hex');
      expect(readFileSync(join(project, `${name}.sha256`), 'utf8').trim()).toBe(sum);
      const unpacked = await run(project, 'unzip', '-q', name);
      expect(unpacked.status, unpacked.said).toBe(0);
      const top = join(project, `Standpoint-${CORE.version}`);
      const manifest = readFileSync(join(top, 'Package.swift'), 'utf8');
      for (const [, path] of manifest.matchAll(/path: "([^"]+)"/g))
        expect(existsSync(join(top, path!))).toBe(true);
    });
  },
);
