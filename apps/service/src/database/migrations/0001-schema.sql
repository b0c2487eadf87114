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

-- Each customer has one data key, wrapped by the root key. Erasing the row makes everything sealed with it
-- unreadable.
CREATE TABLE customer (
  org text NOT NULL,
  env text NOT NULL,
  customer_id text NOT NULL,
  data_key bytea NOT NULL,
  person_sealed bytea,
  -- When a reviewer declined a location check of the customer; null once the customer was told.
  location_declined_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org, env, customer_id)
);


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
  content_sha256 bytea NOT NULL,
  exp timestamptz NOT NULL,
  customer_id text NOT NULL,
  PRIMARY KEY (org, env, content_sha256, exp)
) PARTITION BY RANGE (exp);

-- What evaluate() has answered, for 24 hours: the same payload gets the same answer, and is decided only
-- once.
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
  key text NOT NULL,
  body_sha256 bytea NOT NULL,
  answer_sealed bytea,
  started_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org, env, route, key)
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
  customer_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  decision text NOT NULL CHECK (decision IN ('pass', 'fail', 'review', 'retry')),
  decision_source text NOT NULL CHECK (decision_source IN ('auto', 'review', 'simulated')),
  reason_codes text[] NOT NULL,
  transaction_type text NOT NULL,
  transaction_id text,
  install_id text,
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
  PRIMARY KEY (org, env, verification_id)
);
CREATE INDEX verification_by_customer ON verification (org, env, customer_id, created_at DESC);
CREATE INDEX verification_by_install ON verification (org, env, install_id, created_at DESC)
  WHERE install_id IS NOT NULL;
-- Finds the last accepted positions without reading refused tries.
CREATE INDEX verification_accepted ON verification (org, env, customer_id, created_at DESC)
  WHERE decision = 'pass' AND position_sealed IS NOT NULL;


-- Geolocation: where customers and installs were seen -------------------------------------------------------

-- One row per customer, install, network and day. The last time in each row is enough for distinct counts
-- over any window, and a row's counters give the rate of events without reading a single verification. The
-- collation is byte order: these columns are counted and never shown in order, and sorting by a language's
-- rules costs ten times as much.
CREATE TABLE sighting (
  org text NOT NULL,
  env text NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  -- Days since 1970, UTC.
  day integer NOT NULL,
  -- An id that this service issued and that came back; '' for everything else.
  install_id text COLLATE "C" NOT NULL,
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
  PRIMARY KEY (org, env, customer_id, day, install_id, network)
) WITH (fillfactor = 80);
CREATE INDEX sighting_by_install ON sighting (org, env, install_id, day) WHERE install_id <> '';
CREATE INDEX sighting_purge ON sighting (day);

-- Customers that share an install legitimately, as an analyst decided.
CREATE TABLE household_member (
  org text NOT NULL,
  env text NOT NULL,
  install_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  set_by text NOT NULL,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org, env, install_id, customer_id)
);
CREATE INDEX household_member_by_customer ON household_member (org, env, customer_id);

-- The event `geolocation.install.shared` is sent once a day for each install.
CREATE TABLE install_shared_told (
  org text NOT NULL,
  env text NOT NULL,
  install_id text NOT NULL,
  day integer NOT NULL,
  PRIMARY KEY (org, env, install_id, day)
);

-- Places where a customer's checks keep passing. Without the customer's data key, a row reveals neither the
-- place nor the address that was used there.
CREATE TABLE trusted_place (
  org text NOT NULL,
  env text NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  place_id text COLLATE "C" NOT NULL,
  -- Only an id that this service issued and that came back.
  install_id text COLLATE "C" NOT NULL,
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
  PRIMARY KEY (org, env, customer_id, place_id)
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
  customer_id text NOT NULL,
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
CREATE INDEX attested_key_by_customer ON attested_key (org, env, customer_id);

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
  customer_id text NOT NULL,
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
CREATE INDEX location_handoff_by_customer ON location_handoff (org, env, customer_id);
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
  customer_id text NOT NULL,
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
  client jsonb,
  device_label text NOT NULL,
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
CREATE INDEX face_session_by_customer ON face_session (org, env, customer_id, session_id DESC);
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


-- Face: frames, fingerprints and records of captures --------------------------------------------------------

-- One row per stored frame. The unique hash notices a frame that was submitted before, anywhere in the
-- organization. Captures of the sandbox's fixed outcomes (`simulated`) are not judged, so they may repeat.
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
  simulated boolean NOT NULL DEFAULT false,
  PRIMARY KEY (org, env, session_id, attempt_id, index),
  CHECK (NOT simulated OR env = 'sandbox')
);
CREATE UNIQUE INDEX face_frame_seen ON face_frame (org, env, sha256) WHERE NOT simulated;

