-- Places where a customer's checks keep passing. What is here without the customer's data key says neither where nor on
-- which address.
CREATE TABLE trusted_place (
  org text NOT NULL,
  env text NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  place_id text COLLATE "C" NOT NULL,
  -- Only ids of ours that came back.
  install_id text COLLATE "C" NOT NULL,
  -- Keyed hash of AS number and /24 (IPv6: /64).
  network bytea NOT NULL,
  -- The first position there, with the customer's key. It never moves, or small steps would carry a place anywhere.
  sealed bytea NOT NULL,
  passes integer NOT NULL DEFAULT 1,
  days integer NOT NULL DEFAULT 1,
  -- Days since 1970, UTC, of the last pass that counted.
  last_day integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- Null until there were enough of both.
  trusted_at timestamptz,
  PRIMARY KEY (org, env, customer_id, place_id)
) WITH (fillfactor = 80);
CREATE INDEX trusted_place_purge ON trusted_place (last_at);
