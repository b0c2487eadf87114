import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Config } from './config.ts';
import { withFolderLock } from './data-folder/lock.ts';
import type { Log } from './database/log.ts';
import { packFiles } from './pages/packing.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** A front end that Vite builds. Its `vite.config.ts` has everything but the place of the result. */
export interface FrontEnd {
  name: string;
  /** Folder with `vite.config.ts`, below the repository. */
  root: string;
  /** Further folders and files whose content becomes part of the bundle. */
  also: readonly string[];
}

export const FACE_APP: FrontEnd = {
  name: 'face app',
  root: join(REPOSITORY, 'apps/face'),
  also: [
    'packages/contract/src',
    'packages/web/src',
    // The page measures faces as the service does.
    'apps/service/src/face/vision',
    'apps/service/src/face/decision/checks',
    'apps/service/src/face/challenge/path.ts',
    'apps/service/src/face/decision/decision.ts',
  ].map((place) => join(REPOSITORY, place)),
};

/** The screens of the face app alone, for the dashboard. */
export const FACE_PREVIEW: FrontEnd = {
  name: 'preview of the face app',
  root: join(FACE_APP.root, 'preview'),
  also: [
    join(FACE_APP.root, 'src'),
    join(FACE_APP.root, 'vite.config.ts'),
    join(REPOSITORY, 'packages/contract/src'),
    join(REPOSITORY, 'packages/web/src'),
  ],
};

export const DASHBOARD: FrontEnd = {
  name: 'dashboard',
  root: join(REPOSITORY, 'apps/dashboard'),
  also: [join(REPOSITORY, 'packages/contract/src')],
};

/** A result that was packed in another way is built anew. */
const PACKING = join(REPOSITORY, 'apps/service/src/pages/packing.ts');

/** The file inside the result that records which sources it was built from. */
const ORIGIN = '.sources';

/**
 * The folder with a front end's built files; builds them first if the sources have changed. Safe when two
 * processes start at once: one builds, the other waits. Without Vite, the last build is used.
 */
export async function builtFrontEnd(
  frontEnd: FrontEnd,
  { data_dir }: Pick<Config, 'data_dir'>,
  log: Log,
): Promise<string> {
  const beside = join(frontEnd.root, 'dist');
  const sources = digest(frontEnd);
  if (originOf(beside) === sources) return beside;
  const vite = await import('vite').catch(() => null);
  if (!vite) {
    if (existsSync(beside)) return beside;
    throw new Error(
      `The ${frontEnd.name} is not built and Vite is not installed: run npm ci, then start again.`,
    );
  }
  // An installation that belongs to another user is not written to.
  const home = canWrite(frontEnd.root)
    ? frontEnd.root
    : join(data_dir, 'front-ends', basename(frontEnd.root));
  const cache = join(home, 'node_modules');
  mkdirSync(cache, { recursive: true });
  const output = join(home, 'dist');
  return withFolderLock(join(cache, '.build.lock'), async () => {
    if (originOf(output) !== sources) {
      const started = performance.now();
      await build(vite, frontEnd, cache, output, sources).catch((error: Error) => {
        throw new Error(`The ${frontEnd.name} cannot be built: ${stripVTControlCharacters(error.message)}`);
      });
      log.info(
        { front_end: frontEnd.name, ms: Math.round(performance.now() - started) },
        'Built a front end.',
      );
    }
    return output;
  });
}

type Vite = typeof import('vite');

/**
 * Builds in a separate folder and moves the complete result into place, so that no process reads half of it.
 */
async function build(vite: Vite, { root }: FrontEnd, cache: string, output: string, sources: string) {
  const [draft, old] = [join(cache, '.dist-new'), join(cache, '.dist-old')];
  for (const folder of [draft, old]) rmSync(folder, { recursive: true, force: true });
  await vite.build({
    root,
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    mode: 'production',
    logLevel: 'error',
    cacheDir: join(cache, '.vite'),
    build: { outDir: draft, emptyOutDir: true },
  });
  await packFiles(join(draft, 'assets'));
  writeFileSync(join(draft, ORIGIN), sources);
  if (existsSync(output)) renameSync(output, old);
  renameSync(draft, output);
  rmSync(old, { recursive: true, force: true });
}

/** SHA-256 over every source file and the lockfile, which pins the tools. */
function digest({ root, also }: FrontEnd): string {
  const hash = createHash('sha256');
  const lockfile = join(REPOSITORY, 'package-lock.json');
  if (existsSync(lockfile)) hash.update(readFileSync(lockfile));
  for (const place of [root, ...also, PACKING])
    for (const entry of sourcesAt(place))
      hash.update(`${entry.slice(REPOSITORY.length)}\0`).update(readFileSync(entry));
  return hash.digest('hex');
}

/** A file, or every source file of a folder. */
function sourcesAt(place: string): string[] {
  if (statSync(place).isFile()) return [place];
  const exclude = ({ name }: { name: string }) => name === 'dist' || name === 'node_modules';
  return globSync('**/*', { cwd: place, withFileTypes: true, exclude })
    .filter((found) => found.isFile() && !/\.test\.tsx?$/.test(found.name))
    .map((found) => join(found.parentPath, found.name))
    .sort();
}

function originOf(output: string): string | null {
  try {
    return readFileSync(join(output, ORIGIN), 'utf8');
  } catch {
    return null;
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
