-- The schema of version 1, grouped by noun. Later versions add numbered files beside it and never edit this
-- one: applied files are checksummed.
--
-- Hot tables lead with org and env. Production and sandbox rows therefore never join, and a sharded
-- PostgreSQL can distribute by them. Column names are the names of the wire wherever the wire has one.


-- Fence -----------------------------------------------------------------------------------------------------

-- One row: which life of which database tokens are bound to. A restored backup gets a new epoch, so that a
-- token spent after the backup was taken cannot be spent again.
CREATE TABLE fence (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  system_identifier text NOT NULL,
  timeline text NOT NULL,
  started timestamptz NOT NULL,
  strict boolean NOT NULL
);

-- One row: the store that the data keys of these people lie in (its random id). Another store is refused at the
-- start: its keys open nothing here, and the sweep of keys without a person would destroy them.
CREATE TABLE key_store (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  store_id uuid NOT NULL
);


-- Accounts: organizations, their keys, workflows and policies -----------------------------------------------

CREATE TABLE organization (
  org text PRIMARY KEY,
  name text NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A key's look-up id is derived from its secret with this value, so that a made-up key is recognized without
-- a query. It guards nothing else: a reader of it can make the service look up keys that do not exist.
CREATE TABLE key_filter (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  value bytea NOT NULL
);
INSERT INTO key_filter (value) VALUES (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- The secret itself is not kept: its hash is enough to check a key, and `last4` to recognize it.
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

-- Who may install the private packages. It opens nothing else, and belongs to no environment.
CREATE TABLE package_token (
  org text NOT NULL REFERENCES organization,
  token_id text NOT NULL,
  name text NOT NULL,
  lookup text NOT NULL UNIQUE,
  secret_sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The tool that last installed with it, as it calls itself.
  last_tool text,
  -- When each kind of tool last installed with it: {"npm": "2026-11-23T09:30:00.000Z"}.
  tools jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (org, token_id)
);

-- The private packages of this installation, which every organization's tokens install. They lie here and not in
-- a folder, so that all nodes serve the same ones. A removed file leaves its row: a version never gets other bytes.
CREATE TABLE package_file (
  kind text NOT NULL CHECK (kind IN ('npm', 'maven', 'ios')),
  -- `@standpoint/react-native`, `dev.standpoint:android`, `Standpoint`.
  name text NOT NULL,
  version text NOT NULL,
  file text NOT NULL,
  size integer NOT NULL,
  sha512 bytea NOT NULL,
  sha256 bytea NOT NULL,
  sha1 bytea NOT NULL,
  md5 bytea NOT NULL,
  -- The package.json of an npm package.
  manifest jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  PRIMARY KEY (kind, name, version, file)
);

-- Their bytes, a megabyte in each row: a file is sent without being in memory whole.
CREATE TABLE package_part (
  kind text NOT NULL,
  name text NOT NULL,
  version text NOT NULL,
  file text NOT NULL,
  number integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (kind, name, version, file, number),
  FOREIGN KEY (kind, name, version, file) REFERENCES package_file ON DELETE CASCADE
);
-- They are packed already.
ALTER TABLE package_part ALTER COLUMN content SET STORAGE EXTERNAL;

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

-- What people edit together until it becomes a version: one draft of each policy, changed in place. `revision`
-- counts its saves, so that whoever saves an older one is told. A policy may have a draft and no version yet.
-- Counts the saves of a policy or workflow, through all of its drafts: a page that shows an earlier draft can never
-- match a later one.
CREATE TABLE draft_revision (
  org text NOT NULL REFERENCES organization,
  id text NOT NULL,
  last integer NOT NULL,
  PRIMARY KEY (org, id)
);

CREATE FUNCTION next_revision(of_org text, of_id text) RETURNS integer LANGUAGE sql AS $$
  INSERT INTO draft_revision AS r (org, id, last) VALUES (of_org, of_id, 1)
  ON CONFLICT (org, id) DO UPDATE SET last = r.last + 1 RETURNING last
$$;

CREATE TABLE policy_draft (
  org text NOT NULL REFERENCES organization,
  policy_id text NOT NULL,
  revision integer NOT NULL,
  based_on integer,
  definition jsonb NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  -- Why it cannot be published, and the borders with which that was found.
  judged jsonb NOT NULL,
  PRIMARY KEY (org, policy_id)
);

-- Stored decisions, decided again by a draft. The result belongs to the content that `digest` names. A row that
-- runs and has not been seen for a while belongs to a service that has stopped.
CREATE TABLE policy_backtest (
  org text NOT NULL REFERENCES organization,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  backtest_id text NOT NULL,
  policy_id text NOT NULL,
  -- The version that it was started for; null: for the draft.
  of_version integer,
  digest text NOT NULL,
  definition jsonb NOT NULL,
  days integer,
  since timestamptz NOT NULL,
  until timestamptz,
  most integer NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'canceled', 'failed', 'interrupted')),
  started_by text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  totals jsonb NOT NULL,
  PRIMARY KEY (org, env, backtest_id)
);
CREATE INDEX policy_backtest_of ON policy_backtest (org, env, policy_id, backtest_id);
CREATE INDEX policy_backtest_age ON policy_backtest (started_at);

-- Decisions that would flip, and why: how far from a border the person was. They go with the evidence of the
-- verification.
CREATE TABLE policy_backtest_flip (
  org text NOT NULL,
  env text NOT NULL,
  backtest_id text NOT NULL,
  verification_id text NOT NULL,
  from_decision text NOT NULL,
  to_decision text NOT NULL,
  reasons_added text[] NOT NULL,
  reasons_removed text[] NOT NULL,
  because text,
  PRIMARY KEY (org, env, backtest_id, verification_id),
  FOREIGN KEY (org, env, backtest_id) REFERENCES policy_backtest ON DELETE CASCADE
);
CREATE INDEX policy_backtest_flip_of ON policy_backtest_flip (org, env, verification_id);

-- Made-up people of a sandbox: how far they are. A row that runs and has not been seen for a while belongs to a
-- service that has stopped.
CREATE TABLE sandbox_filling (
  org text PRIMARY KEY REFERENCES organization,
  -- One that was replaced by another says nothing more.
  run_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'stopped', 'failed')),
  started_by text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  step text,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  made jsonb
);

-- A published or archived version never changes its content: decisions name the version that they were made
-- under.
CREATE FUNCTION refuse_change_of_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'draft'
    AND (NEW.definition, NEW.name, NEW.version) IS DISTINCT FROM (OLD.definition, OLD.name, OLD.version) THEN
    RAISE EXCEPTION 'a published version is immutable';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER workflow_immutable BEFORE UPDATE ON workflow
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_version();
CREATE TRIGGER policy_immutable BEFORE UPDATE ON policy
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_version();

-- What people work on in the dashboard: at most one draft of each workflow, which may not fit its schema yet. It
-- becomes a version when it is published.
CREATE TABLE workflow_draft (
  org text NOT NULL REFERENCES organization,
  workflow_id text NOT NULL,
  -- Rises with each save. A save names the one that it was made from.
  revision integer NOT NULL,
  definition jsonb NOT NULL,
  edited_by text NOT NULL,
  edited_at timestamptz NOT NULL,
  PRIMARY KEY (org, workflow_id)
);


-- People: who may sign in to the dashboard, and to which organizations they belong ----------------------------

