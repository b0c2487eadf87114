import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Ready } from '../apps/service/src/cli/service/ready-text.ts';
import { freePorts } from '../apps/service/testing/ports.ts';
import { within } from '../testing/busy.ts';
import { endProcess } from './end-process.ts';

const STANDPOINT = fileURLToPath(new URL('../apps/service/bin/standpoint.js', import.meta.url));
/** The first start builds the front ends. */
const START_MS = 40_000;

export interface ServiceProcess {
  /** Rejects with the output of the process when it ends early. */
  ready: Promise<Ready>;
  /** The variables by which its commands find it. */
  env: NodeJS.ProcessEnv;
  data_dir: string;
  /** Stops it as Ctrl-C does, and removes its data. */
  stop(): Promise<void>;
  /** What it wrote to its error output: errors alone. */
  said(): string;
}

/**
 * Runs `standpoint start` as a person does: its own process, with everything embedded, on an empty data
 * directory. `more`: further variables of its configuration.
 */
export const startServiceProcess = async (more: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> => {
  const data_dir = await mkdtemp(join(tmpdir(), 'standpoint-demo-'));
  const [port, sandbox_port] = await freePorts(2);
  const inherited = Object.entries(process.env).filter(([name]) => !/^(STANDPOINT_|DATABASE_URL)/.test(name));
  const env = {
    ...Object.fromEntries(inherited),
    STANDPOINT_DATA_DIR: data_dir,
    STANDPOINT_PORT: String(port),
    STANDPOINT_SANDBOX_PORT: String(sandbox_port),
    STANDPOINT_LOG_LEVEL: 'error',
    ...more,
  };
  const child = spawn(process.execPath, [STANDPOINT, 'start', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    await endProcess(child);
    await rm(data_dir, { recursive: true, force: true, maxRetries: 3 });
  };
  const said: string[] = [];
  child.stderr!.setEncoding('utf8').on('data', (text: string) => said.push(text));
  return { ready: readiness(child, said), env, data_dir, stop, said: () => said.join('') };
};

const readiness = (child: ChildProcess, said: readonly string[]): Promise<Ready> =>
  new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error([why, ...(said.length > 0 ? [said.join('').slice(-2_000)] : [])].join('; it said: ')));
    const patience = within(START_MS);
    const timer = setTimeout(() => fail(`The service was not ready within ${patience / 1_000} s`), patience);
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const answer = line.startsWith('{') ? JSON.parse(line) : {};
      if (!answer.ready) return;
      clearTimeout(timer);
      resolve(answer as Ready);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`The service ended with ${code}`);
    });
  });
