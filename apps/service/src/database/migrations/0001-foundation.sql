-- Hot tables lead with org and env: production and sandbox rows never join, and a sharded
-- PostgreSQL can distribute by them.

CREATE TABLE fence (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  system_identifier text NOT NULL,
  timeline text NOT NULL,
  started timestamptz NOT NULL,
  strict boolean NOT NULL
);

CREATE TABLE organization (
  org text PRIMARY KEY,
  name text NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_key (
  org text NOT NULL REFERENCES organization,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  key_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('api', 'results')),
  name text NOT NULL,
  lookup text NOT NULL UNIQUE,
  secret_sha256 bytea NOT NULL,
  last4 text NOT NULL,
  scopes text[] NOT NULL DEFAULT '{}',
  cidrs text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (org, env, key_id)
);

-- Private parts are sealed with the root key; kid is the RFC 7638 thumbprint.
CREATE TABLE signing_key (
  kid text PRIMARY KEY,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  use text NOT NULL CHECK (use IN ('sig', 'enc')),
  state text NOT NULL CHECK (state IN ('next', 'active', 'retiring', 'retired')),
  public_jwk jsonb NOT NULL,
  private_sealed bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  active_at timestamptz,
  retiring_at timestamptz,
  retired_at timestamptz
);
CREATE UNIQUE INDEX signing_key_one_active ON signing_key (env, use) WHERE state = 'active';

CREATE TABLE workflow (
  org text NOT NULL REFERENCES organization,
  workflow_id text NOT NULL,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  name text NOT NULL,
  definition jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  PRIMARY KEY (org, workflow_id, version)
);
CREATE UNIQUE INDEX workflow_one_published ON workflow (org, workflow_id) WHERE status = 'published';

CREATE TABLE policy (
  org text NOT NULL REFERENCES organization,
  policy_id text NOT NULL,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  name text NOT NULL,
  definition jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  PRIMARY KEY (org, policy_id, version)
);
CREATE UNIQUE INDEX policy_one_published ON policy (org, policy_id) WHERE status = 'published';

-- A published or archived version never changes its content.
CREATE FUNCTION refuse_change_of_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'draft' AND (NEW.definition, NEW.name, NEW.version) IS DISTINCT FROM (OLD.definition, OLD.name, OLD.version) THEN
    RAISE EXCEPTION 'a published version is immutable';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER workflow_immutable BEFORE UPDATE ON workflow FOR EACH ROW EXECUTE FUNCTION refuse_change_of_version();
CREATE TRIGGER policy_immutable BEFORE UPDATE ON policy FOR EACH ROW EXECUTE FUNCTION refuse_change_of_version();

-- One data key per customer, wrapped by the root key: erasing the row makes everything sealed with it unreadable.
CREATE TABLE customer (
  org text NOT NULL,
  env text NOT NULL,
  customer_id text NOT NULL,
  data_key bytea NOT NULL,
  person_sealed bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org, env, customer_id)
);

-- The one ledger of single use. The partition column is the signed claim, bit for bit: with any other
-- value a replay would land under another key and be accepted.
CREATE TABLE spent_token (
  org text NOT NULL,
  env text NOT NULL,
  jti uuid NOT NULL,
  exp timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('spent', 'revoked')),
  payload_sha256 bytea,
  verification_id text,
  spent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org, env, jti, exp)
) PARTITION BY RANGE (exp);

-- Content of evidence seen in the last day: the same bytes under a new token are a replay.
CREATE TABLE evidence_seen (
  org text NOT NULL,
  env text NOT NULL,
  content_sha256 bytea NOT NULL,
  exp timestamptz NOT NULL,
  customer_id text NOT NULL,
  PRIMARY KEY (org, env, content_sha256, exp)
) PARTITION BY RANGE (exp);

CREATE TABLE verification (
  org text NOT NULL,
  env text NOT NULL,
  verification_id text NOT NULL,
  customer_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  decision text NOT NULL CHECK (decision IN ('pass', 'fail', 'review', 'retry')),
  decision_source text NOT NULL CHECK (decision_source IN ('auto', 'simulated')),
  reason_codes text[] NOT NULL,
  transaction_type text NOT NULL,
  transaction_id text,
  install_id text,
  policy_id text,
  policy_version integer,
  engine_version text NOT NULL,
  assurance text NOT NULL,
  root_jti text,
  hop integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  -- Sealed with the customer's data key; null once erased. The position alone: history needs nothing else.
  position_sealed bytea,
  -- Facts, checks, answer, names.
  sealed bytea,
  PRIMARY KEY (org, env, verification_id)
);
CREATE INDEX verification_by_customer ON verification (org, env, customer_id, created_at DESC);
CREATE INDEX verification_by_install ON verification (org, env, install_id, created_at DESC) WHERE install_id IS NOT NULL;

-- What evaluate() has answered, for 24 hours: the same payload gets the same answer, and only once.
CREATE TABLE evaluated_payload (
  org text NOT NULL,
  env text NOT NULL,
  customer_id text NOT NULL,
  transaction_key bytea NOT NULL,
  payload_sha256 bytea NOT NULL,
  exp timestamptz NOT NULL,
  verification_id text NOT NULL,
  PRIMARY KEY (org, env, customer_id, transaction_key, payload_sha256, exp)
) PARTITION BY RANGE (exp);

CREATE TABLE event (
  org text NOT NULL,
  env text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  data jsonb NOT NULL,
  PRIMARY KEY (org, env, event_id)
);

CREATE TABLE audit (
  org text NOT NULL,
  env text,
  audit_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  target text,
  outcome text NOT NULL DEFAULT 'ok',
  request_id text,
  ip text,
  detail jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (org, audit_id)
);
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'audit entries are append-only'; END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();

CREATE TABLE idempotency (
  org text NOT NULL,
  env text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_sha256 bytea NOT NULL,
  answer_sealed bytea,
  started_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org, env, route, key)
);

-- GCRA of guessing limits (short codes, later login): exact over all nodes, and failing closed.
CREATE TABLE guess_bucket (
  bucket text PRIMARY KEY,
  tat timestamptz NOT NULL
);

-- Every node drops what it remembers of the configuration when somebody changes it.
CREATE FUNCTION tell_configuration_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_notify('standpoint_config', TG_TABLE_NAME); RETURN NULL; END $$;
CREATE TRIGGER api_key_told AFTER UPDATE OF revoked_at, expires_at, scopes, cidrs OR DELETE ON api_key FOR EACH STATEMENT EXECUTE FUNCTION tell_configuration_changed();
CREATE TRIGGER organization_told AFTER UPDATE ON organization FOR EACH STATEMENT EXECUTE FUNCTION tell_configuration_changed();
CREATE TRIGGER workflow_told AFTER INSERT OR UPDATE ON workflow FOR EACH STATEMENT EXECUTE FUNCTION tell_configuration_changed();
CREATE TRIGGER policy_told AFTER INSERT OR UPDATE ON policy FOR EACH STATEMENT EXECUTE FUNCTION tell_configuration_changed();
CREATE TRIGGER signing_key_told AFTER INSERT OR UPDATE ON signing_key FOR EACH STATEMENT EXECUTE FUNCTION tell_configuration_changed();
