import type {
  Apps,
  Assurance,
  Environment,
  GeolocationDecision,
  LimitOverrides,
  PolicyDefinition,
  ReviewArea,
  ReviewOutcome,
  ReviewState,
  WorkflowDefinition,
} from '@standpoint/contract';
import type { ColumnType, Generated } from 'kysely';
import type {
  FaceApprovalTable,
  FaceAttemptTable,
  FaceCodeTable,
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
} from './face-schema.ts';

/** One row per applied file of `migrations/`. */
export type SchemaMigrationTable = {
  number: number;
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
};

/** Exactly one row: the life of the database that tokens are bound to (see `epoch.ts`). */
export type FenceTable = {
  id: ColumnType<true, never, never>;
  epoch: Generated<string>;
  system_identifier: string;
  timeline: string;
  started: Date;
  strict: boolean;
};

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
};

export type OrganizationTable = {
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

export type VersionStatus = 'draft' | 'published' | 'archived';

type Versioned<D> = {
  org: string;
  version: number;
  status: VersionStatus;
  name: string;
  definition: ColumnType<D, string, never>;
  created_at: Generated<Date>;
  published_at: Date | null;
};
export type WorkflowTable = Versioned<WorkflowDefinition> & { workflow_id: string };
export type PolicyTable = Versioned<PolicyDefinition> & { policy_id: string };

export type CustomerTable = {
  org: string;
  env: Environment;
  customer_id: string;
  data_key: Buffer;
  person_sealed: Buffer | null;
  location_declined_at: Date | null;
  created_at: Generated<Date>;
};

export type VerificationTable = {
  org: string;
  env: Environment;
  verification_id: string;
  customer_id: string;
  created_at: Generated<Date>;
  decision: GeolocationDecision;
  decision_source: 'auto' | 'review' | 'simulated';
  reason_codes: string[];
  transaction_type: string;
  transaction_id: string | null;
  install_id: string | null;
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
};

export type EventTable = {
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

export type DeliveryTable = {
  org: string;
  env: Environment;
  webhook_id: string;
  event_id: string;
  state: Generated<'pending' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  round: Generated<number>;
  due_at: Date;
  lease: string | null;
  lease_until: Date | null;
  ended_at: Date | null;
};

export type WorkerPoolTable = { pool_id: string; seen_at: Date };

export type AuditTable = {
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
};

export type IdempotencyTable = {
  org: string;
  env: Environment;
  route: string;
  key: string;
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
  customer_id: string;
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

export type ReviewTable = {
  org: string;
  env: Environment;
  review_id: string;
  area: ReviewArea;
  id: string;
  state: Generated<ReviewState>;
  four_eyes: boolean;
  opened_at: Date;
  due_at: Date;
  first_reviewer: string | null;
  outcome: ReviewOutcome | null;
  decided_at: Date | null;
  answers: Generated<Buffer[]>;
};

/** Every table, for Kysely. */
export type Schema = {
  schema_migration: SchemaMigrationTable;
  fence: FenceTable;
  organization: OrganizationTable;
  api_key: ApiKeyTable;
  workflow: WorkflowTable;
  policy: PolicyTable;
  customer: CustomerTable;
  verification: VerificationTable;
  event: EventTable;
  webhook: WebhookTable;
  delivery: DeliveryTable;
  worker_pool: WorkerPoolTable;
  audit: AuditTable;
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
};
