import type { Db } from '../session/records.ts';
import type { Person } from './records.ts';

/** Whether the customer was ever approved, under whatever workflow, and whatever is left of it. */
export async function wasApproved(db: Db, { org, env, customer_id }: Person): Promise<boolean> {
  const row = await db
    .selectFrom('face_approval')
    .select('first_at')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Notes that the customer is approved; true for the first approval alone. Of two approvals at once the second
 * one waits until the first is committed, so that a customer has one first visit.
 */
export async function keepApproval(
  trx: Db,
  { org, env, customer_id }: Person,
  first_at: Date,
): Promise<boolean> {
  const made = await trx
    .insertInto('face_approval')
    .values({ org, env, customer_id, first_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('first_at')
    .executeTakeFirst();
  return made !== undefined;
}

/** For the erasure alone: afterwards the customer is new. */
export async function forgetApproval(trx: Db, { org, env, customer_id }: Person): Promise<void> {
  await trx
    .deleteFrom('face_approval')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_id', '=', customer_id)
    .execute();
}
