import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from './all.ts';

const text = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

test('the list has every command under its own name', async () => {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  expect(commands.map(({ name }) => name)).toEqual(Object.keys(COMMANDS));
});

test('the list has every file that makes a command', () => {
  const files = globSync('*/**/*.ts', { cwd: import.meta.dirname }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const making = files.filter((path) => / = command\(\{/.test(text(path)));
  expect(making.length).toBeGreaterThan(50);
  const list = text('all.ts');
  const left_out = making.filter((path) => !list.includes(`'./${path.replaceAll('\\', '/')}'`));
  expect(left_out, 'Add it to cli/all.ts.').toEqual([]);
});
