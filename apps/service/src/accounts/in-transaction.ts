import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/**
 * Runs `work` in the transaction that `db` already is, or in a new one, so that a change and its audit entry
 * are stored together or not at all.
 */
export const inTransaction = <T>(
  db: Kysely<Schema>,
  work: (trx: Kysely<Schema>) => Promise<T>,
): Promise<T> => (db.isTransaction ? work(db) : db.transaction().execute(work));
