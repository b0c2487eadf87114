import type { Role } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { newJti } from '../ids.ts';
import { rolesOfSessions } from '../people/held-sessions.ts';
import { refuse } from '../refuse.ts';

/** A node that has not said so for this long has died, and its export with it. */
const SILENT_S = 15;
/** How soon an export stops after its person was signed out, removed or given another role. */
const CHECK_MS = 2_000;
/** While sessions cannot be read, no more rows leave after this long. */
const UNCHECKED_MS = 10_000;

/** The export ended because its person may not have the file any more. */
export class Stopped extends Error {}

interface Taker {
  session_id: string;
  org: string;
  role: Role | null;
}

/** One export under way. */
export interface Running {
  /** Calls `stop` once the person may not have the file any more. */
  watch(stop: (why: Error) => void): void;
  /** The session may take the next file. */
  end(): Promise<void>;
}

/** Of a session there is one export at a time, over all nodes: two would read the same list twice. */
export async function beginExport({ database: { db } }: Deps, taker: Taker): Promise<Running> {
  const { session_id } = taker;
  const export_id = newJti();
  const { rows } = await sql`
    INSERT INTO running_export AS r (session_id, export_id)
    SELECT id, ${export_id} FROM person_session WHERE id = ${session_id}
    ON CONFLICT (session_id) DO UPDATE SET export_id = excluded.export_id, seen_at = now()
     WHERE r.seen_at < now() - make_interval(secs => ${SILENT_S})
    RETURNING 1`.execute(db);
  if (rows.length === 0)
    refuse('rate_limited', 'an export is under way', {
      message: 'You have an export under way. Wait for its end, or cancel it.',
      retry_after_s: 5,
    });
  let timer: NodeJS.Timeout | undefined;
  return {
    watch(stop) {
      let checked_at = performance.now();
      timer = setInterval(async () => {
        try {
          if (!(await holds(db, taker, export_id))) stop(new Stopped('The person may not have this file.'));
          checked_at = performance.now();
        } catch (error) {
          if (performance.now() - checked_at > UNCHECKED_MS) stop(error as Error);
        }
      }, CHECK_MS);
    },
    async end() {
      clearInterval(timer);
      await sql`DELETE FROM running_export WHERE session_id = ${session_id} AND export_id = ${export_id}`.execute(
        db,
      );
    },
  };
}

/** Whether the session is still that of a person with this role. It is also the sign of life. */
async function holds(
  db: Deps['database']['db'],
  { session_id, org, role }: Taker,
  export_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE running_export SET seen_at = now() WHERE session_id = ${session_id} AND export_id = ${export_id}
    RETURNING 1`.execute(db);
  return rows.length > 0 && (await rolesOfSessions(db, [session_id])).get(`${session_id}|${org}`) === role;
}
