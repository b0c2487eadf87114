import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

test('the code in the documents equals examples.ts, which the compiler checks', async () => {
  const examples = await read('./examples.ts');
  for (const document of ['../README.md', '../../../docs/embedding.md']) {
    const blocks = [...(await read(document)).matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
    expect(blocks.length).toBeGreaterThan(2);
    for (const block of blocks)
      for (const part of block.split(/\n(?=export )/)) expect(examples).toContain(part.trimEnd());
  }
});

test('the code about React in the README equals examples-react.tsx, which the compiler checks', async () => {
  const examples = await read('./examples-react.tsx');
  const blocks = [...(await read('../README.md')).matchAll(/```tsx\n([\s\S]*?)```/g)].map(
    ([, code]) => code!,
  );
  expect(blocks.length).toBe(1);
  for (const block of blocks) expect(examples).toContain(block.trimEnd());
});
