import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { engineCases } from '../../../testing/engines/cases.ts';
import { isUntouched } from '../../../testing/engines/freeze.ts';
import { type Decision, decide, ENGINE_VERSION } from './decision.ts';
import { engineOf, FROZEN } from './engines.ts';
import type { DecisionInput } from './facts.ts';

const HOME = join(import.meta.dirname, 'engines');
const read = (file: string) => readFileSync(join(HOME, file), 'utf8');

interface GoldenCase {
  name: string;
  input: DecisionInput;
  decision: Decision;
}
const golden = (version: string) => JSON.parse(read(`golden/${version}.json`)) as GoldenCase[];

it('keeps every engine before the present one', () => {
  expect(FROZEN).toEqual(Array.from({ length: Number(ENGINE_VERSION) - 1 }, (_, i) => String(i + 1)));
  expect(globSync('*.js', { cwd: HOME }).sort()).toEqual(FROZEN.map((version) => `${version}.js`));
});

it.each(FROZEN)('engine %s still gives the same answers byte for byte', async (version) => {
  const engine = (await engineOf(version))!;
  const cases = golden(version);
  expect(cases.length).toBeGreaterThan(50);
  for (const { name, input, decision } of cases)
    expect(JSON.stringify(engine(input)), name).toBe(JSON.stringify(decision));
});

it(`engine ${ENGINE_VERSION} gives the answers in its golden file`, () => {
  const cases = golden(ENGINE_VERSION);
  const what =
    'The engine gives other answers than its golden file. If this version was released, undo the change or ' +
    'freeze it first (node apps/service/testing/engines/freeze.ts) and raise ENGINE_VERSION; ' +
    'otherwise rewrite the file: ' +
    'node apps/service/testing/engines/golden.ts';
  const changed = cases.filter(
    ({ input, decision }) => JSON.stringify(decide(input)) !== JSON.stringify(decision),
  );
  expect(
    changed.map(({ name }) => name),
    what,
  ).toEqual([]);
});

it('has every case in the golden file of the present engine', () => {
  const names = golden(ENGINE_VERSION).map(({ name }) => name);
  expect(names, 'node apps/service/testing/engines/golden.ts').toEqual(engineCases().map(({ name }) => name));
});

it('has a case in which each code is found', () => {
  const checks = golden(ENGINE_VERSION).flatMap(({ decision }) => decision.checks);
  const never = new Set(checks.map(({ code }) => code));
  for (const { code, outcome } of checks)
    if (outcome === 'fail' || outcome === 'uncertain') never.delete(code);
  // Without an address this code has nothing to compare, so it is always passed or skipped.
  expect([...never]).toEqual(['ip_unavailable']);
});

it.each(FROZEN)('engine %s is unchanged since it was frozen', (version) => {
  expect(isUntouched(read(`${version}.js`))).toBe(true);
});

it('knows no engine that never existed', async () => {
  for (const version of ['0', '99', '../decision', '__proto__', ''])
    expect(await engineOf(version)).toBeNull();
});
