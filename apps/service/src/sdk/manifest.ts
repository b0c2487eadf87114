import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Published } from './published.ts';

/** The name of an entry's files: `index` of `.`, `react` of `./react`. */
export const fileOf = (entry: string): string => (entry === '.' ? 'index' : entry.slice(2));

/** Fields that are published as they are in the repository. Everything else stays there. */
const KEPT = [
  'description',
  'keywords',
  'license',
  'author',
  'homepage',
  'repository',
  'bugs',
  'engines',
  'codegenConfig',
  'dependencies',
  'peerDependencies',
  'peerDependenciesMeta',
] as const;

/** ESM and CommonJS have types of their own: one file for both would name the wrong kind of module. */
const both = (file: string) => ({
  import: { types: `./dist/${file}.d.mts`, default: `./dist/${file}.mjs` },
  require: { types: `./dist/${file}.d.cts`, default: `./dist/${file}.cjs` },
});

/** Source files that do something when they are imported, as files of the built package. */
function sideEffectsOf({ entries, source: { sideEffects } }: Published): unknown {
  if (!Array.isArray(sideEffects)) return sideEffects;
  return Object.entries(entries)
    .filter(([, file]) => sideEffects.includes(file))
    .flatMap(([entry]) => [`./dist/${fileOf(entry)}.mjs`, `./dist/${fileOf(entry)}.cjs`]);
}

/** Files that are published as they are, besides what is built: native sources, a plugin for a tool. */
export const includedIn = ({ folder, source: { files = [] } }: Published): string[] =>
  files
    .filter((pattern) => pattern !== 'dist')
    .flatMap((pattern) => globSync([pattern, `${pattern}/**`], { cwd: folder, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

/**
 * The `package.json` of the published package. npm replaces no field of it by `publishConfig`, so it is
 * written anew: with built files as entries, and without packages that exist in the repository only.
 */
export function manifestOf(one: Published): object {
  const { name, version, line, earlier, entries, asTheyAre, source } = one;
  const kept = Object.fromEntries(KEPT.flatMap((field) => (field in source ? [[field, source[field]]] : [])));
  const files = Object.keys(entries);
  return {
    name,
    version,
    ...kept,
    type: source.type ?? 'module',
    sideEffects: sideEffectsOf(one),
    main: './dist/index.cjs',
    module: './dist/index.mjs',
    types: './dist/index.d.cts',
    exports: {
      ...Object.fromEntries(files.map((entry) => [entry, both(fileOf(entry))])),
      ...asTheyAre,
      './package.json': './package.json',
    },
    files: [
      'dist',
      ...files.filter((entry) => entry !== '.').map(fileOf),
      ...(source.files ?? []).filter((pattern) => pattern !== 'dist'),
    ],
    publishConfig: { access: 'public', ...(earlier && { tag: `v${line}` }) },
  };
}

/**
 * A folder for each further entry, for tools that do not read `exports`: TypeScript with `node10`, Metro of
 * older React Native. They look for `package/react`, and find this `package.json` in it.
 */
export function stubsOf({ entries }: Published): Record<string, object> {
  const further = Object.keys(entries).filter((entry) => entry !== '.');
  return Object.fromEntries(
    further.map(fileOf).map((file) => {
      const up = '../'.repeat(file.split('/').length);
      const at = (ending: string) => `${up}dist/${file}${ending}`;
      return [`${file}/package.json`, { main: at('.cjs'), module: at('.mjs'), types: at('.d.cts') }];
    }),
  );
}
