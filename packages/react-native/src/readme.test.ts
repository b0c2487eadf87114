import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

test('the code of the README equals examples.tsx, which the compiler checks', async () => {
  const examples = flat(await read('./examples.tsx'));
  const blocks = [...(await read('../README.md')).matchAll(/```tsx\n([\s\S]*?)```/g)].map(
    ([, code]) => code!,
  );
  expect(blocks.length).toBeGreaterThan(5);
  for (const block of blocks) {
    const code = block.split('\n').filter((line) => !line.startsWith('import '));
    expect(examples).toContain(flat(code.join('\n')));
  }
});

test('the whole app of the README is the one of samples/expo, which a long test installs and bundles', async () => {
  const [, app] = /```tsx whole\n([\s\S]*?)```/.exec(await read('../README.md'))!;
  const sample = await read('../../../samples/expo/App.tsx');
  expect(app!.replace('export default function', 'export function')).toBe(sample);
});

test('the README names every option of the Expo plugin, and the versions that the manifest does', async () => {
  const readme = await read('../README.md');
  for (const option of ['cameraText', 'locationText', 'privateMaven']) expect(readme).toContain(option);
  const { peerDependencies } = JSON.parse(await read('../package.json'));
  expect(readme).toContain(`React\nNative ${peerDependencies['react-native'].slice(2)}`);
});
