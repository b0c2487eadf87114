import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { ENTRY, type Entry } from './chain.ts';

interface AuditQuery {
  org: string;
  /** Each one: the whole value, or its beginning when it ends with `*`. */
  action?: string;
  actor?: string;
  target?: string;
  from?: Date;
  to?: Date;
  /** The id of the last entry of the page before. */
  after?: string;
  limit: number;
}

export interface ListedEntry extends Entry {
  /** Its place in the chain; null while it waits to be linked. */
  seq: number | null;
}

const matching = ({ org, action, actor, target, from, to, after }: AuditQuery) => sql`
     a.org = ${org}
       AND (${pattern(action)}::text IS NULL OR a.action LIKE ${pattern(action)})
       AND (${pattern(actor)}::text IS NULL OR a.actor LIKE ${pattern(actor)})
       AND (${pattern(target)}::text IS NULL OR a.target LIKE ${pattern(target)})
       AND (${from ?? null}::timestamptz IS NULL OR a.at >= ${from ?? null})
       AND (${to ?? null}::timestamptz IS NULL OR a.at < ${to ?? null})
       AND (${after ?? null}::text IS NULL OR a.audit_id < ${after ?? null})`;

/** Entries of an organization, newest first. */
export async function listEntries(db: Kysely<Schema>, query: AuditQuery): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    SELECT ${ENTRY}, l.seq FROM audit a LEFT JOIN audit_link l ON l.org = a.org AND l.audit_id = a.audit_id
     WHERE ${matching(query)}
     ORDER BY a.audit_id DESC LIMIT ${query.limit}`.execute(db);
  return rows;
}

/** How many there are, up to `limit`. */
export async function countEntries(db: Kysely<Schema>, query: AuditQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM audit a WHERE ${matching(query)} LIMIT ${query.limit}) counted`.execute(db);
  return rows[0]!.count;
}

/** A pattern for LIKE: `*` at the end stands for anything, and every other character for itself. */
const pattern = (text: string | undefined): string | null =>
  text === undefined ? null : text.replace(/[\\%_]/g, '\\$&').replace(/\*$/, '%');
