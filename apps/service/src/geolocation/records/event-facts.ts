import type { Environment } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { openStoredBundle } from '../evidence/bundle.ts';
import { selectStored, storedRows } from './contradiction.ts';

/** What events about a verification add from its record. All of it is null once the person was erased. */
export interface EventFacts {
  customer_id: string | null;
  transaction_id: string | null;
  install_id: string | null;
  position: { lat: number; lng: number; p95_m: number } | null;
}

const ERASED: EventFacts = { customer_id: null, transaction_id: null, install_id: null, position: null };

/** By the verification's id. */
export async function factsForEvents(
  deps: { database: Pick<Deps['database'], 'db'>; data_keys: Deps['data_keys'] },
  { org, env }: { org: string; env: Environment },
  ids: readonly string[],
): Promise<Map<string, EventFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await storedRows(
    deps,
    selectStored(deps, org, env).where('v.verification_id', 'in', [...ids]),
  );
  return new Map(
    rows.map((row) => {
      const bundle = openStoredBundle(row);
      if (!bundle) return [row.verification_id, ERASED];
      const { customer_id, transaction_id, input } = bundle;
      const { lat, lng, p95_m } = input.position ?? {};
      const position = lat === undefined ? null : { lat, lng: lng!, p95_m: p95_m! };
      return [row.verification_id, { customer_id, transaction_id, install_id: input.install.id, position }];
    }),
  );
}
