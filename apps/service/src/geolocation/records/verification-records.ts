import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { type NamedStatement, named } from '../../database/named.ts';
import type { VerificationTable } from '../../database/schema.ts';
import { ERASED } from '../../privacy/customers.ts';
import { sealBytes, sealJson } from '../../privacy/envelope.ts';
import { SPEND } from '../../tokens/single-use.ts';
import { ASSURANCE, KEY_EFFECTS, KEY_NAMES, lostKeyRace } from '../attestation/attested-keys.ts';
import { HANDOFF_EFFECTS, HANDOFF_NAMES } from '../handoff/records.ts';
import { SHARED_EFFECTS, SHARED_NAMES, SIGHTING_EFFECTS } from '../history/sightings.ts';
import { PLACE_EFFECTS, PLACE_NAMES } from '../history/trusted-places.ts';
import { REVIEW_EFFECTS, REVIEW_NAMES, TOLD_EFFECTS, TOLD_NAMES } from './review-effects.ts';
import { bundleAad, positionAad, type SealedPosition } from './sealed.ts';

/**
 * Facts for further effects of a recorded verification, each under the name of its effect. A new effect adds
 * its name here and a part to `effects`.
 */
export type Extra = Record<string, unknown>;

/** One verification as it is written. Everything personal is in the two sealed columns. */
export interface NewVerification
  extends Pick<
    VerificationTable,
    | 'org'
    | 'env'
    | 'verification_id'
    | 'customer_hash'
    | 'reason_codes'
    | 'transaction_type'
    | 'transaction_hash'
    | 'install_hash'
    | 'policy_id'
    | 'policy_version'
    | 'engine_version'
    | 'assurance'
    | 'root_jti'
    | 'hop'
    | 'expires_at'
  > {
  decision: string;
  decision_source: 'auto' | 'simulated';
  position: SealedPosition | null;
  /** Plaintext of the bundle: `bundleBytes`. */
  bundle: Buffer;
  data_key: KeyObject;
  /** The name of `data_key` in the key store. */
  key_id: string;
  /** The sealed id of a customer who is seen for the first time; null for a known one. */
  new_id_sealed: Buffer | null;
  /** When the call was allowed: the issue of its token. */
  since: Date;
  /** Keyed hash of evidence that was not seen before; null otherwise. `content_exp` is its expiry. */
  content: Buffer | null;
  content_exp: Date;
  events: { id: string; type: string }[];
  audit: { id: string; actor: string; request_id: string; ip: string };
  /** Facts for the effects beyond the row itself; the statement takes them as one JSON value. */
  extra: Extra;
}

/**
 * Effects that few verifications have. Each stands in the statement only when `extra` holds one of its names:
 * PostgreSQL would otherwise open its tables every time.
 */
const RARE = [
  { part: 'keys', names: KEY_NAMES },
  { part: 'shared', names: SHARED_NAMES },
  { part: 'handoff', names: HANDOFF_NAMES },
  { part: 'place', names: PLACE_NAMES },
  { part: 'review', names: REVIEW_NAMES },
  { part: 'told', names: TOLD_NAMES },
] as const;
type Rare = (typeof RARE)[number]['part'];

/** The row of `verification`: each column with where its value comes from. */
const verificationRow = (has: (part: Rare) => boolean): Record<string, string> => ({
  org: ':org',
  env: ':env',
  verification_id: ':verification_id',
  // Null, which undoes the statement, when the customer was erased after their history was read.
  customer_hash: `CASE WHEN :new_id_sealed::bytea IS NOT NULL OR EXISTS (SELECT 1 FROM held)
                     THEN :customer_hash END`,
  decision: ':decision',
  decision_source: ':decision_source',
  reason_codes: ':reason_codes::text[]',
  transaction_type: ':transaction_type',
  transaction_hash: ':transaction_hash',
  install_hash: ':install_hash',
  policy_id: ':policy_id',
  policy_version: ':policy_version::int',
  engine_version: ':engine_version',
  assurance: has('keys') ? ASSURANCE : ':assurance::text[]',
  root_jti: ':root_jti',
  hop: ':hop::int',
  expires_at: ':expires_at',
  position_sealed: ':position_sealed',
  sealed: ':sealed',
  spoof_findings: `:extra::jsonb->'spoof_findings'`,
  of_phone: `:extra::jsonb ? 'of_phone'`,
});

/**
 * Effects of a won spend: each reads from `spend`, so none exists without it.
 *
 * `held` locks the customer's row, and with it the key that the two columns were sealed with. An erasure
 * waits for the lock and then sees this verification. A customer who was erased after their history was read
 * has no such row: `customer_hash` is then null, the statement is undone, and the case is decided again.
 *
 * `extra` reads `held` and `new_customer`, so the customer's row is locked or made before any effect locks a
 * row of its own. An erasure locks in the same order; in the other order the two would deadlock. (PostgreSQL
 * runs the effects that no other part reads from the last to the first.)
 */
