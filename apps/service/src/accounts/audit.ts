import type { Environment } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { newId } from '../ids.ts';
import { coarseAddress } from '../network-address.ts';

export interface AuditEntry {
  org: string;
  env?: Environment | null;
  /** `key:key_…`, `cli`, `system`, `client`. */
  actor: string;
  action: string;
  target?: string | null;
  outcome?: string;
  request_id?: string | null;
  /** Stored as its network only. */
  ip?: string | null;
  /** No personal data and no secrets: ids, names of settings, counts. */
  detail?: Record<string, unknown>;
}

/** Who changes something, as the audit log names them. */
export type By = Pick<AuditEntry, 'actor' | 'request_id' | 'ip'>;
export const BY_CLI: By = { actor: 'cli' };

const rowOf = (entry: AuditEntry) => ({
  org: entry.org,
  env: entry.env ?? null,
  audit_id: newId('audit'),
  actor: entry.actor,
  action: entry.action,
  target: entry.target ?? null,
  outcome: entry.outcome ?? 'ok',
  request_id: entry.request_id ?? null,
  ip: entry.ip ? coarseAddress(entry.ip) : null,
  detail: JSON.stringify(entry.detail ?? {}),
});

/** Appends to the audit log; pass the transaction of the fact. The table refuses updates and deletes. */
export async function audit(db: Kysely<Schema>, ...entries: [AuditEntry, ...AuditEntry[]]): Promise<void> {
  await db.insertInto('audit').values(entries.map(rowOf)).execute();
}
