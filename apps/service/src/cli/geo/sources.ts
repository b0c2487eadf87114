import { type StdioOptions, spawn } from 'node:child_process';
import { copyFileSync, existsSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from '../../../data/sources.ts';
import { Failure } from '../command.ts';

type Environment = Record<string, string | undefined>;

const BUILD = fileURLToPath(new URL('../../../data/build.ts', import.meta.url));
const SERVICE = fileURLToPath(new URL('../../../', import.meta.url));

/** Variables that the outer `npx` or `npm run` set for its own call. The inner npm must not see them. */
const OF_THE_OUTER_CALL =
  /^npm_(?!config_)|^npm_config_(global|global_prefix|local_prefix|prefix|location|workspace|workspaces|include_workspace_root|package|call|yes|json|loglevel|dry_run|ignore_scripts|save|save_.*|omit|include|only|package_lock|package_lock_only|production|legacy_peer_deps|install_strategy|argv)$/i;

/** Keeps npm's own settings (registry, proxy, certificates), and hides our secrets from it. */
const npmEnvironment = (env: Environment): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^STANDPOINT_|^DATABASE_URL|^PG/.test(name) && !OF_THE_OUTER_CALL.test(name),
    ),
  );

/**
 * Installs the newest sources into `folder` with the npm that started us, from the registry that npm is
 * configured for. No script of any package runs.
 */
export async function installSources(
  folder: string,
  env: Environment,
  say: (line: string) => void,
  packages: readonly string[] = PACKAGES,
): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // The project's own settings can name a registry. This copy is removed with the folder.
  if (existsSync('.npmrc')) copyFileSync('.npmrc', join(folder, '.npmrc'));
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const [program, ...before] = npm(env);
  say(`Downloading ${packages.length === 1 ? packages[0] : `${packages.length} packages`} with npm …`);
  await run(program!, [...before, 'install', ...flags, ...packages], {
    cwd: folder,
    env: npmEnvironment(env),
  }).catch((error: Error) => {
    throw new Failure(
      `npm could not install the sources:\n${error.message}`,
      'Check the connection and the registry (npm config get registry), or bring a folder with the packages: ' +
        'npx standpoint geo update --from DIR',
    );
  });
}

const npm = ({ npm_execpath }: Environment): string[] =>
  npm_execpath && /npm-cli\.[cm]?js$/.test(npm_execpath) && existsSync(npm_execpath)
    ? [process.execPath, npm_execpath]
    : ['npm'];

/**
 * Compiles in a separate process that can read only the sources and this program, writes only its output, and
 * has no secrets: the newest version of a package is code that has not been reviewed.
 */
export async function compileSources(
  folder: string,
  output: string,
  say: (line: string) => void,
): Promise<void> {
  await compileApart([BUILD, folder, output], { folder, output, say }).catch((error: Error) => {
    throw new Failure(
      `The sources could not be compiled; the data in use stay as they are:\n${error.message}`,
      'A source may have changed its form: update Standpoint, then try again.',
    );
  });
}

interface Apart {
  folder: string;
  output: string;
  say: (line: string) => void;
  limit_ms?: number;
}

/** Runs the compiler with access to two folders. */
export async function compileApart(
  [program, ...rest]: readonly [string, ...string[]],
  { folder, output, say, limit_ms }: Apart,
): Promise<void> {
  const readable = [SERVICE, folder, ...libraries(), output].flatMap((path) => [path, realpathSync(path)]);
  const args = [
    '--permission',
    ...[...new Set(readable)].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${output}`,
    program,
    ...rest,
  ];
  await run(process.execPath, args, { cwd: output, env: {}, say, limit_ms });
}

/** The folders of the libraries that the compiler uses itself. */
function libraries(): string[] {
  const require = createRequire(BUILD);
  return ['mmdb-lib', 'flatbush', '@photostructure/tz-lookup'].map((name) => {
    const path = require.resolve(name);
    return path.slice(0, path.lastIndexOf('node_modules') + 'node_modules'.length);
  });
}

/**
 * Runs a program. Rejects with the last lines that it wrote to stderr. The program ends when this process
 * ends.
 */
function run(
  program: string,
  args: string[],
  {
    cwd,
    env,
    say,
    limit_ms,
  }: { cwd: string; env: Environment; say?: (line: string) => void; limit_ms?: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { cwd, env, stdio, ...(limit_ms && { timeout: limit_ms }) });
    const stop = () => child.kill();
    process.once('exit', stop);
    let [said, rest] = ['', ''];
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) say?.(`  ${line}`);
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
    child.once('error', (error) => {
      process.off('exit', stop);
      reject(error);
    });
    child.once('close', (code, signal) => {
      process.off('exit', stop);
      if (code === 0) resolve();
      else reject(new Error(said.trim() || `${dirname(program)} ended with ${signal ?? code}`));
    });
  });
}
