import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '@standpoint/contract';
import { connect, type Database, type DatabaseConnection } from '../apps/service/src/database/connect.ts';
import { openEmbedded } from '../apps/service/src/database/embedded/embedded.ts';
import { removeDataDir, temporaryDataDir } from '../apps/service/testing/cluster-folder.ts';
import { freePorts } from '../apps/service/testing/ports.ts';

const ENTRY = fileURLToPath(new URL('service-process.ts', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const READY_MS = 60_000;
const quiet = { info() {}, warn() {}, error() {} };

/** A service process on its own port. */
export interface ServiceProcess {
  url: string;
  pid(): number;
  /** Milliseconds until it was ready. */
  start(): Promise<number>;
  /** kill -9: the process neither closes its database connections nor answers open calls. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Service processes that share one data directory and one database. */
export interface Harness {
  data_dir: string;
  services: ServiceProcess[];
  connection(): DatabaseConnection & { pid: number };
  /** A pool for the set-up and for reading what was written. The caller closes it. */
  database(max?: number): Database;
  /** kill -9 of the postmaster. The services start it again. */
  killPostgres(): number;
  close(): Promise<void>;
}

interface HarnessOptions {
  count: number;
  /** Arguments before `node`, such as `taskset -c 0`. */
  launcher?: readonly string[];
  /** Options of `node`. */
  node?: readonly string[];
  env?: Record<string, string>;
  /** If true, this process starts PostgreSQL, so that PostgreSQL does not inherit the services' core. */
  member?: boolean;
}

/**
 * Data lie in the system's temporary folder on disk. A data directory in memory would not prove durability.
 */
export async function openHarness(options: HarnessOptions): Promise<Harness> {
  const data_dir = temporaryDataDir(process.env.TMPDIR ?? '/tmp');
  const ports = await freePorts(options.count);
  const env = {
    ...inherited(),
    STANDPOINT_DATA_DIR: data_dir,
    STANDPOINT_LIMITS_FILE: noLimits(data_dir),
    // All services share one issuer, so that a token minted through one process is spent through another.
    STANDPOINT_BASE_URL: `http://127.0.0.1:${ports[0]}`,
    STANDPOINT_SANDBOX_BASE_URL: 'http://sandbox.localhost',
    ...options.env,
  };
  const log_file = join(data_dir, 'service.log');
  const services = ports.map((port) => serviceProcess(port, env, log_file, options));
  const connection = () => JSON.parse(readFileSync(join(data_dir, 'run', 'postgres.json'), 'utf8'));
  const member = options.member ? await openEmbedded({ data_dir, log: quiet }) : null;
  const interrupted = () => void close().finally(() => process.exit(130));
  const close = async () => {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    await Promise.all(services.map((service) => service.stop()));
    await member?.leave();
    await removeDataDir(data_dir);
  };
  for (const signal of SIGNALS) process.on(signal, interrupted);
  await startAll(services).catch(async (error: Error) => {
    const said = readFileSync(log_file, 'utf8').slice(-2_000);
    await close();
    throw new Error(`a service process did not start: ${error.message}\n${said}`);
  });
  return {
    data_dir,
    services,
    connection,
    database: (max = 4) => connect({ connection: connection(), log: quiet, max }),
    killPostgres() {
      const { pid } = connection();
      process.kill(pid, 'SIGKILL');
      return pid;
    },
    close,
  };
}

async function startAll(services: readonly ServiceProcess[]): Promise<void> {
  for (const service of services) await service.start();
}

function noLimits(data_dir: string): string {
  const file = join(data_dir, 'limits.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(Object.keys(LIMITS).map((name) => [name, 0]))));
  return file;
}

/**
 * Removes the service's own variables from the environment, because a value set outside would change the
 * measurement.
 */
function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(STANDPOINT_|DATABASE_URL|NODE_OPTIONS)/.test(name)),
  ) as Record<string, string>;
}

function serviceProcess(
  port: number,
  env: Record<string, string>,
  log_file: string,
  { launcher = [], node = [] }: HarnessOptions,
): ServiceProcess {
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    await gone;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => child!.pid!,
    async start() {
      const began = performance.now();
      const own = { STANDPOINT_PORT: String(port), STANDPOINT_SANDBOX_PORT: String(port) };
      child = launch([...launcher, process.execPath, ...node, ENTRY], { ...env, ...own }, log_file);
      await ready(child);
      return performance.now() - began;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Starts one of our programs with an IPC channel. Its stderr goes to the file. */
export function launch(words: string[], env: Record<string, string>, log_file?: string): ChildProcess {
  const log = log_file ? openSync(log_file, 'a') : null;
  const child = spawn(words[0]!, words.slice(1), {
    env,
    stdio: ['ignore', 'ignore', log ?? 'inherit', 'ipc'],
  });
  if (log !== null) closeSync(log);
  return child;
}

/** Waits for the program's `ready` message. */
export async function ready(child: ChildProcess): Promise<void> {
  const said = once(child, 'message').then(([message]) => {
    if (message !== 'ready') throw new Error(`it said ${JSON.stringify(message)}`);
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`it ended with ${code ?? signal}`);
  });
  const late = sleep(READY_MS, undefined, { ref: false }).then(() => {
    throw new Error(`it was not ready within ${READY_MS / 1000} s`);
  });
  for (const outcome of [said, ended, late]) outcome.catch(() => {});
  await Promise.race([said, ended, late]);
}
