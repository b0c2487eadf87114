import type pg from 'pg';
import { effectValues, type NewVerification } from '../../geolocation/records/verification-records.ts';
import { countsOf, type SightingRow } from './memory.ts';

/** A verification of a past moment. */
export interface PastVerification {
  made: NewVerification;
  at: Date;
}

type Columns = Record<string, string>;

/** One statement for many rows: a column each travels as one array. */
async function insert(client: pg.ClientBase, table: string, columns: Columns, rows: readonly unknown[][]) {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const types = Object.values(columns);
  // An array of arrays must be a rectangle, so lists travel as their text.
  const lists = types.map((type, i) => `$${i + 1}::${type.endsWith('[]') ? 'text' : type}[]`);
  const values = types.map((type, i) => `c${i}::${type}`);
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}
       FROM unnest(${lists.join(', ')}) AS r (${names.map((_, i) => `c${i}`).join(', ')})`,
    names.map((_, i) => rows.map((row) => row[i])),
  );
}

const VERIFICATION: Columns = {
  org: 'text',
  env: 'text',
  verification_id: 'text',
  customer_hash: 'text',
  created_at: 'timestamptz',
  decision: 'text',
  decision_source: 'text',
  reason_codes: 'text[]',
  transaction_type: 'text',
  transaction_hash: 'text',
  install_hash: 'text',
  policy_id: 'text',
  policy_version: 'int',
  engine_version: 'text',
  assurance: 'text[]',
  root_jti: 'text',
  hop: 'int',
  expires_at: 'timestamptz',
  position_sealed: 'bytea',
  sealed: 'bytea',
  spoof_findings: 'jsonb',
  of_phone: 'boolean',
};
const CUSTOMER: Columns = {
  org: 'text',
  env: 'text',
  customer_hash: 'text',
  key_id: 'text',
  id_sealed: 'bytea',
  since: 'timestamptz',
};
const EVENT: Columns = {
  org: 'text',
  env: 'text',
  event_id: 'text',
  type: 'text',
  at: 'timestamptz',
  data: 'jsonb',
};
const AUDIT: Columns = {
  org: 'text',
  env: 'text',
  audit_id: 'text',
  actor: 'text',
  action: 'text',
  target: 'text',
  outcome: 'text',
  request_id: 'text',
  ip: 'text',
};
const REVIEW: Columns = {
  org: 'text',
  env: 'text',
  review_id: 'text',
  area: 'text',
  id: 'text',
  four_eyes: 'boolean',
  opened_at: 'timestamptz',
  due_at: 'timestamptz',
};
const SIGHTING: Columns = {
  org: 'text',
  env: 'text',
  customer_hash: 'text',
  day: 'int',
  install_hash: 'text',
  network: 'bytea',
  country: 'text',
  counted: 'boolean',
  last_at: 'timestamptz',
  events: 'int',
  hour: 'int',
  hour_events: 'int',
  hour_before: 'int',
  five: 'int',
  five_events: 'int',
  five_before: 'int',
};

const list = (words: readonly string[]): string => `{${words.join(',')}}`;

function verificationRow({ made, at }: PastVerification): unknown[] {
  const { data_key: _key, ...row } = effectValues(made) as ReturnType<typeof effectValues> & {
    data_key?: unknown;
  };
  const findings = made.extra.spoof_findings;
  return Object.keys(VERIFICATION).map((name) => {
    if (name === 'created_at') return at;
    if (name === 'reason_codes' || name === 'assurance') return list(made[name]);
    if (name === 'spoof_findings') return findings ? JSON.stringify(findings) : null;
    if (name === 'of_phone') return made.extra.of_phone === true;
    return row[name as keyof typeof row];
  });
}

interface OpenedReview {
  review_id: string;
  event_id: string;
  four_eyes: boolean;
  opened_at: string;
  due_at: string;
}

function eventRows({ made, at }: PastVerification): unknown[][] {
  const { org, env, verification_id, decision, events, extra } = made;
  const review = extra.review as OpenedReview | undefined;
  const shared = extra.shared as { event_id: string; customers: number | null } | undefined;
  const told = (id: string, type: string, data: object) => [org, env, id, type, at, JSON.stringify(data)];
  return [
    ...events.map(({ id, type }) => told(id, type, { verification_id, decision })),
    ...(review
      ? [
          told(review.event_id, 'geolocation.verification.review_required', {
            verification_id,
            decision,
            review_id: review.review_id,
            due_at: review.due_at,
          }),
        ]
      : []),
    ...(shared
      ? [
          told(shared.event_id, 'geolocation.install.shared', {
            verification_id,
            customers: shared.customers,
          }),
        ]
      : []),
  ];
}

const auditRow = ({ made: { org, env, audit, verification_id, decision } }: PastVerification) => [
  org,
  env,
  audit.id,
  audit.actor,
  'verification.decided',
  verification_id,
  decision,
  audit.request_id,
  audit.ip,
];

function reviewRows({ made: { org, env, extra, verification_id } }: PastVerification) {
  const review = extra.review as OpenedReview | undefined;
  if (!review) return [];
  const { review_id, four_eyes, opened_at, due_at } = review;
  return [[org, env, review_id, 'geolocation', verification_id, four_eyes, opened_at, due_at]];
}

/** Everything that recording these verifications one by one would have left, in one transaction. */
export async function writeBatch(
  client: pg.ClientBase,
  past: readonly PastVerification[],
  sightings: readonly SightingRow[],
): Promise<void> {
  const { org, env } = past[0]!.made;
  await client.query('BEGIN');
  await insert(
    client,
    'customer',
    CUSTOMER,
    past.flatMap(({ made }) =>
      made.new_id_sealed ? [[org, env, made.customer_hash, made.key_id, made.new_id_sealed, made.since]] : [],
    ),
  );
  await insert(client, 'verification', VERIFICATION, past.map(verificationRow));
  await insert(client, 'event', EVENT, past.flatMap(eventRows));
  await insert(client, 'audit', AUDIT, past.map(auditRow));
  await insert(client, 'review', REVIEW, past.flatMap(reviewRows));
  await insert(
    client,
    'sighting',
    SIGHTING,
    sightings.map((row) => [
      org,
      env,
      row.customer_hash,
      row.day,
      row.install_hash,
      Buffer.from(row.network, 'hex'),
      row.country,
      row.counted,
      new Date(row.last_ms),
      ...countsOf(row),
    ]),
  );
  await client.query('COMMIT');
}
