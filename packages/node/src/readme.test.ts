import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the code in the README equals examples.ts, which the compiler checks', async () => {
  const [readme, examples] = await Promise.all(
    ['../README.md', './examples.ts'].map((path) => readFile(new URL(path, import.meta.url), 'utf8')),
  );
  const blocks = [...readme!.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
  expect(blocks.length).toBeGreaterThan(3);
  for (const block of blocks) expect(examples).toContain(block);
});
