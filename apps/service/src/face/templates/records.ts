import type { Environment } from '@standpoint/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { FaceTemplateTable } from '../../database/tables/face.ts';
import type { Db } from '../session/records.ts';

export type TemplateRow = Selectable<FaceTemplateTable>;
export type NewTemplate = Omit<TemplateRow, 'seq'>;
export interface Person {
  org: string;
  env: Environment;
  customer_hash: string;
}
export interface Gallery {
  org: string;
  env: Environment;
}
interface PackName {
  id: string;
  version: string;
}

/**
 * Days that the template of a picture from the backend is kept. No workflow states them, so they are those of a
 * template at most.
 */
export const REFERENCE_DAYS = 1_095;

export const isOf = (pack: PackName) => (row: TemplateRow) =>
  row.pack === pack.id && row.pack_version === pack.version;

/** Every template of a person, of every pack. */
export function templatesOf(db: Db, { org, env, customer_hash }: Person): Promise<TemplateRow[]> {
  return db
    .selectFrom('face_template')
    .selectAll()
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', customer_hash)
    .execute();
}

/**
 * Writes a template in place of the one of the same person, kind and pack, and deletes those of other packs,
 * which are not needed any more.
 */
export async function saveTemplate(trx: Db, row: NewTemplate): Promise<void> {
  const seq = await markChanged(trx, row);
  await trx
    .deleteFrom('face_template')
    .where('org', '=', row.org)
    .where('env', '=', row.env)
    .where('customer_hash', '=', row.customer_hash)
    .where('kind', '=', row.kind)
    .where((or) => or.or([or('pack', '<>', row.pack), or('pack_version', '<>', row.pack_version)]))
    .execute();
  await trx
    .insertInto('face_template')
    .values({ ...row, seq })
    .onConflict((conflict) =>
      conflict
        .columns(['org', 'env', 'customer_hash', 'kind', 'pack', 'pack_version'])
        .doUpdateSet({ ...row, seq }),
    )
    .execute();
}

/**
 * Marks the gallery as changed, and holds its row until the transaction ends. Every change of templates calls
 * this first, because it is the lock under which old ones may be read.
 */
export async function markChanged(trx: Db, { org, env }: Gallery): Promise<number> {
  const row = await trx
    .insertInto('face_gallery')
    .values({ org, env, seq: 1 })
    .onConflict((conflict) =>
      conflict.columns(['org', 'env']).doUpdateSet({ seq: sql<number>`face_gallery.seq + 1` }),
    )
    .returning('seq')
    .executeTakeFirstOrThrow();
  return row.seq;
}

/** Removes templates and returns how many there were. A trigger tells every node that holds the gallery. */
export async function removeTemplates(
  trx: Db,
  { org, env }: Gallery,
  which:
    | { customer_hash: string }
    | { session_id: string }
    | { due: RawBuilder<boolean>; customers: string[] },
): Promise<number> {
  const concerned =
    'customer_hash' in which
      ? sql<boolean>`customer_hash = ${which.customer_hash}`
      : 'session_id' in which
        ? sql<boolean>`sessions @> ARRAY[${which.session_id}]::text[]`
        : sql<boolean>`customer_hash = ANY (${which.customers}::text[]) AND ${which.due}`;
  const some = await trx
    .selectFrom('face_template')
    .select('template_id')
    .where('org', '=', org)
    .where('env', '=', env)
    .where(concerned)
    .limit(1)
    .execute();
  if (some.length === 0) return 0;
  await markChanged(trx, { org, env });
  const gone = await trx
    .deleteFrom('face_template')
    .where('org', '=', org)
    .where('env', '=', env)
    .where(concerned)
    .returning('template_id')
    .execute();
  return gone.length;
}
