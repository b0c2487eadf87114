import type { Environment } from '@standpoint/contract';
import type { Selectable } from 'kysely';
import type { VerificationTable } from '../../database/schema.ts';
import type { Deps } from '../../deps.ts';
import { differing, signatureHolds, speaksOf } from '../../evidence/contradiction.ts';
import { type Bundle, openStoredBundle } from '../evidence/bundle.ts';
import { CLOCKS_APART_MS } from '../evidence/stored.ts';

/** A stored verification with the wrapped data key of its customer. */
export type StoredRow = Omit<Selectable<VerificationTable>, 'created_at'> & {
  created_at: Date;
  data_key: Buffer | null;
};

/** A row with its opened bundle, and what is wrong between them; `what` is null where the two agree. */
export interface Compared {
  /** Null when the person was erased, or when it does not open. */
  bundle: Bundle | null;
  what: string | null;
}

/** Opens the bundle of a row and compares the row with the signed record in it. */
export function compareWithRecord(deps: Pick<Deps, 'envelope'>, row: StoredRow): Compared {
  // An erasure empties both. A row that still names its person must have its record.
  if (row.customer_id === '' && !row.sealed) return { bundle: null, what: null };
  try {
    const bundle = openStoredBundle(deps.envelope, row);
    if (!bundle) return { bundle, what: 'the record is missing' };
    return { bundle, what: contradiction(row, bundle) };
  } catch {
    return { bundle: null, what: 'the record does not open' };
  }
}

function contradiction(row: StoredRow, bundle: Bundle): string | null {
  const { decision, decision_source, input, answer, transaction_id, root_jti } = bundle;
  const { policy_id, version } = input.policy;
  if (!speaksOf(bundle, namesOf(row))) return 'the signature is about another record';
  return differing(
    {
      decision: row.decision,
      decision_source: row.decision_source,
      reason_codes: row.reason_codes,
      assurance: row.assurance,
      engine_version: row.engine_version,
      policy_id: row.policy_id,
      policy_version: row.policy_version,
      transaction_type: row.transaction_type.toLowerCase(),
      install_id: row.install_id,
      hop: row.hop,
      expires_at: row.expires_at.getTime(),
      transaction_id: row.transaction_id,
      root_jti: row.root_jti,
      created_at: Math.abs(row.created_at.getTime() - input.now_ms) <= CLOCKS_APART_MS,
    },
    {
      decision: decision.decision,
      decision_source,
      reason_codes: decision.reason_codes,
      assurance: decision.assurance,
      engine_version: decision.engine_version,
      policy_id,
      policy_version: policy_id === null ? null : version,
      transaction_type: input.transaction.type,
      install_id: input.install.id,
      hop: input.chain.hop,
      expires_at: Date.parse(answer.expires_at),
      transaction_id,
      root_jti,
      created_at: true,
    },
  );
}

const namesOf = ({ verification_id, org, env }: StoredRow) => ({ verification_id, org, env });

/** The same as `compareWithRecord`, with the signature checked. */
export async function compareWithSignature(deps: Deps, row: StoredRow): Promise<Compared> {
  const compared = compareWithRecord(deps, row);
  const { bundle, what } = compared;
  if (!bundle || what) return compared;
  const holds = await signatureHolds(deps, bundle, 'evidence', namesOf(row));
  return holds ? compared : { bundle, what: 'the signature is not valid' };
}

/** Stored verifications of an organization with what is needed to open them. */
export function selectStored(deps: Deps, org: string, env: Environment) {
  return deps.database.db
    .selectFrom('verification as v')
    .leftJoin('customer as c', (join) =>
      join
        .onRef('c.org', '=', 'v.org')
        .onRef('c.env', '=', 'v.env')
        .onRef('c.customer_id', '=', 'v.customer_id'),
    )
    .selectAll('v')
    .select('c.data_key')
    .where('v.org', '=', org)
    .where('v.env', '=', env);
}

/** Those of the verifications that their records contradict, each with what differs. */
export async function contradictedVerifications(
  deps: Deps,
  { org, env }: { org: string; env: Environment },
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await selectStored(deps, org, env).where('v.verification_id', 'in', ids).execute();
  return new Map(
    rows.flatMap((row) => {
      const { what } = compareWithRecord(deps, row as StoredRow);
      return what ? [[row.verification_id, what] as const] : [];
    }),
  );
}
