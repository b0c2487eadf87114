import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../database/log.ts';
import { built, REPOSITORY } from '../pages/built.ts';
import { compileAll } from './compile.ts';
import { includedIn, manifestOf, stubsOf } from './manifest.ts';
import { PACKAGES, type Published, published } from './published.ts';
import { packTarball } from './tarball.ts';

/** One packed package. */
export interface Packed {
  name: string;
  version: string;
  /** Absolute path of the `.tgz`. */
  file: string;
  /** Absolute path of a folder with what is in it. */
  folder: string;
}

/** `standpoint-web-0.5.0`; with `.tgz` it is the name that `npm pack` gives. */
const baseOf = ({ name, version }: Published): string =>
  `${name.replace('@', '').replace('/', '-')}-${version}`;

/** A link to a file that the package does not have becomes its text. */
const withoutLinksOutside = (readme: string): string =>
  readme.replace(/\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, '$1');

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Every file of the published package, by path: what was compiled, and what stands beside it. */
function filesOf(one: Published, dist: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>([['package.json', json(manifestOf(one))]]);
  for (const [path, stub] of Object.entries(stubsOf(one))) files.set(path, json(stub));
  for (const name of globSync('**/*.{mjs,cjs,mts,cts}', { cwd: dist }))
    files.set(`dist/${name}`, readFileSync(join(dist, name)));
  for (const path of includedIn(one)) files.set(path, readFileSync(join(one.folder, path)));
  files.set('LICENSE', readFileSync(join(REPOSITORY, 'LICENSE')));
  const readme = join(one.folder, 'README.md');
  if (existsSync(readme))
    files.set('README.md', Buffer.from(withoutLinksOutside(readFileSync(readme, 'utf8'))));
  return files;
}

/** Writes `{base}.tgz`, and the same files unpacked into `base`. */
function write(files: ReadonlyMap<string, Uint8Array>, base: string): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), content);
  }
  writeFileSync(`${base}.tgz`, packTarball(files));
}

/**
 * The packages of this clone, packed as npm packs them, in every generation. They are built when they are
 * first asked for, without a network, and again when their sources have changed; the same sources give the
 * same bytes. Rejects with one sentence where the compiler is not installed (`npm ci --omit=dev`) and nothing
 * was built before.
 */
export async function packedTree(
  config: Partial<Pick<Config, 'data_dir'>> = {},
  log?: Log,
): Promise<readonly Packed[]> {
  const all = published();
  const folder = await built(
    {
      name: 'packages',
      home: join(REPOSITORY, 'apps/service'),
      result: 'dist/packages',
      spare: 'packages',
      sources: [
        ...new Set(
          all.flatMap((one) =>
            ['src', 'package.json', 'README.md', ...includedIn(one)].map((name) => join(one.folder, name)),
          ),
        ),
        join(PACKAGES, 'contract/src'),
        join(REPOSITORY, 'LICENSE'),
        join(REPOSITORY, 'tsconfig.json'),
        import.meta.dirname,
      ].filter((place) => existsSync(place)),
      tool: { name: 'tsdown', load: () => import('tsdown') },
      make: (draft) => compileAll(all, (one, dist) => write(filesOf(one, dist), join(draft, baseOf(one)))),
    },
    config,
    log,
  );
  return all
    .map((one) => ({ name: one.name, version: one.version, folder: join(folder, baseOf(one)) }))
    .map((one) => ({ ...one, file: `${one.folder}.tgz` }))
    .filter(({ file }) => existsSync(file));
}
