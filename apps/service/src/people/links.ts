import { createHash } from 'node:crypto';
import type { Role } from '@standpoint/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import { randomBytes } from '../chance.ts';
import type { Schema } from '../database/schema.ts';
import type { PersonLinkTable } from '../database/tables/people.ts';
import { crockford } from '../ids.ts';
import { refuse } from '../refuse.ts';

type Db = Kysely<Schema>;
export type Link = Selectable<PersonLinkTable>;
export type Purpose = Link['purpose'];

const HOUR_MS = 3_600_000;
const LIVES_MS: Record<Purpose, number> = {
  setup: HOUR_MS / 2,
  invitation: 7 * 24 * HOUR_MS,
  reset: 24 * HOUR_MS,
};
const PAGE: Record<Purpose, string> = { setup: 'setup', invitation: 'invitation', reset: 'reset' };

const hashOf = (code: string): Buffer => createHash('sha256').update(`standpoint link ${code}`).digest();

interface NewLink {
  purpose: Purpose;
  org: string;
  created_by: string;
  /** Null or absent: the operator. */
  created_by_user?: string;
  invitation_id?: string;
  email?: string;
  role?: Role;
  user_id?: string;
}

/**
 * Makes a link for one use. The code stands in the fragment, which reaches no server and no log; the database has its
 * hash. An older link for the same thing stops working.
 */
export async function makeLink(
  db: Db,
  base_url: string,
  now: Date,
  link: NewLink,
): Promise<{ url: string; expires_at: Date }> {
  const { purpose, org, created_by, created_by_user = null } = link;
  const { invitation_id = null, email = null, role = null, user_id = null } = link;
  await sql`
    DELETE FROM person_link
     WHERE org = ${org} AND purpose = ${purpose} AND used_at IS NULL
       AND email IS NOT DISTINCT FROM ${email} AND user_id IS NOT DISTINCT FROM ${user_id}`.execute(db);
  const code = crockford(randomBytes(20));
  const expires_at = new Date(now.getTime() + LIVES_MS[purpose]);
  const whom = { purpose, org, invitation_id, email, role, user_id };
  const row = { ...whom, created_by, created_by_user, created_at: now, expires_at };
  await db
    .insertInto('person_link')
    .values({ code_sha256: hashOf(code), ...row })
    .execute();
  return { url: `${base_url}/dashboard/${PAGE[purpose]}#${code}`, expires_at };
}

/** What the page shows when a link does not work. It tells nothing about codes that never existed. */
const ENDED: Record<Purpose, string> = {
  setup: 'This set-up link was used or has expired. Print a new one: npx standpoint setup-link',
  invitation: 'This invitation was used, taken back or has expired. Ask for a new one.',
  reset: 'This link was used or has expired. Ask for a new one.',
};

/** The link of a code, which must still work. `use`: it is used up with the transaction, by exactly one caller. */
export async function openLinkRow(
  db: Db,
  code: string,
  now: Date,
  { purposes, use = false }: { purposes: readonly Purpose[]; use?: boolean },
): Promise<Link> {
  const code_sha256 = hashOf(code);
  const row = use
    ? await db
        .updateTable('person_link')
        .set({ used_at: now })
        .where('code_sha256', '=', code_sha256)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .where('purpose', 'in', purposes)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  if (row) return row;
  const found = await db
    .selectFrom('person_link')
    .selectAll()
    .where('code_sha256', '=', code_sha256)
    .where('purpose', 'in', purposes)
    .executeTakeFirst();
  if (!found)
    return refuse('token_invalid', 'link', {
      message: 'This link is not known here. Copy it whole, with all that follows the #.',
    });
  if (use || found.used_at || found.expires_at <= now)
    refuse('token_expired', 'link', { message: ENDED[found.purpose] });
  return found;
}
