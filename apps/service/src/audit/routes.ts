import {
  type AnswerOf,
  AUDIT_COLUMNS,
  type AuditEntry,
  type BodyOf,
  EXPORT_COUNTED_MAX,
  exportAudit,
  listAudit,
  type QueryOf,
  verifyAudit,
} from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { exportFile } from '../lists/export.ts';
import { type Handler, type Route, route } from '../route.ts';
import { AUDIT_CELLS } from './cells.ts';
import { badLine, headsOfNode, newestHead } from './known-heads.ts';
import { linkEntries } from './link.ts';
import { countEntries, type ListedEntry, listEntries } from './list.ts';
import { findUnlinked, walkChain } from './verify-chain.ts';

type Filters = Omit<QueryOf<typeof listAudit>, 'cursor' | 'limit'>;

const times = ({ from, to, ...rest }: Filters) => ({
  ...rest,
  ...(from && { from: new Date(from) }),
  ...(to && { to: new Date(to) }),
});

/** With the names of those of them who are people. */
async function named(db: Kysely<Schema>, rows: readonly ListedEntry[]): Promise<AuditEntry[]> {
  const ids = [...new Set(rows.flatMap(({ actor }) => (actor.startsWith('user:') ? [actor.slice(5)] : [])))];
  const people =
    ids.length === 0
      ? []
      : (
          await sql<{
            id: string;
            name: string;
          }>`SELECT id, name FROM person WHERE id = ANY (${ids}::text[])`.execute(db)
        ).rows;
  const names = new Map(people.map(({ id, name }) => [`user:${id}`, name]));
  return rows.map(({ org: _org, ...row }) => ({ ...row, actor_name: names.get(row.actor) ?? null }));
}

/** One page, newest first. */
async function pageOf(
  db: Kysely<Schema>,
  org: string,
  filters: Filters,
  cursor: string | undefined,
  limit: number,
) {
  const rows = await listEntries(db, { org, ...times(filters), after: cursor, limit: limit + 1 });
  const found = await named(db, rows.slice(0, limit));
  return { found, next_cursor: rows.length > limit ? found.at(-1)!.audit_id : null };
}

const listAuditHandler: Handler<typeof listAudit> = async ({ caller, query }, { database }) => {
  const { cursor, limit, ...filters } = query;
  const { found, next_cursor } = await pageOf(database.db, caller.org, filters, cursor, Number(limit ?? 20));
  return { rows: found, next_cursor };
};

/** Links of one call: about a second of work. */
const PART = 20_000;

const underWay = new Map<string, Promise<unknown>>();

/** One part of an organization's chain at a time, however many people or tabs check it. */
async function inTurn<T>(org: string, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(org) ?? Promise.resolve();
  const mine = before.then(work, work);
  underWay.set(org, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(org) === mine) underWay.delete(org);
  }
}

const verifyAuditHandler: Handler<typeof verifyAudit> = ({ caller: { org }, body }, deps) =>
  inTurn(org, () => checkPart(deps, org, body));

/**
 * The heads are those of this node’s folder: `npx standpoint audit verify --heads` takes those that were
 * kept elsewhere.
 */
async function checkPart(
  deps: Deps,
  org: string,
  body: BodyOf<typeof verifyAudit>,
): Promise<AnswerOf<typeof verifyAudit>> {
  const { after } = body;
  if (!after) await linkEntries(deps);
  const heads = await headsOfNode(deps, org);
  const start = after && { seq: after.seq, hash: Buffer.from(after.hash, 'base64url') };
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(max(seq), 0)::float8 AS total FROM audit_link WHERE org = ${org}`.execute(
    deps.database.db,
  );
  const walk = await walkChain(deps, org, heads.heads, start, PART);
  // The whole log is read for it, so only once.
  const unlinked = walk.done ? await findUnlinked(deps, org) : { problem: null, waiting: 0 };
  const end = walk.end ?? (start ? { ...start } : null);
  return {
    done: walk.done || walk.problem !== null,
    checked: walk.entries,
    total: rows[0]!.total,
    last: end && end.seq > 0 ? { seq: end.seq, hash: end.hash.toString('base64url') } : null,
    waiting: unlinked.waiting,
    heads: { checked: heads.heads.length, newest: newestHead(heads) },
    problem:
      walk.problem ?? (walk.done ? (badLine(heads, 'the file of signed heads') ?? unlinked.problem) : null),
  };
}

const exportAuditHandler: Handler<typeof exportAudit> = (call, deps) => {
  const { format, bom = false, columns = AUDIT_COLUMNS, filters = {} } = call.body;
  const { org } = call.caller;
  return exportFile(deps, call, {
    what: 'audit-log',
    format,
    bom,
    columns,
    cells: AUDIT_CELLS,
    filters,
    list: ({ cursor, limit }) =>
      pageOf(deps.database.db, org, filters, cursor as string | undefined, Number(limit)),
    count: () => countEntries(deps.database.db, { org, ...times(filters), limit: EXPORT_COUNTED_MAX + 1 }),
  });
};

export const AUDIT_ROUTES: readonly Route[] = [
  route(listAudit, listAuditHandler),
  route(verifyAudit, verifyAuditHandler),
  route(exportAudit, exportAuditHandler),
];
