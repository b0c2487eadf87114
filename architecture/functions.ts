import { parseSync } from 'vite';
import type { Tree } from './tree.ts';

/** A function with its lines of code; blank lines and comments do not count. */
export interface Measured {
  path: string;
  name: string;
  lines: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  id?: { name?: string } | null;
  key?: { name?: string };
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** The text with each comment's characters as spaces, so that positions stay. */
const blanked = (text: string, comments: readonly { start: number; end: number }[]): string =>
  comments.reduce(
    (all, { start, end }) => all.slice(0, start) + all.slice(start, end).replace(/\S/g, ' ') + all.slice(end),
    text,
  );

const isNode = (value: unknown): value is Node =>
  typeof (value as Node | null)?.type === 'string' && typeof (value as Node).start === 'number';

/** Every function of a file, also those inside of others. Throws where the text is no TypeScript. */
export function functionsIn(path: string, text: string): Measured[] {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const code = blanked(text, comments);
  const found: Measured[] = [];
  const walk = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, name);
    if (!isNode(value)) return;
    const own = value.id?.name ?? value.key?.name ?? name;
    if (FUNCTIONS.includes(value.type)) {
      const lines = code
        .slice(value.start, value.end)
        .split('\n')
        .filter((line) => line.trim());
      found.push({ path, name: own, lines: lines.length });
    }
    for (const child of Object.values(value)) walk(child, own);
  };
  walk(program.body, path);
  return found;
}

/**
 * Whether a file may have a function with more lines than this. The formatter indents what is inside of a function, and
 * the lines at the margin within it only close brackets. So a file in which statements follow each other sooner has none.
 * A text of several lines may stand at the margin too: a file that has one is always read.
 */
function mayHold(text: string, over: number): boolean {
  const lines = text.split('\n');
  if (lines.some((line) => line.split('`').length % 2 === 0)) return lines.length > over;
  let inside = 0;
  for (const line of lines) {
    if (/^[\w/@'"`]/.test(line)) inside = 0;
    else if (line.trim() && ++inside >= over) return true;
  }
  return false;
}

/** The functions of these files with more lines than this. */
export const longFunctions = (tree: Tree, paths: readonly string[], over: number): Measured[] =>
  paths
    .filter((path) => mayHold(tree.text(path), over))
    .flatMap((path) => functionsIn(path, tree.text(path)))
    .filter(({ lines }) => lines > over);
