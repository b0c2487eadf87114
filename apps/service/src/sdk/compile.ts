import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { InlineConfig } from 'tsdown';
import { fileOf } from './manifest.ts';
import { namesUsed, writePlainContract } from './plain-contract.ts';
import type { Published, Runs } from './published.ts';
import { writeConfig } from './types.ts';

/** ES2022: Node.js 20, and every browser that has the cryptography the packages need. */
export const TARGET = 'es2022';

/** What stands at the head of every built file. */
export const bannerOf = ({ name, version }: Published): string => `/*! ${name} ${version} | Apache-2.0 */`;

/**
 * An earlier generation is the same source. Its entry differs, and so does what it says of itself: `src/version.ts`
 * is written anew.
 */
export const versionPlugin = ({ folder, version, line }: Published) => ({
  name: 'standpoint-version',
  load: (id: string) =>
    id === join(folder, 'src/version.ts')
      ? { code: `export const SDK_VERSION = '${version}';\nexport const SDK_GENERATION = '${line}';\n` }
      : null,
});

const PLATFORMS: Record<Runs, 'browser' | 'node' | 'neutral'> = {
  browser: 'browser',
  node: 'node',
  neutral: 'neutral',
};

/** Compiles a package's entries to ESM, CommonJS and declarations, into `output`. `work`: a folder for what is left over. */
export async function compile(one: Published, output: string, work: string): Promise<void> {
  const { build } = await import('tsdown');
  mkdirSync(work, { recursive: true });
  const contract = await writePlainContract(namesUsed(one.folder), work);
  const types = join(work, 'types');
  mkdirSync(types, { recursive: true });
  const sources = Object.values(one.entries).map((file) => join(one.folder, file));
  const tsconfig = writeConfig(types, {
    compilerOptions: {
      paths: { '@standpoint/contract': [contract], '@standpoint/contract/*': [contract] },
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
    },
    files: sources,
    include: [],
  });
  const config: InlineConfig = {
    config: false,
    cwd: one.folder,
    entry: Object.fromEntries(
      Object.entries(one.entries).map(([entry, file]) => [fileOf(entry), join(one.folder, file)]),
    ),
    outDir: output,
    format: ['esm', 'cjs'],
    platform: PLATFORMS[one.runs],
    target: TARGET,
    tsconfig,
    dts: true,
    banner: { js: bannerOf(one) },
    plugins: [versionPlugin(one)],
    hash: false,
    clean: false,
    report: false,
    logLevel: 'error',
  };
  await build(config);
}

