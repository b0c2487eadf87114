import type { Environment } from '@standpoint/contract';
import type { Db } from './records.ts';

/** Who sessions are about, by the session's id; without those whose person was erased. */
export async function customersOfSessions(
  db: Db,
  { org, env }: { org: string; env: Environment },
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('face_session')
    .select(['session_id', 'customer_id'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('session_id', 'in', ids)
    .where('customer_id', '!=', '')
    .execute();
  return new Map(rows.map(({ session_id, customer_id }) => [session_id, customer_id]));
}
