import { createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from '../../apps/service/src/deps.ts';
import { openEnvelope } from '../../apps/service/src/privacy/envelope.ts';
import { deriveFor } from '../../apps/service/src/privacy/keys/derive.ts';
import { keyContext, unwrapWithRootKey } from '../../apps/service/src/privacy/keys/provider.ts';

/** A customer's data key as the key store keeps it. */
export interface WrappedKey {
  key_id: string;
  /** What the key is derived for: org|env|customer. */
  context: string;
  wrapped: Buffer;
}

/** A sealed record of a customer, with the beginning of what it says, to tell whether a key opens it. */
export interface SealedRecord {
  /** Table and column, or `frame`. */
  where: string;
  /** Index into the keys; -1 for records that belong to no person. */
  key: number;
  /** Version, nonce and tag: no two records share them. */
  head: Buffer;
  /** The first bytes of the text, sealed and in clear. */
  sealed: Buffer;
  clear: Buffer;
}

const HEAD = 29;
const SOME = 16;
/** By chance, a wrong key opens one text of two bytes in 65,536. With 21 keys on each of 10,000, two seemed to open. */
const TOO_SHORT = 8;
/** Every purpose that the service draws a subkey for. */
const PURPOSES = [
  'wrap',
  'customer-ids',
  'install-ids',
  'transaction-ids',
  'handoff-optical',
  'network',
  'install',
  'pii',
  'location-code',
  'idempotency',
  'idempotency-keys',
  'idempotency-bodies',
  'audit-chain',
  'signing-keys',
  'webhook-secrets',
  'handoff-number',
  'short-code',
  'erasure-ledger',
  'limits',
  'face-transform',
];

/** Opens the first bytes without the tag: a thief of the folder does not need to know the context. */
function begin(key: KeyObject, head: Buffer, sealed: Buffer): Buffer {
  return createDecipheriv('aes-256-gcm', key, head.subarray(1, 13), { authTagLength: 16 }).update(sealed);
}

const SEALED_COLUMNS: readonly [table: string, column: string, of: 'row' | 'session'][] = [
  ['customer', 'id_sealed', 'row'],
  ['customer', 'person_sealed', 'row'],
  ['verification', 'sealed', 'row'],
  ['verification', 'position_sealed', 'row'],
  ['trusted_place', 'sealed', 'row'],
  ['face_session', 'client_sealed', 'row'],
  ['face_template', 'sealed', 'row'],
  ['face_evidence', 'sealed', 'session'],
  ['face_pending', 'sealed', 'session'],
];

/** The wrapped keys of all customers, in the order of their rows. */
export async function wrappedKeys({ database, data_keys }: Deps): Promise<WrappedKey[]> {
  const { rows } = await database.pool.query<{ key_id: string; context: string }>(
    `SELECT key_id, concat_ws('|', org, env, customer_hash) AS context FROM customer`,
  );
  const stored = await data_keys.store.getMany(rows.map(({ key_id }) => key_id));
  return rows.map((row) => ({ ...row, wrapped: stored.get(row.key_id)! }));
}

const keyOf = (root: Buffer, { key_id, wrapped, context }: WrappedKey): KeyObject =>
  deriveFor(unwrapWithRootKey(openEnvelope(root).subkey('wrap'), wrapped, keyContext(key_id)), context);

/** Every sealed record of these customers in the database and among the frames. */
export async function sealedRecords(deps: Deps, root: Buffer, keys: WrappedKey[]): Promise<SealedRecord[]> {
  const places = new Map(keys.map(({ context }, index) => [context, index]));
  const opened = keys.map((key) => keyOf(root, key));
  const records: SealedRecord[] = [];
  const add = (where: string, context: string, head: Buffer, text: Buffer) => {
    const key = places.get(context) ?? -1;
    if (key < 0) throw new Error(`${where} belongs to no person: ${context}`);
    if (text.length < TOO_SHORT) throw new Error(`${where} is too short to tell whether a key opens it`);
    records.push({ where, key, head, sealed: text, clear: begin(opened[key]!, head, text) });
  };
  for (const [table, column, of] of SEALED_COLUMNS) {
    const join = of === 'row' ? '' : 'JOIN face_session s USING (org, env, session_id)';
    const { rows } = await deps.database.pool.query<{ context: string; bytes: Buffer }>(
      `SELECT concat_ws('|', org, env, customer_hash) AS context, substr(t.${column}, 1, ${HEAD + SOME}) AS bytes
         FROM ${table} t ${join} WHERE t.${column} IS NOT NULL`,
    );
    for (const { context, bytes } of rows)
      add(`${table}.${column}`, context, bytes.subarray(0, HEAD), bytes.subarray(HEAD));
  }
  const sessions = await deps.database.pool.query<{ session_id: string; context: string }>(
    `SELECT session_id, concat_ws('|', org, env, customer_hash) AS context FROM face_session`,
  );
  const contexts = new Map(sessions.rows.map(({ session_id, context }) => [session_id, context]));
  for (const path of filesBelow(join(deps.config.data_dir, 'frames'))) {
    const bytes = readFileSync(path);
    const context = contexts.get(path.split('/').at(-3)!)!;
    add('frame', context, bytes.subarray(0, HEAD), bytes.subarray(HEAD, HEAD + SOME));
  }
  return records;
}

export const filesBelow = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/**
 * How many of these records open with the root key, its subkeys, and the data keys that the root key unwraps; by
 * table. `keys` are the wrapped keys that were found.
 */
export function opensWith(
  root: Buffer,
  records: readonly SealedRecord[],
  keys: ReadonlyMap<number, WrappedKey>,
): Map<string, number> {
  const envelope = openEnvelope(root);
  const always = [createSecretKey(root), ...PURPOSES.map((purpose) => envelope.subkey(purpose))];
  const own = new Map([...keys].map(([index, key]) => [index, keyOf(root, key)]));
  const opened = new Map<string, number>();
  for (const { where, key, head, sealed, clear } of records) {
    const tried = own.has(key) ? [own.get(key)!, ...always] : always;
    if (tried.some((each) => begin(each, head, sealed).equals(clear)))
      opened.set(where, (opened.get(where) ?? 0) + 1);
  }
  return opened;
}
