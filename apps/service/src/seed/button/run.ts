import { audit, type By } from '../../accounts/audit.ts';
import type { Deps } from '../../deps.ts';
import { type Progress, type Step, seedAll, type Wanted } from '../fill.ts';
import { endFilling, type Run, tellStep } from './rows.ts';

/** What the button makes: enough to look around, and there within seconds. */
export const BY_BUTTON: Wanted = { verifications: 300, customers: 90, sessions: 20, seed: 1 };

const TOLD_EVERY_MS = 300;

/** Fills the sandbox beside requests, until it is done, a person stops it, or the service ends. */
export function runFilling(deps: Deps, run: Run, by: By): void {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  deps.fillings.stopped.addEventListener('abort', stop, { once: true });
  const progress = progressOf(deps, run, stopping);
  deps.fillings.add(
    fill(deps, run, by, progress)
      .catch(async (error) => {
        deps.log.warn({ err: error, org: run.org }, 'Filling a sandbox with made-up people failed.');
        await endFilling(deps.database.db, run, 'failed').catch(() => {});
      })
      .finally(() => deps.fillings.stopped.removeEventListener('abort', stop)),
  );
}

async function fill(deps: Deps, run: Run, by: By, progress: Progress): Promise<void> {
  const { org } = run;
  const made = await seedAll(deps, org, BY_BUTTON, { progress, actor: by.actor });
  // A service that ends says nothing more: the row falls silent, and what is there stays.
  if (deps.fillings.stopped.aborted) return;
  const { db } = deps.database;
  await endFilling(db, run, 'done', made);
  await audit(db, {
    ...by,
    org,
    env: 'sandbox',
    action: 'sandbox.seeded',
    target: org,
    detail: { ...made },
  });
}

/** Rests between records where requests come, and gives a sign of life now and then. */
function progressOf({ database, fillings }: Deps, run: Run, stopping: AbortController): Progress {
  const rest = fillings.slices.worker();
  let told = Number.NEGATIVE_INFINITY;
  let told_of: Step | null = null;
  return {
    stopping: stopping.signal,
    async at(step, done, of) {
      await rest();
      if (step === told_of && done < of && performance.now() - told < TOLD_EVERY_MS) return;
      told = performance.now();
      told_of = step;
      if (!(await tellStep(database.db, run, { step, done, of }))) stopping.abort();
    },
  };
}
