import type { Environment, GeolocationDecision } from '@standpoint/contract';
import { sql } from 'kysely';
import { named } from '../../database/named.ts';
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

/**
 * Each row is looked up by its key. As a plain join, PostgreSQL may read a whole environment, or all of its customers,
 * for ten rows: always while the tables are new and have no statistics. `LIMIT 1` with an order, and the id as a range,
 * leave it only the index that has this order.
 */
const BY_IDS = named(
  'evidence-by-ids',
  `SELECT v.*, c.key_id, r.review
     FROM unnest(:verification_ids::text[]) AS wanted (id)
    CROSS JOIN LATERAL (
      SELECT ${COLUMNS.filter((column) => column.startsWith('v.')).join(', ')} FROM verification v
       WHERE v.org = :org AND v.env = :env AND v.verification_id >= wanted.id AND v.verification_id <= wanted.id
       ORDER BY v.verification_id LIMIT 1) v
     LEFT JOIN LATERAL (
      SELECT c.key_id FROM customer c
       WHERE c.org = :org AND c.env = :env AND c.customer_hash = v.customer_hash LIMIT 1) c ON true
     LEFT JOIN LATERAL (
      SELECT to_jsonb(r) AS review FROM review r
       WHERE r.org = :org AND r.env = :env AND r.id = v.verification_id LIMIT 1) r ON true
    ORDER BY v.verification_id`,
);

/** The verifications with these ids, oldest first. */
export async function evidenceOf(
  { database, data_keys }: Pick<Deps, 'database' | 'data_keys'>,
  { org, env }: Pick<EvidenceFilter, 'org' | 'env'>,
  verification_ids: readonly string[],
): Promise<StoredEvidence[]> {
  const { rows } = await database.pool.query(BY_IDS({ org, env, verification_ids }));
  return withKeys(data_keys, rows);
}

/** The organization's verifications (`v`), each beside its customer (`c`) and its review (`r`). */
export const verificationsOf = (db: Deps['database']['db'], org: string, env: Environment) =>
  db
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
    .where('v.org', '=', org)
    .where('v.env', '=', env);

/** The next rows after the id `last`. */
async function readBatch(deps: Deps, filter: EvidenceFilter, last: string): Promise<StoredEvidence[]> {
  const { org, env, verification_id, customer_id, decision, from, to } = filter;
  let select = verificationsOf(deps.database.db, org, env)
    .select([...COLUMNS, sql<unknown>`to_jsonb(r)`.as('review')])
    .where('v.verification_id', '>', last)
    .orderBy('v.verification_id')
    .limit(BATCH);
  if (verification_id) select = select.where('v.verification_id', '=', verification_id);
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
