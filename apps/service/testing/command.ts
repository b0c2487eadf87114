import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { main } from '../src/cli/main.ts';
import { bundledData } from './geodata/bundled.ts';

/**
 * The command line in this process: the code that `bin/standpoint.js` runs, with a terminal that a test can
 * read.
 */

interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  json: any;
}

/** Runs one command to its end. It sees the given variables only. */
export async function standpoint(
  args: string[],
  env: Record<string, string | undefined> = {},
  stdin = '',
): Promise<Finished> {
  const said = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof said) => ({
    write(text: string) {
      said[name] += text;
    },
  });
  const terminal = {
    env,
    stdin: Readable.from(stdin === '' ? [] : [stdin]),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    bundled: bundledData(),
  };
  const code = await main(args, terminal);
  return {
    code,
    ...said,
    get json() {
      return JSON.parse(said.stdout);
    },
  };
}

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

/** Expects `evidence verify` to hold from the file alone, without data folder and database; gives its answer. */
export async function verifiedAlone(
  run: (line: string, env: Record<string, string>) => Promise<Finished>,
  file: string,
) {
  const nothing = { STANDPOINT_DATA_DIR: `${file}.nowhere`, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const checked = await run(`evidence verify ${file} --json`, nothing);
  expect(checked.code, checked.stderr).toBe(0);
  return checked.json;
}
