import type pg from 'pg';
import type { Log } from './log.ts';

/**
 * Runs statements that only the owner of the tables may run (VACUUM, pg_switch_wal()): one after the other,
 * outside any transaction. False when one was refused or failed; each such statement is logged once.
 */
export type Maintain = (statements: readonly string[]) => Promise<boolean>;

const LOCK_TIMEOUT_MS = 30_000;
const REMEDY = 'let DATABASE_OWNER_URL name the owner of the tables, and run npx standpoint doctor';

/** `owner`: connections of the owner of the tables, or of the service where it has no role beside its own. */
export function maintenance(owner: pg.Pool, log: Log): Maintain {
  const told = new Set<string>();
  const tell = (statement: string, error: unknown) => {
    if (!told.has(statement))
      log.warn({ err: error, statement }, `The database refused maintenance: ${REMEDY}.`);
    told.add(statement);
  };
  return async (statements) => {
    let current = 'connect';
    let client: pg.PoolClient | undefined;
    try {
      client = await owner.connect();
      const warnings: string[] = [];
      // VACUUM does not fail without the right to it: it warns, and skips the table.
      client.on('notice', ({ severity, message }) => {
        if (severity === 'WARNING') warnings.push(message ?? '');
      });
      await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
      for (current of statements) {
        await client.query(current);
        if (warnings.length > 0) throw new Error(warnings.join(' '));
      }
      return true;
    } catch (error) {
      tell(current, error);
      return false;
    } finally {
      // Its setting and its listener end with the connection.
      client?.release(true);
    }
  };
}
