import { type RawBuilder, sql } from 'kysely';
import type { FaceTemplateKind } from '../../database/tables/face.ts';
import type { Deps } from '../../deps.ts';
import { freeOf, heldNow } from '../../retention/holds/state.ts';
import { FACE_CAP } from '../../retention/periods.ts';
import { OF_ORGANIZATION, type RowSweep, type SweepOptions, sweepRows } from '../../retention/rows.ts';
import type { Db } from '../session/records.ts';
import { type Gallery, removeTemplates } from './records.ts';

const CAP = sql`make_interval(days => ${FACE_CAP})`;

/** Fingerprints of approved captures. */
export const PRINTS: RowSweep = {
  table: 'face_print',
  joins: OF_ORGANIZATION,
  due: (now) => sql`(r.delete_after <= ${now} OR r.at <= ${now}::timestamptz - ${CAP})`,
};

/** What waits for a review. */
export const PENDING: RowSweep = {
  table: 'face_pending',
  customer: sql`(SELECT s.customer_hash FROM face_session s
    WHERE (s.org, s.env, s.session_id) = (r.org, r.env, r.session_id))`,
  due: (now) => sql`r.delete_after <= ${now}`,
};

/** The same without the caps, for the timers: their condition is found by an index. */
const DUE_PRINTS: RowSweep = { table: 'face_print', due: (now) => sql`r.delete_after <= ${now}` };

const overdue = (now: Date) => sql<boolean>`delete_after <= ${now}`;

/** Templates of that kind whose own retention is over, or that the cap of their organization reaches. */
const dueTemplates = (kind: FaceTemplateKind, now: Date) => sql`
  face_template r ${OF_ORGANIZATION} WHERE r.kind = ${kind}
     AND (r.delete_after <= ${now} OR r.updated_at <= ${now}::timestamptz - ${CAP})`;

/** How many templates of that kind are due, and how many of them a hold keeps. */
export async function countDueTemplates(db: Db, kind: FaceTemplateKind, now: Date) {
  const { rows } = await sql<{ due: number; held: number }>`
    SELECT count(*) FILTER (WHERE NOT held)::int AS due, count(*) FILTER (WHERE held)::int AS held
      FROM (SELECT ${heldNow(now)} AS held FROM ${dueTemplates(kind, now)}) r`.execute(db);
  return rows[0]!;
}

const BATCH = 1_000;

/** Deletes the templates of that kind that are due. Returns their number by organization. */
export async function sweepTemplates(
  db: Db,
  kind: FaceTemplateKind,
  { now, stopping, batch = BATCH, told }: SweepOptions,
): Promise<Map<string, number>> {
  const total = new Map<string, number>();
  const { rows } = await sql<Gallery & { days: number }>`
    SELECT DISTINCT r.org, r.env, ${FACE_CAP} AS days FROM ${dueTemplates(kind, now)}`.execute(db);
  for (const { org, env, days } of rows) {
    const due = sql<boolean>`(kind = ${kind} AND (delete_after <= ${now}
      OR updated_at <= ${now}::timestamptz - make_interval(days => ${days})))`;
    for (let gone = 1; gone > 0 && !stopping?.aborted; ) {
      gone = await sweepGallery(db, { org, env }, due, now, batch);
      if (gone > 0) total.set(org, (total.get(org) ?? 0) + gone);
      told?.(gone);
    }
  }
  return total;
}

/** One batch of a gallery. The customers are locked before the gallery, as an erasure locks them. */
const sweepGallery = (db: Db, gallery: Gallery, due: RawBuilder<boolean>, now: Date, batch: number) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ customer_hash: string }>`
      SELECT DISTINCT r.customer_hash FROM face_template r
       WHERE r.org = ${gallery.org} AND r.env = ${gallery.env} AND ${due} AND NOT ${heldNow(now)}
       LIMIT ${batch}`.execute(trx);
    const found = rows.map(({ customer_hash }) => customer_hash);
    const customers = await freeOf(trx, gallery, found, now);
    return customers.length === 0 ? 0 : removeTemplates(trx, gallery, { due, customers });
  });

/** Deletes templates, prints and what waits for a review as soon as their own retention is over. */
export async function deleteDueFaces({ database: { db } }: Deps, now: Date): Promise<void> {
  const galleries = await db
    .selectFrom('face_template')
    .select(['org', 'env'])
    .distinct()
    .where('delete_after', '<=', now)
    .execute();
  for (const gallery of galleries) await sweepGallery(db, gallery, overdue(now), now, BATCH);
  for (const sweep of [DUE_PRINTS, PENDING]) await sweepRows(db, sweep, { now });
}
