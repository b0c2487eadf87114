import { sql } from 'kysely';
import type { AgedSweep } from '../../retention/aged.ts';
import { sessionDays } from '../../retention/periods.ts';
import { SESSION_PARTS } from '../../retention/session-parts.ts';

const parts = [...SESSION_PARTS, 'face_pending'].map(
  (table) => sql`, ${sql.ref(`of_${table}`)} AS (
    DELETE FROM ${sql.table(table)} p USING swept s
     WHERE p.org = s.org AND p.env = s.env AND p.session_id = s.session_id)`,
);

/**
 * Ended sessions with all that was recorded of them. Their frames are deleted before, by a retention of their
 * own; templates and prints stay for theirs.
 */
export const SESSIONS: AgedSweep = {
  table: 'face_session',
  id: 'session_id',
  prefix: 'fcs_',
  days: sessionDays,
  only: sql`r.due_at IS NULL AND r.frames_state <> 'kept'`,
  also: sql`${sql.join(parts, sql` `)}, of_review AS (
    DELETE FROM review p USING swept s WHERE p.org = s.org AND p.env = s.env AND p.id = s.session_id)`,
};
