-- What the face engine keeps: templates, what accepted captures looked like, and each organization's secret transform.

-- Drawn once per organization, wrapped by the root key. Whoever holds the database alone can neither read nor compare.
CREATE TABLE face_transform (
  org text PRIMARY KEY,
  -- Another one for each drawing: a template names the one that it lies under.
  transform_id text NOT NULL,
  seed_wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE face_template (
  org text NOT NULL,
  env text NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  -- `enrolled`: from captures that passed; `reference`: from an image that the backend gave.
  kind text NOT NULL CHECK (kind IN ('enrolled', 'reference')),
  pack text NOT NULL,
  pack_version text NOT NULL,
  -- Of a reference: what the backend was told.
  template_id text NOT NULL,
  transform_id text NOT NULL,
  -- Transformed with the organization's secret, then sealed with the person's key.
  sealed bytea NOT NULL,
  frames integer NOT NULL,
  quality real NOT NULL,
  -- Of whose frames it was made: redacting one of them takes the template away.
  sessions text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  delete_after timestamptz NOT NULL,
  -- Of face_gallery, at the last change.
  seq bigint NOT NULL,
  PRIMARY KEY (org, env, customer_id, kind, pack, pack_version)
);
CREATE INDEX face_template_by_seq ON face_template (org, env, seq);
CREATE INDEX face_template_due ON face_template (delete_after);
CREATE INDEX face_template_by_session ON face_template USING gin (sessions);

-- One row per gallery, held by whoever changes a template until the change is committed: `seq` therefore rises in the order of the
-- commits, and a node that has read up to one misses nothing.
CREATE TABLE face_gallery (
  org text NOT NULL,
  env text NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (org, env)
);

-- Whoever holds a gallery in memory drops what is gone as soon as that is committed, whatever statement took it away.
CREATE FUNCTION tell_template_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_notify('standpoint_gallery', OLD.org || '|' || OLD.env || '|' || OLD.seq); RETURN NULL; END $$;
CREATE TRIGGER face_template_deleted AFTER DELETE ON face_template FOR EACH ROW EXECUTE FUNCTION tell_template_gone();
CREATE TRIGGER face_template_replaced AFTER UPDATE OF seq ON face_template FOR EACH ROW WHEN (OLD.seq <> NEW.seq) EXECUTE FUNCTION tell_template_gone();

-- Perceptual hashes of captures that were approved: a replay of one looks like it, bit for bit or nearly.
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
