-- Who was seen where: one row per customer, install, network and day. Distinct counts over any window need no more than
-- the last time of each, and the counters of a row give the rate of events without reading a single verification.
-- Byte order: these are counted, never shown in order, and sorting by a language's rules costs ten times as much.
CREATE TABLE sighting (
  org text NOT NULL,
  env text NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  -- Days since 1970, UTC.
  day integer NOT NULL,
  -- Only ids of ours that came back; '' for everything else.
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

-- Which customers share an install legitimately, as an analyst said.
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

-- `geolocation.install.shared` is told once a day for each install.
CREATE TABLE install_shared_told (
  org text NOT NULL,
  env text NOT NULL,
  install_id text NOT NULL,
  day integer NOT NULL,
  PRIMARY KEY (org, env, install_id, day)
);

-- Anti-spoof findings as [code, confidence], for later tries of the same chain; null when there was none.
ALTER TABLE verification ADD COLUMN spoof_findings jsonb;

-- The last accepted positions, without walking over refused tries.
CREATE INDEX verification_accepted ON verification (org, env, customer_id, created_at DESC)
  WHERE decision = 'pass' AND position_sealed IS NOT NULL;
