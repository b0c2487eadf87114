import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../pages/built.ts';
import { fileOf } from './manifest.ts';
import { namesUsed, writePlainContract } from './plain-contract.ts';
import { bannerOf, type Published, TARGET, versionSource } from './published.ts';
import { writeConfig } from './types.ts';

/**
 * Compiles a package's entries to ESM, CommonJS and declarations, and hands over the folder with the results.
 */
export async function compiled<T>(one: Published, use: (folder: string) => T): Promise<T> {
  // The compiler skips whatever lies below a node_modules, so the copy has a place of its own.
  const work = mkdtempSync(join(tmpdir(), 'standpoint-pack-'));
  try {
    await compile(one, work);
    return use(join(work, 'dist'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function compile(one: Published, work: string): Promise<void> {
  const { build } = await import('tsdown');
  const tsconfig = await copySources(one, work);
  const entries = Object.entries(one.entries);
  await build({
    config: false,
    cwd: work,
    entry: Object.fromEntries(entries.map(([entry, file]) => [fileOf(entry), file])),
    outDir: 'dist',
    // The declarations of both are the same, and a checker's second run would take a third of the build.
    format: { esm: {}, cjs: { dts: false } },
    platform: one.runs,
    target: TARGET,
    tsconfig,
    dts: true,
    banner: { js: bannerOf(one) },
    fixedExtension: false,
    hash: false,
    // What entries share has a folder of its own: beside them it could take the name of an entry.
    outputOptions: (options) => ({ ...options, chunkFileNames: `parts/${String(options.chunkFileNames)}` }),
    report: false,
    logLevel: 'error',
  });
  const dist = join(work, 'dist');
  for (const name of globSync('**/*.d.ts', { cwd: dist })) {
    const text = readFileSync(join(dist, name), 'utf8');
    writeFileSync(join(dist, name.replace(/ts$/, 'cts')), text.replace(OWN_FILE, '$1$2.cjs$1'));
  }
}

/** A file of the package, as a declaration names it. */
const OWN_FILE = /(["'])(\.{1,2}\/[^"']+)\.js\1/g;

/**
 * Copies the sources without their tests, and writes what a build changes in them. Returns their
 * tsconfig.json.
 */
async function copySources(one: Published, work: string): Promise<string> {
  cpSync(join(one.folder, 'src'), join(work, 'src'), {
    recursive: true,
    filter: (path) => !/\.test\.tsx?$/.test(path),
  });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(work, 'node_modules'), 'junction');
  const { dependencies = {}, peerDependencies = {} } = one.source;
  writeFileSync(
    join(work, 'package.json'),
    JSON.stringify({ name: one.name, version: one.version, type: 'module', dependencies, peerDependencies }),
  );
  writeFileSync(join(work, 'src/version.ts'), versionSource(one));
  const contract = await writePlainContract(namesUsed(one.folder), work);
  const paths = { '@standpoint/contract': [contract], '@standpoint/contract/*': [contract] };
  return writeConfig(work, {
    compilerOptions: { paths, noEmit: false, rootDir: work, jsxImportSource: 'react' },
    files: Object.values(one.entries),
    include: [],
  });
}
