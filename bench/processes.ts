import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { launch, ready } from '../proof/processes.ts';
import type { Job, JobResult } from './load-process.ts';

const hasTaskset = spawnSync('taskset', ['--version']).status === 0;
/** Whether server and load can be held apart. */
export const PINNED = hasTaskset && availableParallelism() >= 2;
/** Words before `node`: the first core for whoever is measured, the second for the load. PostgreSQL goes where the system puts it. */
export const SERVER_CORE = PINNED ? ['taskset', '-c', '0'] : [];
export const LOAD_CORE = PINNED ? ['taskset', '-c', '1'] : [];

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const environment = (own: Record<string, string>) => ({ PATH: process.env.PATH!, ...own });

/** A peer that listens. */
export async function startPeer(name: string, env: Record<string, string>): Promise<{ stop(): Promise<void> }> {
  const child = launch([...SERVER_CORE, process.execPath, file(`peers/${name}.ts`)], environment(env));
  await ready(child);
  return {
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** A peer that measures itself and ends: its rate per second. */
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

export interface Load {
  run(job: Job): Promise<JobResult>;
  stop(): void;
}

export async function startLoad(): Promise<Load> {
  const child = launch([...LOAD_CORE, process.execPath, file('load-process.ts')], environment({}));
  await ready(child);
  return {
    async run(job) {
      child.send(job);
      const [answer] = (await once(child, 'message')) as [{ result?: JobResult; error?: string }];
      if (!answer.result) throw new Error(answer.error);
      if (answer.result.failed > 0)
        throw new Error(`${answer.result.failed} of ${answer.result.sent} requests to ${job.url} were not answered with 200`);
      return answer.result;
    },
    stop: () => child.disconnect(),
  };
}
