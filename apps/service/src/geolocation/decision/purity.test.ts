import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const HOME = import.meta.dirname;
const CORE = [
  'decision.ts',
  'recheck.ts',
  'position.ts',
  'policy.ts',
  'shape-problems.ts',
  'thresholds.ts',
  '../geodata/places/great-circle.ts',
  '../geodata/places/us-state-names.ts',
  '../geodata/rules/quadrature.ts',
  'facts.ts',
  'reasons/reasons.ts',
];
const files = [
  ...CORE,
  ...globSync('checks/*.ts', { cwd: HOME }),
  ...globSync('reasons/*.ts', { cwd: HOME }),
].filter((file) => !file.endsWith('.test.ts'));
/**
 * What a pure function cannot touch: the time of the moment, chance, the place where it runs, the outside.
 */
const IMPURE =
  /\bDate\.now\b|\bnew Date\b|\bDate\(|\bMath\.random\b|\bprocess\b|\bglobalThis\b|\bfetch\b|\bcrypto\b|\bperformance\b|\bset(Timeout|Interval|Immediate)\b|\bawait\b|\basync\b|\bimport\(|\brequire\b|\btoLocale|\bconsole\b/;

const code = (file: string) =>
  readFileSync(join(HOME, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    // Texts may speak of anything.
    .replace(/'(?:[^'\\\n]|\\.)*'/g, (text, at: number, all: string) =>
      /from $/.test(all.slice(0, at)) ? text : "''",
    );

it('covers the whole core', () => {
  expect(files.length).toBeGreaterThan(25);
});

it.each(files)('%s has no clock, no chance and nothing from outside', (file) => {
  expect(code(file).match(IMPURE)).toBeNull();
});

it.each(files)('%s loads nothing but the core; of others it takes types at most', (file) => {
  const imports = [...code(file).matchAll(/(?:import|export)(\s+type)?\s[^;]*?from '([^']+)'/g)];
  for (const [statement, type, from] of imports) {
    if (type) continue;
    const target = relative(HOME, join(HOME, dirname(file), from!));
    expect(from!.startsWith('.') && files.includes(target), statement).toBe(true);
  }
});

it('would notice', () => {
  for (const text of ['Date.now()', 'new Date()', 'Math.random()', "await fetch('x')", 'process.env']) {
    expect(text).toMatch(IMPURE);
  }
});
