/** Tables whose rows belong to one face session, and go with it. */
export const SESSION_PARTS = [
  'face_handoff',
  'face_code',
  'face_attempt',
  'face_frame',
  'face_evidence',
  'face_duplicate',
] as const;
