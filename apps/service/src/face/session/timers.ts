import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { CODE_KEPT_MS } from '../../handoff/redeem.ts';
import { dueSessions } from './records.ts';
import { deleteDueFrames, deleteDueTemplates } from './redaction.ts';
import { withSession } from './with-session.ts';

const AT_ONCE = 200;

/**
 * Settles sessions of which a timer has run out, so that their events go out although nobody asks; forgets
 * codes a day after their end; deletes frames, templates and prints whose retention is over. Safe on every
 * node at any time: each change is made under the session's lock, and whoever comes second finds nothing due.
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
  await deleteDueTemplates(deps, now);
}
