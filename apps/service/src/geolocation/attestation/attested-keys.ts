import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { Database } from '../../database/connect.ts';

export type KeyKind = 'app_attest' | 'android_key_attestation';

/**
 * The part of the attestation that is stored beside the key: plain JSON, without identifiers of the device.
 */
type KeptStatement = Record<string, string | number | boolean | null | string[]>;

export interface AttestedKey {
  kind: KeyKind;
  app: string;
  customer_hash: string;
  key: KeyObject;
  counter: number;
  statement: KeptStatement;
  attested_ms: number;
}

/** A key to register. It is written with the spend, so a lost spend registers nothing. Bytes are hex. */
export interface NewKey {
  key_id: string;
  kind: KeyKind;
  app: string;
  public_key: string;
  receipt: string | null;
  statement: KeptStatement;
}

/** The use of a stored key. `counter` is null for a kind without a counter. */
export interface KeyUse {
  key_id: string;
  counter: number | null;
}

const BY_ID = `
  SELECT kind, app, customer_hash, public_key, counter, statement, attested_at FROM attested_key
   WHERE org = $1 AND env = $2 AND key_id = $3`;

/** Reads a stored key on the writer, before deciding. The statement that spends the token decides races. */
export async function findKey(
  db: Database['pool'],
  org: string,
  env: Environment,
  key_id: Buffer,
): Promise<AttestedKey | null> {
  const { rows } = await db.query<{
    kind: KeyKind;
    app: string;
    customer_hash: string;
    public_key: Buffer;
    counter: number;
    statement: KeptStatement;
    attested_at: Date;
  }>({ name: 'attested-key', text: BY_ID, values: [org, env, key_id] });
  const row = rows[0];
  if (!row) return null;
  const { public_key, counter, attested_at, ...rest } = row;
  return {
    ...rest,
    key: createPublicKey({ key: public_key, format: 'der', type: 'spki' }),
    counter,
    attested_ms: attested_at.getTime(),
  };
}

/** Names in `extra` that these effects read. */
export const KEY_NAMES = ['new_key', 'key_use'] as const;

/**
 * Parts of the statement that records a verification. `extra` holds the JSON of `NewKey` as `new_key` and of
 * `KeyUse` as `key_use`. The condition on the counter is part of the update: the row's lock puts two
 * simultaneous assertions in order, and the later one sees the earlier one's counter.
 */
export const KEY_EFFECTS = `
  new_key AS (
    INSERT INTO attested_key (org, env, key_id, kind, app, customer_hash, public_key, receipt, statement)
    SELECT :org, :env, decode(k->>'key_id', 'hex'), k->>'kind', k->>'app', :customer_hash,
           decode(k->>'public_key', 'hex'), decode(k->>'receipt', 'hex'), k->'statement'
      FROM (SELECT extra->'new_key' AS k FROM extra WHERE extra ? 'new_key') n),
  used_key AS (
    UPDATE attested_key a SET counter = coalesce((u.k->>'counter')::bigint, a.counter), last_used_at = now()
      FROM (SELECT extra->'key_use' AS k FROM extra WHERE extra ? 'key_use') u
     WHERE a.org = :org AND a.env = :env AND a.key_id = decode(u.k->>'key_id', 'hex')
       AND (u.k->>'counter' IS NULL OR a.counter < (u.k->>'counter')::bigint) RETURNING 1)`;

/**
 * Value of the column `assurance`. Null when a key's use was lost to another request: the column refuses
 * null, so the statement is undone and the case is decided again.
 */
export const ASSURANCE = `CASE WHEN NOT :extra::jsonb ? 'key_use' OR EXISTS (SELECT 1 FROM used_key)
       THEN :assurance::text[] END`;

/** Whether another request used or registered the same key first, or an erasure deleted it. */
export const lostKeyRace = ({
  code,
  table,
  column,
}: {
  code?: string;
  table?: string;
  column?: string;
}): boolean => (code === '23505' ? table === 'attested_key' : code === '23502' && column === 'assurance');
