import { ENVIRONMENTS, type Environment } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';

/** What a seed would mix with: any record of the sandbox, and any record of production. */
const RECORDS = ['customer', 'verification', 'face_session', 'review', 'delivery'];

/**
 * The environment in which an organization has records; null for none. Made-up rows among real ones could never be
 * told apart again, and the policies of the seed hold for both environments.
 */
export async function recordsIn({ db }: Pick<Database, 'db'>, org: string): Promise<Environment | null> {
  for (const env of ENVIRONMENTS) {
    for (const table of RECORDS) {
      const { rows } = await sql`
        SELECT 1 FROM ${sql.table(table)} WHERE org = ${org} AND env = ${env} LIMIT 1`.execute(db);
      if (rows.length > 0) return env;
    }
  }
  return null;
}

/** What to say of an organization that has records. */
export const hasRecordsWords = (org: string, env: Environment): string =>
  `The ${env === 'sandbox' ? 'sandbox' : 'production environment'} of ${org} has records already. Nothing was made.`;
