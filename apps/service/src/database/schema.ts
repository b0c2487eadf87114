import type {
  Apps,
  Assurance,
  Environment,
  GeolocationDecision,
  LimitOverrides,
  SettingsFile,
} from '@standpoint/contract';
import type { ColumnType, Generated } from 'kysely';
import type { DeliveryAttemptTable, DeliveryTable } from './tables/delivery.ts';
import type {
  FaceApprovalTable,
  FaceAttemptTable,
  FaceCodeTable,
  FaceConsentTable,
  FaceConsentTextTable,
  FaceDuplicateTable,
  FaceEvidenceTable,
  FaceFrameTable,
  FaceGalleryTable,
  FaceHandoffTable,
  FacePendingTable,
  FacePrintTable,
  FaceSessionTable,
  FaceTemplateTable,
  FaceTransformTable,
} from './tables/face.ts';
import type { FenceTable, SandboxFillingTable, SchemaMigrationTable } from './tables/life.ts';
import type { PackageFileTable, PackagePartTable } from './tables/packages.ts';
import type { PeopleSchema } from './tables/people.ts';
import type {
  DraftRevisionTable,
  PolicyBacktestFlipTable,
  PolicyBacktestTable,
  PolicyDraftTable,
  PolicyTable,
  WorkflowTable,
} from './tables/policies.ts';

export type { PolicyTable, VersionStatus, WorkflowTable } from './tables/policies.ts';

import type { ReviewTable } from './tables/reviews.ts';

import type { WorkflowDraftTable } from './tables/workflows.ts';

/** Settings of an organization; every one has a default. */
export type OrganizationSettings = {
  /** The client generation when neither header nor body names one (default: 0.5). */
  sdk?: '0.3' | '0.5';
  /** 60 to 900 (default: 300). */
  preflight_life_s?: number;
  /** The apps whose attestations are accepted. */
  apps?: Apps;
  /** Replaces values of `LIMITS` and `CAPS`; 0 is off. */
  limits?: LimitOverrides;
  /** Of the response shapes, for calls that name none (default: the oldest). */
  version?: string;
  /** Of the company that is responsible for people's data (default: the organization's name). */
  legal_name?: string;
  /** How long data is kept; see `SettingsFile`. */
  retention?: SettingsFile['retention'];
};

type OrganizationTable = {
  org: string;
  name: string;
  settings: ColumnType<OrganizationSettings, string | undefined, string>;
  created_at: Generated<Date>;
};

export type KeyKind = 'api' | 'results';

export type ApiKeyTable = {
  org: string;
  env: Environment;
  key_id: string;
  kind: KeyKind;
  name: string;
  /** 8 characters of the key that find its row; not secret. */
  lookup: string;
  secret_sha256: Buffer;
  last4: string;
  scopes: string[];
  cidrs: string[];
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
};

type CustomerTable = {
  org: string;
  env: Environment;
  customer_hash: string;
  key_id: string;
  id_sealed: Buffer;
  person_sealed: Buffer | null;
  since: Date;
  location_declined_at: Date | null;
  /** Infinity: until the hold is removed. */
  held_until: Date | number | null;
  created_at: Generated<Date>;
};

export type LegalHoldTable = {
  org: string;
  env: Environment;
  hold_id: string;
  customer_hash: string;
  reason_sealed: Buffer;
  placed_at: Date;
  placed_by: string;
  /** Infinity: until it is removed. */
  until: Date | number;
  erasure_asked_at: Date | null;
};

type RetentionRunTable = {
  run_id: string;
  night: string | null;
  started_by: string;
  started_at: Date;
  lease_until: Date;
  ended_at: Date | null;
  outcome: 'done' | 'stopped' | 'failed' | null;
  swept: ColumnType<Record<string, { rows: number; ms: number }>, string | undefined, string>;
};

export type VerificationTable = {
  org: string;
  env: Environment;
  verification_id: string;
  customer_hash: string;
  created_at: Generated<Date>;
  decision: GeolocationDecision;
  decision_source: 'auto' | 'review' | 'simulated';
  reason_codes: string[];
  transaction_type: string;
  transaction_hash: string | null;
  install_hash: string | null;
  policy_id: string | null;
  policy_version: number | null;
  engine_version: string;
  assurance: Assurance;
  /** The position is that of a phone that helped the device of this install. */
  of_phone: boolean;
  /** `[code, confidence]` of anti-spoof findings; null when there was none. */
  spoof_findings: [string, number][] | null;
  root_jti: string | null;
  hop: number;
  expires_at: Date;
  position_sealed: Buffer | null;
  sealed: Buffer | null;
  evidence_deleted_at: Date | null;
};