function effects(has: (part: Rare) => boolean): string {
  const row = verificationRow(has);
  return `
  held AS (
    SELECT 1 FROM customer
     WHERE org = :org AND env = :env AND customer_hash = :customer_hash AND key_id = :key_id
       FOR KEY SHARE),
  new_customer AS (
    INSERT INTO customer (org, env, customer_hash, key_id, id_sealed, since)
    SELECT :org, :env, :customer_hash, :key_id, :new_id_sealed, :since
      FROM spend WHERE :new_id_sealed::bytea IS NOT NULL
    RETURNING 1),
  seen AS (
    INSERT INTO evidence_seen (org, env, content_hash, exp, customer_hash)
    SELECT :org, :env, :content, :content_exp, :customer_hash FROM spend WHERE :content::bytea IS NOT NULL),
  extra AS (
    SELECT :extra::jsonb AS extra FROM spend LEFT JOIN held ON true LEFT JOIN new_customer ON true),
  ${has('keys') ? `${KEY_EFFECTS},` : ''}
  recorded AS (
    INSERT INTO verification (${Object.keys(row).join(', ')})
    SELECT ${Object.values(row).join(', ')} FROM spend),
  told AS (
    INSERT INTO event (org, env, event_id, type, data)
    SELECT :org, :env, e.id, e.type,
           jsonb_build_object('verification_id', :verification_id::text, 'decision', :decision::text)
      FROM spend, unnest(:event_ids::text[], :event_types::text[]) AS e (id, type)),
  audited AS (
    INSERT INTO audit (org, env, audit_id, actor, action, target, outcome, request_id, ip)
    SELECT :org, :env, :audit_id, :actor, 'verification.decided', :verification_id, :decision,
           :request_id, :ip FROM spend),
  ${SIGHTING_EFFECTS}
  ${has('shared') ? `, ${SHARED_EFFECTS}` : ''}
  ${has('handoff') ? `, ${HANDOFF_EFFECTS}` : ''}
  ${has('place') ? `, ${PLACE_EFFECTS}` : ''}
  ${has('review') ? `, ${REVIEW_EFFECTS}` : ''}
  ${has('told') ? `, ${TOLD_EFFECTS}` : ''}
  SELECT count(*)::int AS won FROM spend`;
}

/**
 * The statement for the effects that `extra` asks for: made at first use, then prepared on each connection.
 */
function statement(name: string, spend: string): (extra: Extra) => NamedStatement {
  const made: NamedStatement[] = [];
  return (extra) => {
    const bits = RARE.reduce((sum, { names }, i) => {
      const wanted = names.some((fact) => extra[fact] !== undefined);
      return wanted ? sum | (1 << i) : sum;
    }, 0);
    made[bits] ??= combine(name, spend, bits);
    return made[bits];
  };
}

function combine(name: string, spend: string, bits: number): NamedStatement {
  const parts = RARE.filter((_, i) => bits & (1 << i)).map(({ part }) => part);
  const text = `WITH spend AS (${spend}), ${effects((part) => parts.includes(part))}`;
  return named([name, ...parts].join('-'), text);
}

const spendAndRecordWith = statement('spend-and-record', SPEND);

/**
 * The counterpart of SPEND for evaluate(), which has no token: one payload of one customer and transaction is
 * accepted once.
 */
const ACCEPT = `
  INSERT INTO evaluated_payload (org, env, customer_hash, transaction_key, payload_sha256, exp, verification_id)
  SELECT :org::text, :env::text, :customer_hash::text, :transaction_key::bytea, :payload_sha256::bytea,
         :exp::timestamptz, :verification_id::text
  ON CONFLICT DO NOTHING RETURNING 1`;
const acceptAndRecordWith = statement('accept-and-record', ACCEPT);

/** Values of the parameters that `effects` names. */
export function effectValues({ data_key, position, bundle, events, audit, extra, ...row }: NewVerification) {
  const { org, env, verification_id } = row;
  return {
    ...row,
    position_sealed: position && sealJson(data_key, position, positionAad(org, env, verification_id)),
    sealed: sealBytes(data_key, bundle, bundleAad(org, env, verification_id)),
    event_ids: events.map((event) => event.id),
    event_types: events.map((event) => event.type),
    audit_id: audit.id,
    actor: audit.actor,
    request_id: audit.request_id,
    ip: audit.ip,
    extra: JSON.stringify(extra),
  };
}

/** Spends the token and records the verification: one statement, one commit. True only for the one winner. */
export async function spendAndRecord(
  db: pg.Pool,
  token: { jti: string; exp: number; epoch: string; payload_sha256: Buffer },
  verification: NewVerification,
): Promise<boolean> {
  const { jti, exp, epoch, payload_sha256 } = token;
  const values = { ...effectValues(verification), jti, exp, epoch, payload_sha256 };
  const { rows } = await db.query<{ won: number }>(spendAndRecordWith(verification.extra)(values));
  return rows[0]!.won === 1;
}

export interface EvaluatedKey {
  transaction_key: Buffer;
  payload_sha256: Buffer;
  exp: Date;
}

/** Accepts a collect() payload and records the verification. False when it was accepted before. */
export async function acceptAndRecord(
  db: pg.Pool,
  { transaction_key, payload_sha256, exp }: EvaluatedKey,
  verification: NewVerification,
): Promise<boolean> {
  const values = { ...effectValues(verification), transaction_key, payload_sha256, exp };
  const { rows } = await db.query<{ won: number }>(acceptAndRecordWith(verification.extra)(values));
  return rows[0]!.won === 1;
}

const DEADLOCK = '40P01';

/**
 * Whether the statement lost a race: another request wrote the same new customer or evidence first, or erased
 * the customer. The caller then reads and decides again. PostgreSQL reports each of these errors, a deadlock
 * too, after it has rolled the statement back, so nothing was spent.
 */
export const lostRace = (error: unknown): boolean => {
  const { code, table = '', column } = error as { code?: string; table?: string; column?: string };
  if (code === DEADLOCK || code === ERASED) return true;
  return code === '23505'
    ? /customer|evidence_seen/.test(table) || lostKeyRace({ code, table })
    : lostKeyRace({ code, column }) || (code === '23502' && column === 'customer_hash');
};
