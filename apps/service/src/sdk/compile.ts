import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { REPOSITORY } from '../pages/built.ts';
import { fileOf } from './manifest.ts';
import { namesUsed, writePlainContract } from './plain-contract.ts';
import { bannerOf, type Published, TARGET, versionIn } from './published.ts';
import { writeConfig } from './types.ts';

/**
 * Compiles the entries of each package to ESM, CommonJS and declarations, one after the other, and hands over the
 * folder of each with its results.
 */
export async function compileAll(
  all: readonly Published[],
  use: (one: Published, dist: string) => void,
): Promise<void> {
  // The compiler skips whatever lies below a node_modules, so the copy has a place of its own.
  const work = mkdtempSync(join(tmpdir(), 'standpoint-pack-'));
  try {
    const folders = [...new Set(all.map(({ folder }) => folder))];
    for (const folder of folders) copySources(folder, work);
    symlinkSync(join(REPOSITORY, 'node_modules'), join(work, 'node_modules'), 'junction');
    const names = [...new Set(folders.flatMap(namesUsed))].sort();
    const contract = await writePlainContract(names, work);
    for (const [number, one] of all.entries()) {
      for (const other of generationOf(one, all)) setVersion(other, work);
      const dist = join(work, `dist-${number}`);
      await compile(one, { work, dist, contract });
      use(one, dist);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The copy of a package. The packages lie side by side as in the repository: one may import a file of another. */
const placeOf = ({ folder }: { folder: string }, work: string): string =>
  join(work, 'packages', basename(folder));

function copySources(folder: string, work: string): void {
  const place = placeOf({ folder }, work);
  mkdirSync(place, { recursive: true });
  cpSync(join(folder, 'src'), join(place, 'src'), {
    recursive: true,
    filter: (path) => !/\.test\.tsx?$/.test(path),
  });
}

function setVersion(one: Published, work: string): void {
  const file = 'src/version.ts';
  if (existsSync(join(one.folder, file)))
    writeFileSync(
      join(placeOf(one, work), file),
      versionIn(readFileSync(join(one.folder, file), 'utf8'), one),
    );
}

/** Every package in the generation of `one`, or else in its own. */
const generationOf = (one: Published, all: readonly Published[]): Published[] =>
  [...Map.groupBy(all, ({ folder }) => folder).values()].map(
    (versions) => versions.find(({ line }) => line === one.line) ?? versions[0]!,
  );

async function compile(one: Published, to: { work: string; dist: string; contract: string }): Promise<void> {
  const { build } = await import('tsdown');
  const place = placeOf(one, to.work);
  const { dependencies = {}, peerDependencies = {} } = one.source;
  writeFileSync(
    join(place, 'package.json'),
    JSON.stringify({ name: one.name, version: one.version, type: 'module', dependencies, peerDependencies }),
  );
  const entries = Object.entries(one.entries).map(([entry, file]) => [fileOf(entry), join(place, file)]);
  const paths = { '@standpoint/contract': [to.contract], '@standpoint/contract/*': [to.contract] };
  await build({
    config: false,
    cwd: place,
    entry: Object.fromEntries(entries),
    outDir: to.dist,
    // The declarations of both are the same, and a checker's second run would take a third of the build.
    format: { esm: {}, cjs: { dts: false } },
    platform: one.runs,
    target: TARGET,
    tsconfig: writeConfig(to.work, {
      compilerOptions: { paths, noEmit: false, rootDir: to.work, jsxImportSource: 'react' },
      files: entries.map(([, file]) => file),
      include: [join(place, 'src/**/*.d.ts')],
    }),
    dts: true,
    banner: { js: bannerOf(one) },
    fixedExtension: true,
    hash: false,
    // What entries share has a folder of its own: beside them it could take the name of an entry.
    outputOptions: (options) => ({ ...options, chunkFileNames: `parts/${String(options.chunkFileNames)}` }),
    report: false,
    logLevel: 'error',
  });
  for (const name of globSync('**/*.d.mts', { cwd: to.dist })) {
    const text = readFileSync(join(to.dist, name), 'utf8');
    writeFileSync(join(to.dist, name.replace(/mts$/, 'cts')), text.replace(OWN_FILE, '$1$2.cjs$1'));
  }
}

/** A file of the package, as a declaration names it. */
const OWN_FILE = /(["'])(\.{1,2}\/[^"']+)\.mjs\1/g;
