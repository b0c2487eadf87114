import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionsIn, longFunctions } from './architecture/functions.ts';
import { cycles, IMPURE } from './architecture/graph.ts';
import { LAW } from './architecture/law.ts';
import { exists, forTests, importsIn, readTree, tampered } from './architecture/tree.ts';

/** Checks the law of imports (ARCHITECTURE.md), and the sizes of files and folders. */
const tree = readTree();

describe('the law of imports', () => {
  it('reads every file', () => {
    expect(tree.files.length).toBeGreaterThan(200);
    const lost = tree.imports.filter(
      ({ to, specifier }) => to && specifier.startsWith('.') && /\.tsx?$/.test(to) && !tree.has(to),
    );
    expect(lost).toEqual([]);
  });

  describe.each(LAW)('$name', ({ reason, paths, broken, controls }) => {
    it('holds', () => {
      expect(broken(tree), reason).toEqual([]);
    });

    it('names only paths that exist', () => {
      expect(paths.filter((path) => !exists(path))).toEqual([]);
    });

    it.each(controls)('is broken when $file adds $adds', ({ file, adds }) => {
      expect(broken(tampered(tree, file, adds))).not.toEqual([]);
    });
  });
});

/** Folders with things of one kind, which may have any number of files. */
const LISTS = /\/(checks|signals|screens|texts|reasons|species)$/;

/** React Native's code generator demands this name and a default export. */
const GENERATED_FROM = 'packages/react-native/src/NativeStandpoint.ts';

