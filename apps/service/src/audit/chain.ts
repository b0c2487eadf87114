import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Envelope } from '../privacy/envelope.ts';
import { canonicalJson } from './canonical-json.ts';

/** An entry as it is linked: every column that says something, `at` to the microsecond. */
export interface Entry {
  org: string;
  env: string | null;
  audit_id: string;
  at: string;
  actor: string;
  action: string;
  target: string | null;
  outcome: string;
  request_id: string | null;
  ip: string | null;
  detail: Record<string, unknown>;
}

/** The columns of an entry; the table `audit` is called `a`. */
export const ENTRY = sql.raw(`a.org, a.env, a.audit_id,
  to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
  a.actor, a.action, a.target, a.outcome, a.request_id, a.ip, a.detail`);

/** Stands before the first link. */
export const NO_HASH = Buffer.alloc(32);

/** The hash of a link: SHA-256 of the hash before it and of the entry. */
export function linkHash(before: Uint8Array, entry: Entry): Buffer {
  const { org, env, audit_id, at, actor, action, target, outcome, request_id, ip, detail } = entry;
  const content = { org, env, audit_id, at, actor, action, target, outcome, request_id, ip, detail };
  return createHash('sha256').update(before).update(canonicalJson(content)).digest();
}

/** The key of seals: of the root key, so that a writer of the database does not have it. */
export const sealKey = (envelope: Envelope): KeyObject => envelope.subkey('audit-chain');

/** What shows that this service made the link, at this place of this chain. */
export const sealOf = (key: KeyObject, org: string, seq: number, hash: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${org}|${seq}|`).update(hash).digest().subarray(0, 16);
