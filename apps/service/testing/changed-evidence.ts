import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Finished } from './command.ts';

/** Expects `evidence verify` to refuse the file once it is changed by `edit`, cut off, or longer than it was. */
export async function expectChangesFound(
  run: (line: string) => Promise<Pick<Finished, 'code'>>,
  file: string,
  edit: (text: string) => string,
): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const changed = `${file}.changed`;
  for (const other of [edit(text), text.slice(0, -1), `${text}\n`, '', text + text.slice(0, 40)]) {
    writeFileSync(changed, other);
    expect((await run(`evidence verify ${changed} --json`)).code, other.slice(-40)).toBe(1);
  }
}
