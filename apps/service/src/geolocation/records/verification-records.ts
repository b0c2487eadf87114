import type { KeyObject } from 'node:crypto';
import type { Assurance, Environment } from '@standpoint/contract';
import type pg from 'pg';
import { sealBytes, sealJson } from '../../privacy/envelope.ts';
import { SPEND } from '../../tokens/single-use.ts';
import { ASSURANCE, KEY_EFFECTS, KEY_NAMES, lostKeyRace } from '../attestation/attested-keys.ts';
import { HANDOFF_EFFECTS, HANDOFF_NAMES } from '../handoff/records.ts';
import { SHARED_EFFECTS, SHARED_NAMES, SIGHTING_EFFECTS } from '../history/sightings.ts';
import { PLACE_EFFECTS, PLACE_NAMES } from '../history/trusted-places.ts';

export const customerContext = (org: string, env: Environment, customer_id: string): string =>
  `${org}|${env}|${customer_id}`;

/** Small and sealed apart, so that history and maps need not open the whole bundle. */
export interface SealedPosition {
  lat: number;
  lng: number;
  p95_m: number;
  measured_at: string;
  /** Receipt, Unix milliseconds, and the fix's age then. */
  at_ms: number;
  age_ms: number;
  country: string | null;
  subdivision: string | null;
  altitude_m: number | null;
  speed_mps: number | null;
  /** Coarse enough, on such an address, to be a guess from the address. */
  by_address: boolean;
}

export const positionAad = (org: string, env: Environment, id: string): string =>
  `verification|${org}|${env}|${id}|position`;
export const bundleAad = (org: string, env: Environment, id: string): string =>
  `verification|${org}|${env}|${id}`;

/**
 * Facts for further effects of a recorded verification; a new effect adds its name here and a part to
 * `effects`.
 */
export type Extra = Record<string, unknown>;

/** One verification as it is written. Everything personal is in the two sealed columns. */
export interface NewVerification {
  org: string;
  env: Environment;
  verification_id: string;
  customer_id: string;
  decision: string;
  decision_source: 'auto' | 'simulated';
  reason_codes: string[];
  transaction_type: string;
  transaction_id: string | null;
  install_id: string | null;
  policy_id: string | null;
  policy_version: number | null;
  engine_version: string;
  assurance: Assurance;
  root_jti: string | null;
  hop: number;
  expires_at: Date;
  position: SealedPosition | null;
  /** What is sealed: `bundleBytes`. */
  bundle: Buffer;
  data_key: KeyObject;
  /** Set for a customer seen for the first time. */
  new_data_key: Buffer | null;
  /** The stored key of a known customer, with which this is sealed. */
  known_data_key: Buffer | null;
  /** Hash of evidence not seen before, with its expiry. */
  content: Buffer | null;
  content_exp: Date;
  events: { id: string; type: string }[];
  audit: { id: string; actor: string; request_id: string; ip: string };
  /**
   * What the effects beyond the row itself need, each under its own name; the statement takes it as one JSON
   * value.
   */
  extra: Extra;
}

/**
 * Effects that few verifications have: each stands in the statement only when its facts do, or PostgreSQL
 * would open its tables every time.
 */
const RARE = { keys: KEY_NAMES, shared: SHARED_NAMES, handoff: HANDOFF_NAMES, place: PLACE_NAMES } as const;
type Rare = keyof typeof RARE;

const rareIn = (extra: Extra): Rare[] =>
  (Object.keys(RARE) as Rare[]).filter((rare) => RARE[rare].some((name) => extra[name] !== undefined));

/**
 * Effects of a won spend: each reads from `spend`, so none exists without it. $1 to $7 are those of SPEND. A
 * customer who was erased after the history was read has no such key any more: customer_id is then null,
 * which undoes the statement, and it is decided again. The lock makes an erasure wait, so that it sees this
 * row; `extra` takes it, or makes the customer's row, before any effect locks a row of its own, because an
 * erasure goes the same way: the other way round the two would lock each other out. (PostgreSQL runs effects
 * that nobody reads from the last to the first.)
 */
