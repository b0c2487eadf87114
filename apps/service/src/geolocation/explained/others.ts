import type { KeyObject } from 'node:crypto';
import type { Environment, explained, GeolocationDecision } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { openJson } from '../../privacy/envelope.ts';
import { positionAad, type SealedPosition } from '../records/sealed.ts';

type Earlier = explained.VerificationExplanation['earlier'][number];

interface Row {
  verification_id: string;
  created_at: Date;
  hop: number;
  decision: GeolocationDecision;
  reason_codes: string[];
  transaction_type: string;
  root_jti: string | null;
  position_sealed: Buffer | null;
}

const MOST = 12;
const DAYS = 30;

interface Of {
  org: string;
  env: Environment;
  verification_id: string;
  customer_hash: string;
  root_jti: string | null;
  key: KeyObject;
}

/** Other verifications of the customer: tries of the same chain, and earlier ones of 30 days. */
export async function othersOf(
  { database }: Pick<Deps, 'database'>,
  { org, env, verification_id, customer_hash, root_jti, key }: Of,
): Promise<{ tries: Earlier[]; earlier: Earlier[] }> {
  // Ids sort by time, and the index of customers by the database's time: both ends keep the scan short.
  const { rows } = await sql<Row>`
    SELECT v.verification_id, v.created_at, v.hop, v.decision, v.reason_codes, v.transaction_type, v.root_jti,
           v.position_sealed
      FROM verification v, (
        SELECT created_at FROM verification
         WHERE org = ${org} AND env = ${env} AND verification_id = ${verification_id}) this
     WHERE v.org = ${org} AND v.env = ${env} AND v.customer_hash = ${customer_hash}
       AND v.created_at > this.created_at - make_interval(days => ${DAYS})
       AND v.created_at < this.created_at + interval '20 minutes'
       AND v.verification_id <> ${verification_id}
       AND (v.verification_id < ${verification_id} OR v.root_jti = ${root_jti})
     ORDER BY v.created_at DESC LIMIT ${MOST + 4}`.execute(database.db);
  const each = (row: Row): Earlier => ({
    verification_id: row.verification_id,
    at: row.created_at.toISOString(),
    hop: row.hop,
    decision: row.decision,
    reason_codes: row.reason_codes,
    transaction_type: row.transaction_type,
    position: positionOf(org, env, key, row),
  });
  const ofChain = (row: Row) => root_jti !== null && row.root_jti === root_jti;
  return {
    tries: rows.filter(ofChain).map(each).toReversed(),
    earlier: rows
      .filter((row) => !ofChain(row))
      .slice(0, MOST)
      .map(each),
  };
}

function positionOf(org: string, env: Environment, key: KeyObject, row: Row): Earlier['position'] {
  if (!row.position_sealed) return null;
  const aad = positionAad(org, env, row.verification_id);
  const { lat, lng, p95_m, measured_at } = openJson<SealedPosition>(key, row.position_sealed, aad);
  return { lat, lng, p95_m, measured_at };
}
