-- A desktop's location check that a phone may finish. Keyed by the desktop's next token: whoever holds that one waits
-- for the phone with it, and spending it uses the outcome up.

CREATE TABLE location_handoff (
  org text NOT NULL,
  env text NOT NULL CHECK (env IN ('production', 'sandbox')),
  next_jti text NOT NULL,
  handoff_id text NOT NULL,
  -- Keyed: the table opens nothing. A redeemer names nothing but the code, so it is found by this alone.
  code_hmac bytea NOT NULL UNIQUE,
  root_jti text NOT NULL,
  customer_id text NOT NULL,
  -- The verification that answered with the code.
  asked_by text NOT NULL,
  -- Sealed: what the phone's decision is about, and what it is shown.
  context_sealed bytea NOT NULL,
  state text NOT NULL DEFAULT 'issued' CHECK (state IN ('issued', 'redeemed', 'confirmed', 'completed', 'denied', 'aborted')),
  confirm text NOT NULL CHECK (confirm IN ('number', 'none')),
  created_at timestamptz NOT NULL,
  code_expires_at timestamptz NOT NULL,
  -- End of the desktop's next token, and with it of everything here.
  expires_at timestamptz NOT NULL,
  redeemed_at timestamptz,
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- The desktop spent its token.
  left_at timestamptz,
  -- RFC 7638 thumbprint: the same key may ask again for a lost answer.
  bound_jkt text,
  token_jti text,
  token_expires_at timestamptz,
  number_sealed bytea,
  phone_label text,
  -- A second redeemer was told off.
  second_at timestamptz,
  -- The phone's own.
  verification_id text,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (org, env, next_jti),
  UNIQUE (org, env, handoff_id)
);
CREATE INDEX location_handoff_by_customer ON location_handoff (org, env, customer_id);
CREATE INDEX location_handoff_purge ON location_handoff (expires_at);

-- Whatever changes a hand-off, those who wait for it hear of it when it is committed.
CREATE FUNCTION tell_location_handoff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  PERFORM pg_notify('standpoint_location', NEW.handoff_id);
  RETURN NEW;
END $$;
CREATE TRIGGER location_handoff_told BEFORE UPDATE ON location_handoff FOR EACH ROW EXECUTE FUNCTION tell_location_handoff();
