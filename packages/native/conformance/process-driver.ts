import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
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

async function listenTo(output: Readable, hear: (line: Line) => void): Promise<void> {
  for await (const text of linesOf(output)) {
    if (text.startsWith('{')) hear(JSON.parse(text));
    else process.stderr.write(`${text}\n`);
  }
}

function toldBy(name: string, { told, skip }: Line): Told | string {
  if (told === undefined && skip === undefined) throw new Error(`${name}: it answered without told or skip`);
  return told ?? skip!;
}

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
  child.on('exit', (code) => end(`the process ended with ${code} before it had answered`));
  // A process that has ended takes no more questions; its end is told by `exit`.
  child.stdin.on('error', () => undefined);
  const hear = (line: Line) => {
    waiting.get(line.id)?.resolve(line);
    waiting.delete(line.id);
  };
  listenTo(child.stdout, hear).catch(({ message }: Error) =>
    end(`it wrote a line that is no JSON: ${message}`),
  );
  const ask = async (question: object): Promise<Told | string> => {
    if (ended) throw ended;
    const id = next++;
    const answer = new Promise<Line>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
    child.stdin.write(`${JSON.stringify({ id, ...question })}\n`);
    const timer = setTimeout(() => end('it did not answer within a minute'), PATIENCE_MS);
    return toldBy(name, await answer.finally(() => clearTimeout(timer)));
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
