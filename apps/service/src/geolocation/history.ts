import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { Database } from '../database/connect.ts';
import type { Envelope } from '../privacy/envelope.ts';
import { openJson } from '../privacy/envelope.ts';
import { liveExpiries } from './evidence-content.ts';
import type { HistoryFacts } from './facts.ts';
import { customerContext, positionAad, type SealedPosition } from './verification-records.ts';

const HISTORY = `
  SELECT c.data_key, p.verification_id, p.install_id, p.position_sealed, s.customer_id AS seen_by
    FROM (SELECT 1) one
    LEFT JOIN customer c ON c.org = $1 AND c.env = $2 AND c.customer_id = $3
    LEFT JOIN LATERAL (
      SELECT verification_id, install_id, position_sealed FROM verification
       WHERE org = $1 AND env = $2 AND customer_id = $3 AND decision = 'pass' AND position_sealed IS NOT NULL
       ORDER BY created_at DESC LIMIT 1) p ON true
    LEFT JOIN LATERAL (
      SELECT customer_id FROM evidence_seen
       WHERE org = $1 AND env = $2 AND content_sha256 = $4 AND exp = ANY ($5::timestamptz[]) LIMIT 1) s ON true`;

export interface Remembered {
  history: HistoryFacts;
  /** The customer's data key; null for a new customer. */
  data_key: KeyObject | null;
  /** The same as it is stored. */
  wrapped: Buffer | null;
}

/** What is known of a customer, in one statement on the writer: a replica could be behind. */
export async function readHistory(
  db: Database['pool'],
  envelope: Envelope,
  who: { org: string; env: Environment; customer_id: string },
  content: Buffer | null,
  now_ms: number,
): Promise<Remembered> {
  const { org, env, customer_id } = who;
  const { rows } = await db.query<{
    data_key: Buffer | null;
    verification_id: string | null;
    install_id: string | null;
    position_sealed: Buffer | null;
    seen_by: string | null;
  }>({
    name: 'verification-history',
    text: HISTORY,
    values: [org, env, customer_id, content, liveExpiries(now_ms)],
  });
  const row = rows[0]!;
  const data_key = row.data_key && envelope.unwrap(row.data_key, customerContext(org, env, customer_id));
  const sealed =
    data_key && row.position_sealed
      ? openJson<SealedPosition>(data_key, row.position_sealed, positionAad(org, env, row.verification_id!))
      : null;
  const { lat, lng, p95_m, at_ms, age_ms } = sealed ?? { lat: 0, lng: 0, p95_m: 0, at_ms: 0, age_ms: 0 };
  return {
    data_key,
    wrapped: row.data_key,
    history: {
      previous: sealed
        ? { lat, lng, p95_m, at_ms, age_ms, install_id: row.install_id, decision: 'pass' }
        : null,
      evidence_seen:
        content === null
          ? null
          : row.seen_by === null
            ? 'no'
            : row.seen_by === customer_id
              ? 'same_customer'
              : 'other_customer',
    },
  };
}
