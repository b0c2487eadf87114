import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { CODE_KEPT_MS } from '../../handoff/redeem.ts';
import { deleteDueFaces } from '../templates/due.ts';
import { dueSessions } from './records.ts';
import { deleteDueFrames } from './redaction.ts';
import { withSession } from './with-session.ts';

const AT_ONCE = 200;

/**
 * Settles sessions with a timer that has run out, so that their events are sent even if no client asks.
 * Deletes codes a day after their end, and frames, templates and prints whose retention is over. Any node may
 * run it at any time: each change is made under the lock of its session, and the second node finds nothing
 * due.
 */
export async function expireDue(deps: Deps): Promise<void> {
  const now = new Date(deps.clock.now());
  for (const key of await dueSessions(deps.database.db, now, AT_ONCE)) {
    await withSession(deps, key, () => undefined).catch((error) =>
      deps.log.warn({ err: error, session_id: key.session_id }, 'A session could not be settled.'),
    );
  }
  const forgotten = new Date(now.getTime() - CODE_KEPT_MS);
  await sql`DELETE FROM face_code WHERE valid_until <= ${forgotten}`.execute(deps.database.db);
  await deleteDueFrames(deps, now, AT_ONCE);
  await deleteDueFaces(deps, now);
}
