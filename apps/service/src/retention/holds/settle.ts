import { audit } from '../../accounts/audit.ts';
import { eraseOwed, type Settled } from '../../customers/erase.ts';
import type { Deps } from '../../deps.ts';
import type { HoldRow } from './records.ts';

/**
 * Ends a hold that is over: the erasure that was asked for happens, or the row goes. Of any number of callers at
 * once, one does it; the others get null, and so does a call for a hold that was placed again meanwhile.
 */
export async function settleHold(deps: Deps, hold: HoldRow): Promise<Settled | null> {
  const { org, env, hold_id } = hold;
  if (hold.erasure_asked_at) return eraseOwed(deps, hold, hold_id);
  const now = new Date(deps.clock.now());
  await deps.database.db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('legal_hold')
      .where('org', '=', org)
      .where('env', '=', env)
      .where('hold_id', '=', hold_id)
      .where('until', '<=', now)
      // One that was asked for since the row was read is owed: the next round finds it.
      .where('erasure_asked_at', 'is', null)
      .returning('hold_id')
      .executeTakeFirst();
    if (gone) await audit(trx, { org, env, actor: 'system', action: 'hold.ended', target: hold_id });
  });
  return null;
}

const AT_ONCE = 100;

/** Settles the holds that have ended, oldest first. Safe to repeat, and on two nodes at once. */
export async function settleEnded(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const ended = await deps.database.db
    .selectFrom('legal_hold')
    .selectAll()
    .where('until', '<=', new Date(deps.clock.now()))
    .orderBy('until')
    .limit(AT_ONCE)
    .execute();
  for (const hold of ended) {
    if (stopping?.aborted) return;
    await settleHold(deps, hold).catch((error) =>
      deps.log.warn({ err: error, hold_id: hold.hold_id }, 'A hold that has ended could not be settled.'),
    );
  }
}
