import type { Tree } from './tree.ts';
import { inside } from './tree.ts';

/** Strongly connected components of more than one file (Tarjan, 1972). */
export function cycles({ imports, files }: Pick<Tree, 'imports' | 'files'>): string[][] {
  const known = new Set(files);
  const edges = Map.groupBy(
    imports.filter(({ to }) => to && known.has(to)),
    ({ from }) => from,
  );
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);
    for (const { to } of edges.get(path) ?? []) {
      if (to === path) found.push([path, path]);
      if (!index.has(to!)) {
        visit(to!);
        low.set(path, Math.min(low.get(path)!, low.get(to!)!));
      } else if (stack.includes(to!)) low.set(path, Math.min(low.get(path)!, index.get(to!)!));
    }
    if (low.get(path) !== index.get(path)) return;
    const component = stack.splice(stack.indexOf(path));
    if (component.length > 1) found.push(component.sort());
  };
  for (const path of files) if (!index.has(path)) visit(path);
  return found;
}

/** Words that a pure function never needs: time, chance, the process, the network. */
export const IMPURE =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bglobalThis\b|\bfetch\(|\bcrypto\b|\bperformance\b|\bset(Timeout|Interval|Immediate)\b|\bawait\b|\bimport\(|\brequire\(|\blocalStorage\b|\bdocument\./;

const withoutTexts = (code: string): string => code.replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");

/** Impure words and libraries in a file and in every file that it runs. */
export function impurities(tree: Tree, path: string, seen = new Set<string>()): string[] {
  if (seen.has(path) || !tree.has(path) || inside('packages/contract/')(path)) return [];
  seen.add(path);
  const own = IMPURE.exec(withoutTexts(tree.code(path)));
  const used = tree.importsOf(path).filter(({ type }) => !type);
  return [
    ...(own ? [`${path} says ${own[0]}`] : []),
    ...used.filter(({ to }) => to === null).map(({ specifier }) => `${path} uses ${specifier}`),
    ...used.flatMap(({ to }) => (to ? impurities(tree, to, seen) : [])),
  ];
}

/** Libraries and modules of Node.js in a file and in every file that it runs. */
export function libraries(tree: Tree, path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const used = tree.importsOf(path).filter(({ type }) => !type);
  return used.flatMap(({ to, specifier }) =>
    to === null ? [`${path} uses ${specifier}`] : libraries(tree, to, seen),
  );
}
