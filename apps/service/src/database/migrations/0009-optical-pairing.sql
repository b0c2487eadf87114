-- Optical pairing (experimental): what the phone's rear camera read from the desktop's screen, and how late.
ALTER TABLE face_handoff
  -- Null: the workflow does not ask for it.
  ADD COLUMN optical text CHECK (optical IN ('wanted', 'paired', 'skipped')),
  -- Slots that were counted with the latency of each, and the outcome's latency and score.
  ADD COLUMN optical_seen jsonb;
