import { spawn } from 'node:child_process';
import { endProcess } from '../end-process.ts';

export interface Started {
  /** What it said at its start, if that was waited for. */
  said: RegExpExecArray | null;
  stop(): Promise<void>;
}

const START_MS = 30_000;

/** Starts a program. `says`: waits until its output contains this. */
export const startProcess = (
  file: string,
  args: readonly string[],
  { env = {}, says }: { env?: Record<string, string>; says?: RegExp } = {},
): Promise<Started> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`${file}: ${why} ${output.slice(-1_000)}`));
    };
    const timer = setTimeout(() => {
      void endProcess(child);
      fail('is not ready');
    }, START_MS);
    const ready = (said: RegExpExecArray | null) => {
      clearTimeout(timer);
      resolve({ said, stop: () => endProcess(child) });
    };
    const hear = (text: Buffer) => {
      if (output.length < 20_000) output += text;
      const said = says?.exec(output);
      if (said) ready(said);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`ended with ${code}`));
    if (!says) child.once('spawn', () => ready(null));
  });
