import type { Db } from '../session/records.ts';
import type { Person } from './records.ts';

/** Whether the customer was ever approved, under any workflow, whether or not anything of it is left. */
export async function wasApproved(db: Db, { org, env, customer_hash }: Person): Promise<boolean> {
  const row = await db
    .selectFrom('face_approval')
    .select('first_at')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', customer_hash)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Notes that the customer is approved; true for the first approval only. The second of two simultaneous
 * approvals waits until the first is committed, so a customer has only one first visit.
 */
export async function keepApproval(
  trx: Db,
  { org, env, customer_hash }: Person,
  first_at: Date,
): Promise<boolean> {
  const made = await trx
    .insertInto('face_approval')
    .values({ org, env, customer_hash, first_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('first_at')
    .executeTakeFirst();
  return made !== undefined;
}

/** For the erasure alone: the customer is new afterwards. */
export async function forgetApproval(trx: Db, { org, env, customer_hash }: Person): Promise<void> {
  await trx
    .deleteFrom('face_approval')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', customer_hash)
    .execute();
}
