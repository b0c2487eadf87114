import { DASHBOARD_ENDPOINTS, ENDPOINTS } from '@standpoint/contract';
import { expect, it } from 'vitest';
import { oneIn } from '../../../testing/counts.ts';

/** Every pattern that a schema of the contract checks the text of a caller with, its keys included. */
function patternsOf(value: unknown, seen = new Set<unknown>(), found = new Set<string>()): Set<string> {
  if (value === null || typeof value !== 'object' || seen.has(value)) return found;
  seen.add(value);
  const { pattern, patternProperties } = value as { pattern?: unknown; patternProperties?: object };
  if (typeof pattern === 'string') found.add(pattern);
  for (const key of Object.keys(patternProperties ?? {})) found.add(key);
  for (const each of Object.values(value)) patternsOf(each, seen, found);
  return found;
}

const PATTERNS = [...patternsOf([ENDPOINTS, DASHBOARD_ENDPOINTS])];

/** A length, and twice that: what grows with its square takes four times as long. */
const SHORT = 4_096;
const LONG = 2 * SHORT;
/** Between 2 and 4. */
const MOST_GROWTH = 2.9;
/** At the short length nothing linear takes as long, and what is quadratic takes fifteen times that. */
const NOTICED_US = 1_500;

const LETTERS = [' ', '\t', 'a', 'A', 'f', '0', '9', '-', '_', '.', ',', ':', '/', '@', '=', '+', 'é'];
const PAIRS = ['a.', 'a-', '0,', 'a@', ' a', '0.', 'A:', '-a', '.a', '0:'];
const TAILS = ['', '\u0000', '!', '\n', ' '];
/** Some patterns look far only behind their beginning. */
const HEADS = ['', 'https://', 'a@', '0:', 'ver_'];

/** Of the process, because others may be on the machine; the least of some runs, because of the collector. */
function cost(pattern: RegExp, text: string, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    pattern.test(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/** The text that the pattern takes more than linear time for; null where none was found. */
function slowText(source: string): string | null {
  const pattern = new RegExp(source, 'u');
  for (const head of HEADS)
    for (const piece of [...LETTERS, ...PAIRS])
      for (const tail of TAILS) {
        const textOf = (length: number) => head + piece.repeat(length / piece.length) + tail;
        if (cost(pattern, textOf(SHORT), 1) < NOTICED_US) continue;
        const short = cost(pattern, textOf(SHORT), 3);
        if (short < NOTICED_US) continue;
        if (cost(pattern, textOf(LONG), 3) / short > MOST_GROWTH)
          return `${JSON.stringify(head)} and many ${JSON.stringify(piece)}, then ${JSON.stringify(tail)}`;
      }
  return null;
}

it('finds the patterns of the contract', () => {
  expect(PATTERNS.length).toBeGreaterThan(60);
});

it('a pattern takes no more than linear time for any text: a body of 64 KB must not hold the process', () => {
  const slow = PATTERNS.flatMap((pattern) => {
    const text = slowText(pattern);
    return text ? [`${pattern}: ${text}`] : [];
  });
  expect(slow).toEqual([]);
});

// One control stays in `npm test`: what is slow by its nature takes long to find.
const QUADRATIC = [
  // A note, as it was once asked for: each blank may be the one that ends the first part.
  '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
  '^a*a*b$',
  '[a-z]+@',
];
it.each(oneIn(3, QUADRATIC, 2))('mutation control: a quadratic pattern is found: %s', (pattern) => {
  expect(slowText(pattern)).not.toBeNull();
});
