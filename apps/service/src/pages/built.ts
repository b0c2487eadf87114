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
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Config } from '../config.ts';
import { withFolderLock } from '../data-folder/lock.ts';
import type { Log } from '../database/log.ts';

export const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

/** Something that is made from sources when it is first needed, and again when they have changed. */
export interface Recipe {
  /** For messages: "The {name} cannot be built". */
  name: string;
  /** The folder that keeps the result, unless this process may not write there. */
  home: string;
  /** The folder of the result, below `home`. */
  result: string;
  /** The home below the data directory when `home` may not be written. */
  spare: string;
  /** Files and folders whose content decides the result. */
  sources: readonly string[];
  /** The library that makes it, and its name. */
  tool: { name: string; load(): Promise<unknown> };
  /** Writes the result into the empty folder `draft`. `cache` is a folder that outlives the build. */
  make(draft: string, cache: string): Promise<void>;
}

/** The file inside the result that records which sources it was built from. */
const ORIGIN = '.sources';

/**
 * The folder of the result; makes it first if the sources have changed. Safe when two processes start at
 * once: one builds, the other waits. Without the tool, the last result is used.
 */
export async function built(
  recipe: Recipe,
  { data_dir }: Partial<Pick<Config, 'data_dir'>>,
  log?: Log,
): Promise<string> {
  const { name, tool } = recipe;
  const beside = join(recipe.home, recipe.result);
  const sources = digest(recipe.sources);
  if (originOf(beside) === sources) return beside;
  if (!(await tool.load().catch(() => null))) {
    if (existsSync(beside)) return beside;
    throw new Error(
      `The ${name} is not built and ${tool.name} is not installed: run npm ci, then start again.`,
    );
  }
  // An installation that belongs to another user is not written to.
  const home = canWrite(recipe.home) || !data_dir ? recipe.home : join(data_dir, recipe.spare);
  const cache = join(home, 'node_modules');
  mkdirSync(cache, { recursive: true });
  const output = join(home, recipe.result);
  return withFolderLock(join(cache, `.build-${recipe.result.replaceAll('/', '-')}.lock`), async () => {
    if (originOf(output) !== sources) {
      const started = performance.now();
      await build(recipe, cache, output, sources).catch((error: Error) => {
        throw new Error(`The ${name} cannot be built: ${stripVTControlCharacters(error.message)}`);
      });
      log?.info({ built: name, ms: Math.round(performance.now() - started) }, 'Built a part of the service.');
    }
    return output;
  });
}

/**
 * Builds in a separate folder and moves the complete result into place, so that no process reads half of it.
 */
async function build({ make, result }: Recipe, cache: string, output: string, sources: string) {
  const [draft, old] = ['new', 'old'].map((age) => join(cache, `.${result.replaceAll('/', '-')}-${age}`));
  for (const folder of [draft!, old!]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(draft!, { recursive: true });
  await make(draft!, cache);
  writeFileSync(join(draft!, ORIGIN), sources);
  mkdirSync(dirname(output), { recursive: true });
  if (existsSync(output)) renameSync(output, old!);
  renameSync(draft!, output);
  rmSync(old!, { recursive: true, force: true });
}

/** SHA-256 over every source file and the lockfile, which pins the tools. */
function digest(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const lockfile = join(REPOSITORY, 'package-lock.json');
  if (existsSync(lockfile)) hash.update(readFileSync(lockfile));
  for (const place of sources)
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
