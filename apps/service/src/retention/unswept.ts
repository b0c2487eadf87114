/** Tables without a class, each with the reason. */
export const WITHOUT_PEOPLE: Record<string, string> = {
  schema_migration: 'the versions of the schema',
  fence: 'the life of the database',
  key_store: 'which key store belongs to the database',
  organization: 'the account of the operator',
  key_filter: 'a value that recognises made-up keys',
  api_key: 'credentials of the operator',
  package_token: 'credentials of the operator, which install packages',
  package_file: 'packages that integrators install',
  package_part: 'the bytes of those packages',
  sdk_seen: 'numbers of clients by day and version, for 30 days',
  verification_count: 'numbers of verifications by quarter of an hour, for 100 days',
  reason_count: 'numbers of reasons by quarter of an hour, for 100 days',
  session_count: 'numbers of face sessions by quarter of an hour, for 100 days',
  place_count: 'numbers of verifications by country and region, for 100 days',
  time_count: 'numbers of verifications by the time that deciding took, for 100 days',
  stage_count: 'numbers of steps of checks by quarter of an hour, for 100 days',
  first_attempt_count: 'numbers of first attempts of deliveries by how long they took, for 100 days',
  counted: 'how far the numbers are counted',
  recount: 'quarters of an hour to count again',
  workflow: 'configuration: sessions name their version',
  workflow_draft: 'configuration that is being written',
  policy: 'configuration: verifications name their version',
  draft_revision: 'how often a draft was saved: a number',
  policy_draft: 'configuration in work, until it is published or discarded',
  signing_key: 'keys of the service; public halves stay, so that old signatures can be checked',
  webhook: 'configuration',
  worker_pool: 'signs of life of nodes',
  sandbox_filling: 'how far made-up people of a sandbox are',
  live_watch: 'environments that a screen of the dashboard shows',
  face_transform: 'the secret transform of an organization',
  face_gallery: 'a counter',
};

/** What an erasure leaves, with the reason. */
export const SURVIVES_ERASURE: readonly { what: string; why: string }[] = [
  {
    what: 'Bare decisions: an id, a time, the type of the transaction, the decision, reason codes, the policy version',
    why: 'They can be counted and explained, and name no person. They are deleted by age like all others.',
  },
  {
    what: 'Bare sessions: an id, times, the decision, the proof of consent (version, digest of the text, time)',
    why:
      'Whoever took a picture has to be able to prove that it was agreed to (BIPA 15(b), GDPR Art. ' +
      '7(1)). They are deleted by age like all others.',
  },
  {
    what:
      'The signed receipt, which the caller keeps; after a legal hold also in the audit log, where it ' +
      'names the hold',
    why: 'It proves that the erasure happened, and when.',
  },
  {
    what:
      'The note of the erasure and its entry in the ledger beside the key store: keyed hash, time, how ' +
      'much was deleted',
    why: 'An older token is refused by it, and a restored backup is erased again.',
  },
  {
    what: 'Audit entries: what was done to which record',
    why:
      'The log is append-only. It names records by ids, and customers by keyed hashes, that lead to no ' +
      'person any more.',
  },
  {
    what: 'Events of up to 30 days',
    why:
      'They hold ids and decisions. The person was only ever read from the record, so after the erasure ' +
      'no delivery names them. What receivers answered about the person’s records is emptied.',
  },
];
