import type { Environment } from '@standpoint/contract';
import { customerIds } from '../../privacy/customers.ts';
import type { DataKeys } from '../../privacy/keys/data-keys.ts';
import type { Db } from './records.ts';

/** Who sessions are about, by the session's id; without those whose person was erased. */
export async function customersOfSessions(
  db: Db,
  keys: DataKeys,
  { org, env }: { org: string; env: Environment },
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('face_session')
    .select(['session_id', 'customer_hash'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('session_id', 'in', ids)
    .where('customer_hash', '!=', '')
    .execute();
  const known = await customerIds(
    db,
    keys,
    { org, env },
    rows.map(({ customer_hash }) => customer_hash),
  );
  return new Map(
    rows.flatMap(({ session_id, customer_hash }) => {
      const customer_id = known.get(customer_hash);
      return customer_id === undefined ? [] : [[session_id, customer_id] as const];
    }),
  );
}
