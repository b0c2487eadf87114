-- Face verification. A session is the root of everything below it: whoever changes a hand-off or an attempt holds
-- the lock of its session's row, and raises its version.

CREATE TABLE face_session (
  org text NOT NULL,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  session_id text NOT NULL,
  portal_jti text NOT NULL,
  portal_exp timestamptz NOT NULL,
  -- RFC 7638 thumbprint of the key that the portal token is bound to.
  portal_jkt text,
  customer_id text NOT NULL,
  workflow_id text NOT NULL,
  workflow_version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('created', 'in_progress', 'processing', 'completed', 'expired', 'canceled', 'failed')),
  phase text NOT NULL CHECK (phase IN ('none', 'consent', 'permission', 'handoff_wait', 'handoff_active', 'capture', 'uploading')),
  decision text CHECK (decision IN ('approved', 'declined', 'review')),
  decision_source text CHECK (decision_source IN ('auto', 'reviewer', 'simulated')),
  reasons text[] NOT NULL DEFAULT '{}',
  checks jsonb NOT NULL DEFAULT '{}',
  attempts_used integer NOT NULL DEFAULT 0,
  attempts_max integer NOT NULL,
  last_error jsonb,
  consent jsonb,
  client jsonb,
  device_label text NOT NULL,
  -- Keyed hash of the desktop's network: whether the phone came from the same one.
  network_hmac bytea NOT NULL,
  handoff_id text,
  handoffs_aborted integer NOT NULL DEFAULT 0,
  codes_issued integer NOT NULL DEFAULT 0,
  attempt_id text,
  frames_state text NOT NULL DEFAULT 'none' CHECK (frames_state IN ('none', 'kept', 'deleted')),
  frames_delete_after timestamptz,
  redacted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  processing_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz NOT NULL,
  -- The next moment at which a timer of this session, its hand-off or its attempt runs out; null once it has ended.
  due_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (org, env, session_id),
  UNIQUE (org, env, portal_jti),
  CHECK (attempts_used <= attempts_max),
  CHECK ((decision IS NULL) = (status <> 'completed'))
);
CREATE INDEX face_session_by_customer ON face_session (org, env, customer_id, session_id DESC);
CREATE INDEX face_session_due ON face_session (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX face_session_frames_due ON face_session (frames_delete_after) WHERE frames_state = 'kept';

CREATE TABLE face_handoff (
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  handoff_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('issued', 'redeemed', 'confirmed', 'completed', 'aborted', 'revoked', 'expired')),
  channel text NOT NULL,
  confirm text NOT NULL CHECK (confirm IN ('number', 'none')),
  reason text,
  created_at timestamptz NOT NULL,
  -- Of the newest code.
  code_expires_at timestamptz NOT NULL,
  redeemed_at timestamptz,
  confirmed_at timestamptz,
  -- The same key may ask again for a lost answer.
  bound_jkt text,
  token_jti text,
  token_expires_at timestamptz,
  number_sealed bytea,
  device_label text,
  ip_same boolean,
  -- A second redeemer was told off and the desktop was told: once.
  second_at timestamptz,
  PRIMARY KEY (org, env, session_id, handoff_id)
);

-- The directory of short codes. A redeemer names nothing but the code, so that this one table is found by it alone;
-- the row says which organization and environment the hand-off belongs to.
CREATE TABLE face_code (
  code_hmac bytea PRIMARY KEY,
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  handoff_id text NOT NULL,
  valid_until timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX face_code_by_session ON face_code (org, env, session_id);
CREATE INDEX face_code_purge ON face_code (valid_until);

CREATE TABLE face_attempt (
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  attempt_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'submitted', 'expired', 'abandoned')),
  device text NOT NULL CHECK (device IN ('desktop', 'phone')),
  token_jti text NOT NULL,
  client_attempt_id text,
  nonce bytea NOT NULL,
  challenge jsonb NOT NULL,
  opened_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  submitted_at timestamptz,
  chain bytea,
  outcome text,
  -- What submit answered, for a lost reply.
  answer jsonb,
  PRIMARY KEY (org, env, session_id, attempt_id)
);
CREATE UNIQUE INDEX face_attempt_one_open ON face_attempt (org, env, session_id) WHERE state = 'open';

-- One row per stored frame. The unique hash notices a frame that was submitted before, anywhere in the organization.
CREATE TABLE face_frame (
  org text NOT NULL,
  env text NOT NULL,
  sha256 bytea NOT NULL,
  session_id text NOT NULL,
  attempt_id text NOT NULL,
  index integer NOT NULL,
  bytes integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  t_ms double precision NOT NULL,
  step text NOT NULL,
  PRIMARY KEY (org, env, sha256)
);
CREATE INDEX face_frame_by_session ON face_frame (org, env, session_id, attempt_id, index);
