import type { Kysely } from 'kysely';
import type { OrganizationSettings, Schema } from '../database/schema.ts';
import { newId } from '../ids.ts';
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

/** Merges into the organization's settings; false when there is no such organization. */
export async function changeSettings(
  db: Kysely<Schema>,
  org: string,
  change: OrganizationSettings,
): Promise<boolean> {
  const row = await db
    .selectFrom('organization')
    .select('settings')
    .where('org', '=', org)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  await db
    .updateTable('organization')
    .set({ settings: JSON.stringify({ ...row.settings, ...change }) })
    .where('org', '=', org)
    .execute();
  return true;
}
