import { setImmediate as turn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { ENTRY, type Entry, linkHash, NO_HASH, sealKey, sealOf } from './chain.ts';

/** The first place where a chain is not what was written. */
export interface Problem {
  seq: number | null;
  audit_id: string | null;
  says: string;
}

/** A statement about the chain that was signed earlier, and kept elsewhere. */
export interface KnownHead {
  seq: number;
  hash: Buffer;
  signed_at: string;
}

export interface Walk {
  /** Links that were checked. */
  entries: number;
  /** The last link that is right. */
  end: { seq: number; audit_id: string; hash: Buffer } | null;
  problem: Problem | null;
  /** The end of the chain was reached. */
  done: boolean;
}

const BATCH = 1_000;
/** Links between two breaths of the process: 100 take about 2 ms. */
const BREATH = 100;

/** Every field of the entry is null when it was deleted. */
type Row = Omit<Entry, 'audit_id'> & {
  audit_id: string | null;
  seq: number;
  linked_id: string;
  hash: Buffer;
  seal: Buffer;
};

/** From where a chain is walked: behind the link `seq`, whose hash is known. */
export type Start = Pick<KnownHead, 'seq' | 'hash'>;

/**
 * Recomputes the chain of an organization from `start` on, and compares it with the signed heads. It reads
 * batches, so that a chain of any length needs little memory.
 */
export async function walkChain(
  { database: { db }, envelope }: Pick<Deps, 'database' | 'envelope'>,
  org: string,
  heads: readonly KnownHead[],
  start: Start = { seq: 0, hash: NO_HASH },
  /** Ends behind so many links; the heads that lie further on say nothing then. */
  most = Number.POSITIVE_INFINITY,
): Promise<Walk> {
  const key = sealKey(envelope);
  const due = Map.groupBy(heads, ({ seq }) => seq);
  const walk: Walk = { entries: 0, end: null, problem: await lostStart(db, org, start), done: false };
  let before = start;
  let rows = await linksAfter(db, org, start.seq);
  while (rows.length > 0 && !walk.problem && walk.entries < most) {
    for (const row of rows) {
      const seal = sealOf(key, org, row.seq, row.hash);
      walk.problem = problemOf(row, before, seal) ?? contradicted(row, due.get(row.seq) ?? []);
      if (walk.problem) break;
      walk.entries++;
      if (walk.entries % BREATH === 0) await turn();
      walk.end = { seq: row.seq, audit_id: row.linked_id, hash: row.hash };
      before = row;
    }
    if (!walk.problem) rows = await linksAfter(db, org, before.seq);
  }
  walk.done = rows.length === 0;
  if (walk.done) walk.problem ??= cutTail(before.seq, heads);
  return walk;
}

/** The link where a walk begins is not there, or not the one that is known. */
async function lostStart(db: Kysely<Schema>, org: string, { seq, hash }: Start): Promise<Problem | null> {
  if (seq === 0) return null;
  const link = await db
    .selectFrom('audit_link')
    .select(['audit_id', 'hash'])
    .where('org', '=', org)
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (link?.hash.equals(hash)) return null;
  const says = link
    ? 'a signed head has another hash here'
    : 'a signed head counted this link, which is gone';
  return { seq, audit_id: link?.audit_id ?? null, says };
}

async function linksAfter(db: Kysely<Schema>, org: string, seq: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT l.seq, l.audit_id AS linked_id, l.hash, l.seal, ${ENTRY}
      FROM (SELECT * FROM audit_link WHERE org = ${org} AND seq > ${seq} ORDER BY seq LIMIT ${BATCH}) l
      LEFT JOIN audit a ON a.org = l.org AND a.audit_id = l.audit_id
     ORDER BY l.seq`.execute(db);
  return rows;
}

function problemOf(row: Row, before: Start, seal: Buffer): Problem | null {
  const { seq, linked_id: audit_id } = row;
  const found = (says: string): Problem => ({ seq, audit_id, says });
  if (seq !== before.seq + 1) return found(`the links between ${before.seq} and ${seq} were deleted`);
  if (row.audit_id === null) return found('the entry was deleted');
  if (!linkHash(before.hash, row as Entry).equals(row.hash))
    return found('the entry or its link was changed, moved or put in later');
  if (!seal.equals(row.seal))
    return found('the link was not made by this service: the chain was rewritten here');
  return null;
}

function contradicted({ seq, linked_id, hash }: Row, heads: readonly KnownHead[]): Problem | null {
  const wrong = heads.find((head) => !head.hash.equals(hash));
  if (!wrong) return null;
  const says = `the head signed at ${wrong.signed_at} has another hash: the chain was rewritten here or before`;
  return { seq, audit_id: linked_id, says };
}

function cutTail(end: number, heads: readonly KnownHead[]): Problem | null {
  const [longest] = heads.filter(({ seq }) => seq > end).sort((a, b) => b.seq - a.seq);
  if (!longest) return null;
  const says =
    `the chain ends at ${end}, and the head signed at ${longest.signed_at} counted ${longest.seq}: ` +
    `the last ${longest.seq - end} or more were cut off`;
  return { seq: end + 1, audit_id: null, says };
}

interface Unlinked {
  /** An entry that the linker has passed: it was put in under an old transaction, or its link was cut. */
  problem: Problem | null;
  /** Entries that are not linked yet; a service that runs links them each second. */
  waiting: number;
}

/** Looks for entries without a link. It reads the whole log of the organization. */
export async function findUnlinked({ database }: Pick<Deps, 'database'>, org: string): Promise<Unlinked> {
  const { rows } = await sql<{ passed: string | null; waiting: number }>`
    SELECT min(a.audit_id) FILTER (WHERE a.tx <= p.tx) AS passed, count(*) FILTER (WHERE a.tx > p.tx) AS waiting
      FROM audit a, audit_place p
     WHERE a.org = ${org}
       AND NOT EXISTS (SELECT FROM audit_link l WHERE l.org = a.org AND l.audit_id = a.audit_id)`.execute(
    database.db,
  );
  const { passed, waiting } = rows[0]!;
  const says = 'the entry has no link: it was put in past the chain, or its link was cut';
  return { problem: passed === null ? null : { seq: null, audit_id: passed, says }, waiting };
}
