import { sql } from 'kysely';
import type { Db, HandoffRow, SessionKey } from '../session/records.ts';

/** What the redeemer brings into the hand-off's row. */
export type Claim = Pick<
  HandoffRow,
  'bound_jkt' | 'token_jti' | 'token_expires_at' | 'number_sealed' | 'device_label' | 'ip_same'
>;

export interface FoundCode extends SessionKey {
  handoff_id: string;
  valid_until: Date;
  used_at: Date | null;
  state: HandoffRow['state'];
  bound_jkt: string | null;
  redeemed_at: Date | null;
  second_at: Date | null;
}

/** A code that is known, whether or not it still works: rows are kept for a day after their end. */
export async function findCode(db: Db, code_hmac: Buffer, known_after: Date): Promise<FoundCode | null> {
  const { rows } = await sql<FoundCode>`
    SELECT c.org, c.env, c.session_id, c.handoff_id, c.valid_until, c.used_at, h.state, h.bound_jkt, h.redeemed_at, h.second_at
      FROM face_code c JOIN face_handoff h USING (org, env, session_id, handoff_id)
     WHERE c.code_hmac = ${code_hmac} AND c.valid_until > ${known_after}`.execute(db);
  return rows[0] ?? null;
}

/**
 * The one claim. Who gets a row has won the hand-off; who gets none has lost, whatever a look-up said before.
 * The code only has to be one of those that still work: the hand-off's state is what can be taken once, over
 * every rotation.
 */
export async function claimHandoff(
  db: Db,
  code_hmac: Buffer,
  now: Date,
  claim: Claim,
): Promise<HandoffRow | null> {
  const { rows } = await sql<HandoffRow>`
    UPDATE face_handoff h
       SET state = 'redeemed', redeemed_at = ${now}, bound_jkt = ${claim.bound_jkt}, token_jti = ${claim.token_jti},
           token_expires_at = ${claim.token_expires_at}, number_sealed = ${claim.number_sealed},
           device_label = ${claim.device_label}, ip_same = ${claim.ip_same}
      FROM face_code c
     WHERE c.code_hmac = ${code_hmac} AND c.valid_until > ${now}
       AND h.org = c.org AND h.env = c.env AND h.session_id = c.session_id AND h.handoff_id = c.handoff_id
       AND h.state = 'issued'
    RETURNING h.*`.execute(db);
  if (rows[0]) await sql`UPDATE face_code SET used_at = ${now} WHERE code_hmac = ${code_hmac}`.execute(db);
  return rows[0] ?? null;
}
