import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { built, REPOSITORY } from '../built.ts';
import type { Config } from '../config.ts';
import type { Log } from '../database/log.ts';
import { compiled } from './compile.ts';
import { manifestOf, stubsOf } from './manifest.ts';
import { PACKAGES, type Published, published } from './published.ts';
import { packTarball } from './tarball.ts';

/** One packed package. */
export interface Packed {
  name: string;
  version: string;
  /** Absolute path of the `.tgz`. */
  file: string;
}

/** `standpoint-web-0.5.0.tgz`, as `npm pack` names it. */
const tarballOf = ({ name, version }: Published): string =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Every file of the published package, by path: what was compiled, and what stands beside it. */
function filesOf(one: Published, folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>([['package.json', json(manifestOf(one))]]);
  for (const [path, stub] of Object.entries(stubsOf(one))) files.set(path, json(stub));
  for (const name of globSync('**/*.{js,cjs,ts,cts}', { cwd: folder }))
    files.set(`dist/${name}`, readFileSync(join(folder, name)));
  files.set('LICENSE', readFileSync(join(REPOSITORY, 'LICENSE')));
  const readme = join(one.folder, 'README.md');
  if (existsSync(readme)) files.set('README.md', readFileSync(readme));
  return files;
}

/**
 * The packages of this clone, packed as npm packs them, in every generation. They are built when they are first asked
 * for, without a network, and again when their sources have changed; the same sources give the same bytes. Rejects with
 * one sentence where the compiler is not installed (`npm ci --omit=dev`) and nothing was built before.
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
          all.flatMap(({ folder }) => ['src', 'package.json', 'README.md'].map((name) => join(folder, name))),
        ),
        join(PACKAGES, 'contract/src'),
        join(REPOSITORY, 'LICENSE'),
        join(REPOSITORY, 'tsconfig.json'),
        import.meta.dirname,
      ].filter((place) => existsSync(place)),
      tool: { name: 'tsdown', load: () => import('tsdown') },
      async make(draft) {
        for (const one of all)
          writeFileSync(
            join(draft, tarballOf(one)),
            await compiled(one, (folder) => packTarball(filesOf(one, folder))),
          );
      },
    },
    config,
    log,
  );
  return all.map((one) => ({ name: one.name, version: one.version, file: join(folder, tarballOf(one)) }));
}