-- The first six tables are better-auth's, under our names. They belong to no organization. A session's token is
-- useless without the signature of its cookie, which is made with a subkey of the root key.
CREATE TABLE person (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  -- Ours: what the dashboard remembers of their wishes.
  preferences jsonb NOT NULL DEFAULT '{}',
  -- Ours: when they last proved a second factor, here or at the identity provider. From then on, a session without one sets
  -- up none.
  factor_proved_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE person_session (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  -- The network only.
  ip_address text,
  user_agent text,
  -- Ours: when this very session proved a second factor. Without it, the session may do nothing but that.
  second_factor_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX person_session_of ON person_session (user_id);
CREATE INDEX person_session_end ON person_session (expires_at);

-- A password (`credential`, as scrypt hash) or an account at an OpenID provider.
CREATE TABLE person_account (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX person_account_of ON person_account (user_id);

-- What a sign-in under way has to remember: challenges of passkeys, second factors, states of OpenID Connect.
CREATE TABLE person_challenge (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX person_challenge_by ON person_challenge (identifier);
CREATE INDEX person_challenge_end ON person_challenge (expires_at);

CREATE TABLE person_two_factor (
  id text PRIMARY KEY,
  user_id text NOT NULL UNIQUE REFERENCES person ON DELETE CASCADE,
  -- Both encrypted with a subkey of the root key.
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean DEFAULT true,
  failed_verification_count integer DEFAULT 0,
  locked_until timestamptz
);

CREATE TABLE person_passkey (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  name text,
  public_key text NOT NULL,
  credential_id text NOT NULL UNIQUE,
  counter integer NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamptz DEFAULT now()
);
CREATE INDEX person_passkey_of ON person_passkey (user_id);

CREATE TABLE member (
  org text NOT NULL REFERENCES organization,
  user_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'analyst', 'reviewer', 'auditor')),
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org, user_id)
);
CREATE INDEX member_of ON member (user_id);

-- Files that are being taken out of the dashboard: one at a time for each session, over all nodes. A row that was not
-- seen for a while belongs to a node that has stopped. It goes with the session.
CREATE TABLE running_export (
  session_id text PRIMARY KEY REFERENCES person_session ON DELETE CASCADE,
  export_id text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- One-time links: to become the first owner, to accept an invitation, to set a password anew. A link is the SHA-256
-- of its code, which has 160 bits.
CREATE TABLE person_link (
  code_sha256 bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('setup', 'invitation', 'reset')),
  org text NOT NULL REFERENCES organization,
  invitation_id text UNIQUE,
  email text,
  role text,
  -- Of a reset.
  user_id text REFERENCES person ON DELETE CASCADE,
  created_by text NOT NULL,
  -- Null: the operator, by a command. A link of a person is worth no more than that person when it is used.
  created_by_user text REFERENCES person ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CHECK ((purpose = 'invitation') = (invitation_id IS NOT NULL AND email IS NOT NULL AND role IS NOT NULL)),
  CHECK ((purpose = 'reset') = (user_id IS NOT NULL))
);
CREATE INDEX person_link_open ON person_link (org, purpose) WHERE used_at IS NULL;


-- Signing keys ----------------------------------------------------------------------------------------------

-- Private parts are sealed with the root key. The kid is the RFC 7638 thumbprint. `public_jwk` is for people
-- who look at the table: the service derives the public half from the private one, and once that is deleted,
-- it opens `public_sealed`. A writer of the database can therefore make it accept or publish no other key.
CREATE TABLE signing_key (
  kid text PRIMARY KEY,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  use text NOT NULL CHECK (use IN ('sig', 'enc')),
  state text NOT NULL CHECK (state IN ('next', 'active', 'retiring', 'retired')),
  public_jwk jsonb NOT NULL,
  public_sealed bytea,
  private_sealed bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  active_at timestamptz,
  retiring_at timestamptz,
  retired_at timestamptz
);
CREATE UNIQUE INDEX signing_key_one_active ON signing_key (env, use) WHERE state = 'active';


-- Configuration that changed --------------------------------------------------------------------------------

-- Nodes keep the configuration in memory. Each of them drops its copy when it is notified of a change.
CREATE FUNCTION tell_configuration_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_notify('standpoint_config', TG_TABLE_NAME); RETURN NULL; END $$;
-- The use of a key sends no notice: `last_used_at` changes all the time, and no other node needs it.
CREATE TRIGGER api_key_told AFTER UPDATE OF revoked_at, expires_at, scopes, cidrs OR DELETE ON api_key
  FOR EACH STATEMENT EXECUTE FUNCTION tell_configuration_changed();
CREATE TRIGGER organization_told AFTER UPDATE ON organization
  FOR EACH STATEMENT EXECUTE FUNCTION tell_configuration_changed();
CREATE TRIGGER workflow_told AFTER INSERT OR UPDATE ON workflow
  FOR EACH STATEMENT EXECUTE FUNCTION tell_configuration_changed();
CREATE TRIGGER policy_told AFTER INSERT OR UPDATE ON policy
  FOR EACH STATEMENT EXECUTE FUNCTION tell_configuration_changed();
CREATE TRIGGER signing_key_told AFTER INSERT OR UPDATE ON signing_key
  FOR EACH STATEMENT EXECUTE FUNCTION tell_configuration_changed();


-- Customers -------------------------------------------------------------------------------------------------

-- Ids that integrators chose (of customers, installs and transactions) are nowhere in the clear: `…_hash` is a
-- keyed hash, by which rows are found, and the id itself is sealed with the customer's data key.

-- Each customer has one data key. It lies outside of this database, in the key store, because a key in a table
-- stays readable in old pages and in the write-ahead log after its row was deleted. Without the key, nothing that
-- was sealed with it can be read.
CREATE TABLE customer (
  org text NOT NULL,
  env text NOT NULL,
  customer_hash text NOT NULL,
  -- Of the key in the key store.
  key_id text NOT NULL UNIQUE,
  id_sealed bytea NOT NULL,
  person_sealed bytea,
  -- When the call that made the customer was allowed: the issue of its token.
  since timestamptz NOT NULL,
  -- When a reviewer declined a location check of the customer; null once the customer was told.
  location_declined_at timestamptz,
  -- The end of the legal hold ('infinity': until it is removed). It stands in this row because a sweep or an
  -- erasure locks the row: PostgreSQL then tests it again as it is now, not as it was when the statement began.
  held_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org, env, customer_hash)
);

-- People who were erased: the proof, and the reason why a token from before the erasure brings nothing back.
CREATE TABLE erasure (
  org text NOT NULL,
  env text NOT NULL,
  customer_hash text NOT NULL,
  at timestamptz NOT NULL,
  -- What was deleted, as the receipt says it.
  counts jsonb NOT NULL,
  -- Of the key that is destroyed. It names the erasure in the ledger, which lies outside of this database.
  key_id text NOT NULL UNIQUE,
  -- When the ledger knew and the key was gone.
  finished_at timestamptz,
  -- When the pages and the log that held the rows were given free.
  scrubbed_at timestamptz,
  PRIMARY KEY (org, env, customer_hash, at)
);
CREATE INDEX erasure_unfinished ON erasure (at) WHERE finished_at IS NULL;
CREATE INDEX erasure_unscrubbed ON erasure (at) WHERE scrubbed_at IS NULL;

-- A token from before an erasure must not bring the customer back, nor act for one who came back meanwhile.
CREATE FUNCTION refuse_erased(of_org text, of_env text, of_hash text, allowed_at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM erasure e
              WHERE e.org = of_org AND e.env = of_env AND e.customer_hash = of_hash AND e.at >= allowed_at)
  THEN RAISE EXCEPTION 'the customer was erased' USING ERRCODE = 'SP001'; END IF;
END $$;

-- After the row was written, because only then does the search see an erasure that the insert has waited for.
CREATE FUNCTION refuse_erased_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_erased(NEW.org, NEW.env, NEW.customer_hash, NEW.since);
  RETURN NULL;
END $$;
CREATE TRIGGER customer_not_erased AFTER INSERT ON customer
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_customer();

-- Nodes keep opened keys for a while. Each of them forgets a key whose customer is gone.
CREATE FUNCTION tell_customer_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_notify('standpoint_erased', OLD.key_id); RETURN NULL; END $$;
CREATE TRIGGER customer_gone AFTER DELETE ON customer
  FOR EACH ROW EXECUTE FUNCTION tell_customer_gone();

-- Legal holds in force, and those that have ended and still owe an erasure. Each change of a row is made under
-- the lock of the customer's row.
CREATE TABLE legal_hold (
  org text NOT NULL,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  hold_id text NOT NULL,
  customer_hash text NOT NULL,
  -- Sealed with the customer's data key.
  reason_sealed bytea NOT NULL,
  placed_at timestamptz NOT NULL,
  placed_by text NOT NULL,
  -- As `customer.held_until`.
  until timestamptz NOT NULL,
  erasure_asked_at timestamptz,
  PRIMARY KEY (org, env, hold_id),
  UNIQUE (org, env, customer_hash)
);
CREATE INDEX legal_hold_end ON legal_hold (until);


-- Single use: tokens, evidence, payloads, requests and guesses ----------------------------------------------

-- The one ledger of single use. The partition column is the signed claim, bit for bit: with any other value a
-- replay would land under another key and be accepted.
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

-- Hashes of evidence seen in the last day: the same bytes under a new token are a replay.
CREATE TABLE evidence_seen (
  org text NOT NULL,
  env text NOT NULL,
  content_hash bytea NOT NULL,
  exp timestamptz NOT NULL,
  customer_hash text NOT NULL,
  PRIMARY KEY (org, env, content_hash, exp)
) PARTITION BY RANGE (exp);

