-- Keys that a device attested once and then signs with. A key belongs to one customer; several per customer are normal
-- (reinstall, restore, second phone). Erasing the customer deletes them.
CREATE TABLE attested_key (
  org text NOT NULL,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  -- SHA-256, made from the public key: unique whatever the app.
  key_id bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('app_attest', 'android_key_attestation')),
  app text NOT NULL,
  customer_id text NOT NULL,
  -- SubjectPublicKeyInfo, DER.
  public_key bytea NOT NULL,
  -- The last one seen, App Attest only; raised in the statement that spends the token.
  counter bigint NOT NULL DEFAULT 0 CHECK (counter >= 0),
  -- Apple gives it once; it cannot be asked for again.
  receipt bytea,
  -- What the attestation said, without anything that identifies the device.
  statement jsonb NOT NULL,
  attested_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (org, env, key_id)
);
CREATE INDEX attested_key_by_customer ON attested_key (org, env, customer_id);

-- Play Integrity tokens handed to Google: a second decode of one gives a cleared verdict, so there is none.
CREATE TABLE play_token (
  org text NOT NULL,
  env text NOT NULL,
  token_sha256 bytea NOT NULL,
  jti uuid NOT NULL,
  decoded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org, env, token_sha256)
);
CREATE INDEX play_token_purge ON play_token (decoded_at);
