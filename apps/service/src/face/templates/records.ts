import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { FaceTemplateTable } from '../../database/tables/face.ts';
import { openBytes, sealBytes } from '../../privacy/envelope.ts';
import type { Db } from '../session/records.ts';

export type TemplateRow = Selectable<FaceTemplateTable>;
type NewTemplate = Omit<TemplateRow, 'seq'>;
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

/** The fields that identify a template: its person, kind, pack and transform. */
export type TemplateName = Pick<
  TemplateRow,
  'org' | 'env' | 'customer_hash' | 'kind' | 'pack' | 'pack_version' | 'template_id' | 'transform_id'
>;

/** The context that is bound into a sealed template, so that no row can stand in for another. */
const templateAad = (row: TemplateName): string =>
  [
    'face-template',
    row.org,
    row.env,
    row.customer_hash,
    row.kind,
    row.pack,
    row.pack_version,
    row.template_id,
    row.transform_id,
  ].join('|');

/** A row with its vector as little-endian floats, sealed with the person's key. */
export function sealTemplate(
  key: KeyObject,
  row: Omit<NewTemplate, 'sealed'>,
  vector: Float32Array,
): NewTemplate {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, i * 4);
  return { ...row, sealed: sealBytes(key, bytes, templateAad(row)) };
}

/** The transformed vector of a row. Throws when the row was put in the place of another. */
export function openVector(key: KeyObject, row: TemplateName & Pick<TemplateRow, 'sealed'>): Float32Array {
  const bytes = openBytes(key, row.sealed, templateAad(row));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Float32Array(bytes.length / 4);
  for (let i = 0; i < vector.length; i++) vector[i] = view.getFloat32(i * 4, true);
  return vector;
}

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