-- What evaluate() has answered, for 24 hours: the same payload gets the same answer, and is decided only
-- once.
CREATE TABLE evaluated_payload (
  org text NOT NULL,
  env text NOT NULL,
  customer_hash text NOT NULL,
  transaction_key bytea NOT NULL,
  payload_sha256 bytea NOT NULL,
  exp timestamptz NOT NULL,
  verification_id text NOT NULL,
  PRIMARY KEY (org, env, customer_hash, transaction_key, payload_sha256, exp)
) PARTITION BY RANGE (exp);

-- Proofs of possession that came with a call that changes something. A proof belongs to a device's key, and
-- is checked before anything is known of the organization.
CREATE TABLE seen_proof (
  -- Of the key's thumbprint and the proof's jti.
  proof_sha256 bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX seen_proof_purge ON seen_proof (expires_at);

CREATE TABLE idempotency (
  org text NOT NULL,
  env text NOT NULL,
  route text NOT NULL,
  -- Keyed: the header itself opens the answer, and is not stored.
  key_hash bytea NOT NULL,
  body_sha256 bytea NOT NULL,
  answer_sealed bytea,
  started_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org, env, route, key_hash)
);

-- Limits on guessing (GCRA) are kept here and not in memory, so that they are exact over all nodes and fail
-- closed.
CREATE TABLE guess_bucket (
  bucket text PRIMARY KEY,
  tat timestamptz NOT NULL
);


-- Geolocation: verifications --------------------------------------------------------------------------------

CREATE TABLE verification (
  org text NOT NULL,
  env text NOT NULL,
  verification_id text NOT NULL,
  customer_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  decision text NOT NULL CHECK (decision IN ('pass', 'fail', 'review', 'retry')),
  decision_source text NOT NULL CHECK (decision_source IN ('auto', 'review', 'simulated')),
  reason_codes text[] NOT NULL,
  transaction_type text NOT NULL,
  transaction_hash text,
  install_hash text,
  policy_id text,
  policy_version integer,
  engine_version text NOT NULL,
  -- Each fact that holds: consistent, attested, handoff. None of them implies another.
  assurance text[] NOT NULL,
  -- True when the position is that of a phone that took over.
  of_phone boolean NOT NULL DEFAULT false,
  root_jti text,
  hop integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  -- Sealed with the customer's data key; null once erased. It has the position alone, which is all that the
  -- history needs.
  position_sealed bytea,
  -- Facts, checks, answer and names, sealed with the same key.
  sealed bytea,
  -- Anti-spoof findings as [code, confidence], for later tries of the same chain; null when there was none.
  spoof_findings jsonb,
  -- When the three columns before were emptied because their retention was over. The decision stays.
  evidence_deleted_at timestamptz,
  PRIMARY KEY (org, env, verification_id)
);
-- Finds evidence whose retention is over without reading the decisions that have none any more.
CREATE INDEX verification_evidence_age ON verification (created_at) WHERE sealed IS NOT NULL;
CREATE INDEX verification_by_customer ON verification (org, env, customer_hash, created_at DESC);
CREATE INDEX verification_by_install ON verification (org, env, install_hash, created_at DESC)
  WHERE install_hash IS NOT NULL;
-- Finds the last accepted positions without reading refused tries.
CREATE INDEX verification_accepted ON verification (org, env, customer_hash, created_at DESC)
  WHERE decision = 'pass' AND position_sealed IS NOT NULL;
-- Lists by decision, and by a reason; most verifications pass without one.
CREATE INDEX verification_by_decision ON verification (org, env, decision, verification_id DESC)
  WHERE decision <> 'pass';
CREATE INDEX verification_by_reason ON verification USING gin (reason_codes) WHERE reason_codes <> '{}';


-- Geolocation: where customers and installs were seen -------------------------------------------------------

-- One row per customer, install, network and day. The last time in each row is enough for distinct counts
-- over any window, and a row's counters give the rate of events without reading a single verification. The
-- collation is byte order: these columns are counted and never shown in order, and sorting by a language's
-- rules costs ten times as much.
CREATE TABLE sighting (
  org text NOT NULL,
  env text NOT NULL,
  customer_hash text COLLATE "C" NOT NULL,
  -- Days since 1970, UTC.
  day integer NOT NULL,
  -- An id that this service issued and that came back; '' for everything else.
  install_hash text COLLATE "C" NOT NULL,
  -- Keyed hash of the address (IPv6: /64); empty without a public one.
  network bytea NOT NULL,
  country text COLLATE "C" NOT NULL,
  -- False for relays and mobile networks, whose addresses change by themselves.
  counted boolean NOT NULL,
  last_at timestamptz NOT NULL,
  events integer NOT NULL DEFAULT 1,
  -- The current bucket of an hour and of five minutes, its events, and those of the bucket before.
  hour integer NOT NULL,
  hour_events integer NOT NULL DEFAULT 1,
  hour_before integer NOT NULL DEFAULT 0,
  five integer NOT NULL,
  five_events integer NOT NULL DEFAULT 1,
  five_before integer NOT NULL DEFAULT 0,
  PRIMARY KEY (org, env, customer_hash, day, install_hash, network)
) WITH (fillfactor = 80);
CREATE INDEX sighting_by_install ON sighting (org, env, install_hash, day) WHERE install_hash <> '';
CREATE INDEX sighting_purge ON sighting (day);

-- Customers that share an install legitimately, as an analyst decided.
CREATE TABLE household_member (
  org text NOT NULL,
  env text NOT NULL,
  install_hash text COLLATE "C" NOT NULL,
  customer_hash text COLLATE "C" NOT NULL,
  set_by text NOT NULL,
  -- The install's id and the note, for display, each sealed with the member's data key.
  install_sealed bytea NOT NULL,
  note_sealed bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org, env, install_hash, customer_hash)
);
CREATE INDEX household_member_by_customer ON household_member (org, env, customer_hash);

-- The event `geolocation.install.shared` is sent once a day for each install.
CREATE TABLE install_shared_told (
  org text NOT NULL,
  env text NOT NULL,
  install_hash text NOT NULL,
  day integer NOT NULL,
  PRIMARY KEY (org, env, install_hash, day)
);

-- Places where a customer's checks keep passing. Without the customer's data key, a row reveals neither the
-- place nor the address that was used there.
CREATE TABLE trusted_place (
  org text NOT NULL,
  env text NOT NULL,
  customer_hash text COLLATE "C" NOT NULL,
  place_id text COLLATE "C" NOT NULL,
  -- Only an id that this service issued and that came back.
  install_hash text COLLATE "C" NOT NULL,
  -- Keyed hash of AS number and /24 (IPv6: /64).
  network bytea NOT NULL,
  -- The first position there, sealed with the customer's key. It never moves: small steps would otherwise
  -- carry a place anywhere.
  sealed bytea NOT NULL,
  passes integer NOT NULL DEFAULT 1,
  days integer NOT NULL DEFAULT 1,
  -- The last pass that counted, in days since 1970, UTC.
  last_day integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- Null until there were enough passes on enough days.
  trusted_at timestamptz,
  PRIMARY KEY (org, env, customer_hash, place_id)
) WITH (fillfactor = 80);
CREATE INDEX trusted_place_purge ON trusted_place (last_at);


-- Geolocation: attestation ----------------------------------------------------------------------------------

-- Keys that a device attested once and then signs with. A key belongs to one customer; several per customer
-- are normal (reinstall, restore, second phone). Erasing the customer deletes them.
CREATE TABLE attested_key (
  org text NOT NULL,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  -- SHA-256, made from the public key, so that it is unique whatever the app.
  key_id bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('app_attest', 'android_key_attestation')),
  app text NOT NULL,
  customer_hash text NOT NULL,
  -- SubjectPublicKeyInfo, DER.
  public_key bytea NOT NULL,
  -- The last one seen, App Attest only. The statement that spends the token raises it.
  counter bigint NOT NULL DEFAULT 0 CHECK (counter >= 0),
  -- Apple gives it once; it cannot be asked for again.
  receipt bytea,
  -- The attested facts, without anything that identifies the device.
  statement jsonb NOT NULL,
  attested_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (org, env, key_id)
);
CREATE INDEX attested_key_by_customer ON attested_key (org, env, customer_hash);

-- Play Integrity tokens handed to Google. A second decode of the same token gives a cleared verdict, so no
-- token is decoded twice.
CREATE TABLE play_token (
  org text NOT NULL,
  env text NOT NULL,
  token_sha256 bytea NOT NULL,
  jti uuid NOT NULL,
  decoded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org, env, token_sha256)
);
CREATE INDEX play_token_purge ON play_token (decoded_at);


-- Geolocation: hand-off -------------------------------------------------------------------------------------

