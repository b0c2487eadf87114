import type { PolicyDefinition } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { remembered } from './remembered.ts';
import type { Version } from './versions.ts';

export type Policy = Version<PolicyDefinition>;

export interface Policies {
  /** The published policy of a transaction type, else the organization's default policy, else null. */
  forType(org: string, transactionType: string): Promise<Policy | null>;
  /** The published version of an id. */
  byId(org: string, id: string): Promise<Policy | null>;
  clear(): void;
}

/** The newest published policy that names the type wins; one that names no type is the default. */
export function openPolicies(db: Kysely<Schema>): Policies {
  const all = remembered(async (org) => {
    const { rows } = await sql<{
      id: string;
      version: number;
      name: string;
      status: 'published';
      definition: PolicyDefinition;
      created_at: Date;
      published_at: Date | null;
    }>`
      SELECT policy_id AS id, version, name, status, definition, created_at, published_at
        FROM policy WHERE org = ${org} AND status = 'published' ORDER BY published_at DESC, policy_id DESC`.execute(
      db,
    );
    return rows.map(
      (row): Policy => ({
        ...row,
        created_at: row.created_at.toISOString(),
        published_at: row.published_at?.toISOString() ?? null,
      }),
    );
  });
  const types = (policy: Policy) =>
    (policy.definition.transaction_types ?? []).map((type) => type.toLowerCase());
  return {
    async forType(org, transactionType) {
      const policies = await all.get(org);
      const type = transactionType.toLowerCase();
      return (
        policies.find((policy) => types(policy).includes(type)) ??
        policies.find((policy) => types(policy).length === 0) ??
        null
      );
    },
    byId: async (org, id) => (await all.get(org)).find((policy) => policy.id === id) ?? null,
    clear: all.clear,
  };
}
