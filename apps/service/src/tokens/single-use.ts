import { FENCE_FROM, fenceCondition } from '../database/fence.ts';

/**
 * The one statement that spends a token. A caller whose insert returns no row has lost the race, even if it
 * saw the token unspent before. Deciding by a look-up first, or by an affected-row count, would let two
 * racers both win.
 *
 * It is a common table expression that the caller's statement builds on, so that the spend and every effect
 * of it commit together or not at all. Named parameters: org, env, jti, exp (NumericDate), payload_sha256,
 * verification_id, epoch (of the token).
 *
 * The fence is checked inside the statement: a database that was restored or failed over has forgotten
 * spends, and a pooler can swap the server under an open connection. `exp` is the signed claim, never now() +
 * interval, because it is part of the key.
 */
export const SPEND = `
  INSERT INTO spent_token (org, env, jti, exp, outcome, payload_sha256, verification_id)
  SELECT :org::text, :env::text, :jti::uuid, to_timestamp(:exp::bigint), 'spent',
         :payload_sha256::bytea, :verification_id::text
    FROM ${FENCE_FROM}
   WHERE ${fenceCondition(':epoch')}
     AND to_timestamp(:exp::bigint) > now()
  ON CONFLICT DO NOTHING
  RETURNING 1`;

/**
 * Reads the ledger's row of a jti that could not be spent, and whether the fence or the clock was the reason.
 */
export const WHY_NOT_SPENT = `
  SELECT s.outcome, s.payload_sha256, s.verification_id,
         extract(epoch FROM now() - s.spent_at)::float8 AS age_s,
         to_timestamp($4::bigint) <= now() AS expired
    FROM (SELECT 1) one
    LEFT JOIN spent_token s ON s.org = $1 AND s.env = $2 AND s.jti = $3::uuid AND s.exp = to_timestamp($4::bigint)`;
