import type { LedgerPlace } from '../ledger/ledger.ts';

/** One wrapped data key on its way into the store. */
export interface StoredKey {
  key_id: string;
  wrapped: Buffer;
}

/**
 * Where wrapped data keys lie, outside the database: a row that is deleted there stays readable in heap and
 * WAL, and in every backup. A store keeps no copy of what it destroyed.
 */
export interface KeyStore {
  /** Random identity of this store, made once. A database belongs to one store, and a start compares them. */
  readonly id: string;
  /** For people: `file:/…` or `s3://bucket/prefix`. */
  readonly place: string;
  /** The ledger of erasures, which lies beside the keys. */
  readonly ledger: LedgerPlace;
  /** Stores new keys. They are durable when it resolves; none is stored when it throws. Never overwrites. */
  put(keys: readonly StoredKey[]): Promise<void>;
  /** Null when there is none, or none any more. */
  get(key_id: string): Promise<Buffer | null>;
  /** The keys among these that exist. For lists and galleries: many at once cost far less than one by one. */
  getMany(key_ids: readonly string[]): Promise<Map<string, Buffer>>;
  /** Resolves when the keys are gone for good. Safe to repeat. */
  destroy(...key_ids: string[]): Promise<void>;
  /** Every key with the time at which it was made. Each that exists all the while is listed once. */
  list(): AsyncIterable<{ key_id: string; made_at: Date }>;
}

/** The store cannot be used as it is, and the sentence says what the operator can do about it. */
export class KeyStoreRefused extends Error {
  override name = 'KeyStoreRefused';
}
