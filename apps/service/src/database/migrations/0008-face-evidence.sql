-- Signed transcripts of judged attempts: challenge, hashes of frames, facts, checks, consent and verdict, sealed with the person's key.
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

-- Who looked the same, for the person who reviews. Apart from the evidence, so that erasing one customer leaves no trace in another's.
CREATE TABLE face_duplicate (
  org text NOT NULL,
  env text NOT NULL,
  session_id text NOT NULL,
  customer_id text NOT NULL,
  score double precision NOT NULL,
  PRIMARY KEY (org, env, session_id, customer_id)
);
CREATE INDEX face_duplicate_by_customer ON face_duplicate (org, env, customer_id);
