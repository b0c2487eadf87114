import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const PLACES = ['./examples.ts', '../frameworks/apps/readme.ts'];

test('the code in the README equals the examples, which the compiler checks', async () => {
  const [readme, ...places] = await Promise.all(
    ['../README.md', ...PLACES].map((path) => readFile(new URL(path, import.meta.url), 'utf8')),
  );
  const blocks = [...readme!.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
  expect(blocks.length).toBeGreaterThan(10);
  const examples = places.join('\n');
  for (const block of blocks) expect(examples).toContain(block);
});
