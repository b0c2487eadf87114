import { ENVIRONMENTS } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { record } from '../events/outbox.ts';
import { audit, type By } from './audit.ts';
import { inTransaction } from './in-transaction.ts';
import { draft, publish, type Version, type VersionedNoun } from './versions.ts';

export interface Publication extends By {
  org: string;
  id: string;
  version?: number;
  /** More of the audit entry. */
  detail?: Record<string, unknown>;
}

/** Stores a draft with its audit entry. Null when `id` is given and does not exist. */
export const draftVersion = <D extends { name: string }>(
  db: Kysely<Schema>,
  noun: VersionedNoun,
  { org, id, actor, request_id, ip, first }: By & { org: string; id?: string; first?: boolean },
  definition: D,
): Promise<Version<D> | null> =>
  inTransaction(db, async (trx) => {
    const made = await draft(trx, noun, org, definition, id, first);
    if (made)
      await audit(trx, {
        org,
        actor,
        request_id,
        ip,
        action: `${noun}.drafted`,
        target: made.id,
        detail: { version: made.version },
      });
    return made;
  });

/**
 * Publishes a draft with its events and its audit entry. Configuration is shared by both environments, so
 * each of them gets an event.
 */
export const publishVersion = <D>(
  db: Kysely<Schema>,
  noun: VersionedNoun,
  { org, id, version, actor, request_id, ip, detail }: Publication,
): Promise<Version<D> | null> =>
  inTransaction(db, async (trx) => {
    const published = await publish<D>(trx, noun, org, id, version);
    if (!published) return null;
    const data = { [`${noun}_id`]: id, version: published.version };
    for (const env of ENVIRONMENTS) await record(trx, { org, env, type: `${noun}.published`, data });
    await audit(trx, {
      org,
      actor,
      request_id,
      ip,
      action: `${noun}.published`,
      target: id,
      detail: { version: published.version, ...detail },
    });
    return published;
  });
