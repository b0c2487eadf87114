import { spawn } from 'node:child_process';
import type { Driver, Told } from './driver.ts';
import { linesOf } from './lines.ts';

interface Line {
  id: number;
  /** What the client tells … */
  told?: Told;
  /** … or why it has no such part. */
  skip?: string;
}

const PATIENCE_MS = 60_000;

/**
 * Drives a client in a process of its own, in any language. One JSON value per line:
 *
 * - to its standard input: `{"id", "vector": family, "input"}` or `{"id", "do", "base_url", "token", …}` (`Ask`);
 * - from its standard output: `{"id", "told": {…}}` or `{"id", "skip": reason}`, in any order. Lines that do not
 *   begin with `{` are passed on to standard error, so that a client may print what it likes.
 *
 * It ends when its standard input is closed.
 */
export function processDriver(command: string, name = command): Driver {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, { resolve(line: Line): void; reject(error: Error): void }>();
  let next = 0;
  let ended: Error | undefined;
  const end = (why: string) => {
    ended ??= new Error(`${name}: ${why}`);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  child.on('error', ({ message }) => end(message));
  child.on('exit', (code) => end(`it ended with ${code}`));
  child.stdin.on('error', ({ message }) => end(message));
  const hear = async () => {
    for await (const text of linesOf(child.stdout)) {
      if (!text.startsWith('{')) {
        process.stderr.write(`${text}\n`);
        continue;
      }
      const line = JSON.parse(text) as Line;
      waiting.get(line.id)?.resolve(line);
      waiting.delete(line.id);
    }
  };
  hear().catch(({ message }: Error) => end(`it wrote a line that is no JSON: ${message}`));
  const ask = async (question: object): Promise<Told | string> => {
    if (ended) throw ended;
    const id = next++;
    const answer = new Promise<Line>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
    child.stdin.write(`${JSON.stringify({ id, ...question })}\n`);
    const timer = setTimeout(() => end('it did not answer within a minute'), PATIENCE_MS);
    const { told, skip } = await answer.finally(() => clearTimeout(timer));
    return told ?? skip ?? 'not built';
  };
  return {
    name,
    vector: (family, input) => ask({ vector: family, input }),
    call: ask,
    close: async () => {
      child.stdin.end();
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}
