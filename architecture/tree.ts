import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Samples are projects of their own: they have their own dependencies, and no room of ours. */
const IGNORED = /(^|\/)(node_modules|dist|\.standpoint|\.mutants[^/]*|\.cache)(\/|$)|^samples(\/|$)/;

/** One import statement of one file. */
export interface Import {
  from: string;
  specifier: string;
  /** Path of the imported file below the repository's root; null for a library or a module of Node.js. */
  to: string | null;
  /** Whether only types are imported. */
  type: boolean;
}

/** The TypeScript of the repository, as the rules read it. */
export interface Tree {
  files: readonly string[];
  imports: readonly Import[];
  has(path: string): boolean;
  /** The imports of one file. */
  importsOf(path: string): readonly Import[];
  text(path: string): string;
  /** A file's text without comments. */
  code(path: string): string;
}

/** Reads every TypeScript file of the repository. */
export function readTree(): Tree {
  const files = globSync('**/*.{ts,tsx,mts}', { cwd: ROOT, exclude: (path) => IGNORED.test(String(path)) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !IGNORED.test(path) && !path.endsWith('.d.ts'))
    .sort();
  const codes = new Map<string, string>();
  const texts = new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  const imports = new Map(files.map((path) => [path, importsIn(path, texts.get(path)!)]));
  return {
    files,
    imports: [...imports.values()].flat(),
    has: (path) => texts.has(path),
    importsOf: (path) => imports.get(path) ?? [],
    text: (path) => texts.get(path)!,
    code: (path) => {
      const code = codes.get(path) ?? withoutComments(texts.get(path)!);
      codes.set(path, code);
      return code;
    },
  };
}

/** The same tree with `text` added as the last line of `path`, which need not exist. */
export function tampered(tree: Tree, path: string, text: string): Tree {
  const imports = importsIn(path, text);
  const added = (read: (path: string) => string, asked: string) => {
    if (asked !== path) return read(asked);
    return `${tree.has(path) ? read(path) : ''}\n${text}`;
  };
  return {
    files: tree.has(path) ? tree.files : [...tree.files, path].sort(),
    imports: [...tree.imports, ...imports],
    has: (asked) => asked === path || tree.has(asked),
    importsOf: (asked) => (asked === path ? [...tree.importsOf(path), ...imports] : tree.importsOf(asked)),
    text: (asked) => added(tree.text, asked),
    code: (asked) => added(tree.code, asked),
  };
}

/** Whether a file or folder of the repository exists. */
export const exists = (path: string): boolean => existsSync(join(ROOT, path));

const STATEMENT =
  /(?:^|\n)[ \t]*(import|export)([ \t]+type)?\b([^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)[ \t]*import\s*['"]([^'"]+)['"]|\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]/g;

/** Every import and re-export of a source text. */
export function importsIn(from: string, source: string): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\n)\s*\/\/[^\n]*/g, '$1');
  return [...code.matchAll(STATEMENT)].map(([, , type, names, named, bare, dynamic]) => {
    const specifier = (named ?? bare ?? dynamic)!;
    const members = /^\s*\{([\s\S]*)\}\s*$/
      .exec(names ?? '')?.[1]
      ?.split(',')
      .filter((name) => name.trim());
    const types =
      type !== undefined || (members?.length ? members.every((name) => /^\s*type\s/.test(name)) : false);
    return { from, specifier, to: resolve(from, specifier), type: types };
  });
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier)).replaceAll('\\', '/');
  const [, name, rest] = /^@standpoint\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (!name) return null;
  const folder = ['packages', 'apps', 'examples']
    .map((home) => `${home}/${name.replace('example-', '')}`)
    .find((path) => existsSync(join(ROOT, path)));
  return folder ? `${folder}/src/${rest ?? 'index.ts'}` : null;
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '');

/** Tests, the code that serves only tests, and the code of a README: they may import anything. */
export const forTests = (path: string): boolean =>
  /^packages\/[a-z-]+\/src\/examples\.tsx?$|\.test\.tsx?$|(^|\/)testing\/|^(architecture|testing|e2e|bench|proof|lab)\/|^apps\/service\/interface\/|^[^/]+\.ts$|vite\.config/.test(
    path,
  );

export const inside =
  (...folders: string[]) =>
  (path: string | null): boolean =>
    folders.some((folder) => path?.startsWith(folder) ?? false);
