import type { Environment } from '@standpoint/contract';
import type { Selectable } from 'kysely';
import type { VerificationTable } from '../../database/schema.ts';
import type { Deps } from '../../deps.ts';
import { differing, signatureHolds, speaksOf } from '../../evidence/contradiction.ts';
import { recordDigest } from '../../evidence/signature.ts';
import type { StoredAnswer } from '../../reviews/answers.ts';
import { type Asked, answersHold, type ComparedReview, compareReview } from '../../reviews/compare.ts';
import { REVIEW_READ, type ReviewRow, reviewRow } from '../../reviews/records.ts';
import { reviewRulesOf } from '../../reviews/rules.ts';
import { type Bundle, openStoredBundle } from '../evidence/bundle.ts';
import { CLOCKS_APART_MS } from '../evidence/stored.ts';
import { customerContext } from './sealed.ts';

/** A stored verification with the wrapped data key of its customer, and its review. */
export type StoredRow = Omit<Selectable<VerificationTable>, 'created_at'> & {
  created_at: Date;
  data_key: Buffer | null;
  /** As `reviewRow` reads it. */
  review: unknown;
};

/** A row with its opened bundle, and what is wrong between them; `what` is null where the two agree. */
export interface Compared {
  /** Null when the person was erased, or when it does not open. */
  bundle: Bundle | null;
  what: string | null;
  review: ReviewRow | null;
  /** The answers of its review. */
  answers: readonly StoredAnswer[];
}

/** Opens the bundle of a row and compares the row with the signed record in it. */
export function compareWithRecord(deps: Pick<Deps, 'envelope'>, row: StoredRow): Compared {
  // An erasure empties both. A row that still names its person must have its record.
  const none = { bundle: null, review: reviewRow(row.review), answers: [] };
  if (row.customer_id === '' && !row.sealed) return { ...none, what: null };
  try {
    const bundle = openStoredBundle(deps.envelope, row);
    if (!bundle) return { ...none, what: 'the record is missing' };
    const compared = compareReview(none.review, askedOf(row, bundle), () => customerKeyOf(deps, row));
    const what = compared.what ?? contradiction(row, bundle, compared);
    return { ...none, bundle, what, answers: compared.answers };
  } catch {
    return { ...none, what: 'the record does not open' };
  }
}

/** The review that the signed record asks for; null where its decision is another. */
export function askedOf({ org, env, verification_id }: StoredRow, bundle: Bundle): Asked | null {
  if (bundle.decision.decision !== 'review') return null;
  return {
    about: { area: 'geolocation', id: verification_id, org, env, of: recordDigest(bundle.record) },
    opened_at: new Date(bundle.input.now_ms),
    ...reviewRulesOf(bundle.input.policy.definition),
  };
}

/** The data key of the customer; null once the person was erased. */
export const customerKeyOf = (
  { envelope }: Pick<Deps, 'envelope'>,
  { org, env, customer_id, data_key }: StoredRow,
) => data_key && envelope.unwrap(data_key, customerContext(org, env, customer_id));

function contradiction(row: StoredRow, bundle: Bundle, { decided }: ComparedReview): string | null {
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
      ...decided,
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
  const { bundle, what, review, answers } = compared;
  if (!bundle || what) return compared;
  if (!(await signatureHolds(deps, bundle, 'evidence', namesOf(row))))
    return { ...compared, what: 'the signature is not valid' };
  const holds = await answersHold(deps, review, answers);
  return holds ? compared : { ...compared, what: 'review: a signature is not valid' };
}

/**
 * Stored verifications of an organization with what is needed to open them. One statement reads a row with its
 * review: an answer that came between two statements would look like a contradiction.
 */
export function selectStored(deps: Deps, org: string, env: Environment) {
  return deps.database.db
    .selectFrom('verification as v')
    .leftJoin('customer as c', (join) =>
      join
        .onRef('c.org', '=', 'v.org')
        .onRef('c.env', '=', 'v.env')
        .onRef('c.customer_id', '=', 'v.customer_id'),
    )
    .leftJoin('review as r', (join) =>
      join.onRef('r.org', '=', 'v.org').onRef('r.env', '=', 'v.env').onRef('r.id', '=', 'v.verification_id'),
    )
    .selectAll('v')
    .select(['c.data_key', REVIEW_READ.as('review')])
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
