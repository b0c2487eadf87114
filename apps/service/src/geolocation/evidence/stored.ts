import type { Environment, GeolocationDecision } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { ulid } from '../../ids.ts';
import { bundleAad, customerContext } from '../records/sealed.ts';
import { type Bundle, openBundle } from './bundle.ts';
import { type EvidenceFile, locationEvidence } from './file.ts';

export interface EvidenceFilter {
  org: string;
  env: Environment;
  verification_id?: string;
  customer_id?: string;
  decision?: GeolocationDecision;
  /** Not older than this. */
  from?: Date;
  /** Older than this. */
  to?: Date;
}

export interface StoredEvidence {
  verification_id: string;
  /** Empty once erased. */
  customer_id: string;
  created_at: Date;
  decision: GeolocationDecision;
  decision_source: 'auto' | 'simulated';
  transaction_type: string;
  policy_id: string | null;
  policy_version: number | null;
  engine_version: string;
  sealed: Buffer | null;
  data_key: Buffer | null;
}

const BATCH = 500;
/** An id carries the time of the service's clock, `created_at` that of the database. */
const CLOCKS_APART_MS = 3_600_000;

/**
 * Stored verifications with what is sealed, oldest first, a batch at a time: memory does not grow with their
 * number.
 */
export async function* storedEvidence(deps: Deps, filter: EvidenceFilter): AsyncGenerator<StoredEvidence[]> {
  const { org, env, from, to } = filter;
  let last = from ? `ver_${ulid(Math.max(0, from.getTime() - CLOCKS_APART_MS), new Uint8Array(10))}` : 'ver_';
  for (;;) {
    let select = deps.database.db
      .selectFrom('verification as v')
      .leftJoin('customer as c', (join) =>
        join
          .onRef('c.org', '=', 'v.org')
          .onRef('c.env', '=', 'v.env')
          .onRef('c.customer_id', '=', 'v.customer_id'),
      )
      .select([
        'v.verification_id',
        'v.customer_id',
        'v.created_at',
        'v.decision',
        'v.decision_source',
        'v.transaction_type',
        'v.policy_id',
        'v.policy_version',
        'v.engine_version',
        'v.sealed',
        'c.data_key',
      ])
      .where('v.org', '=', org)
      .where('v.env', '=', env)
      .where('v.verification_id', '>', last)
      .orderBy('v.verification_id')
      .limit(BATCH);
    if (filter.verification_id) select = select.where('v.verification_id', '=', filter.verification_id);
    if (filter.customer_id) select = select.where('v.customer_id', '=', filter.customer_id);
    if (filter.decision) select = select.where('v.decision', '=', filter.decision);
    if (from) select = select.where('v.created_at', '>=', from);
    if (to) select = select.where('v.created_at', '<', to);
    const page = (await select.execute()) as unknown as StoredEvidence[];
    if (page.length > 0) yield page;
    if (page.length < BATCH) return;
    last = page.at(-1)!.verification_id;
  }
}

/** The bundle, or null when the person was erased: without the data key nobody can read it. */
export function bundleOf(deps: Deps, org: string, env: Environment, row: StoredEvidence): Bundle | null {
  if (!row.sealed || !row.data_key) return null;
  const key = deps.envelope.unwrap(row.data_key, customerContext(org, env, row.customer_id));
  return openBundle(key, row.sealed, bundleAad(org, env, row.verification_id));
}

/** The portable form of a verification; null when the person was erased. */
export function exportEvidence(
  deps: Deps,
  org: string,
  env: Environment,
  row: StoredEvidence,
): EvidenceFile | null {
  const bundle = bundleOf(deps, org, env, row);
  return bundle && locationEvidence.write(deps.keys, bundle.record, bundle.signature);
}
