import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import {
  createKey,
  type KeyName,
  type MadeKey,
  type NewKey,
  type RotationOverlap,
  revokeKey,
  rotateKey,
} from './api-keys.ts';
import { audit, type By } from './audit.ts';
import { inTransaction } from './in-transaction.ts';

/** Makes a key, with its audit entry. Throws `TooMany`. */
export const makeKey = (db: Kysely<Schema>, by: By, key: NewKey): Promise<MadeKey> =>
  inTransaction(db, async (trx) => {
    const made = await createKey(trx, key);
    const { org, env, kind, scopes = [], cidrs = [] } = key;
    const detail = { kind, scopes, cidrs };
    await audit(trx, { ...by, org, env, action: 'key.created', target: made.id, detail });
    return made;
  });

/** Makes the successor of a key, with the audit entry. Null when there is no such live key; throws `TooMany`. */
export const replaceKey = (
  db: Kysely<Schema>,
  by: By,
  name: KeyName,
  overlap: RotationOverlap,
): Promise<MadeKey | null> =>
  inTransaction(db, async (trx) => {
    const made = await rotateKey(trx, name, overlap);
    if (!made) return null;
    const { env, ...key } = made;
    const detail = { successor: key.id, overlap };
    await audit(trx, { ...by, org: name.org, env, action: 'key.rotated', target: name.key_id, detail });
    return key;
  });

/** Ends a key at once, with the audit entry; false when there is no such live key. */
export const endKey = (db: Kysely<Schema>, by: By, name: KeyName): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const revoked = await revokeKey(trx, name);
    if (!revoked) return false;
    await audit(trx, { ...by, org: name.org, env: revoked.env, action: 'key.revoked', target: name.key_id });
    return true;
  });