type EventTable = {
  org: string;
  env: Environment;
  event_id: string;
  type: string;
  at: Generated<Date>;
  data: ColumnType<Record<string, unknown>, string, never>;
  /** The transaction that stored it, as a number in text. */
  tx: ColumnType<string, never, never>;
};

export type WebhookTable = {
  org: string;
  env: Environment;
  webhook_id: string;
  url: string;
  description: string | null;
  /** Empty: every type. */
  types: string[];
  signature: 'hmac' | 'ed25519';
  /** Sealed `Secrets` of `webhooks/secrets.ts`. */
  secrets_sealed: Buffer;
  coordinates: boolean;
  created_at: Date;
  disabled_at: Date | null;
  disabled_reason: 'gone' | 'failing' | 'operator' | null;
  failures: Generated<number>;
  failing_since: Date | null;
  last_at: Date | null;
  last_status: number | null;
  last_problem: string | null;
  last_detail: string | null;
};

type WorkerPoolTable = { pool_id: string; seen_at: Date };

type AuditTable = {
  org: string;
  env: Environment | null;
  audit_id: string;
  at: Generated<Date>;
  actor: string;
  action: string;
  target: string | null;
  outcome: Generated<string>;
  request_id: string | null;
  ip: string | null;
  detail: ColumnType<Record<string, unknown>, string | undefined, never>;
  tx: Generated<string>;
};

type AuditLinkTable = { org: string; seq: number; audit_id: string; hash: Buffer; seal: Buffer };

type AuditPlaceTable = { id: Generated<boolean>; tx: string };

type AuditHeadTable = { org: string; seq: number; signed_at: Date; head: string };

type IdempotencyTable = {
  org: string;
  env: Environment;
  route: string;
  key_hash: Buffer;
  body_sha256: Buffer;
  answer_sealed: Buffer | null;
  started_at: Generated<Date>;
  expires_at: Date;
};

export type LocationHandoffTable = {
  org: string;
  env: Environment;
  next_jti: string;
  handoff_id: string;
  code_hmac: Buffer;
  root_jti: string;
  customer_hash: string;
  asked_by: string;
  context_sealed: Buffer;
  state: 'issued' | 'redeemed' | 'confirmed' | 'completed' | 'denied' | 'aborted';
  confirm: 'number' | 'none';
  created_at: Date;
  code_expires_at: Date;
  expires_at: Date;
  redeemed_at: Date | null;
  confirmed_at: Date | null;
  ended_at: Date | null;
  left_at: Date | null;
  bound_jkt: string | null;
  token_jti: string | null;
  token_expires_at: Date | null;
  number_sealed: Buffer | null;
  phone_label: string | null;
  second_at: Date | null;
  verification_id: string | null;
  version: Generated<number>;
  epoch: string;
};

/** Every table, for Kysely. */
export type Schema = PeopleSchema & {
  schema_migration: SchemaMigrationTable;
  package_file: PackageFileTable;
  package_part: PackagePartTable;
  fence: FenceTable;
  organization: OrganizationTable;
  api_key: ApiKeyTable;
  workflow: WorkflowTable;
  workflow_draft: WorkflowDraftTable;
  policy: PolicyTable;
  draft_revision: DraftRevisionTable;
  policy_draft: PolicyDraftTable;
  sandbox_filling: SandboxFillingTable;
  policy_backtest: PolicyBacktestTable;
  policy_backtest_flip: PolicyBacktestFlipTable;
  customer: CustomerTable;
  legal_hold: LegalHoldTable;
  retention_run: RetentionRunTable;
  verification: VerificationTable;
  event: EventTable;
  webhook: WebhookTable;
  delivery: DeliveryTable;
  delivery_attempt: DeliveryAttemptTable;
  worker_pool: WorkerPoolTable;
  audit: AuditTable;
  audit_link: AuditLinkTable;
  audit_place: AuditPlaceTable;
  audit_head: AuditHeadTable;
  idempotency: IdempotencyTable;
  location_handoff: LocationHandoffTable;
  review: ReviewTable;
  face_session: FaceSessionTable;
  face_handoff: FaceHandoffTable;
  face_code: FaceCodeTable;
  face_attempt: FaceAttemptTable;
  face_frame: FaceFrameTable;
  face_transform: FaceTransformTable;
  face_template: FaceTemplateTable;
  face_gallery: FaceGalleryTable;
  face_approval: FaceApprovalTable;
  face_print: FacePrintTable;
  face_evidence: FaceEvidenceTable;
  face_duplicate: FaceDuplicateTable;
  face_pending: FacePendingTable;
  face_consent: FaceConsentTable;
  face_consent_text: FaceConsentTextTable;
};