const effects = (has: readonly Rare[]) => `
  held AS (SELECT 1 FROM customer WHERE org = $1 AND env = $2 AND customer_id = $8 AND data_key = $33::bytea FOR KEY SHARE),
  new_customer AS (INSERT INTO customer (org, env, customer_id, data_key) SELECT $1, $2, $8, $9 FROM spend WHERE $9::bytea IS NOT NULL RETURNING 1),
  seen AS (INSERT INTO evidence_seen (org, env, content_sha256, exp, customer_id) SELECT $1, $2, $10, $11, $8 FROM spend WHERE $10::bytea IS NOT NULL),
  extra AS (SELECT $34::jsonb AS extra FROM spend LEFT JOIN held ON true LEFT JOIN new_customer ON true),${has.includes('keys') ? `${KEY_EFFECTS},` : ''}
  recorded AS (
    INSERT INTO verification (org, env, verification_id, customer_id, decision, decision_source, reason_codes, transaction_type,
      transaction_id, install_id, policy_id, policy_version, engine_version, assurance, root_jti, hop, expires_at, position_sealed, sealed, spoof_findings, of_phone)
    SELECT $1, $2, $6, CASE WHEN $9::bytea IS NOT NULL OR EXISTS (SELECT 1 FROM held) THEN $8 END, $12, $13, $14::text[], $15, $16, $17, $18, $19::int, $20, ${has.includes('keys') ? ASSURANCE : '$21::text[]'}, $22, $23::int, $24, $25, $26, $34::jsonb->'spoof_findings', $34::jsonb ? 'of_phone' FROM spend),
  told AS (
    INSERT INTO event (org, env, event_id, type, data)
    SELECT $1, $2, e.id, e.type, jsonb_build_object('verification_id', $6::text, 'decision', $12::text)
      FROM spend, unnest($27::text[], $28::text[]) AS e (id, type)),
  audited AS (
    INSERT INTO audit (org, env, audit_id, actor, action, target, outcome, request_id, ip)
    SELECT $1, $2, $29, $30, 'verification.decided', $6, $12, $31, $32 FROM spend),${SIGHTING_EFFECTS}${has.includes('shared') ? `,${SHARED_EFFECTS}` : ''}${has.includes('handoff') ? `,${HANDOFF_EFFECTS}` : ''}${has.includes('place') ? `,${PLACE_EFFECTS}` : ''}
  SELECT count(*)::int AS won FROM spend`;

/** Prepared once on each connection for each set of effects, under a name of its own. */
function statement(name: string, spend: string) {
  const known = new Map<string, { name: string; text: string }>();
  return (extra: Extra) => {
    const has = rareIn(extra);
    const key = [name, ...has].join('-');
    const made = known.get(key) ?? { name: key, text: `WITH spend AS (${spend}), ${effects(has)}` };
    known.set(key, made);
    return made;
  };
}

const spendAndRecordWith = statement('spend-and-record', SPEND);

/**
 * evaluate() has no token: the same payload of the same customer and transaction is what can be accepted
 * once.
 */
const ACCEPT = `
  INSERT INTO evaluated_payload (org, env, customer_id, transaction_key, payload_sha256, exp, verification_id)
  SELECT $1::text, $2::text, $8::text, $3::bytea, $5::bytea, $4::timestamptz, $6::text WHERE $7::text IS NULL
  ON CONFLICT DO NOTHING RETURNING 1`;
const acceptAndRecordWith = statement('accept-and-record', ACCEPT);

function effectValues(v: NewVerification): unknown[] {
  const { org, env, verification_id: id } = v;
  return [
    v.customer_id,
    v.new_data_key,
    v.content,
    v.content_exp,
    v.decision,
    v.decision_source,
    v.reason_codes,
    v.transaction_type,
    v.transaction_id,
    v.install_id,
    v.policy_id,
    v.policy_version,
    v.engine_version,
    v.assurance,
    v.root_jti,
    v.hop,
    v.expires_at,
    v.position && sealJson(v.data_key, v.position, positionAad(org, env, id)),
    sealBytes(v.data_key, v.bundle, bundleAad(org, env, id)),
    v.events.map((event) => event.id),
    v.events.map((event) => event.type),
    v.audit.id,
    v.audit.actor,
    v.audit.request_id,
    v.audit.ip,
    v.known_data_key,
    JSON.stringify(v.extra),
  ];
}

/** Spends the token and records the verification: one statement, one commit. True only for the one winner. */
export async function spendAndRecord(
  db: pg.Pool,
  token: { jti: string; exp: number; epoch: string; payload_sha256: Buffer },
  v: NewVerification,
): Promise<boolean> {
  const { rows } = await db.query<{ won: number }>({
    ...spendAndRecordWith(v.extra),
    values: [
      v.org,
      v.env,
      token.jti,
      token.exp,
      token.payload_sha256,
      v.verification_id,
      token.epoch,
      ...effectValues(v),
    ],
  });
  return rows[0]!.won === 1;
}

export interface EvaluatedKey {
  transaction_key: Buffer;
  payload_sha256: Buffer;
  exp: Date;
}

/** Accepts a collect() payload and records the verification. False when it was accepted before. */
export async function acceptAndRecord(db: pg.Pool, key: EvaluatedKey, v: NewVerification): Promise<boolean> {
  const { rows } = await db.query<{ won: number }>({
    ...acceptAndRecordWith(v.extra),
    values: [
      v.org,
      v.env,
      key.transaction_key,
      key.exp,
      key.payload_sha256,
      v.verification_id,
      null,
      ...effectValues(v),
    ],
  });
  return rows[0]!.won === 1;
}

const DEADLOCK = '40P01';

/**
 * Another request wrote the same new customer or evidence first, or erased the customer: read again and
 * decide again. All of these, a deadlock too, are told once everything was rolled back: nothing was spent.
 */
export const lostRace = (error: unknown): boolean => {
  const { code, table = '', column } = error as { code?: string; table?: string; column?: string };
  if (code === DEADLOCK) return true;
  return code === '23505'
    ? /customer|evidence_seen/.test(table) || lostKeyRace({ code, table })
    : lostKeyRace({ code, column }) || (code === '23502' && column === 'customer_id');
};
