import { sql } from 'kysely';
import type { Deps } from '../deps.ts';

/** Tables that an erasure deletes from, or empties columns of. */
const SCRUBBED = [
  'customer',
  'legal_hold',
  'verification',
  'evidence_seen',
  'evaluated_payload',
  'sighting',
  'trusted_place',
  'household_member',
  'attested_key',
  'location_handoff',
  'face_session',
  'face_handoff',
  'face_code',
  'face_attempt',
  'face_frame',
  'face_print',
  'face_evidence',
  'face_pending',
  'face_duplicate',
  'face_approval',
  'face_template',
  'review',
  'record_note',
] as const;

/**
 * Takes what erasures deleted out of the pages of the database, and closes the segment of the write-ahead log that
 * holds it, so that both are overwritten soon. Nothing of it could be opened: the keys are gone already. Together
 * for all erasures since the last time, because each table is read for it.
 */
export async function scrub({ database }: Pick<Deps, 'database'>): Promise<void> {
  const { rows } = await sql<{ key_id: string }>`
    SELECT key_id FROM erasure WHERE finished_at IS NOT NULL AND scrubbed_at IS NULL`.execute(database.db);
  if (rows.length === 0) return;
  const vacuum = SCRUBBED.map((table) => `VACUUM ${table}`);
  if (!(await database.maintain([...vacuum, 'SELECT pg_switch_wal()']))) return;
  await sql`
    UPDATE erasure SET scrubbed_at = now() WHERE key_id = ANY(${rows.map(({ key_id }) => key_id)})`.execute(
    database.db,
  );
}
