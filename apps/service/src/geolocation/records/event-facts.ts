import type { Environment } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { type Envelope, openJson } from '../../privacy/envelope.ts';
import { customerContext, positionAad, type SealedPosition } from './sealed.ts';

/** What events about a verification add from its row. All of it is null once the person was erased. */
export interface EventFacts {
  customer_id: string | null;
  transaction_id: string | null;
  install_id: string | null;
  /** Opened only where it is asked for. */
  position(): { lat: number; lng: number; p95_m: number } | null;
}

/** By the verification's id. */
export async function factsForEvents(
  db: Kysely<Schema>,
  envelope: Envelope,
  { org, env }: { org: string; env: Environment },
  ids: readonly string[],
): Promise<Map<string, EventFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('verification as v')
    .leftJoin('customer as c', (join) =>
      join
        .onRef('c.org', '=', 'v.org')
        .onRef('c.env', '=', 'v.env')
        .onRef('c.customer_id', '=', 'v.customer_id'),
    )
    .select(['v.verification_id', 'v.customer_id', 'v.transaction_id', 'v.install_id', 'v.position_sealed'])
    .select('c.data_key')
    .where('v.org', '=', org)
    .where('v.env', '=', env)
    .where('v.verification_id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => {
      const { verification_id, customer_id, transaction_id, install_id, position_sealed, data_key } = row;
      const position = () => {
        if (!position_sealed || !data_key) return null;
        const key = envelope.unwrap(data_key, customerContext(org, env, customer_id));
        const aad = positionAad(org, env, verification_id);
        const { lat, lng, p95_m } = openJson<SealedPosition>(key, position_sealed, aad);
        return { lat, lng, p95_m };
      };
      return [verification_id, { customer_id: customer_id || null, transaction_id, install_id, position }];
    }),
  );
}
