import type {
  AttemptAnswer,
  ConsentPurpose,
  Environment,
  FaceDecision,
  HandoffState,
  OpticalState,
  PublicSession,
  SessionPhase,
  SessionStatus,
} from '@standpoint/contract';
import type { ColumnType, Generated } from 'kysely';

type FaceKey = { org: string; env: Environment; session_id: string };
type Json<T> = ColumnType<T, string | undefined, string>;

type FaceError = { code: string; retryable: boolean };
export type FaceCheck = {
  outcome: string;
  score: number | null;
  threshold: number | null;
  reasons: string[];
  /** The pack and version of the model that measured it. */
  model?: string;
};
export type FaceConsent = {
  version: string;
  accepted: boolean;
  locale: string | null;
  text_sha256: string | null;
  at: string;
  device: 'desktop' | 'phone';
};
/** A moving code that was read. Each counts once. */
export type FaceSighting = {
  slot: number;
  /** From the beginning of the slot to the arrival of the sighting, by the service's clock. */
  latency_ms: number;
};
export type FaceOpticalSeen = {
  /** In the order of their slots. */
  sightings: readonly FaceSighting[];
  /** The latency of the pairing; null before it is known. */
  latency_ms: number | null;
  score: number | null;
};
export type FaceDecisionSource = 'auto' | 'review' | 'simulated';

export type FaceSessionTable = FaceKey & {
  portal_jti: string;
  portal_exp: Date;
  portal_jkt: string | null;
  customer_hash: string;
  workflow_id: string;
  workflow_version: number;
  status: SessionStatus;
  phase: SessionPhase;
  decision: FaceDecision | null;
  decision_source: FaceDecisionSource | null;
  reasons: Generated<string[]>;
  checks: Json<Record<string, FaceCheck>>;
  attempts_used: Generated<number>;
  attempts_max: number;
  last_error: ColumnType<FaceError | null, string | null | undefined, string | null>;
  consent: ColumnType<FaceConsent | null, string | null | undefined, string | null>;
  consent_withdrawn_at: Date | null;
  client_sealed: Buffer | null;
  outcome: string | null;
  device_label: string;
  locale: string | null;
  network_hmac: Buffer;
  handoff_id: string | null;
  handoffs_aborted: Generated<number>;
  codes_issued: Generated<number>;
  attempt_id: string | null;
  frames_state: Generated<'none' | 'kept' | 'deleted'>;
  frames_delete_after: Date | null;
  redacted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  processing_at: Date | null;
  completed_at: Date | null;
  expires_at: Date;
  due_at: Date | null;
  version: Generated<number>;
};

export type FaceHandoffTable = FaceKey & {
  handoff_id: string;
  state: Exclude<HandoffState, 'none'>;
  channel: 'qr' | 'link';
  confirm: 'number' | 'none';
  reason: string | null;
  created_at: Date;
  code_expires_at: Date;
  redeemed_at: Date | null;
  confirmed_at: Date | null;
  bound_jkt: string | null;
  token_jti: string | null;
  token_expires_at: Date | null;
  number_sealed: Buffer | null;
  device_label: string | null;
  ip_same: boolean | null;
  second_at: Date | null;
  /** Null: the workflow does not ask for optical pairing. */
  optical: OpticalState | null;
  optical_seen: ColumnType<FaceOpticalSeen | null, string | null | undefined, string | null>;
};

export type FaceCodeTable = FaceKey & {
  code_hmac: Buffer;
  handoff_id: string;
  valid_until: Date;
  used_at: Date | null;
  epoch: string;
};

export type FaceAttemptTable = FaceKey & {
  attempt_id: string;
  state: 'open' | 'submitted' | 'expired' | 'abandoned';
  device: 'desktop' | 'phone';
  token_jti: string;
  client_attempt_id: string | null;
  nonce: Buffer;
  challenge: ColumnType<AttemptAnswer['challenge'], string, never>;
  opened_at: Date;
  expires_at: Date;
  submitted_at: Date | null;
  chain: Buffer | null;
  outcome: string | null;
  answer: ColumnType<PublicSession | null, string | null | undefined, string | null>;
};

export type FaceFrameTable = FaceKey & {
  /** `digestHash` of the SHA-256. */
  seen_hash: Buffer;
  sha256_sealed: Buffer;
  attempt_id: string;
  index: number;
  bytes: number;
  width: number;
  height: number;
  t_ms: number;
  step: string;
  simulated: Generated<boolean>;
};

export type FaceTransformTable = {
  org: string;
  transform_id: string;
  seed_wrapped: Buffer;
  created_at: Date;
};

export type FaceTemplateKind = 'enrolled' | 'reference';
export type FaceTemplateTable = {
  org: string;
  env: Environment;
  customer_hash: string;
  kind: FaceTemplateKind;
  pack: string;
  pack_version: string;
  template_id: string;
  transform_id: string;
  sealed: Buffer;
  frames: number;
  quality: number;
  sessions: string[];
  created_at: Date;
  updated_at: Date;
  delete_after: Date;
  seq: number;
};

export type FaceGalleryTable = {
  org: string;
  env: Environment;
  seq: number;
};

export type FaceApprovalTable = {
  org: string;
  env: Environment;
  customer_hash: string;
  first_at: Date;
};

export type FacePrintTable = FaceKey & {
  attempt_id: string;
  index: number;
  customer_hash: string;
  /** 256 characters, 0 or 1; masked. */
  print: string;
  at: Date;
  delete_after: Date;
};

export type FaceEvidenceTable = FaceKey & {
  attempt_id: string;
  engine_version: string;
  sealed: Buffer;
  decided_at: Date;
};

export type FaceDuplicateTable = FaceKey & {
  /** The other customer, who looks the same. */
  customer_hash: string;
  score: number;
};

export type FaceConsentTable = FaceKey & {
  act_no: number;
  act: 'agreed' | 'refused' | 'withdrawn';
  at: Date;
  version: string;
  controller: string | null;
  purposes: ColumnType<{ purpose: ConsentPurpose; days: number | null }[] | null, string | null, never>;
  language: string | null;
  text_sha256: Buffer | null;
  pressed: string | null;
  device: 'desktop' | 'phone' | 'backend';
  device_label: string | null;
  proven: boolean;
};

export type FaceConsentTextTable = {
  org: string;
  text_sha256: Buffer;
  language: string;
  text: string;
  first_at: Date;
};

export type FacePendingTable = FaceKey & { sealed: Buffer; delete_after: Date };
