import { sql } from 'kysely';
import type { RowSweep } from '../../retention/rows.ts';

/** Notes beside records whose evidence is gone, or that are gone themselves. */
export const NOTES: RowSweep = {
  table: 'record_note',
  due: () => sql`NOT EXISTS (
      SELECT FROM verification v WHERE v.org = r.org AND v.env = r.env AND v.verification_id = r.record_id
         AND v.sealed IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM face_session s WHERE s.org = r.org AND s.env = r.env AND s.session_id = r.record_id
         AND s.redacted_at IS NULL)`,
};
