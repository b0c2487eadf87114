import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

export const NATIVE = join(import.meta.dirname, '..');

/** A core that was built. Commands are lines for a shell. */
export interface Core {
  name: string;
  /** Speaks the lines of `packages/native/conformance/process-driver.ts`. */
  driver: string;
  /** Runs the core's own cases and exits with 0 when they pass. */
  cases: string;
}

/** Why there is no core: the compiler is not on this machine. */
export interface Skipped {
  skipped: string;
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A core that hangs must not hang the run. */
const LIMIT_MS = 540_000;

/** Runs a command line and returns what it printed on both outputs, with the exit code. */
export const run = (line: string, cwd = NATIVE): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const child = spawn(line, { shell: true, cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        said += text;
      });
    }
    child.on('error', ({ message }) => resolve({ code: 127, said: message }));
    child.on('close', (code) => resolve({ code: code ?? 1, said }));
  });

const must = async (line: string): Promise<void> => {
  const { code, said } = await run(line);
  if (code !== 0) throw new Error(`${line}\n${said}`);
};

/** One name for these files and this compiler. */
function fingerprint(folder: string, pattern: string, compiler: string): string {
  const hash = createHash('sha256').update(compiler);
  for (const path of globSync(pattern, { cwd: folder }).sort())
    hash.update(`\0${path}\0`).update(readFileSync(join(folder, path)));
  return hash.digest('hex').slice(0, 16);
}

interface Build {
  folder: string;
  /** The files that the outcome depends on, below the folder. */
  sources: string;
  /** The compiler with its version. */
  compiler: string;
  /** Command lines that write into the folder `out`. */
  lines(out: string): string[];
}

/** A build that takes longer than this was killed. */
const KILLED_MS = 3_600_000;

/**
 * Builds once for each state of the sources; an earlier state is removed. Of two processes that build at once, each
 * builds, and the first one's result stays.
 */
export async function built({ folder, sources, compiler, lines }: Build): Promise<string> {
  const place = join(folder, 'dist');
  const out = join(place, fingerprint(folder, sources, compiler));
  if (existsSync(out)) return out;
  const unfinished = `${out}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const line of lines(unfinished)) await must(line);
  if (existsSync(out)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, out);
  for (const name of readdirSync(place)) {
    const other = join(place, name);
    const building = name.includes('.') && Date.now() - statSync(other).mtimeMs < KILLED_MS;
    if (other !== out && !building) rmSync(other, { recursive: true, force: true });
  }
  return out;
}
