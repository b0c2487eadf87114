import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { refuse } from '../refuse.ts';
import type { Envelope } from './envelope.ts';
import { openBytes, sealBytes } from './envelope.ts';
import type { DataKeys } from './keys/data-keys.ts';
import { deriveFor } from './keys/derive.ts';
import { customerHash } from './pseudonyms.ts';

type Db = Kysely<Schema>;
type Keys = Pick<DataKeys, 'open' | 'openMany' | 'take' | 'destroy'>;

interface Place {
  org: string;
  env: Environment;
}

/** A person as the database knows them. */
export interface Who extends Place {
  customer_hash: string;
}

/** A new data key with the row of its customer. */
export interface NewKey {
  key_id: string;
  key: KeyObject;
  /** The id, for display. */
  id_sealed: Buffer;
}

const contextOf = ({ org, env, customer_hash }: Who): string => `${org}|${env}|${customer_hash}`;

const idAad = (who: Who): string => `customer|${contextOf(who)}|id`;

/** The key that a customer's data are sealed with. A key that was put at another customer's row opens nothing. */
export const keyFor = (who: Who, stored: KeyObject): KeyObject => deriveFor(stored, contextOf(who));

/** Rows of customers by the ids of their keys, each with the opened key: null once the person was erased. */
export async function withKeys<R extends Who & { key_id: string | null }>(
  keys: Keys,
  rows: readonly R[],
): Promise<(R & { key: KeyObject | null })[]> {
  const ids = new Set(rows.flatMap(({ key_id }) => (key_id === null ? [] : [key_id])));
  const opened = ids.size === 0 ? new Map<string, KeyObject>() : await keys.openMany([...ids]);
  return rows.map((row) => {
    const stored = row.key_id === null ? undefined : opened.get(row.key_id);
    return { ...row, key: stored ? keyFor(row, stored) : null };
  });
}

/** A key for a customer who is seen for the first time. It counts once a row of `customer` names it. */
export async function newKey(keys: Keys, who: Who, customer_id: string): Promise<NewKey> {
  const { key_id, key: stored } = await keys.take();
  const key = keyFor(who, stored);
  return { key_id, key, id_sealed: sealBytes(key, customer_id, idAad(who)) };
}

/**
 * The customer's data key; null when there is no such customer, or none any more. `held`: an erasure waits for the
 * end of this transaction, and then sees what it wrote.
 */
export async function findKey(
  db: Db,
  keys: Keys,
  who: Who,
  { held = false } = {},
): Promise<KeyObject | null> {
  const wanted = db
    .selectFrom('customer')
    .select('key_id')
    .where('org', '=', who.org)
    .where('env', '=', who.env)
    .where('customer_hash', '=', who.customer_hash);
  const row = await (held ? wanted.forKeyShare() : wanted).executeTakeFirst();
  const stored = row ? await keys.open(row.key_id) : null;
  return stored && keyFor(who, stored);
}

export interface Known extends Place {
  customer_id: string;
  /**
   * When the call that names the customer was allowed: the issue of its token, or now. A customer who was erased
   * since then is not made again: `ERASED` is raised.
   */
  since: Date;
}

/** A chore erases customers whose key is gone. */
const RETRY = { retry_after_s: 5 };

/** SQLSTATE of a row for a customer who was erased after their token was issued. */
export const ERASED = 'SP001';

/** 401 `token_invalid` where the customer was erased after the token was issued. */
export function refuseErased(error: unknown): never {
  if ((error as { code?: string }).code !== ERASED) throw error;
  return refuse('token_invalid', 'the customer was erased after the token was issued');
}

/**
 * The customer's data key, for a transaction that writes for the customer. Creates the customer if there is none;
 * any number of calls at once create one row. An erasure waits until the transaction ends: it would not see what is
 * written meanwhile, and would leave it behind.
 */
export async function makeCustomer(
  db: Db,
  { data_keys, envelope }: { data_keys: Keys; envelope: Envelope },
  { org, env, customer_id, since }: Known,
): Promise<{ who: Who; key: KeyObject }> {
  const who = { org, env, customer_hash: customerHash(envelope, { org, env }, customer_id) };
  await sql`SELECT refuse_erased(${org}, ${env}, ${who.customer_hash}, ${since})`.execute(db);
  const found = await findKey(db, data_keys, who, { held: true });
  if (found) return { who, key: found };
  const { key, ...row } = await newKey(data_keys, who, customer_id);
  const made = await db
    .insertInto('customer')
    .values({ ...who, ...row, since })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_id')
    .executeTakeFirst();
  if (made) return { who, key };
  // What was sealed with it may lie in the database's log: it must never become another person's.
  await data_keys.destroy(row.key_id);
  const winner = await findKey(db, data_keys, who, { held: true });
  if (!winner) refuse('unavailable', 'the customer is being erased, or their key is gone', RETRY);
  return { who, key: winner };
}

/** The id of a row of `customer` with its opened key; '' without one. */
export const openId = (row: Who & { key: KeyObject | null; id_sealed: Buffer | null }): string =>
  row.key && row.id_sealed ? openBytes(row.key, row.id_sealed, idAad(row)).toString('utf8') : '';

/** Customers by their hashes, each with the id and the opened key; without those who were erased. */
export async function openCustomers(
  db: Db,
  keys: Keys,
  { org, env }: Place,
  hashes: readonly string[],
): Promise<Map<string, { customer_id: string; key: KeyObject }>> {
  const wanted = [...new Set(hashes)].filter((hash) => hash !== '');
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('customer')
    .select(['org', 'env', 'customer_hash', 'key_id', 'id_sealed'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', 'in', wanted)
    .execute();
  const opened = await withKeys(keys, rows);
  return new Map(
    opened.flatMap((row) =>
      row.key ? [[row.customer_hash, { customer_id: openId(row), key: row.key }]] : [],
    ),
  );
}

/** The ids of customers by their hashes; without those who were erased. */
export async function customerIds(...asked: Parameters<typeof openCustomers>): Promise<Map<string, string>> {
  const opened = await openCustomers(...asked);
  return new Map([...opened].map(([hash, { customer_id }]) => [hash, customer_id]));
}

/** The id of one customer; '' once they were erased. */
export async function customerIdOf(db: Db, keys: Keys, { org, env, customer_hash }: Who): Promise<string> {
  const ids = await customerIds(db, keys, { org, env }, [customer_hash]);
  return ids.get(customer_hash) ?? '';
}
