import type { FaceSession, SESSION_COLUMNS, VERIFICATION_COLUMNS, Verification } from '@standpoint/contract';
import type { Cell } from './csv.ts';
import { handedOver } from './rows.ts';

/** What stands in each column of an export; a list is one cell with spaces between its codes. */
export const VERIFICATION_CELLS: Record<(typeof VERIFICATION_COLUMNS)[number], (one: Verification) => Cell> =
  {
    verification_id: (one) => one.verification_id,
    created_at: (one) => one.created_at,
    customer_id: (one) => one.customer_id,
    decision: (one) => one.decision,
    decision_source: (one) => one.decision_source,
    transaction_type: (one) => one.transaction_type,
    transaction_name: (one) => one.transaction_name,
    transaction_id: (one) => one.transaction_id,
    reason_codes: (one) => one.reason_codes.join(' '),
    country: (one) => one.jurisdiction.country,
    subdivision: (one) => one.jurisdiction.subdivision,
    lat: (one) => one.position?.lat ?? null,
    lng: (one) => one.position?.lng ?? null,
    p95_m: (one) => one.position?.p95_m ?? null,
    network_country: (one) => one.network?.country ?? null,
    install_id: (one) => one.install_id,
    assurance: (one) => one.assurance.join(' '),
    policy_id: (one) => one.policy?.policy_id ?? null,
    policy_version: (one) => one.policy?.version ?? null,
    engine_version: (one) => one.engine_version,
    expires_at: (one) => one.expires_at,
    erased: (one) => one.erased,
    record_contradicted: (one) => one.record_contradicted,
  };

export const SESSION_CELLS: Record<(typeof SESSION_COLUMNS)[number], (one: FaceSession) => Cell> = {
  session_id: (one) => one.session_id,
  created_at: (one) => one.created_at,
  completed_at: (one) => one.completed_at,
  customer_id: (one) => one.customer_id,
  status: (one) => one.status,
  decision: (one) => one.decision,
  decision_source: (one) => one.decision_source,
  reasons: (one) => one.reasons.join(' '),
  attempts: (one) => one.attempts.length,
  attempts_max: (one) => one.attempts_max,
  handed_over: handedOver,
  workflow_id: (one) => one.workflow_id,
  workflow_version: (one) => one.workflow_version,
  record_contradicted: (one) => one.record_contradicted,
};
