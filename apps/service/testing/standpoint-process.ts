import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command line as a person runs it: real processes, bounded. */

const BIN = fileURLToPath(new URL('../bin/standpoint.js', import.meta.url));
const PATIENCE_MS = 45_000;

type Variables = Record<string, string>;

const cleanEnvironment = (own: Variables): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(STANDPOINT_|DATABASE_URL|VITEST|npm_|NODE_ENV|NODE_CHANNEL)/.test(name),
    ),
  ),
  ...own,
});

/** Some other Node of this machine that is too old for the service, if there is one. */
export const olderNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => /^v(18|20|22)\./.test(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? ''));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  json: any;
}

/** Runs one command to its end. */
export async function standpoint(args: string[], env: Variables, stdin = ''): Promise<Finished> {
  const child = spawn(process.execPath, [BIN, ...args], { env: cleanEnvironment(env), timeout: PATIENCE_MS });
  const output = collect(child);
  child.stdin.end(stdin);
  const code = await exitOf(child);
  const { stdout, stderr } = output;
  return {
    code,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout);
    },
  };
}

export interface Running {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  exited: Promise<number | null>;
  stop(): Promise<number | null>;
}

/** Starts the service and waits for its ready line. */
export async function startStandpoint(env: Variables, node = process.execPath): Promise<Running> {
  const child = spawn(node, [BIN, 'start'], { env: cleanEnvironment(env), timeout: 2 * PATIENCE_MS });
  const output = collect(child);
  const exited = exitOf(child);
  const ready = new Promise<void>((resolve) =>
    child.stdout.on('data', () => output.stdout.includes('Ready on') && resolve()),
  );
  const ended = await Promise.race([ready, exited.then(() => true)]);
  if (ended) throw new Error(`start ended: ${output.stdout}${output.stderr}`);
  return {
    child,
    output,
    exited,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

function collect(child: ChildProcess) {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  return output;
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
