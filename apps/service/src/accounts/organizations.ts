import type { Kysely } from 'kysely';
import type { OrganizationSettings, Schema } from '../database/schema.ts';
import { newId } from '../ids.ts';
import { audit, type By } from './audit.ts';
import { inTransaction } from './in-transaction.ts';
import { remembered } from './remembered.ts';

export interface Organization {
  org: string;
  name: string;
  settings: OrganizationSettings;
}

export interface Organizations {
  /** Remembered for up to 5 s. */
  find(org: string): Promise<Organization | null>;
  clear(): void;
}

export function openOrganizations(db: Kysely<Schema>): Organizations {
  const memory = remembered((org: string) =>
    db
      .selectFrom('organization')
      .select(['org', 'name', 'settings'])
      .where('org', '=', org)
      .executeTakeFirst(),
  );
  return { find: async (org) => (await memory.get(org)) ?? null, clear: memory.clear };
}

export async function createOrganization(db: Kysely<Schema>, name: string): Promise<Organization> {
  const org = newId('organization');
  await db.insertInto('organization').values({ org, name, settings: '{}' }).execute();
  return { org, name, settings: {} };
}

export const listOrganizations = (db: Kysely<Schema>): Promise<Organization[]> =>
  db.selectFrom('organization').select(['org', 'name', 'settings']).orderBy('created_at').execute();

/**
 * The settings as they are stored, kept from changing until the end of the transaction. Null without the
 * organization.
 */
export async function lockSettings(db: Kysely<Schema>, org: string): Promise<OrganizationSettings | null> {
  const row = await db
    .selectFrom('organization')
    .select('settings')
    .where('org', '=', org)
    .forUpdate()
    .executeTakeFirst();
  return row?.settings ?? null;
}

/** Names the organization anew, with the audit entry. Nothing happens when it has that name. */
export const renameOrganization = (db: Kysely<Schema>, by: By, org: string, name: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('organization')
      .set({ name })
      .where('org', '=', org)
      .where('name', '<>', name)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await audit(trx, { ...by, org, action: 'organization.renamed', target: org });
  });

/** Merges into the organization's settings; false when there is no such organization. */
export async function changeSettings(
  db: Kysely<Schema>,
  org: string,
  change: OrganizationSettings,
): Promise<boolean> {
  const before = await lockSettings(db, org);
  if (!before) return false;
  await db
    .updateTable('organization')
    .set({ settings: JSON.stringify({ ...before, ...change }) })
    .where('org', '=', org)
    .execute();
  return true;
}
