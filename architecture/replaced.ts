import { dirname, join } from 'node:path';
import type { Tree } from './tree.ts';

const MUTANT = 'apps/service/testing/mutant.ts';
/** Reads nearly every module of the service. */
export const OPENS_A_SERVICE = [
  'apps/service/testing/service.ts',
  'apps/service/src/main.ts',
  'apps/service/src/world/open.ts',
];
const REPLACES = /(^|\/)without-[^/]*\.test\.ts$/;
const MOCKED = /\bvi\.mock\(\s*'([^']+)'/g;

/** The way from a file to one of the targets, by what it runs; null when there is none. */
function way(
  tree: Tree,
  from: string,
  targets: readonly string[],
  seen = new Set<string>(),
): string[] | null {
  if (targets.includes(from)) return [from];
  if (seen.has(from)) return null;
  seen.add(from);
  for (const { to, type } of tree.importsOf(from)) {
    if (to === null || type) continue;
    const rest = way(tree, to, targets, seen);
    if (rest) return [from, ...rest];
  }
  return null;
}

/**
 * Imports by which a control reads the module that it replaces, or a whole service, before it can replace one. Vitest
 * reads imports in their order, and asks for the replacement when the first file needs the module: `mutant.ts`,
 * which makes the replacement, has to be read by then.
 */
export function readTooEarly(tree: Tree): string[] {
  return tree.files
    .filter((path) => REPLACES.test(path))
    .flatMap((path) => {
      const own = tree.importsOf(path).filter(({ to, type }) => to !== null && !type);
      const end = own.findIndex(({ to }) => to === MUTANT);
      const replaced = [...tree.code(path).matchAll(MOCKED)].map(([, name]) => join(dirname(path), name!));
      return own
        .slice(0, end + 1 || own.length)
        .map(({ to }) => way(tree, to!, [...OPENS_A_SERVICE, ...replaced]))
        .filter((found) => found !== null)
        .map((found) => [path, ...found].join(' → '));
    });
}