describe('rooms and sizes', () => {
  const written = tree.files.filter((path) => !/\.test\.tsx?$/.test(path));
  const lines = (path: string) =>
    tree
      .code(path)
      .split('\n')
      .filter((line) => line.trim()).length;

  it('has no folder with more than 20 source files, except lists of one kind', () => {
    const rooms = Object.entries(Object.groupBy(written, (path) => dirname(path)));
    const full = rooms.filter(([room, files]) => files!.length > 20 && !LISTS.test(room));
    expect(full.map(([room, files]) => `${room}: ${files!.length}`)).toEqual([]);
  });

  it('has no file with more than 300 lines of code, except data and texts', () => {
    const large = tree.files.filter((path) => !/\/(texts|reasons|data)\//.test(path) && lines(path) > 300);
    expect(large).toEqual([]);
  });

  it('has hardly a function with more than 40 lines of code', () => {
    const product = written.filter((path) => !/(^|\/)(testing|e2e)\//.test(path));
    const long = longFunctions(tree, product, 40).map(({ path, name, lines }) => `${path} ${name}: ${lines}`);
    expect(long.length, long.join('\n')).toBeLessThanOrEqual(25);
  });

  it('has hardly a line of more than 120 columns: patterns, data, texts to the letter', () => {
    const long = tree.files.flatMap((path) =>
      tree
        .code(path)
        .split('\n')
        .filter((line) => line.length > 120 && [...line].length > 120)
        .map((line) => `${path}: ${line.trim().slice(0, 60)}`),
    );
    expect(long.length, long.join('\n')).toBeLessThanOrEqual(60);
  });

  it('has no file that repeats its folder’s name', () => {
    const repeated = written.filter((path) => {
      const [name, folder] = path.split('/').reverse();
      return name!.startsWith(`${folder}-`);
    });
    expect(repeated).toEqual([]);
  });

  it('has no file or folder with a name that says nothing', () => {
    const vague = tree.files.filter((path) =>
      path.split('/').some((part) => /^(utils?|helpers?|common|shared|misc)(\.|$)/.test(part)),
    );
    expect(vague).toEqual([]);
    const form = tree.files.filter((path) => !/^[a-z0-9./[\]_-]+$/.test(path));
    expect(form, 'kebab-case').toEqual([GENERATED_FROM]);
  });

  it('has named exports only', () => {
    const found = tree.files.filter((path) => !forTests(path) && /^export default\b/m.test(tree.code(path)));
    expect(found).toEqual([GENERATED_FROM]);
  });

  it('takes no path of a file from an address, in which a space of a folder’s name is “%20”', () => {
    const pathOfUrl = /import\.meta\.url\)\.pathname/;
    expect(pathOfUrl.test("new URL('x', import.meta.url).pathname")).toBe(true);
    expect(
      tree.files.filter((path) => path !== 'architecture.test.ts' && pathOfUrl.test(tree.code(path))),
    ).toEqual([]);
  });
});

describe('the measure of functions', () => {
  const text = (lines: number) =>
    `const outer = () => {\n  // a comment\n\n${'  step();\n'.repeat(lines - 2)}};`;

  it('counts lines of code, and neither comments nor blank lines', () => {
    const made = { ...tree, text: () => text(41) };
    expect(longFunctions(made, ['a.ts'], 40)).toEqual([{ path: 'a.ts', name: 'outer', lines: 41 }]);
    expect(longFunctions(made, ['a.ts'], 41)).toEqual([]);
  });

  it('finds a function inside of another, and a component', () => {
    const code = 'class A {\n  m() {\n    const inner = () => <p>\n      x\n    </p>;\n  }\n}';
    expect(functionsIn('a.tsx', code).map(({ name, lines }) => [name, lines])).toEqual([
      ['m', 5],
      ['inner', 3],
    ]);
  });

  it('finds a long function also where a text of several lines stands at the margin', () => {
    const long = (line: string) => `function long() {\n${`${line}\n`.repeat(50)}}\n`;
    const texts = {
      'code.ts': long('  x();'),
      'text.ts': long('  x(`\nat the margin\n`);'),
      'short.ts': 'x();',
    };
    const made = { ...tree, text: (path: string) => texts[path as keyof typeof texts] };
    expect(longFunctions(made, Object.keys(texts), 40).map(({ path }) => path)).toEqual([
      'code.ts',
      'text.ts',
    ]);
  });

  it('refuses a file that it cannot read', () => {
    expect(() => functionsIn('a.ts', 'const = ;')).toThrow('a.ts');
  });
});

describe('the reader of imports', () => {
  it.each([
    ["import { a } from './a.ts';", './a.ts', false],
    ["import type { A } from '../a.ts';", '../a.ts', true],
    ["import { type A, type B } from 'b';", 'b', true],
    ["import { type A, b } from 'b';", 'b', false],
    ["import a, { type B } from 'b';", 'b', false],
    ["export * from './c.ts';", './c.ts', false],
    ["export type { C } from './c.ts';", './c.ts', true],
    ["import {\n  a,\n  b,\n} from 'd';", 'd', false],
    ["import 'e';", 'e', false],
    ["const f = await import('f');", 'f', false],
  ])('reads %s', (source, specifier, type) => {
    expect(importsIn('x/y.ts', source)).toEqual([expect.objectContaining({ specifier, type })]);
  });

  it('reads no import in a comment', () => {
    expect(importsIn('x/y.ts', "// import 'a'\n/* import 'b' */\n")).toEqual([]);
  });

  it('finds a long cycle and nothing else', () => {
    const edge = (from: string, to: string) => ({ from, to, specifier: to, type: false });
    const long = [
      edge('a', 'b'),
      edge('b', 'c'),
      edge('c', 'a'),
      edge('d', 'a'),
      edge('a', 'e'),
      edge('e', 'f'),
    ];
    const files = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(cycles({ imports: long, files })).toEqual([['a', 'b', 'c']]);
    expect(cycles({ imports: long.slice(1), files })).toEqual([]);
  });

  it.each(['Date.now()', 'new Date()', 'Math.random()', 'process.env', "fetch('x')", 'await x'])(
    'finds %s impure',
    (text) => {
      expect(text).toMatch(IMPURE);
    },
  );
});
