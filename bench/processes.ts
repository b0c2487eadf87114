import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { launch, ready } from '../proof/processes.ts';
import type { Job, JobResult } from './load-process.ts';

const hasTaskset = spawnSync('taskset', ['--version']).status === 0;
/** Whether server and load can run on separate cores. */
export const PINNED = hasTaskset && availableParallelism() >= 2;
/**
 * Arguments before `node`: the measured process gets the first core, the load the second. The system places
 * PostgreSQL.
 */
export const SERVER_CORE = PINNED ? ['taskset', '-c', '0'] : [];
const LOAD_CORE = PINNED ? ['taskset', '-c', '1'] : [];

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const environment = (own: Record<string, string>) => ({ PATH: process.env.PATH!, ...own });

/** A peer that listens on a port. */
export async function startPeer(
  name: string,
  env: Record<string, string>,
): Promise<{ pid: number; stop(): Promise<void> }> {
  const child = launch([...SERVER_CORE, process.execPath, file(`peers/${name}.ts`)], environment(env));
  await ready(child);
  return {
    pid: child.pid!,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Runs a peer that measures itself and exits. Returns its rate per second. */
export async function peerRate(name: string, env: Record<string, string>): Promise<number> {
  const child = launch([...SERVER_CORE, process.execPath, file(`peers/${name}.ts`)], environment(env));
  const [said] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${name} ended without a result`);
    }),
  ])) as [{ per_s: number }];
  return said.per_s;
}

/** One measured round: the rate, and the CPU time of the server's process. */
export interface Round {
  per_s: number;
  /** CPU time of the server's process per request. NaN where the system does not report it. */
  cpu_us: number;
  /**
   * Share of a core that the server used. A share well below 1 means that the load or the database was the
   * bottleneck.
   */
  busy: number;
}

const TICK_MS = 10;

/**
 * CPU time of a process with all its threads, in milliseconds (proc(5): utime and stime, in ticks of 10
 * ms).
 */
export function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

export interface Load {
  run(job: Job): Promise<JobResult>;
  /** Runs the job and measures the server's process meanwhile. */
  round(pid: number, job: Job): Promise<Round>;
  stop(): void;
}

export async function startLoad(): Promise<Load> {
  const child = launch([...LOAD_CORE, process.execPath, file('load-process.ts')], environment({}));
  await ready(child);
  let before = { pid: 0, cpu_ms: 0 };
  const run = async (job: Job): Promise<JobResult> => {
    child.send(job);
    for (;;) {
      const [said] = (await once(child, 'message')) as ['firing' | { result?: JobResult; error?: string }];
      if (said === 'firing') {
        // Preparing the requests may have used the server's CPU too. The measurement starts here.
        before.cpu_ms = cpuMs(before.pid);
        child.send('fire');
        continue;
      }
      if (!said.result) throw new Error(said.error);
      const { failed, sent, refusal = '' } = said.result;
      if (failed > 0)
        throw new Error(`${failed} of ${sent} requests to ${job.url} were not answered with 200. ${refusal}`);
      return said.result;
    }
  };
  return {
    run,
    async round(pid, job) {
      before = { pid, cpu_ms: 0 };
      const { per_s, sent } = await run(job);
      const cpu_us = ((cpuMs(pid) - before.cpu_ms) * 1000) / sent;
      return { per_s, cpu_us, busy: (cpu_us * per_s) / 1e6 };
    },
    stop: () => child.disconnect(),
  };
}
