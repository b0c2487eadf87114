-- Customers who were approved at least once. A row outlives templates, redactions and retention, and goes with the
-- customer's erasure alone: without it a stranger who comes after the template's end would be at the first visit.
CREATE TABLE face_approval (
  org text NOT NULL,
  env text NOT NULL,
  customer_id text NOT NULL,
  first_at timestamptz NOT NULL,
  PRIMARY KEY (org, env, customer_id)
);
INSERT INTO face_approval (org, env, customer_id, first_at)
  SELECT org, env, customer_id, min(completed_at) FROM face_session
   WHERE decision = 'approved' AND customer_id <> '' GROUP BY org, env, customer_id;
