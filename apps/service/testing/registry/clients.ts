import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installFolder } from '../../../../testing/install-folder.ts';

const FOLDER = join(import.meta.dirname, 'clients');

/** Where the packages of one installation go, and what it found. */
export interface Installed {
  code: number | null;
  /** All that the client printed. */
  said: string;
  /** The text of the installed file; null where nothing was installed. */
  got: string | null;
}

export interface ClientPlace {
  /** Holds the files that `packages login` wrote. */
  home: string;
  project: string;
  base_url: string;
  /** Tries again after an answer that says so; without it, npm would make a test of refusals wait for minutes. */
  patient?: boolean;
}

export interface Client {
  name: string;
  /** Null: it is there. Else what is missing. */
  missing: string | null;
  /** Installs one private package. */
  install(place: ClientPlace): Promise<Installed>;
}

/** Runs a program with nothing of this process's environment but where programs are. */
function run(command: string, args: string[], cwd: string, home: string): Promise<Installed> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    JAVA_HOME: process.env.JAVA_HOME,
    CI: '1',
    NO_COLOR: '1',
  };
  const child = spawn(command, args, { cwd, env: env as NodeJS.ProcessEnv, timeout: 120_000 });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said, got: null }));
  });
}

const readIfThere = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'latin1') : null);
const withVersion = (command: string, ...args: string[]): string | null =>
  spawnSync(command, args, { encoding: 'utf8' }).status === 0 ? null : `no ${command}`;

/** pnpm and yarn come from npm, in a folder with a lockfile of its own. */
function fromNpm(name: string): string | null {
  return existsSync(join(installFolder(FOLDER), name)) ? null : `npm ci did not install ${name}`;
}

const WANTED = '@standpoint/react-native';
const nodeClient = (
  name: string,
  command: (patient: boolean) => [string, ...string[]],
  missing: () => string | null,
): Client => ({
  name,
  get missing() {
    return missing();
  },
  async install({ home, project, patient = false }) {
    const [program, ...args] = command(patient);
    const ran = await run(program, args, project, home);
    return { ...ran, got: readIfThere(join(project, 'node_modules', WANTED, 'index.js')) };
  },
});

const inFolder = (...path: string[]) => join(FOLDER, 'node_modules', ...path);
const NODE = process.execPath;

/** Maven resolves a parent and a build extension by itself, without any plugin of its central repository. */
function mavenProject(project: string, base_url: string, home: string): void {
  const token = /standpointToken=(.*)/.exec(readIfThere(join(home, '.gradle/gradle.properties')) ?? '')?.[1];
  const login = token
    ? `<server><id>standpoint</id><username>token</username><password>${token}</password></server>`
    : '';
  const place = `<id>standpoint</id><url>${base_url}/maven</url>`;
  mkdirSync(join(home, '.m2'), { recursive: true });
  writeFileSync(
    join(home, '.m2/settings.xml'),
    // Maven would ask its central repository too, which is no part of this test.
    `<settings><servers>${login}</servers>
  <mirrors><mirror>${place}<mirrorOf>central</mirrorOf></mirror></mirrors></settings>`,
  );
  writeFileSync(
    join(project, 'pom.xml'),
    `<project><modelVersion>4.0.0</modelVersion>
  <parent><groupId>dev.standpoint</groupId><artifactId>parent</artifactId><version>0.5.0</version>
    <relativePath/></parent>
  <artifactId>app</artifactId><packaging>pom</packaging>
  <repositories><repository>${place}</repository></repositories>
  <pluginRepositories><pluginRepository>${place}</pluginRepository></pluginRepositories>
  <build><extensions><extension>
    <groupId>dev.standpoint</groupId><artifactId>android</artifactId><version>[0.5,0.6)</version>
  </extension></extensions></build></project>`,
  );
}

export const CLIENTS: readonly Client[] = [
  nodeClient(
    'npm',
    (patient) => [
      'npm',
      'install',
      WANTED,
      '--no-audit',
      '--no-fund',
      `--fetch-retries=${patient ? 5 : 0}`,
      '--fetch-retry-mintimeout=1000',
    ],
    () => withVersion('npm', '--version'),
  ),
  nodeClient(
    'pnpm',
    () => [NODE, inFolder('pnpm/bin/pnpm.cjs'), 'add', WANTED, '--store-dir', './store', '--fetch-retries=0'],
    () => fromNpm('pnpm'),
  ),
  nodeClient(
    'yarn',
    () => [
      NODE,
      inFolder('yarn/bin/yarn.js'),
      'add',
      WANTED,
      '--cache-folder',
      './cache',
      '--non-interactive',
    ],
    () => fromNpm('yarn'),
  ),
  {
    name: 'Maven',
    missing: withVersion('mvn', '--version'),
    async install({ home, project, base_url }) {
      mavenProject(project, base_url, home);
      const local = join(project, 'repository');
      const ran = await run(
        'mvn',
        ['-B', '-ntp', `-Dmaven.repo.local=${local}`, `-Duser.home=${home}`, 'validate'],
        project,
        home,
      );
      return { ...ran, got: readIfThere(join(local, 'dev/standpoint/android/0.5.0/android-0.5.0.jar')) };
    },
  },
  {
    name: 'curl, as CocoaPods calls it',
    missing: withVersion('curl', '--version'),
    async install({ home, project, base_url }) {
      const file = join(project, 'pods/file.zip');
      const address = `${base_url}/ios/Standpoint-0.5.0.xcframework.zip`;
      const args = [
        '-f',
        '-L',
        '-o',
        file,
        address,
        '--create-dirs',
        '--netrc-optional',
        '--retry',
        '2',
        '-sS',
      ];
      const ran = await run('curl', args, project, home);
      return { ...ran, got: readIfThere(file) };
    },
  },
];
