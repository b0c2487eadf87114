import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { findKey } from '../privacy/customers.ts';
import { refuse } from '../refuse.ts';

/** A verification or a session, by its id alone. */
export interface Subject {
  org: string;
  env: Environment;
  record_id: string;
  area: 'geolocation' | 'face';
  /** Empty once the person was erased. */
  customer_hash: string;
  created_at: Date;
}

interface Asked {
  caller: { org: string; env: Environment };
  params: { record_id: string };
}

/** Of this organization and environment; 404 for any other. */
export async function subjectOf(
  db: Kysely<Schema>,
  { caller: { org, env }, params: { record_id } }: Asked,
): Promise<Subject> {
  const ofFace = record_id.startsWith('fcs_');
  const row = ofFace
    ? await db
        .selectFrom('face_session')
        .select(['customer_hash', 'created_at'])
        .where('org', '=', org)
        .where('env', '=', env)
        .where('session_id', '=', record_id)
        .executeTakeFirst()
    : await db
        .selectFrom('verification')
        .select(['customer_hash', 'created_at'])
        .where('org', '=', org)
        .where('env', '=', env)
        .where('verification_id', '=', record_id)
        .executeTakeFirst();
  if (!row) return refuse('not_found', record_id);
  return { org, env, record_id, area: ofFace ? 'face' : 'geolocation', ...row };
}

/** The data key of its customer; null once they were erased. `held`: an erasure waits for the transaction. */
export const keyOf = (
  db: Kysely<Schema>,
  { data_keys }: Pick<Deps, 'data_keys'>,
  subject: Subject,
  held = false,
): Promise<KeyObject | null> =>
  subject.customer_hash === '' ? Promise.resolve(null) : findKey(db, data_keys, subject, { held });
