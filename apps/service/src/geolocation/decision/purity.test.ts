import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const HOME = import.meta.dirname;
const WORDS = '../../../../../packages/contract/src/words';
const CORE = [
  'decision.ts',
  'recheck.ts',
  'position.ts',
  'policy.ts',
  'ring-crossing.ts',
  'shape-problems.ts',
  'thresholds.ts',
  '../geodata/places/great-circle.ts',
  '../geodata/places/us-state-names.ts',
  '../geodata/rules/quadrature.ts',
  '../geodata/rules/steps.ts',
  'facts.ts',
  'reasons/reasons.ts',
];
const files = [
  ...CORE,
  ...globSync('checks/*.ts', { cwd: HOME }),
  ...globSync('reasons/*.ts', { cwd: HOME }),
  ...globSync(`${WORDS}/*.ts`, { cwd: HOME }),
].filter((file) => !file.endsWith('.test.ts'));
/**
 * The globals that a pure function cannot touch: the present time, randomness, the process, input and output.
 */
const IMPURE =
  /\bDate\.now\b|\bnew Date\b|\bDate\(|\bMath\.random\b|\bprocess\b|\bglobalThis\b|\bfetch\b|\bcrypto\b|\bperformance\b|\bset(Timeout|Interval|Immediate)\b|\bawait\b|\basync\b|\bimport\(|\brequire\b|\btoLocale|\bconsole\b|\bDateTimeFormat\b/;

const code = (file: string) =>
  readFileSync(join(HOME, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    // Texts may contain any word.
    .replace(/'(?:[^'\\\n]|\\.)*'/g, (text, at: number, all: string) =>
      /from $/.test(all.slice(0, at)) ? text : "''",
    );

it('covers the whole core', () => {
  expect(files.length).toBeGreaterThan(25);
  const { exports } = JSON.parse(readFileSync(join(HOME, WORDS, '../../package.json'), 'utf8'));
  const words = Object.entries(exports).filter(([name]) => name.startsWith('./words/'));
  expect(words).toEqual([['./words/*', './src/words/*.ts']]);
});

it.each(files)('%s uses no clock, no randomness and no input or output', (file) => {
  expect(code(file).match(IMPURE)).toBeNull();
  // A quote inside a template is none that begins a text.
  const templates = readFileSync(join(HOME, file), 'utf8').match(/\$\{[^}]*\}/g) ?? [];
  expect(templates.filter((each) => IMPURE.test(each))).toEqual([]);
});

it.each(files)('%s imports only the core, and at most types from other modules', (file) => {
  expect(readFileSync(join(HOME, file), 'utf8')).not.toMatch(/^import '/m);
  const imports = [...code(file).matchAll(/(?:import|export)(\s+type)?\s[^;]*?from '([^']+)'/g)];
  for (const [statement, type, from] of imports) {
    if (type) continue;
    const words = /^@standpoint\/contract\/words\/([\w-]+)$/.exec(from!)?.[1];
    const target = words ? `${WORDS}/${words}.ts` : relative(HOME, join(HOME, dirname(file), from!));
    expect((words || from!.startsWith('.')) && files.includes(target), statement).toBe(true);
  }
});

it('notices a violation', () => {
  for (const text of ['Date.now()', 'new Date()', 'Math.random()', "await fetch('x')", 'process.env']) {
    expect(text).toMatch(IMPURE);
  }
});
