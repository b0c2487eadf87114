import type { Environment, GeolocationDecision } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { ulid } from '../../ids.ts';
import { withKeys } from '../../privacy/customers.ts';
import { customerHash } from '../../privacy/pseudonyms.ts';
import { exportReview } from '../../reviews/export.ts';
import type { ReviewFile } from '../../reviews/file.ts';
import { openStoredBundle, type SealedBundle } from './bundle.ts';
import { type EvidenceFile, locationEvidence } from './file.ts';

export interface EvidenceFilter {
  org: string;
  env: Environment;
  verification_id?: string;
  verification_ids?: readonly string[];
  customer_id?: string;
  decision?: GeolocationDecision;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

export interface StoredEvidence extends SealedBundle {
  /** Empty once the person was erased. */
  customer_hash: string;
  created_at: Date;
  decision: GeolocationDecision;
  decision_source: 'auto' | 'review' | 'simulated';
  transaction_type: string;
  policy_id: string | null;
  policy_version: number | null;
  engine_version: string;
  /** As `reviewRow` reads it. */
  review: unknown;
}

const BATCH = 500;
/**
 * An id and a record carry the time of the service's clock, and `created_at` the time of the database's. Two
 * times of one decision are never further apart than this.
 */
export const CLOCKS_APART_MS = 3_600_000;

const COLUMNS = [
  'v.org',
  'v.env',
  'v.verification_id',
  'v.customer_hash',
  'v.created_at',
  'v.decision',
  'v.decision_source',
  'v.transaction_type',
  'v.policy_id',
  'v.policy_version',
  'v.engine_version',
  'v.sealed',
  'c.key_id',
] as const;

/**
 * Stored verifications with their sealed bundles, oldest first, 500 at a time: memory does not grow with
 * their number.
 */
export async function* storedEvidence(deps: Deps, filter: EvidenceFilter): AsyncGenerator<StoredEvidence[]> {
  const { from } = filter;
  let last = from ? `ver_${ulid(Math.max(0, from.getTime() - CLOCKS_APART_MS), new Uint8Array(10))}` : 'ver_';
  for (;;) {
    const batch = await readBatch(deps, filter, last);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    last = batch.at(-1)!.verification_id;
  }
}

/** The verifications with these ids, at most 500, oldest first. */
export const evidenceOf = (
  deps: Deps,
  place: Pick<EvidenceFilter, 'org' | 'env'>,
  verification_ids: readonly string[],
): Promise<StoredEvidence[]> => readBatch(deps, { ...place, verification_ids }, 'ver_');

/** The next rows after the id `last`. */
async function readBatch(deps: Deps, filter: EvidenceFilter, last: string): Promise<StoredEvidence[]> {
  const { org, env, verification_id, verification_ids, customer_id, decision, from, to } = filter;
  let select = deps.database.db
    .selectFrom('verification as v')
    .leftJoin('customer as c', (join) =>
      join
        .onRef('c.org', '=', 'v.org')
        .onRef('c.env', '=', 'v.env')
        .onRef('c.customer_hash', '=', 'v.customer_hash'),
    )
    .leftJoin('review as r', (join) =>
      join.onRef('r.org', '=', 'v.org').onRef('r.env', '=', 'v.env').onRef('r.id', '=', 'v.verification_id'),
    )
    .select([...COLUMNS, sql<unknown>`to_jsonb(r)`.as('review')])
    .where('v.org', '=', org)
    .where('v.env', '=', env)
    .where('v.verification_id', '>', last)
    .orderBy('v.verification_id')
    .limit(BATCH);
  if (verification_id) select = select.where('v.verification_id', '=', verification_id);
  if (verification_ids) select = select.where('v.verification_id', 'in', [...verification_ids]);
  if (customer_id)
    select = select.where('v.customer_hash', '=', customerHash(deps.envelope, filter, customer_id));
  if (decision) select = select.where('v.decision', '=', decision);
  if (from) select = select.where('v.created_at', '>=', from);
  if (to) select = select.where('v.created_at', '<', to);
  return (await withKeys(deps.data_keys, await select.execute())) as unknown as StoredEvidence[];
}

/**
 * The portable form of a verification, with the answers of the review that decided it in further lines; null
 * when the person was erased.
 */
export function exportEvidence(deps: Deps, row: StoredEvidence): (EvidenceFile | ReviewFile)[] | null {
  const bundle = openStoredBundle(row);
  if (!bundle) return null;
  const review = exportReview(deps, row.review, row.key!);
  return [
    locationEvidence.write(deps.keys, bundle.record, bundle.signature, review?.review_id),
    ...(review?.lines ?? []),
  ];
}
