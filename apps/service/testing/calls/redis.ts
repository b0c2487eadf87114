import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '../ports.ts';

/** A real Redis or Valkey for tests, with nothing on disk. */

const BINARY = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);

/**
 * Pass `absent` to `describe.skipIf`, so that a machine without the server reports those tests as skipped, by
 * name.
 */
export const redisServer = { absent: BINARY === undefined };
if (redisServer.absent)
  console.warn('SKIPPED: tests of shared limits. Neither redis-server nor valkey-server is on PATH.');

export interface TestRedis {
  url: string;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  /** Stops its process without closing its connections, until `resume`. */
  freeze(): void;
  resume(): void;
}

const READY_MS = 30_000;

/** Starts a server with further arguments, such as `--requirepass`. */
export async function openTestRedis(...args: string[]): Promise<TestRedis> {
  const [port] = (await freePorts(1)) as [number];
  const own = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...args];
  let child: ChildProcess | null = null;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      const ended = child && new Promise((resolve) => child!.once('exit', resolve));
      child?.kill('SIGKILL');
      await ended;
      child = null;
    },
    async start() {
      child = spawn(BINARY!, own, { stdio: 'ignore' });
      await answering(port);
    },
    freeze: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
  await redis.start();
  return redis;
}

async function answering(port: number): Promise<void> {
  const until = performance.now() + READY_MS;
  while (!(await connects(port))) {
    if (performance.now() > until) throw new Error(`no server on port ${port}`);
    await pause(20);
  }
}

const connects = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