-- A desktop's location check that a phone may finish. The desktop's next token is the key: its holder waits
-- for the phone with it, and spending it uses the outcome up.
CREATE TABLE location_handoff (
  org text NOT NULL,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  next_jti text NOT NULL,
  handoff_id text NOT NULL,
  -- A keyed hash, so that the table reveals no code. A redeemer sends nothing but the code, so the row is
  -- found by this column alone.
  code_hmac bytea NOT NULL UNIQUE,
  root_jti text NOT NULL,
  customer_hash text NOT NULL,
  -- The verification that answered with the code.
  asked_by text NOT NULL,
  -- What the phone's decision is about, and what the phone is shown.
  context_sealed bytea NOT NULL,
  state text NOT NULL DEFAULT 'issued'
    CHECK (state IN ('issued', 'redeemed', 'confirmed', 'completed', 'denied', 'aborted')),
  confirm text NOT NULL CHECK (confirm IN ('number', 'none')),
  created_at timestamptz NOT NULL,
  code_expires_at timestamptz NOT NULL,
  -- The expiry of the desktop's next token, and of this whole row.
  expires_at timestamptz NOT NULL,
  redeemed_at timestamptz,
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- When the desktop spent its token.
  left_at timestamptz,
  -- RFC 7638 thumbprint of the redeemer's key: the same key may repeat the call after a lost answer.
  bound_jkt text,
  token_jti text,
  token_expires_at timestamptz,
  number_sealed bytea,
  phone_label text,
  -- When a second redeemer was refused.
  second_at timestamptz,
  -- Facts of the phone.
  verification_id text,
  version integer NOT NULL DEFAULT 1,
  -- Of the fence, when the code was made: a restored database may have forgotten that it was used.
  epoch uuid NOT NULL,
  PRIMARY KEY (org, env, next_jti),
  UNIQUE (org, env, handoff_id)
);
CREATE INDEX location_handoff_by_customer ON location_handoff (org, env, customer_hash);
CREATE INDEX location_handoff_purge ON location_handoff (expires_at);

-- Requests that wait for a hand-off are notified of every committed change, whatever statement made it.
CREATE FUNCTION tell_location_handoff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  PERFORM pg_notify('standpoint_location', NEW.handoff_id);
  RETURN NEW;
END $$;
CREATE TRIGGER location_handoff_told BEFORE UPDATE ON location_handoff
  FOR EACH ROW EXECUTE FUNCTION tell_location_handoff();


-- Face: sessions, hand-offs and attempts --------------------------------------------------------------------

-- A session is the root of the tables of this section. A change of a hand-off or an attempt holds the lock of
-- its session's row and raises the session's version.
CREATE TABLE face_session (
  org text NOT NULL,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  session_id text NOT NULL,
  portal_jti text NOT NULL,
  portal_exp timestamptz NOT NULL,
  -- RFC 7638 thumbprint of the key that the portal token is bound to.
  portal_jkt text,
  customer_hash text NOT NULL,
  workflow_id text NOT NULL,
  workflow_version integer NOT NULL,
  status text NOT NULL
    CHECK (status IN ('created', 'in_progress', 'processing', 'completed', 'expired', 'canceled', 'failed')),
  phase text NOT NULL
    CHECK (phase IN ('none', 'consent', 'permission', 'handoff_wait', 'handoff_active', 'capture', 'uploading')),
  decision text CHECK (decision IN ('approved', 'declined', 'review')),
  decision_source text CHECK (decision_source IN ('auto', 'review', 'simulated')),
  reasons text[] NOT NULL DEFAULT '{}',
  checks jsonb NOT NULL DEFAULT '{}',
  attempts_used integer NOT NULL DEFAULT 0,
  attempts_max integer NOT NULL,
  last_error jsonb,
  consent jsonb,
  consent_withdrawn_at timestamptz,
  -- What the browser said of itself and of the page, sealed with the customer's data key.
  client_sealed bytea,
  -- The fixed outcome that a sandbox customer's id asked for.
  outcome text CHECK (outcome IS NULL OR env = 'sandbox'),
  device_label text NOT NULL,
  -- Language of the page.
  locale text,
  -- Keyed hash of the desktop's network: it tells whether the phone came from the same one.
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
  -- The next moment at which a timer of this session, its hand-off or its attempt runs out; null once the
  -- session has ended.
  due_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (org, env, session_id),
  UNIQUE (org, env, portal_jti),
  CHECK (attempts_used <= attempts_max),
  CHECK ((decision IS NULL) = (status <> 'completed'))
);
CREATE INDEX face_session_by_customer ON face_session (org, env, customer_hash, session_id DESC);
-- The last use of a workflow, and its sessions: ids are in the order of time.
CREATE INDEX face_session_by_workflow ON face_session (org, env, workflow_id, session_id DESC);
-- Lists by how a session ended; most are approved.
CREATE INDEX face_session_by_decision ON face_session (org, env, decision, session_id DESC)
  WHERE decision <> 'approved';
