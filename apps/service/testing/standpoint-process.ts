import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `standpoint` as a person runs it: a real process with a time limit. Where a process of its own does not matter,
 * see `command.ts`.
 */

const BIN = fileURLToPath(new URL('../bin/standpoint.js', import.meta.url));
/** A service runs as long as the tests of a file do, which takes minutes on a busy machine. */
const PATIENCE_MS = { command: 180_000, service: 900_000 };

type Variables = Record<string, string>;

const cleanEnvironment = (own: Variables): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(STANDPOINT_|DATABASE_URL|VITEST|npm_|NODE_ENV|NODE_CHANNEL)/.test(name),
    ),
  ),
  ...own,
});

/** A Node on this machine that is too old for the service, if there is one. */
export const olderNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => /^v(18|20|22)\./.test(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? ''));

export interface Running {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  exited: Promise<number | null>;
  stop(): Promise<number | null>;
}

/** Starts the service and waits for its ready line. */
export async function startStandpoint(env: Variables, node = process.execPath): Promise<Running> {
  const child = spawn(node, [BIN, 'start'], { env: cleanEnvironment(env), timeout: PATIENCE_MS.service });
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

/** Runs one command to its end. */
export async function runStandpoint(args: string[], env: Variables) {
  const timeout = PATIENCE_MS.command;
  const child = spawn(process.execPath, [BIN, ...args], { env: cleanEnvironment(env), timeout });
  const output = collect(child);
  return { code: await exitOf(child), ...output };
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
