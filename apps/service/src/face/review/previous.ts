import type { PreviousReview } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Db, SessionRow } from '../session/records.ts';

/** What a person whose last check a reviewer declined may do. The same for all, whatever the reason was. */
const MAY = ['try_again', 'contact_business'] as const;

/**
 * The decline of the customer's last completed session before this one, for the person. Null where a reviewer
 * did not decline it.
 */
export async function previousReview(
  db: Db,
  { org, env, customer_hash, session_id }: SessionRow,
): Promise<PreviousReview> {
  // An erased session has no customer, and all erased ones would look like one person.
  if (customer_hash === '') return null;
  const { rows } = await sql<{ decision: string; decision_source: string; decided_at: Date | null }>`
    SELECT s.decision, s.decision_source, r.decided_at
      FROM face_session s
      LEFT JOIN review r ON (r.org, r.env, r.id) = (s.org, s.env, s.session_id)
     WHERE s.org = ${org} AND s.env = ${env} AND s.customer_hash = ${customer_hash}
       AND s.session_id < ${session_id} AND s.status = 'completed'
     ORDER BY s.session_id DESC LIMIT 1`.execute(db);
  const last = rows[0];
  if (last?.decision !== 'declined' || last.decision_source !== 'review' || !last.decided_at) return null;
  return { decided_at: last.decided_at.toISOString(), may: [...MAY] };
}
