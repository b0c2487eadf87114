import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

const rows = read('docs/frictions.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, friction, name, tests, engines]) => ({
    friction: friction!,
    name: name!.replaceAll('`', ''),
    tests: [...tests!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
    everywhere: engines === 'yes',
  }));
const stories = ['friction-story.ts', 'friction-around.ts'].flatMap((file) =>
  [...read(`e2e/browsers/${file}`).matchAll(/^ {2}async '?([\w-]+)'?\(\{/gm)].map(([, name]) => name!),
);

it('names each friction in the title of its tests, and in a story for three engines or in none', () => {
  expect(rows.length).toBeGreaterThanOrEqual(22);
  for (const { name, tests, everywhere } of rows) {
    expect([name, tests.length > 0 || everywhere]).toEqual([name, true]);
    for (const file of tests)
      expect([file, name, new RegExp(`['\`(]${name}(: |\\))`).test(read(file))]).toEqual([file, name, true]);
  }
  expect(stories.toSorted()).toEqual(
    rows
      .filter(({ everywhere }) => everywhere)
      .map(({ name }) => name)
      .sort(),
  );
});