CREATE INDEX face_session_by_status ON face_session (org, env, status, session_id DESC) WHERE status <> 'completed';
CREATE INDEX face_session_due ON face_session (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX face_session_frames_due ON face_session (frames_delete_after) WHERE frames_state = 'kept';

CREATE TABLE face_handoff (
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  handoff_id text NOT NULL,
  state text NOT NULL
    CHECK (state IN ('issued', 'redeemed', 'confirmed', 'completed', 'aborted', 'revoked', 'expired')),
  channel text NOT NULL,
  confirm text NOT NULL CHECK (confirm IN ('number', 'none')),
  reason text,
  created_at timestamptz NOT NULL,
  -- Keyed hash of the newest code.
  code_expires_at timestamptz NOT NULL,
  redeemed_at timestamptz,
  confirmed_at timestamptz,
  -- RFC 7638 thumbprint of the redeemer's key: the same key may repeat the call after a lost answer.
  bound_jkt text,
  token_jti text,
  token_expires_at timestamptz,
  number_sealed bytea,
  device_label text,
  ip_same boolean,
  -- When a second redeemer was refused and the desktop was told of it, which happens once.
  second_at timestamptz,
  -- Optical pairing (experimental): the phone's rear camera reads a moving code from the desktop's screen.
  -- Null when the workflow does not ask for it.
  optical text CHECK (optical IN ('wanted', 'paired', 'skipped')),
  -- The counted slots with their latencies, and the latency and score of the outcome.
  optical_seen jsonb,
  PRIMARY KEY (org, env, session_id, handoff_id)
);

-- The directory of short codes. A redeemer sends nothing but the code, so this one table is searched by the
-- code alone; the row says which organization and environment the hand-off belongs to.
CREATE TABLE face_code (
  code_hmac bytea PRIMARY KEY,
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  handoff_id text NOT NULL,
  valid_until timestamptz NOT NULL,
  used_at timestamptz,
  -- Of the fence, when the code was made: a restored database may have forgotten that it was used.
  epoch uuid NOT NULL
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
  -- The answer of submit, for a repeated call after a lost reply.
  answer jsonb,
  PRIMARY KEY (org, env, session_id, attempt_id)
);
CREATE UNIQUE INDEX face_attempt_one_open ON face_attempt (org, env, session_id) WHERE state = 'open';

-- Each act of consent, written before any picture is taken: the proof that the person was told, and agreed. The
-- person stands only in the session. The rows outlive an erasure, which takes the person out of the session.
CREATE TABLE face_consent (
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  -- The order of the acts of a session.
  act_no integer NOT NULL,
  act text NOT NULL CHECK (act IN ('agreed', 'refused', 'withdrawn')),
  at timestamptz NOT NULL,
  version text NOT NULL,
  -- The legal name of the company, and each purpose with the days that it keeps its data. Null in a refusal of a
  -- text that is not the present one, and in a withdrawal.
  controller text,
  purposes jsonb,
  language text,
  text_sha256 bytea,
  -- The words on the button, as the page reported them; the device that it was pressed on; whether the device
  -- proved its key.
  pressed text,
  device text NOT NULL CHECK (device IN ('desktop', 'phone', 'backend')),
  device_label text,
  proven boolean NOT NULL,
  PRIMARY KEY (org, env, session_id, act_no),
  CHECK (act <> 'agreed' OR (controller IS NOT NULL AND purposes IS NOT NULL AND text_sha256 IS NOT NULL))
);

-- Every text that was ever agreed to, once. It holds no person.
CREATE TABLE face_consent_text (
  org text NOT NULL,
  text_sha256 bytea NOT NULL,
  language text NOT NULL,
  text text NOT NULL,
  first_at timestamptz NOT NULL,
  PRIMARY KEY (org, text_sha256)
);


-- Face: frames, fingerprints and records of captures --------------------------------------------------------

-- One row per stored frame. The unique keyed hash notices a frame that was submitted before, anywhere in the
-- organization; the SHA-256 itself is sealed with the customer's data key. Captures of the sandbox's fixed
-- outcomes (`simulated`) are not judged, so they may repeat.
CREATE TABLE face_frame (
  org text NOT NULL,
  env text NOT NULL,
  seen_hash bytea NOT NULL,
  sha256_sealed bytea NOT NULL,
  session_id text NOT NULL,
  attempt_id text NOT NULL,
  index integer NOT NULL,
  bytes integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  t_ms double precision NOT NULL,
  step text NOT NULL,
  simulated boolean NOT NULL DEFAULT false,
  PRIMARY KEY (org, env, session_id, attempt_id, index),
  CHECK (NOT simulated OR env = 'sandbox')
);
CREATE UNIQUE INDEX face_frame_seen ON face_frame (org, env, seen_hash) WHERE NOT simulated;

-- Perceptual hashes of approved captures, masked: a replay of one of them is equal or nearly equal to it.
CREATE TABLE face_print (
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  attempt_id text NOT NULL,
  index integer NOT NULL,
  customer_hash text COLLATE "C" NOT NULL,
  print bit(256) NOT NULL,
  at timestamptz NOT NULL,
  delete_after timestamptz NOT NULL,
  PRIMARY KEY (org, env, session_id, attempt_id, index)
);
CREATE INDEX face_print_by_customer ON face_print (org, env, customer_hash, at DESC) INCLUDE (print, session_id);
CREATE INDEX face_print_by_time ON face_print (org, env, at DESC) INCLUDE (print, session_id, customer_hash);
CREATE INDEX face_print_due ON face_print (delete_after);

-- Signed transcripts of judged attempts: challenge, hashes of frames, facts, checks, consent and verdict,
-- sealed with the customer's data key.
CREATE TABLE face_evidence (
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  attempt_id text NOT NULL,
  engine_version text NOT NULL,
  sealed bytea NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (org, env, session_id, attempt_id)
);

-- What an approval keeps of a capture that waits for a review: its face and the prints of its frames, sealed
-- with the customer's data key. Deleted once the review is decided.
CREATE TABLE face_pending (
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  sealed bytea NOT NULL,
  delete_after timestamptz NOT NULL,
  PRIMARY KEY (org, env, session_id)
);
CREATE INDEX face_pending_due ON face_pending (delete_after);

-- Customers that looked the same, for the reviewer. They are kept apart from the evidence, so that erasing
-- one customer leaves no trace in another's.
CREATE TABLE face_duplicate (
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  customer_hash text NOT NULL,
  score double precision NOT NULL,
  PRIMARY KEY (org, env, session_id, customer_hash)
);
CREATE INDEX face_duplicate_by_customer ON face_duplicate (org, env, customer_hash);


-- Face: templates -------------------------------------------------------------------------------------------

-- Each organization's secret transform, drawn once and wrapped by the root key. Without the root key, the
-- database is not enough to read or compare templates.
CREATE TABLE face_transform (
  org text PRIMARY KEY,
  -- A new id for each drawn transform: a template names the one that it was made under.
  transform_id text NOT NULL,
  seed_wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- Customers that were approved at least once. A row outlives templates, redactions and retention, and is
-- removed only with the customer's erasure. Without it, a stranger who comes after the template has expired
-- would count as a first visit.
CREATE TABLE face_approval (
  org text NOT NULL,
  env text NOT NULL,
  customer_hash text NOT NULL,
  first_at timestamptz NOT NULL,
  PRIMARY KEY (org, env, customer_hash)
);

CREATE TABLE face_template (
  org text NOT NULL,
  env text NOT NULL,
  customer_hash text COLLATE "C" NOT NULL,
  -- `enrolled`: from captures that passed; `reference`: from an image that the backend sent.
  kind text NOT NULL CHECK (kind IN ('enrolled', 'reference')),
  pack text NOT NULL,
  pack_version text NOT NULL,
  -- For a reference: the answer that the backend got.
  template_id text NOT NULL,
  transform_id text NOT NULL,
  -- Transformed with the organization's secret, then sealed with the customer's data key.
  sealed bytea NOT NULL,
  frames integer NOT NULL,
  quality real NOT NULL,
  -- The sessions whose frames the template was made of. Redacting one of them deletes the template.
  sessions text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  delete_after timestamptz NOT NULL,
  -- The `seq` of face_gallery at the last change.
  seq bigint NOT NULL,
  PRIMARY KEY (org, env, customer_hash, kind, pack, pack_version)
);
CREATE INDEX face_template_by_seq ON face_template (org, env, seq);
CREATE INDEX face_template_due ON face_template (delete_after);
CREATE INDEX face_template_by_session ON face_template USING gin (sessions);

-- One row per gallery. A change of a template locks this row until it is committed. `seq` therefore rises in
-- the order of the commits, and a node that has read up to one value has missed nothing before it.
CREATE TABLE face_gallery (
  org text NOT NULL,
  env text NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (org, env)
);

-- A node that holds a gallery in memory drops deleted templates as soon as the deletion is committed,
-- whatever statement made it.
CREATE FUNCTION tell_template_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_notify('standpoint_gallery', OLD.org || '|' || OLD.env || '|' || OLD.seq); RETURN NULL; END $$;
CREATE TRIGGER face_template_deleted AFTER DELETE ON face_template
  FOR EACH ROW EXECUTE FUNCTION tell_template_gone();
CREATE TRIGGER face_template_replaced AFTER UPDATE OF seq ON face_template
  FOR EACH ROW WHEN (OLD.seq <> NEW.seq) EXECUTE FUNCTION tell_template_gone();


-- Reviews ---------------------------------------------------------------------------------------------------

-- One row for each decision `review` of either area. The person stands only in the record that it is about.
CREATE TABLE review (
  org text NOT NULL,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  review_id text NOT NULL,
  area text NOT NULL CHECK (area IN ('geolocation', 'face')),
  -- Of the verification or session.
  id text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'awaiting_second', 'decided', 'closed')),
  four_eyes boolean NOT NULL,
  opened_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- Who gave the first of two answers.
  first_reviewer text,
  -- That person, where they answered signed in: unlike a name or an address, it never changes.
  first_user_id text,
  outcome text CHECK (outcome IN ('approve', 'decline')),
  decided_at timestamptz,
  -- The signed answers with their notes, in order, sealed with the customer's data key; empty once erased.
  answers bytea[] NOT NULL DEFAULT '{}',
  -- Who decided, as the audit log names them.
  decided_by text,
  -- The person who works on it at the dashboard. It spares double work and protects nothing.
  claimed_by text,
  claimed_until timestamptz,
  -- A person's decision that they may still take back: sealed with the customer's data key, so that a writer of the
  -- database cannot make one. It stands in this row because the one conditional write then knows of it.
  hold_id text,
  held_by text,
  held_outcome text CHECK (held_outcome IN ('approve', 'decline')),
  held_until timestamptz,
  held_sealed bytea,
  -- Why the last held decision was not taken, without a word about the person.
  hold_problem text,
  -- Left to a manager; the words about it are sealed like an answer.
  escalated_at timestamptz,
  escalated_by text,
  escalation_sealed bytea,
  PRIMARY KEY (org, env, review_id),
  UNIQUE (org, env, id),
  CHECK ((claimed_by IS NULL) = (claimed_until IS NULL)),
  CHECK (num_nulls(hold_id, held_by, held_outcome, held_until, held_sealed) IN (0, 5)),
  CHECK (hold_id IS NULL OR state IN ('open', 'awaiting_second')),
  CHECK ((state = 'decided') = (outcome IS NOT NULL)),
  CHECK ((state = 'decided') = (decided_at IS NOT NULL))
);
CREATE INDEX review_waiting ON review (org, env, review_id) WHERE state IN ('open', 'awaiting_second');
CREATE INDEX review_due ON review (org, env, due_at, review_id) INCLUDE (hold_id)
  WHERE state IN ('open', 'awaiting_second');
CREATE INDEX review_decided ON review (org, env, decided_at, review_id) WHERE state = 'decided';
CREATE INDEX review_held ON review (held_until) WHERE hold_id IS NOT NULL;


-- Notes of the team ------------------------------------------------------------------------------------------

