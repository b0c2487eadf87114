import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { hasOwner } from './accounts.ts';
import { makeLink } from './links.ts';

/** The link with which the first owner of an organization is made; null when it has one. */
export async function setUpLink(
  db: Kysely<Schema>,
  { base_url, org, now }: { base_url: string; org: string; now: Date },
): Promise<{ url: string; expires_at: Date } | null> {
  if (await hasOwner(db, org)) return null;
  return makeLink(db, base_url, now, { purpose: 'setup', org, created_by: 'cli' });
}
