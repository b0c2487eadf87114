import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { Envelope } from '../privacy/envelope.ts';
import type { Db } from './session/records.ts';

interface Who {
  org: string;
  env: Environment;
  customer_id: string;
}

/** The context that is bound into a customer's wrapped data key. */
export const customerContext = ({ org, env, customer_id }: Who): string => `${org}|${env}|${customer_id}`;

/** The customer's data key; null when there is no such customer, or none any more. */
export async function findCustomerKey(db: Db, envelope: Envelope, who: Who): Promise<KeyObject | null> {
  const row = await db
    .selectFrom('customer')
    .select('data_key')
    .where('org', '=', who.org)
    .where('env', '=', who.env)
    .where('customer_id', '=', who.customer_id)
    .executeTakeFirst();
  return row ? envelope.unwrap(row.data_key, customerContext(who)) : null;
}

/**
 * The customer's data key. Creates the customer if there is none; any number of calls at once create one row.
 */
export async function customerKey(db: Db, envelope: Envelope, who: Who): Promise<KeyObject> {
  const found = await findCustomerKey(db, envelope, who);
  if (found) return found;
  const fresh = envelope.newDataKey(customerContext(who));
  const made = await db
    .insertInto('customer')
    .values({ ...who, data_key: fresh.wrapped })
    .onConflict((conflict) => conflict.doNothing())
    .returning('customer_id')
    .executeTakeFirst();
  if (made) return fresh.key;
  const winner = await findCustomerKey(db, envelope, who);
  if (!winner) throw new Error('the customer was erased meanwhile');
  return winner;
}