-- What people of the organization write beside a verification or a session, and one row of `tags` per record.
-- Sealed with the customer's data key: it says something about the person.
CREATE TABLE record_note (
  org text NOT NULL,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  note_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('note', 'tags')),
  record_id text NOT NULL,
  customer_hash text NOT NULL,
  user_id text NOT NULL,
  at timestamptz NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (org, env, note_id)
);
CREATE INDEX record_note_of ON record_note (org, env, record_id, note_id);
CREATE UNIQUE INDEX record_note_tags ON record_note (org, env, record_id) WHERE kind = 'tags';
CREATE INDEX record_note_by_customer ON record_note (org, env, customer_hash);


-- Events and audit ------------------------------------------------------------------------------------------

CREATE TABLE event (
  org text NOT NULL,
  env text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  data jsonb NOT NULL,
  -- Ids follow the clocks of nodes, and a transaction may commit long after it drew one. Readers of the list
  -- follow this order instead, up to the oldest transaction that still runs, so that they miss no event.
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (org, env, event_id)
);
CREATE INDEX event_order ON event (org, env, tx, event_id);
CREATE INDEX event_age ON event USING brin (at);
-- Keys that a page sent, which the list of keys shows.
CREATE INDEX event_misused ON event (org, env, at) WHERE type = 'key.misused';
-- Everything that was told of one record, however long after it: its timeline, and what a person may ask for.
CREATE INDEX event_of_record
  ON event (org, env, (coalesce(data ->> 'verification_id', data ->> 'session_id') COLLATE "C"));

-- A database that was restored into another cluster counts its transactions anew: stored numbers would lie in the
-- future, and readers would wait for them. All that was stored before comes before all that follows.
CREATE FUNCTION order_events_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event SET tx = '0';
  RETURN NULL;
END $$;
CREATE TRIGGER order_events_anew AFTER UPDATE ON fence FOR EACH ROW
  WHEN (OLD.system_identifier <> NEW.system_identifier) EXECUTE FUNCTION order_events_anew();

CREATE TABLE webhook (
  org text NOT NULL REFERENCES organization,
  env text NOT NULL,
  webhook_id text NOT NULL,
  url text NOT NULL,
  description text,
  -- Empty: every type.
  types text[] NOT NULL DEFAULT '{}',
  signature text NOT NULL CHECK (signature IN ('hmac', 'ed25519')),
  secrets_sealed bytea NOT NULL,
  coordinates boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing', 'operator')),
  -- Failures in a row, and the first of them. A success clears both.
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_at timestamptz,
  last_status integer,
  last_problem text,
  -- In words, with the beginning of what was answered. Null after a success.
  last_detail text,
  PRIMARY KEY (org, env, webhook_id)
);

-- The truth about a delivery. A job of the worker only says "look at this one", so it may be lost or run twice.
CREATE TABLE delivery (
  org text NOT NULL,
  env text NOT NULL,
  webhook_id text NOT NULL,
  event_id text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- Rises with each replay, so that an attempt from before it does not end it.
  round integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  -- The attempt that is running: who makes it, and when another may take over because it has died.
  lease text,
  lease_until timestamptz,
  ended_at timestamptz,
  -- The last attempt. What a receiver answered stands with its attempt: it may name a person.
  last_at timestamptz,
  last_status integer,
  last_problem text,
  last_detail text,
  -- No foreign key: it would fail facts that happen while their endpoint is removed, and lock the endpoint's row
  -- for every fact. What has no endpoint any more is never claimed.
  PRIMARY KEY (org, env, webhook_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX delivery_due ON delivery (org, env, webhook_id, due_at) WHERE state = 'pending';
CREATE INDEX delivery_leased ON delivery (org, env, webhook_id) WHERE lease IS NOT NULL;
CREATE INDEX delivery_ended ON delivery (ended_at) WHERE state <> 'pending';
CREATE INDEX delivery_of_event ON delivery (org, env, event_id);
CREATE INDEX delivery_failed ON delivery (org, env, event_id) WHERE state = 'failed';

-- Each attempt with the beginning of what was answered. A receiver may write there whom the event is about, so an
-- erasure empties the answers about the person's records, and an attempt that ends after it leaves none.
CREATE TABLE delivery_attempt (
  org text NOT NULL,
  env text NOT NULL,
  webhook_id text NOT NULL,
  event_id text NOT NULL,
  -- 1 for the first, over all replays.
  number integer NOT NULL,
  round integer NOT NULL,
  at timestamptz NOT NULL,
  ms integer,
  status integer,
  problem text,
  detail text,
  answer text CHECK (length(answer) <= 1024),
  -- The verification or session that the event is about, for as long as there is an answer.
  record_id text,
  PRIMARY KEY (org, env, webhook_id, event_id, number),
  FOREIGN KEY (org, env, webhook_id, event_id) REFERENCES delivery ON DELETE CASCADE
);
CREATE INDEX delivery_attempt_record ON delivery_attempt (org, env, record_id) WHERE record_id IS NOT NULL;

-- Every event gets its deliveries and their jobs in the transaction of its fact: none exists without the other.
CREATE FUNCTION queue_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE made record;
BEGIN
  FOR made IN
    INSERT INTO delivery (org, env, webhook_id, event_id, due_at)
    SELECT e.org, e.env, w.webhook_id, e.event_id, e.at
      FROM fresh e JOIN webhook w ON w.org = e.org AND w.env = e.env
     WHERE w.disabled_at IS NULL AND (w.types = '{}' OR e.type = ANY (w.types))
    RETURNING *
  LOOP
    PERFORM wake_delivery(made.org, made.env, made.webhook_id, made.event_id);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER queue_deliveries AFTER INSERT ON event REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION queue_deliveries();

-- Environments that a screen of the dashboard shows now, and until when nodes tell each other of their news.
CREATE TABLE live_watch (
  org text NOT NULL,
  env text NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (org, env)
) WITH (fillfactor = 50);

-- Nodes hear at the commit that a watched environment has a new event; where no screen is open it costs one look at
-- a table of few rows. PostgreSQL commits transactions with a notice one after the other, each with its own wait for
-- the disk. So only one of those that run at the same time tells, and the nodes look once more a moment later.
CREATE FUNCTION tell_live_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE watched record;
BEGIN
  -- Almost always: this costs a verification next to nothing, and the loop three times as much.
  IF NOT EXISTS (SELECT FROM live_watch w WHERE w.until > now()) THEN RETURN NULL; END IF;
  FOR watched IN
    SELECT w.org, w.env FROM live_watch w
     WHERE w.until > now() AND (w.org, w.env) IN (SELECT e.org, e.env FROM fresh e)
  LOOP
    IF pg_try_advisory_xact_lock(1937006965, hashtext(watched.org || watched.env)) THEN
      PERFORM pg_notify('standpoint_live', watched.org || '|' || watched.env);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER live_event_told AFTER INSERT ON event REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live_event();

-- Tells screens of a change that is no event, such as a claim of a review. Call it in the transaction of the change.
CREATE FUNCTION tell_live(of_org text, of_env text, kind text, id text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM live_watch w WHERE w.org = of_org AND w.env = of_env AND w.until > now()) THEN
    PERFORM pg_notify('standpoint_live', of_org || '|' || of_env || '|' || kind || '|' || id);
  END IF;
END $$;

-- The schema of the worker is made by the worker's own migrations, right after these.
CREATE FUNCTION wake_delivery(org text, env text, webhook_id text, event_id text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'deliver',
    json_build_object('org', org, 'env', env, 'webhook_id', webhook_id, 'event_id', event_id),
    max_attempts => 3,
    job_key => webhook_id || ':' || event_id);
END $$;

-- Takes the lease of a delivery: of the one that is named, else of the one that is due longest at `at`. Nothing
-- when the endpoint, or all endpoints of the organization together, have as many running as they may. The lock
-- makes that count exact: without it, all workers that begin at once would see none, and one dead receiver, or
-- one organization with many, would hold them all.
CREATE FUNCTION claim_delivery(
  of_org text, of_env text, of_webhook text, of_event text, at timestamptz, claim text, lease_s double precision
) RETURNS TABLE (
  event_id text, attempts integer, round integer, url text, secrets_sealed bytea, coordinates boolean,
  type text, stored_at timestamptz, data jsonb, due timestamptz
)
-- The tables change faster than their statistics, and a scan of all deliveries under the lock would hold up all
-- others. A plain scan of an index also forgets the dead entries that it meets.
LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  hook webhook;
  taken delivery;
  of_all integer;
  of_this integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_org || of_env, 0));
  SELECT count(*), count(*) FILTER (WHERE d.webhook_id = of_webhook) INTO of_all, of_this FROM delivery d
   WHERE d.org = of_org AND d.env = of_env AND d.lease IS NOT NULL AND d.lease_until > clock_timestamp();
  SELECT * INTO hook FROM webhook w
   WHERE w.org = of_org AND w.env = of_env AND w.webhook_id = of_webhook AND w.disabled_at IS NULL;
  IF NOT FOUND OR of_all >= 25 OR of_this >= (CASE WHEN hook.failures >= 10 THEN 1 ELSE 5 END)
  THEN RETURN; END IF;
  SELECT * INTO taken FROM delivery d
   WHERE d.org = of_org AND d.env = of_env AND d.webhook_id = of_webhook
     AND (of_event IS NULL OR d.event_id = of_event)
     AND d.state = 'pending' AND d.due_at <= at AND (d.lease IS NULL OR d.lease_until <= clock_timestamp())
   ORDER BY d.due_at LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE delivery d SET lease = claim, lease_until = clock_timestamp() + make_interval(secs => lease_s)
   WHERE d.org = of_org AND d.env = of_env AND d.webhook_id = of_webhook AND d.event_id = taken.event_id;
  -- Without its event, which may have been deleted meanwhile, the fields of the event are null.
  RETURN QUERY
    SELECT taken.event_id, taken.attempts, taken.round, hook.url, hook.secrets_sealed, hook.coordinates, e.type, e.at, e.data,
           taken.due_at
      FROM (VALUES (1)) one LEFT JOIN event e
        ON e.org = of_org AND e.env = of_env AND e.event_id = taken.event_id;
