import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { Envelope } from '../envelope.ts';
import { isKeyId } from '../keys/key-id.ts';

/** An erasure as the ledger keeps it. It names no person: the hash is keyed. */
export interface LedgerEntry {
  org: string;
  env: Environment;
  customer_hash: string;
  /** RFC 3339. */
  at: string;
  counts: Record<string, number>;
  /** Of the key that was destroyed. */
  key_id: string;
}

/** Where entries lie: beside the keys, and so outside of the database and of its backups. */
export interface LedgerPlace {
  /** Durable when it resolves. Safe to repeat: an entry with this name is not written again. */
  note(name: string, text: string): Promise<void>;
  read(name: string): Promise<string | null>;
  names(): AsyncIterable<string>;
}

/**
 * Every erasure, outside of the database. A database that was put back from an older copy does not know the last
 * ones: they are done again from here. Entries are authenticated with a subkey of the root key, because a forged
 * one would erase a person.
 */
export class ErasureLedger {
  readonly #place: LedgerPlace;
  readonly #envelope: Pick<Envelope, 'subkey'>;

  constructor(place: LedgerPlace, envelope: Pick<Envelope, 'subkey'>) {
    this.#place = place;
    this.#envelope = envelope;
  }

  write(entry: LedgerEntry): Promise<void> {
    return this.#place.note(entry.key_id, this.line(entry));
  }

  /** The ids of the destroyed keys, which name the entries. */
  async *ids(): AsyncIterable<string> {
    for await (const name of this.#place.names()) if (isKeyId(name)) yield name;
  }

  /** Throws when the entry was changed. */
  async read(key_id: string): Promise<LedgerEntry | null> {
    const text = await this.#place.read(key_id);
    return text === null ? null : this.open(text);
  }

  /** One line of JSON with its code. */
  line({ org, env, customer_hash, at, counts, key_id }: LedgerEntry): string {
    const entry = { org, env, customer_hash, at, counts, key_id };
    return JSON.stringify({ entry, mac: this.#macOf(JSON.stringify(entry)).toString('base64url') });
  }

  /** Throws when the line was changed, or belongs to another root key. */
  open(line: string): LedgerEntry {
    const { entry, mac } = JSON.parse(line) as { entry: LedgerEntry; mac: string };
    const [given, right] = [Buffer.from(String(mac), 'base64url'), this.#macOf(JSON.stringify(entry))];
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw new Error('an entry of the ledger of erasures was changed, or belongs to another root key');
    return entry;
  }

  #macOf(text: string): Buffer {
    return createHmac('sha256', this.#envelope.subkey('erasure-ledger')).update(text).digest();
  }
}
