import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Deps } from '../../deps.ts';
import type { Progress } from '../../seed/fill.ts';
import { sharesDevice } from '../../seed/people.ts';
import type { Terminal } from '../command.ts';
import type { Part } from './bulk-part.ts';
import type { Said } from './bulk-process.ts';

const PROCESS = fileURLToPath(new URL('bulk-process.ts', import.meta.url));
/** Tables whose statistics a bulk load makes worthless. */
const TABLES = ['verification', 'customer', 'event', 'audit', 'review', 'sighting'];

export interface Amount {
  verifications: number;
  customers: number;
  seed: number;
}

/** Makes many verifications with one process per core: deciding, signing and sealing are what takes the time. */
export async function inBulk(
  deps: Deps,
  org: string,
  now_ms: number,
  amount: Amount,
  { progress, terminal }: { progress: Progress; terminal: Terminal },
): Promise<number> {
  const parts = partsOf(org, now_ms, amount);
  let done = 0;
  const children = parts.map((part) => ({ part, child: start(terminal) }));
  const stop = () => {
    for (const { child } of children) if (child.connected) child.send('stop');
  };
  progress.stopping.addEventListener('abort', stop);
  const failed: string[] = [];
  await Promise.all(
    children.map(async ({ part, child }) => {
      child.on('message', (said: Said) => {
        if ('failed' in said) failed.push(said.failed);
        else {
          done += said.done;
          progress.at('Verifications', done, amount.verifications);
        }
      });
      child.send(part);
      const [code] = await once(child, 'exit');
      if (code !== 0 && failed.length === 0) failed.push(`a process ended with ${code}`);
      if (failed.length > 0) stop();
    }),
  );
  if (failed.length > 0) throw new Error(failed[0]);
  for (const table of TABLES) await deps.database.owner.query(`VACUUM (ANALYZE) ${table}`);
  return done;
}

const start = ({ env }: Terminal): ChildProcess =>
  fork(PROCESS, [], { env: env as NodeJS.ProcessEnv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

/** As many parts as cores, none of which ends between two people who share a device. */
function partsOf(org: string, now_ms: number, { verifications, customers, seed }: Amount): Part[] {
  const people = Math.min(customers, verifications);
  const count = Math.min(availableParallelism(), people);
  const ends = Array.from({ length: count }, (_, i) => {
    const end = Math.round((people * (i + 1)) / count);
    return end < people && sharesDevice(end) ? end + 1 : end;
  });
  return ends.map((end, i) => {
    const first = ends[i - 1] ?? 0;
    const share = (upTo: number) => Math.round((verifications * upTo) / people);
    return { org, first, end, verifications: share(end) - share(first), now_ms, seed, customers };
  });
}