END $$;

-- Keeps an attempt, and of many the newest 30. The answer is left out where the event's person is being erased or is
-- gone: the lock on their row makes one of the two wait for the other, or see that it came too late.
CREATE FUNCTION note_attempt(
  of_org text, of_env text, of_webhook text, of_event text, of_round integer, at timestamptz, took_ms integer,
  answered integer, problem text, detail text, answer_text text, about text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last integer;
  hash text;
BEGIN
  SELECT coalesce(max(a.number), 0) INTO last FROM delivery_attempt a
   WHERE a.org = of_org AND a.env = of_env AND a.webhook_id = of_webhook AND a.event_id = of_event;
  IF answer_text IS NOT NULL AND about IS NOT NULL THEN
    SELECT customer_hash INTO hash FROM (
      SELECT v.customer_hash FROM verification v
       WHERE v.org = of_org AND v.env = of_env AND v.verification_id = about
      UNION ALL
      SELECT s.customer_hash FROM face_session s
       WHERE s.org = of_org AND s.env = of_env AND s.session_id = about) found;
    -- Without a record it is an example that was sent to try an endpoint.
    IF FOUND THEN
      PERFORM FROM customer c
        WHERE c.org = of_org AND c.env = of_env AND c.customer_hash = hash FOR KEY SHARE SKIP LOCKED;
      IF NOT FOUND THEN answer_text := NULL; END IF;
    END IF;
  END IF;
  INSERT INTO delivery_attempt (
    org, env, webhook_id, event_id, number, round, at, ms, status, problem, detail, answer, record_id)
  VALUES (of_org, of_env, of_webhook, of_event, last + 1, of_round, at, took_ms, answered, problem, detail,
    answer_text, CASE WHEN answer_text IS NOT NULL THEN about END);
  DELETE FROM delivery_attempt a
   WHERE a.org = of_org AND a.env = of_env AND a.webhook_id = of_webhook AND a.event_id = of_event
     AND a.number <= last - 29;
END $$;

-- Gives a lease back with what came of the attempt. A worker whose
-- lease ran out changes nothing: another one has taken over. An endpoint is switched off, and an event tells the
-- others, when it is `gone`, or when every attempt of five days failed.
CREATE FUNCTION finish_delivery(
  of_org text, of_env text, of_webhook text, of_event text, of_lease text, of_round integer, at timestamptz,
  now_state text, now_due timestamptz, now_attempts integer, answered integer, problem text, detail text, gone boolean,
  give_up interval, new_event text, took_ms integer, answer_text text, about text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  good boolean := now_state = 'delivered';
  since timestamptz;
  reason text;
BEGIN
  -- In the order of `claim_delivery`, or the two could wait for each other.
  PERFORM pg_advisory_xact_lock(hashtextextended(of_org || of_env, 0));
  -- A replay that came meanwhile wants the event sent again: then only the lease is given back.
  UPDATE delivery d SET lease = NULL, lease_until = NULL,
         last_at = at, last_status = answered, last_problem = problem,
         last_detail = CASE WHEN answered IS NULL THEN detail END,
         state = CASE WHEN d.round = of_round THEN now_state ELSE d.state END,
         due_at = CASE WHEN d.round = of_round THEN now_due ELSE d.due_at END,
         attempts = CASE WHEN d.round = of_round THEN now_attempts ELSE d.attempts END,
         ended_at = CASE WHEN d.round = of_round AND now_state <> 'pending' THEN at END
   WHERE d.org = of_org AND d.env = of_env AND d.webhook_id = of_webhook AND d.event_id = of_event
     AND d.lease = of_lease;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM note_attempt(of_org, of_env, of_webhook, of_event, of_round, at, took_ms, answered, problem,
    CASE WHEN answered IS NULL THEN detail END, answer_text, about);
  -- One row for all deliveries of an endpoint: a success that changes nothing is noted once a second.
  UPDATE webhook w SET last_at = at, last_status = answered, last_problem = problem,
         last_detail = detail,
         failures = CASE WHEN good THEN 0 ELSE w.failures + 1 END,
         failing_since = CASE WHEN good THEN NULL ELSE coalesce(w.failing_since, at) END
   WHERE w.org = of_org AND w.env = of_env AND w.webhook_id = of_webhook AND w.disabled_at IS NULL
     AND (NOT good OR w.failures > 0 OR w.last_at IS NULL OR w.last_at < at - interval '1 second')
  RETURNING w.failing_since INTO since;
  IF NOT FOUND OR good THEN RETURN; END IF;
  reason := CASE WHEN gone THEN 'gone' WHEN since <= at - give_up THEN 'failing' END;
  IF reason IS NULL THEN RETURN; END IF;
  UPDATE webhook w SET disabled_at = at, disabled_reason = reason
   WHERE w.org = of_org AND w.env = of_env AND w.webhook_id = of_webhook;
  INSERT INTO event (org, env, event_id, type, data)
  VALUES (of_org, of_env, new_event, 'webhook.disabled', jsonb_build_object(
    'webhook_id', of_webhook, 'reason', reason,
    'disabled_at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
END $$;

-- Each connection of a worker takes this lock and keeps it: it is free when the process has died. `holder` is the
-- first part of its leases. 1,937,006,964 is the class of these locks.
CREATE FUNCTION hold_leases(holder text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_lock_shared(1937006964, hashtext(holder))
$$;

-- Gives back what a killed worker held. Each of its leases takes one of the few places of an endpoint: where
-- workers are killed often, the dead would otherwise hold them all until their leases run out.
CREATE FUNCTION free_dead_leases() RETURNS void LANGUAGE plpgsql AS $$
DECLARE holder text;
BEGIN
  FOR holder IN SELECT DISTINCT split_part(lease, '.', 1) FROM delivery WHERE lease IS NOT NULL
  LOOP
    IF pg_try_advisory_xact_lock(1937006964, hashtext(holder)) THEN
      UPDATE delivery SET lease = NULL, lease_until = NULL
       WHERE lease IS NOT NULL AND split_part(lease, '.', 1) = holder;
    END IF;
  END LOOP;
END $$;

-- Clients that sent verifications, by day and version. Their names are what clients say of themselves.
CREATE TABLE sdk_seen (
  org text NOT NULL,
  env text NOT NULL,
  day date NOT NULL,
  platform text NOT NULL,
  name text NOT NULL,
  version text NOT NULL,
  count bigint NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (org, env, day, platform, name, version)
);
CREATE INDEX sdk_seen_age ON sdk_seen (day);

-- Pools of the worker with a sign of life, so that the jobs of a killed one can be freed.
CREATE TABLE worker_pool (
  pool_id text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

-- Proof of each run of the retention: when it ran, and how many rows of each class it deleted.
CREATE TABLE retention_run (
  run_id text PRIMARY KEY,
  -- The day (UTC) that the run is for; null for a run that a person started. One node takes each night.
  night date UNIQUE,
  started_by text NOT NULL,
  started_at timestamptz NOT NULL,
  -- Another node may take the run over after this: the one that ran it has died.
  lease_until timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('done', 'stopped', 'failed')),
  -- By class: {rows, ms}.
  swept jsonb NOT NULL DEFAULT '{}'
);


-- Counts for the dashboard ----------------------------------------------------------------------------------

-- Numbers by quarter of an hour, the step of every time zone. They name no person, so an erasure leaves them as
-- they are. A chore counts what is over; what is newer, and what a row below names, is counted when it is read.
CREATE TABLE verification_count (
  org text NOT NULL,
  env text NOT NULL,
  quarter timestamptz NOT NULL,
  -- '' is the built-in default policy.
  policy_id text COLLATE "C" NOT NULL,
  decision text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  -- Of them, the first tries of a chain.
  first integer NOT NULL,
  PRIMARY KEY (org, env, quarter, policy_id, decision)
);
CREATE INDEX verification_count_age ON verification_count (quarter);

-- Reasons of verifications that did not pass.
CREATE TABLE reason_count (
  org text NOT NULL,
  env text NOT NULL,
  quarter timestamptz NOT NULL,
  policy_id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (org, env, quarter, policy_id, code) INCLUDE (count)
);
CREATE INDEX reason_count_age ON reason_count (quarter);

-- How far sessions of the face area came, by the quarter in which they began. `filmed`: an attempt was opened, which
-- the page does once the camera shows a picture.
CREATE TABLE session_count (
  org text NOT NULL,
  env text NOT NULL,
  quarter timestamptz NOT NULL,
  opened integer NOT NULL,
  consented integer NOT NULL,
  filmed integer NOT NULL,
  captured integer NOT NULL,
  decided integer NOT NULL,
  approved integer NOT NULL,
  by_phone integer NOT NULL,
  PRIMARY KEY (org, env, quarter)
);
CREATE INDEX session_count_age ON session_count (quarter);

-- One row per area: everything before is counted, but for the quarters in `recount`.
CREATE TABLE counted (
  area text PRIMARY KEY CHECK (area IN ('geolocation', 'face')),
  until timestamptz
);
INSERT INTO counted (area) VALUES ('geolocation'), ('face');

-- Quarters of which a row changed after they may have been counted: a review that decided, a row that came late.
-- Each transaction leaves rows of its own: with a shared one, a count that runs at that moment would take it away
-- without seeing what the transaction is about to commit.
CREATE TABLE recount (
  area text NOT NULL,
  org text NOT NULL,
  env text NOT NULL,
  quarter timestamptz NOT NULL,
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (area, org, env, quarter, tx)
);

CREATE FUNCTION note_recount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO recount (area, org, env, quarter)
    VALUES (TG_ARGV[0], OLD.org, OLD.env, date_bin('15 minutes', OLD.created_at, 'epoch')) ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO recount (area, org, env, quarter)
    VALUES (TG_ARGV[0], NEW.org, NEW.env, date_bin('15 minutes', NEW.created_at, 'epoch')) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
-- verify() writes rows of this moment, for which the condition is all that is run.
CREATE TRIGGER verification_late AFTER INSERT ON verification FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '4 minutes') EXECUTE FUNCTION note_recount('geolocation');
CREATE TRIGGER verification_changed AFTER UPDATE ON verification FOR EACH ROW
  WHEN (OLD.decision <> NEW.decision OR OLD.created_at <> NEW.created_at) EXECUTE FUNCTION note_recount('geolocation');
CREATE TRIGGER session_late AFTER INSERT ON face_session FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '4 minutes') EXECUTE FUNCTION note_recount('face');
CREATE TRIGGER session_changed AFTER UPDATE ON face_session FOR EACH ROW
  WHEN (OLD.created_at < now() - interval '4 minutes' AND (
    OLD.created_at <> NEW.created_at OR OLD.decision IS DISTINCT FROM NEW.decision
    OR OLD.attempts_used <> NEW.attempts_used OR (OLD.consent IS NULL) <> (NEW.consent IS NULL)
    OR OLD.phase <> NEW.phase))
  EXECUTE FUNCTION note_recount('face');

-- What no row of a verification says: where it was (the position is sealed) and how long deciding took. Each node
-- counts in memory and adds to these every few seconds.
CREATE TABLE place_count (
  org text NOT NULL,
  env text NOT NULL,
  quarter timestamptz NOT NULL,
  policy_id text COLLATE "C" NOT NULL,
  -- ISO 3166; '' where it is not known.
  country text COLLATE "C" NOT NULL,
  subdivision text COLLATE "C" NOT NULL,
  decision text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (org, env, quarter, policy_id, country, subdivision, decision)
);
CREATE INDEX place_count_age ON place_count (quarter);

-- Each step is 10 % longer than the one before; step 0 ends at a millisecond.
CREATE TABLE time_count (
  org text NOT NULL,
  env text NOT NULL,
  quarter timestamptz NOT NULL,
  policy_id text COLLATE "C" NOT NULL,
  step smallint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (org, env, quarter, policy_id, step)
);
CREATE INDEX time_count_age ON time_count (quarter);

-- Steps of a check that leave no row: a token that was minted, a position that came with the first try.
CREATE TABLE stage_count (
  org text NOT NULL,
  env text NOT NULL,
  quarter timestamptz NOT NULL,
  stage text COLLATE "C" NOT NULL,
  -- '*' before there is a decision: no policy was asked yet.
  policy_id text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (org, env, quarter, stage, policy_id)
);
CREATE INDEX stage_count_age ON stage_count (quarter);

-- First attempts to deliver: how long after its event each one ended, in steps as above, and whether it was taken.
CREATE TABLE first_attempt_count (
  org text NOT NULL,
  env text NOT NULL,
  quarter timestamptz NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  good boolean NOT NULL,
  step smallint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (org, env, quarter, webhook_id, good, step)
);
CREATE INDEX first_attempt_count_age ON first_attempt_count (quarter);


-- Audit -----------------------------------------------------------------------------------------------------

-- Entries name people by reference only, so that an erasure changes none of them.
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
  -- Entries are linked in this order, up to the oldest transaction that still runs: none that commits late is
  -- missed. It is no part of the entry.
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (org, audit_id)
);
CREATE INDEX audit_order ON audit (tx);
-- Records whose signature says otherwise, which need a look.
CREATE INDEX audit_contradicted ON audit (org, at) WHERE action = 'record.contradicted';
-- The answers to a review, which a review that waits is compared with, and the decisions that were held and taken back.
CREATE INDEX audit_reviews ON audit (org, target)
  WHERE action IN ('review.answered', 'review.decided', 'review.held', 'review.undone');
-- Who looked at a record, took its evidence out, wrote beside it, or simulated it. Frames are shown only to
-- whoever stands here.
CREATE INDEX audit_looks ON audit (org, target, audit_id)
  WHERE action IN ('face.frames_revealed', 'record.evidence_exported', 'record.note_added', 'record.note_removed',
                   'record.tags_set', 'face.canceled', 'face.redacted', 'face.frames_exported', 'face.duplicates_seen',
                   'session.simulated', 'verification.simulated');
-- Who published a version.
CREATE INDEX audit_published ON audit (org, target) WHERE action IN ('workflow.published', 'policy.published');
-- Who made a key or a package token. A rotation makes the successor of its target.
CREATE INDEX audit_keys ON audit (org, (coalesce(detail ->> 'successor', target)))
  WHERE action IN ('key.created', 'key.rotated', 'package_token.created');

-- The chain of each organization: one link per entry, made right after the entry. Two nodes never link at once.
CREATE TABLE audit_link (
  org text NOT NULL,
  -- From 1, without a gap.
  seq bigint NOT NULL,
  audit_id text NOT NULL,
  -- SHA-256 of the hash before and the entry in canonical JSON.
  hash bytea NOT NULL,
  -- Keyed with the root key, which is not in the database: its writers can make hashes, and no seals.
  seal bytea NOT NULL,
  PRIMARY KEY (org, seq),
  UNIQUE (org, audit_id)
);

-- One row: every entry of this transaction and of earlier ones is linked.
CREATE TABLE audit_place (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  tx xid8 NOT NULL DEFAULT '0'
);
INSERT INTO audit_place DEFAULT VALUES;

-- Signed statements of how long each chain is, and of its last hash. They also leave the database.
CREATE TABLE audit_head (
  org text NOT NULL,
  seq bigint NOT NULL,
  signed_at timestamptz NOT NULL,
  head text NOT NULL,
  PRIMARY KEY (org, seq)
);

-- Append-only, because an audit log that can be edited proves nothing. The role of the service has no right to
-- change these tables either, and cannot switch the triggers off; the owner of the tables can.
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'audit entries are append-only'; END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_link_append_only BEFORE UPDATE OR DELETE ON audit_link
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_head_append_only BEFORE UPDATE OR DELETE ON audit_head
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_kept BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_link_kept BEFORE TRUNCATE ON audit_link
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_head_kept BEFORE TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
