import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import { Change } from './change.ts';
import { whatIsDue } from './due.ts';
import { type Db, type Loaded, load, type SessionName } from './records.ts';
import { settle } from './settle.ts';

const TRIES = 5;

/**
 * Runs `work` while the session's row is locked, and commits its changes. Timers that have run out are
 * settled and committed first, so that a refusal by `work` does not undo them. 404 `session_not_found`.
 */
export async function withSession<T>(
  deps: Deps,
  name: SessionName,
  work: (change: Change) => T | Promise<T>,
): Promise<T> {
  for (let i = 0; i < TRIES; i++) {
    const done = await deps.database.db.transaction().execute(async (trx) => {
      const loaded = (await load(trx, name, true)) ?? (await refuseMissing(trx, name));
      const change = new Change(trx, deps, loaded);
      if (settle(change)) {
        await change.save();
        return null;
      }
      const value = await work(change);
      await change.save();
      return { value };
    });
    if (done) return done.value;
  }
  throw new Error('a session does not settle');
}

/** Refuses a token whose session is gone, or which was made before a restore or failover. */
async function refuseMissing(trx: Db, name: SessionName): Promise<never> {
  const fenced = name.epoch !== undefined && (await load(trx, name)) !== null;
  return fenced ? refuse('token_expired', 'epoch_fenced') : refuse('session_not_found', 'no row');
}

/** The current session; timers that have run out are settled first. Null if there is none. */
export async function readSession(deps: Deps, name: SessionName): Promise<Loaded | null> {
  const loaded = await load(deps.database.db, name);
  if (!loaded || !whatIsDue(loaded, new Date(deps.clock.now()))) return loaded;
  return withSession(deps, name, ({ session, handoff, attempt }) => ({ session, handoff, attempt }));
}
