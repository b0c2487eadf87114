import { sql } from 'kysely';
import type { AgedSweep } from '../../retention/aged.ts';
import { DECISION_DAYS, DEVICE_KEY_DAYS, EVIDENCE_DAYS } from '../../retention/periods.ts';
import { OF_ORGANIZATION, type RowSweep } from '../../retention/rows.ts';

const DECIDED_UNDER = sql`${OF_ORGANIZATION} LEFT JOIN policy p
  ON (p.org, p.policy_id, p.version) = (r.org, r.policy_id, r.policy_version)`;

/** What a back-test said about them tells where the person was. */
const FLIPS = sql`, of_backtest AS (
    DELETE FROM policy_backtest_flip f USING swept s
     WHERE (f.org, f.env, f.verification_id) = (s.org, s.env, s.verification_id))`;

/** Position and evidence of verifications. The decision stays, and says when it lost them. */
export const EVIDENCE: RowSweep = {
  table: 'verification',
  joins: DECIDED_UNDER,
  // The first condition is that of the index; no retention is shorter than a day.
  due: (now) => sql`r.sealed IS NOT NULL AND r.created_at <= ${now}::timestamptz - interval '1 day'
    AND r.created_at <= ${now}::timestamptz - make_interval(days => ${EVIDENCE_DAYS})`,
  order: 'created_at',
  effect: (gone, now) => sql`
    UPDATE verification t SET sealed = NULL, position_sealed = NULL, spoof_findings = NULL,
           evidence_deleted_at = ${now} WHERE ${gone}`,
  // The answers of a review are evidence too, and there is nothing left that an open one could look at.
  also: sql`, of_review AS (
    UPDATE review v SET answers = '{}', first_reviewer = NULL, first_user_id = NULL,
           state = CASE WHEN v.state = 'decided' THEN 'decided' ELSE 'closed' END
      FROM swept s WHERE v.org = s.org AND v.env = s.env AND v.id = s.verification_id)${FLIPS}`,
};

/** The bare decisions. */
export const DECISIONS: AgedSweep = {
  table: 'verification',
  id: 'verification_id',
  prefix: 'ver_',
  days: () => DECISION_DAYS,
  also: sql`, of_review AS (
    DELETE FROM review v USING swept s
     WHERE v.org = s.org AND v.env = s.env AND v.id = s.verification_id)`,
};

/** Keys of devices that are not used any more. */
export const DEVICE_KEYS: RowSweep = {
  table: 'attested_key',
  due: (now) => sql`coalesce(r.last_used_at, r.attested_at)
    <= ${now}::timestamptz - make_interval(days => ${DEVICE_KEY_DAYS})`,
};
