/** What of `extra` these effects read. */
export const HANDOFF_NAMES = ['handoff_offered', 'handoff_left', 'handoff_completed'] as const;

/**
 * What a recorded verification does to phone hand-offs, each part from `extra` and so from the won spend: it
 * offers one, it uses one up (the asker's token is spent, whatever the phone does now), or it is the phone's
 * own and completes one.
 */
export const HANDOFF_EFFECTS = `
  handoff_offered AS (
    INSERT INTO location_handoff (org, env, customer_id, asked_by, next_jti, handoff_id, code_hmac, root_jti,
      context_sealed, confirm, created_at, code_expires_at, expires_at)
    SELECT :org, :env, :customer_id, :verification_id, h.*
      FROM extra, jsonb_to_record(extra -> 'handoff_offered') AS h (next_jti text, handoff_id text,
        code_hmac bytea, root_jti text, context_sealed bytea, confirm text, created_at timestamptz,
        code_expires_at timestamptz, expires_at timestamptz)
     WHERE extra ? 'handoff_offered'),
  handoff_left AS (
    UPDATE location_handoff SET left_at = now() FROM extra
     WHERE org = :org AND env = :env AND next_jti = extra ->> 'handoff_left'),
  handoff_completed AS (
    UPDATE location_handoff SET state = 'completed', ended_at = now(), verification_id = :verification_id
      FROM extra
     WHERE org = :org AND env = :env AND next_jti = extra ->> 'handoff_completed'
       AND state = 'confirmed' AND left_at IS NULL)`;
