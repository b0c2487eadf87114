import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Driver, Told } from './driver.ts';

type Json = Record<string, unknown>;

interface VectorCase {
  name: string;
  why: string;
  input: Json;
  expect: Json;
}
interface VectorFamily {
  family: string;
  version: number;
  about: string;
  cases: VectorCase[];
}

const FOLDER = new URL('../vectors/', import.meta.url);

export const readFamilies = (): VectorFamily[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as VectorFamily);

/** One of these must be told for a case to pass: the result of the family's last step. */
const RESULTS = [
  'claims',
  'core',
  'payload',
  'binding',
  'standpoint_retry',
  'code',
  'event',
  'install_id',
  'set_cookie',
  'url',
  'answers',
  'accepted',
  'message',
  'chain',
  'proof',
];

/** A wait may be a quarter longer, by chance, and timers may be late or a millisecond early. */
const waited = (told: unknown, wanted: unknown): boolean =>
  Array.isArray(told) &&
  Array.isArray(wanted) &&
  told.length === wanted.length &&
  told.every((ms, at) => ms >= wanted[at] - 2 && ms <= wanted[at] * 1.25 + 250);

/** A typed reader of claims has fewer members than the token. */
const holds = (told: unknown, wanted: unknown): boolean =>
  typeof told === 'object' &&
  told !== null &&
  typeof wanted === 'object' &&
  wanted !== null &&
  Object.keys(told).length > 0 &&
  Object.entries(told).every(([name, value]) => isDeepStrictEqual(value, (wanted as Json)[name]));

function fits(name: string, told: unknown, wanted: unknown): boolean {
  if (name === 'waits_ms') return waited(told, wanted);
  if (name === 'claims') return holds(told, wanted);
  return isDeepStrictEqual(told, wanted);
}

/** What is wrong with the client's result; null when it fits. */
export function judge(told: Told, expect: Json): string | null {
  if (told.error !== undefined && told.error === expect.may) return null;
  if (told.error !== expect.error) return `error ${told.error ?? 'none'}, not ${expect.error ?? 'none'}`;
  const wrong = Object.keys(told).find((name) => !fits(name, told[name], expect[name]));
  if (wrong) return `${wrong} is ${JSON.stringify(told[wrong])}, not ${JSON.stringify(expect[wrong])}`;
  const results = RESULTS.filter((name) => name in expect);
  if (expect.error === undefined && results.length > 0 && !results.some((name) => name in told))
    return `the client told nothing of ${results.join(', ')}`;
  return null;
}

/** The value with its first leaf changed, so that no client may accept it. */
function changed(value: unknown): unknown {
  if (typeof value === 'string') return `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
  if (typeof value === 'number') return value + 1_000;
  if (typeof value === 'boolean') return !value;
  if (value === null) return 'changed';
  if (Array.isArray(value)) return [...value, 'changed'];
  return Object.fromEntries(Object.entries(value as Json).map(([name, inner]) => [name, changed(inner)]));
}

/** A case whose expectation is wrong. A client that still passes it does not check what it says. */
export const mutated = ({ expect, ...rest }: VectorCase): VectorCase => ({
  ...rest,
  expect: changed(expect) as Json,
});

interface CaseReport {
  family: string;
  name: string;
  problem: string;
}
interface VectorReport {
  client: string;
  passed: number;
  failed: CaseReport[];
  /** Cases that the client has no part for, by their reason. */
  skipped: Record<string, number>;
  /** Passed cases by family. */
  families: Record<string, number>;
}

/** Gives every vector to a client. `mutate`: the number of the case, over all that it can answer, to falsify. */
export async function runVectors(
  driver: Driver,
  { families = readFamilies(), mutate }: { families?: VectorFamily[]; mutate?: number } = {},
): Promise<VectorReport> {
  const report: VectorReport = { client: driver.name, passed: 0, failed: [], skipped: {}, families: {} };
  let answered = 0;
  for (const { family, cases } of families) {
    for (const each of cases) {
      const told = await driver.vector(family, structuredClone(each.input));
      if (typeof told === 'string') {
        report.skipped[told] = (report.skipped[told] ?? 0) + 1;
        continue;
      }
      answered++;
      const { expect } = answered === mutate ? mutated(each) : each;
      const problem = judge(told, expect);
      if (problem) report.failed.push({ family, name: each.name, problem });
      else {
        report.passed++;
        report.families[family] = (report.families[family] ?? 0) + 1;
      }
    }
  }
  return report;
}
