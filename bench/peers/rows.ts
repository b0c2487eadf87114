import { randomBytes, randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

/** Sizes of the sealed columns of a real verification, in bytes. */
interface RowSizes {
  sealed: number;
  position_sealed: number;
}

/**
 * Writes the rows of one verification to the service's own tables in one statement, without any decision.
 */
const COMMIT = `
  WITH spend AS (
    INSERT INTO spent_token (org, env, jti, exp, outcome, payload_sha256, verification_id)
    SELECT $1::text, 'production', $2::uuid, to_timestamp($3::bigint), 'spent', $4::bytea, $5::text
    ON CONFLICT DO NOTHING RETURNING 1),
  seen AS (
    INSERT INTO evidence_seen (org, env, content_hash, exp, customer_hash)
    SELECT $1, 'production', $6, $7, $8 FROM spend),
  recorded AS (
    INSERT INTO verification (org, env, verification_id, customer_hash, decision, decision_source, reason_codes,
      transaction_type, install_hash, engine_version, assurance, expires_at, position_sealed, sealed)
    SELECT $1, 'production', $5, $8, 'pass', 'auto', '{}',
      'deposit', 'ins_01JD0000000000000000000000', '1', '{consistent}', $7, $9, $10 FROM spend),
  told AS (
    INSERT INTO event (org, env, event_id, type, data)
    SELECT $1, 'production', $11, 'geolocation.verification.completed',
      jsonb_build_object('verification_id', $5::text, 'decision', 'pass') FROM spend),
  audited AS (
    INSERT INTO audit (org, env, audit_id, actor, action, target, outcome, request_id, ip)
    SELECT $1, 'production', $12, 'client', 'verification.decided', $5, 'pass', $13, '127.0.0.1' FROM spend),
  sighted AS (
    INSERT INTO sighting AS s (org, env, customer_hash, day, install_hash, network, country, counted,
      last_at, hour, five)
    SELECT $1, 'production', $8, $14::int, '', '', 'US', false, now(), $15::int, $16::int FROM spend
    ON CONFLICT (org, env, customer_hash, day, install_hash, network) DO UPDATE SET
      last_at = excluded.last_at, events = s.events + 1,
      hour_events = s.hour_events + 1, five_events = s.five_events + 1)
  SELECT count(*)::int AS won FROM spend`;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BUCKET_MS = 6 * HOUR_MS;
let last = 0;

/** An id that sorts by time and is as long as a ULID. */
function id(prefix: string): string {
  last = Math.max(last + 1, Date.now() * 1_000);
  return `${prefix}_${last.toString(32).toUpperCase().padStart(12, '0')}${randomBytes(7).toString('hex')}`;
}

/** Commits the rows of one verification. Returns false when the jti is already spent. */
export async function commitRows(
  db: Pool | ClientBase,
  org: string,
  token: { jti: string; exp: number; customer_id: string },
  sizes: RowSizes,
): Promise<boolean> {
  const exp = new Date((Math.floor(Date.now() / BUCKET_MS) + 1) * BUCKET_MS + 4 * BUCKET_MS);
  const { rows } = await db.query<{ won: number }>({
    name: 'bare-rows',
    text: COMMIT,
    values: [
      org,
      token.jti,
      token.exp,
      randomBytes(32),
      id('ver'),
      randomBytes(32),
      exp,
      token.customer_id,
      randomBytes(sizes.position_sealed),
      randomBytes(sizes.sealed),
      id('evt'),
      id('aud'),
      `req_${randomUUID()}`,
      ...[DAY_MS, HOUR_MS, HOUR_MS / 12].map((width) => Math.floor(Date.now() / width)),
    ],
  });
  return rows[0]!.won === 1;
}

/** `commitRows` with its own tokens. */
export const commitFresh = (db: Pool | ClientBase, org: string, sizes: RowSizes): Promise<boolean> =>
  commitRows(
    db,
    org,
    {
      jti: randomUUID(),
      exp: Math.floor(Date.now() / 1000) + 300,
      customer_id: `bare-${Math.floor(Math.random() * 500)}`,
    },
    sizes,
  );