-- Perceptual hashes of approved captures: a replay of one of them is equal or nearly equal to it.
CREATE TABLE face_print (
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  attempt_id text NOT NULL,
  index integer NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  print bit(256) NOT NULL,
  at timestamptz NOT NULL,
  delete_after timestamptz NOT NULL,
  PRIMARY KEY (org, env, session_id, attempt_id, index)
);
CREATE INDEX face_print_by_customer ON face_print (org, env, customer_id, at DESC) INCLUDE (print, session_id);
CREATE INDEX face_print_by_time ON face_print (org, env, at DESC) INCLUDE (print, session_id, customer_id);
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
  customer_id text NOT NULL,
  score double precision NOT NULL,
  PRIMARY KEY (org, env, session_id, customer_id)
);
CREATE INDEX face_duplicate_by_customer ON face_duplicate (org, env, customer_id);


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
  customer_id text NOT NULL,
  first_at timestamptz NOT NULL,
  PRIMARY KEY (org, env, customer_id)
);

CREATE TABLE face_template (
  org text NOT NULL,
  env text NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
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
  PRIMARY KEY (org, env, customer_id, kind, pack, pack_version)
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
  outcome text CHECK (outcome IN ('approve', 'decline')),
  decided_at timestamptz,
  -- The signed answers with their notes, in order, sealed with the customer's data key; empty once erased.
  answers bytea[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (org, env, review_id),
  UNIQUE (org, env, id),
  CHECK ((state = 'decided') = (outcome IS NOT NULL)),
  CHECK ((state = 'decided') = (decided_at IS NOT NULL))
);
CREATE INDEX review_waiting ON review (org, env, review_id) WHERE state IN ('open', 'awaiting_second');


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
  -- No foreign key: it would fail facts that happen while their endpoint is removed, and lock the endpoint's row
  -- for every fact. What has no endpoint any more is never claimed.
  PRIMARY KEY (org, env, webhook_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX delivery_due ON delivery (org, env, webhook_id, due_at) WHERE state = 'pending';
CREATE INDEX delivery_leased ON delivery (org, env, webhook_id) WHERE lease IS NOT NULL;
CREATE INDEX delivery_ended ON delivery (ended_at) WHERE state <> 'pending';
CREATE INDEX delivery_of_event ON delivery (org, env, event_id);

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
  type text, stored_at timestamptz, data jsonb
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
    SELECT taken.event_id, taken.attempts, taken.round, hook.url, hook.secrets_sealed, hook.coordinates, e.type, e.at, e.data
      FROM (VALUES (1)) one LEFT JOIN event e
        ON e.org = of_org AND e.env = of_env AND e.event_id = taken.event_id;
END $$;

-- Gives a lease back with what came of the attempt. A worker whose
-- lease ran out changes nothing: another one has taken over. An endpoint is switched off, and an event tells the
-- others, when it is `gone`, or when every attempt of five days failed.
CREATE FUNCTION finish_delivery(
  of_org text, of_env text, of_webhook text, of_event text, of_lease text, of_round integer, at timestamptz,
  now_state text, now_due timestamptz, now_attempts integer, answered integer, problem text, detail text, gone boolean,
  give_up interval, new_event text
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
         state = CASE WHEN d.round = of_round THEN now_state ELSE d.state END,
         due_at = CASE WHEN d.round = of_round THEN now_due ELSE d.due_at END,
         attempts = CASE WHEN d.round = of_round THEN now_attempts ELSE d.attempts END,
         ended_at = CASE WHEN d.round = of_round AND now_state <> 'pending' THEN at END
   WHERE d.org = of_org AND d.env = of_env AND d.webhook_id = of_webhook AND d.event_id = of_event
     AND d.lease = of_lease;
  IF NOT FOUND THEN RETURN; END IF;
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

-- Pools of the worker with a sign of life, so that the jobs of a killed one can be freed.
CREATE TABLE worker_pool (
  pool_id text PRIMARY KEY,
  seen_at timestamptz NOT NULL
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
-- The answers to a review, which a review that waits is compared with.
CREATE INDEX audit_reviews ON audit (org, target) WHERE action IN ('review.answered', 'review.decided');
-- Entries are append-only, because an audit log that can be edited proves nothing.
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'audit entries are append-only'; END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
