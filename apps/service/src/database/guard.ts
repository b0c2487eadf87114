import type pg from 'pg';

/** The facts of a server that decide whether spends are safe there. */
type ServerFacts = {
  server_version_num: number;
  in_recovery: boolean;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
};

/** The server could lose an acknowledged spend, or cannot be written to. */
class UnsafeDatabase extends Error {
  override name = 'UnsafeDatabase';
}

/** Refuses to start on such a server: throws `UnsafeDatabase` with one sentence per fault. */
export async function refuseUnsafe(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<ServerFacts>(
    `SELECT current_setting('server_version_num')::int AS server_version_num,
            pg_is_in_recovery() AS in_recovery,
            current_setting('fsync') AS fsync,
            current_setting('full_page_writes') AS full_page_writes,
            current_setting('synchronous_commit') AS synchronous_commit`,
  );
  const faults = faultsOf(rows[0]!);
  if (faults.length > 0) throw new UnsafeDatabase(faults.join(' '));
}

export function faultsOf(facts: ServerFacts): string[] {
  const faults: string[] = [];
  if (facts.server_version_num < 150_000) {
    const version = Math.floor(facts.server_version_num / 10_000);
    faults.push(`The database is PostgreSQL ${version}: version 15 or newer is needed.`);
  }
  if (facts.in_recovery) faults.push('The database is a replica: connect to the primary.');
  if (facts.fsync === 'off') {
    faults.push('The database runs with fsync=off: a power loss would forget spent tokens. Set fsync=on.');
  }
  if (facts.full_page_writes === 'off') {
    faults.push(
      'The database runs with full_page_writes=off: a power loss could tear pages. Set full_page_writes=on.',
    );
  }
  if (facts.synchronous_commit === 'off') {
    faults.push(
      [
        'The database runs with synchronous_commit=off: a crash would forget spent tokens.',
        'Set synchronous_commit=on.',
      ].join(' '),
    );
  }
  return faults;
}
